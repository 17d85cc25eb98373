internal import MetadataModel

/// Turns the RDF in an XML document into properties: ISO 16684-1:2019, clause 7, and what real files do beside it.
///
/// - A simple value is `.text`, whatever it looks like; a URI (`rdf:resource`) as well.
/// - `rdf:Bag` and `rdf:Seq` are `.array`.
/// - A structure is `.structure` with its fields in the order of the file.
/// - `rdf:Alt` of texts that each have a language is `.structure` with a field for each, named by its language as the file
///   has it (`x-default`, `de-DE`). Any other `rdf:Alt` is `.array`.
/// - A value with qualifiers is `.structure`: `rdf:value` first, then the qualifiers; a language is the qualifier `xml:lang`.
/// - An element of a type of its own in the place of `rdf:Description` is a structure that begins with `rdf:type`.
struct RDFReader {
  /// What was odd, with its line.
  private(set) var warnings: [String] = []
  private let maxWarnings: Int

  init(maxWarnings: Int) {
    self.maxWarnings = maxWarnings
  }

  /// All properties of a document, in its order: `x:xmptk`, then those of every `rdf:Description`.
  ///
  /// - Parameter isCut: whether the document ends early, which has been told.
  mutating func properties(of root: XMLElement, isCut: Bool) -> [Property] {
    var properties: [Property] = []
    for attribute in root.attributes where attribute.name.local == "xmptk" || attribute.name.local == "xaptk" {
      properties.append(Property(attribute.name.text, .text(attribute.value)))
    }
    let roots = Self.descriptions(in: root)
    if roots.isEmpty, !isCut { warn(root, "there is no rdf:RDF in \(root.name.text)") }
    for rdf in roots {
      for node in rdf.children {
        let found = self.properties(ofNode: node)
        // Most packets have one node: what it has need not be copied.
        if properties.isEmpty { properties = found } else { properties += found }
      }
    }
    return properties
  }

  /// The outermost `rdf:RDF` elements.
  private static func descriptions(in element: XMLElement) -> [XMLElement] {
    element.name.isRDF("RDF") ? [element] : element.children.flatMap { descriptions(in: $0) }
  }

  private mutating func warn(_ element: XMLElement, _ message: @autoclosure () -> String) {
    if warnings.count < maxWarnings { warnings.append("line \(element.line): \(message())") }
  }

  /// 7.4: a node's properties, which are attributes and elements.
  private mutating func properties(ofNode node: XMLElement) -> [Property] {
    var properties: [Property] = []
    if !node.name.isRDF("Description") { properties.append(Property("rdf:type", .text(node.name.text))) }
    properties.reserveCapacity(node.attributes.count + node.children.count)
    for attribute in node.attributes {
      switch role(of: attribute) {
      case .about where !attribute.value.isEmpty: properties.append(Property("rdf:about", .text(attribute.value)))
      case .property: properties.append(Property(attribute.name.text, .text(attribute.value)))
      case .unknown: warn(node, "the attribute \(attribute.name.text) has no namespace and is left out")
      default: break
      }
    }
    if !node.text.isEmpty, !node.text.isBlank { warn(node, "text in \(node.name.text) is left out") }
    properties += self.properties(ofElements: node.children)
    return properties
  }

  private mutating func properties(ofElements elements: [XMLElement]) -> [Property] {
    var properties: [Property] = []
    properties.reserveCapacity(elements.count)
    for element in elements {
      if let value = value(of: element) { properties.append(Property(element.name.text, value)) }
    }
    return properties
  }

  /// The value of a property's element (7.5 to 7.9); nil for a text that is cut off.
  private mutating func value(of element: XMLElement) -> PropertyValue? {
    var qualifiers: [Property] = []
    var fields: [Property] = []
    var resource: String?
    var parseType: String?
    for attribute in element.attributes {
      switch role(of: attribute) {
      case .language: qualifiers.append(Property("xml:lang", .text(attribute.value)))
      case .resource: resource = attribute.value
      case .parseType: parseType = attribute.value
      case .property: fields.append(Property(attribute.name.text, .text(attribute.value)))
      case .unknown: warn(element, "the attribute \(attribute.name.text) has no namespace and is left out")
      case .about, .ignored: break
      }
    }
    let value: PropertyValue
    if let parseType {
      let (joined, others) = Self.joined(self.value(of: element, parseType: parseType), fields, element)
      value = joined
      qualifiers += others
    } else if !element.children.isEmpty {
      let (joined, others) = Self.joined(valueOfChildren(of: element), fields, element)
      value = joined
      qualifiers += others
    } else if let resource {
      value = .text(resource)
      qualifiers += fields
    } else if !fields.isEmpty, element.text.isBlank {
      // 7.9.2: fields, or a value with qualifiers, as attributes.
      value = Self.structure(fields)
    } else {
      guard element.isClosed else { return nil }
      value = .text(element.text)
      qualifiers += fields
    }
    return Self.qualified(value, qualifiers)
  }

  /// Attributes beside the elements of a structure, which RDF does not allow (7.2.21), are fields of it, as in ExifTool.
  ///
  /// - Returns: what is left of the attributes: those beside an array or a text are qualifiers.
  private static func joined(
    _ value: PropertyValue, _ attributes: [Property], _ element: XMLElement
  ) -> (PropertyValue, [Property]) {
    let isAlternatives = element.children.first?.name.isRDF("Alt") ?? false
    guard !isAlternatives, case .structure(let fields) = value, fields.first?.name != "rdf:value" else {
      return (value, attributes)
    }
    return (.structure(attributes + fields), [])
  }

  private mutating func value(of element: XMLElement, parseType: String) -> PropertyValue {
    switch parseType {
    case "Resource": return Self.structure(properties(ofElements: element.children))
    case "Collection": return .array(element.children.map { Self.structure(properties(ofNode: $0)) })
    default:
      warn(
        element, "\(element.name.text) is \(parseType == "Literal" ? "XML" : "of an unknown kind"); its text is read")
      return .text(element.allText)
    }
  }

  private mutating func valueOfChildren(of element: XMLElement) -> PropertyValue {
    if !element.text.isBlank { warn(element, "text beside the elements in \(element.name.text) is left out") }
    let child = element.children[0]
    let isNode = child.name.namespace == XMPNamespaces.rdf || child.text.isBlank && !Self.isEmpty(child)
    guard isNode else {
      // Fields without rdf:parseType="Resource" around them.
      warn(element, "\(element.name.text) does not say that it is a structure")
      return Self.structure(properties(ofElements: element.children))
    }
    if element.children.count > 1 {
      warn(element, "\(element.name.text) has \(element.children.count) values; the first counts")
    }
    guard child.name.namespace == XMPNamespaces.rdf else { return Self.structure(properties(ofNode: child)) }
    switch child.name.local {
    case "Bag", "Seq": return .array(items(of: child))
    case "Alt": return Self.alternatives(items(of: child))
    case "Description": return Self.structure(properties(ofNode: child))
    default:
      // An item without its array, or fields of rdf itself.
      return Self.structure(properties(ofElements: element.children))
    }
  }

  private static func isEmpty(_ element: XMLElement) -> Bool {
    element.children.isEmpty && element.attributes.isEmpty
  }

  /// 7.7: the items of an array.
  private mutating func items(of array: XMLElement) -> [PropertyValue] {
    array.children.compactMap { value(of: $0) }
  }

  private static func alternatives(_ items: [PropertyValue]) -> PropertyValue {
    var languages: [Property] = []
    for item in items {
      guard case .structure(let parts) = item, parts.count == 2, parts[0].name == "rdf:value",
        case .text = parts[0].value, parts[1].name == "xml:lang", let language = parts[1].value.text
      else { return .array(items) }
      languages.append(Property(language, parts[0].value))
    }
    return languages.isEmpty ? .array([]) : .structure(languages)
  }

  /// 7.8: a structure with the field `rdf:value` is that value, and its other fields are qualifiers.
  private static func structure(_ fields: [Property]) -> PropertyValue {
    guard let index = fields.firstIndex(where: { $0.name == "rdf:value" }) else { return .structure(fields) }
    var others = fields
    let value = others.remove(at: index).value
    return others.isEmpty ? value : qualified(value, others)
  }

  private static func qualified(_ value: PropertyValue, _ qualifiers: [Property]) -> PropertyValue {
    if qualifiers.isEmpty { return value }
    if case .structure(let parts) = value, parts.first?.name == "rdf:value" { return .structure(parts + qualifiers) }
    return .structure([Property("rdf:value", value)] + qualifiers)
  }

  private enum Role {
    case about, resource, parseType, language, property, ignored, unknown
  }

  /// What an attribute is for. Those of RDF itself were allowed without a prefix in its first edition.
  private func role(of attribute: XMLAttribute) -> Role {
    switch attribute.name.namespace {
    case XMPNamespaces.xml: return attribute.name.local == "lang" ? .language : .ignored
    case XMPNamespaces.rdf, nil:
      switch attribute.name.local {
      case "about": return .about
      case "resource": return .resource
      case "parseType": return .parseType
      case "ID", "nodeID", "datatype", "bagID", "aboutEach": return .ignored
      default: return attribute.name.namespace == nil ? .unknown : .property
      }
    default: return .property
    }
  }
}

extension String {
  fileprivate var isBlank: Bool { utf8.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D } }
}
