internal import MetadataModel
internal import XMLReading

/// Turns the RDF in an XML document into properties (ISO 16684-1:2019, clause 7), and accepts common deviations.
///
/// - A simple value is `.text`, even if it looks like a number; so is a URI (`rdf:resource`).
/// - `rdf:Bag` and `rdf:Seq` are `.array`.
/// - A structure is `.structure` with its fields in the order of the file.
/// - `rdf:Alt` of texts with languages is `.structure` with a field for each language, named as in the file
///   (`x-default`, `de-DE`). Any other `rdf:Alt` is `.array`.
/// - A value with qualifiers is `.structure`: `rdf:value`, then the qualifiers. A language is the qualifier `xml:lang`.
/// - A typed node instead of `rdf:Description` is a structure that begins with `rdf:type`.
struct RDFReader {
  /// The defects, with their lines.
  private(set) var warnings: [String] = []
  private let tree: XMLTree
  private let maxWarnings: Int

  init(_ tree: XMLTree, maxWarnings: Int) {
    self.tree = tree
    self.maxWarnings = maxWarnings
  }

  /// All properties in the order of the document: `x:xmptk`, then those of each `rdf:Description`.
  ///
  /// - Parameter isCut: whether the document is cut short, which the caller reports.
  mutating func properties(isCut: Bool) -> [Property] {
    var properties: [Property] = []
    guard let root = tree.elements.first else { return [] }
    for place in root.attributes {
      let attribute = tree.attribute(place)
      if attribute.name.local == "xmptk" || attribute.name.local == "xaptk" {
        properties.append(Self.property(attribute))
      }
    }
    let roots = descriptions(in: 0)
    if roots.isEmpty, !isCut {
      let name = tree.name(of: 0).text
      warn(0, "there is no rdf:RDF in \(name)")
    }
    for rdf in roots {
      for node in tree.children(of: rdf) { append(propertiesOfNode: node, to: &properties) }
    }
    return properties
  }

  /// The outermost `rdf:RDF` elements.
  private func descriptions(in element: Int) -> [Int] {
    tree.name(of: element).isRDF("RDF") ? [element] : tree.children(of: element).flatMap { descriptions(in: $0) }
  }

  private mutating func warn(_ element: Int, _ message: @autoclosure () -> String) {
    if warnings.count < maxWarnings { warnings.append("line \(tree.elements[element].line): \(message())") }
  }

  private static func property(_ attribute: XMLAttribute) -> Property {
    Property(attribute.name.text, .text(attribute.value.string))
  }

  private mutating func properties(ofNode node: Int) -> [Property] {
    var properties: [Property] = []
    append(propertiesOfNode: node, to: &properties)
    return properties
  }

  /// The properties of a node (7.4): its attributes and elements.
  private mutating func append(propertiesOfNode place: Int, to properties: inout [Property]) {
    let node = tree.elements[place]
    let name = tree.name(of: place)
    // Most documents have one large node: growing step by step would copy it several times.
    if properties.count < 2 {
      properties.reserveCapacity(properties.count + node.attributes.count + node.childCount + 1)
    }
    if !name.isRDF("Description") { properties.append(Property("rdf:type", .text(name.text))) }
    for attribute in node.attributes {
      let attribute = tree.attribute(attribute)
      switch role(of: attribute) {
      case .about where !attribute.value.isEmpty:
        properties.append(Property("rdf:about", .text(attribute.value.string)))
      case .property: properties.append(Self.property(attribute))
      case .unknown: warn(place, "the attribute \(attribute.name.text) has no namespace and is left out")
      default: break
      }
    }
    if !tree.isBlank(place) { warn(place, "text in \(name.text) is left out") }
    append(propertiesOfElementsIn: place, to: &properties)
  }

  private mutating func append(propertiesOfElementsIn parent: Int, to properties: inout [Property]) {
    for element in tree.children(of: parent) {
      if let value = value(of: element) { properties.append(Property(tree.name(of: element).text, value)) }
    }
  }

  private mutating func properties(ofElementsIn parent: Int) -> [Property] {
    var properties: [Property] = []
    properties.reserveCapacity(tree.elements[parent].childCount)
    append(propertiesOfElementsIn: parent, to: &properties)
    return properties
  }

  /// The value of a property's element (7.5 to 7.9); nil for a text that is cut short.
  private mutating func value(of place: Int) -> PropertyValue? {
    let element = tree.elements[place]
    var qualifiers: [Property] = []
    var fields: [Property] = []
    var resource: String?
    var parseType: String?
    for attribute in element.attributes {
      let attribute = tree.attribute(attribute)
      switch role(of: attribute) {
      case .language: qualifiers.append(Property("xml:lang", .text(attribute.value.string)))
      case .resource: resource = attribute.value.string
      case .parseType: parseType = attribute.value.string
      case .property: fields.append(Self.property(attribute))
      case .unknown: warn(place, "the attribute \(attribute.name.text) has no namespace and is left out")
      case .about, .ignored: break
      }
    }
    let value: PropertyValue
    if let parseType {
      let (joined, others) = joined(self.value(of: place, parseType: parseType), fields, element)
      value = joined
      qualifiers += others
    } else if let child = element.firstChild {
      let (joined, others) = joined(valueOfChildren(of: place, first: child), fields, element)
      value = joined
      qualifiers += others
    } else if let resource {
      value = .text(resource)
      qualifiers += fields
    } else if !fields.isEmpty, tree.isBlank(place) {
      // Fields, or a value with qualifiers, as attributes (7.9.2).
      value = Self.structure(fields)
    } else {
      guard element.isClosed else { return nil }
      value = .text(tree.text(of: place))
      qualifiers += fields
    }
    return Self.qualified(value, qualifiers)
  }

  /// Adds attributes to the fields of a structure, as ExifTool does, although RDF does not allow both (7.2.21).
  ///
  /// - Returns: the value, and the attributes that are not fields: those of an array or a text are qualifiers.
  private func joined(
    _ value: PropertyValue, _ attributes: [Property], _ element: XMLElement
  ) -> (PropertyValue, [Property]) {
    if attributes.isEmpty { return (value, []) }
    let isAlternatives = element.firstChild.map { tree.name(of: $0).isRDF("Alt") } ?? false
    guard !isAlternatives, case .structure(let fields) = value, fields.first?.name != "rdf:value" else {
      return (value, attributes)
    }
    return (.structure(attributes + fields), [])
  }

  private mutating func value(of element: Int, parseType: String) -> PropertyValue {
    switch parseType {
    case "Resource": return Self.structure(properties(ofElementsIn: element))
    case "Collection": return .array(tree.children(of: element).map { Self.structure(properties(ofNode: $0)) })
    default:
      let name = tree.name(of: element).text
      warn(element, "\(name) is \(parseType == "Literal" ? "XML" : "of an unknown parse type"); its text is read")
      return .text(tree.allText(of: element))
    }
  }

  private mutating func valueOfChildren(of element: Int, first child: Int) -> PropertyValue {
    let name = tree.name(of: element).text
    if !tree.isBlank(element) { warn(element, "text between the elements of \(name) is left out") }
    let node = tree.name(of: child)
    let isNode = node.namespace == XMPNamespaces.rdf || tree.isBlank(child) && !isEmpty(tree.elements[child])
    guard isNode else {
      // Fields without rdf:parseType="Resource".
      warn(element, "\(name) is not marked as a structure")
      return Self.structure(properties(ofElementsIn: element))
    }
    let count = tree.elements[element].childCount
    if count > 1 { warn(element, "\(name) has \(count) values; the first counts") }
    guard node.namespace == XMPNamespaces.rdf else { return Self.structure(properties(ofNode: child)) }
    switch node.local {
    case "Bag", "Seq": return .array(items(of: child))
    case "Alt": return Self.alternatives(items(of: child))
    case "Description": return Self.structure(properties(ofNode: child))
    default:
      // An item without its array, or fields of rdf itself.
      return Self.structure(properties(ofElementsIn: element))
    }
  }

  private func isEmpty(_ element: XMLElement) -> Bool { element.childCount == 0 && element.attributes.isEmpty }

  /// The items of an array (7.7).
  private mutating func items(of array: Int) -> [PropertyValue] {
    var items: [PropertyValue] = []
    items.reserveCapacity(tree.elements[array].childCount)
    for item in tree.children(of: array) {
      if let value = value(of: item) { items.append(value) }
    }
    return items
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

  /// The value of a structure. A structure with a field `rdf:value` is that value, and its other fields are qualifiers
  /// (7.8).
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

  /// The role of an attribute. The first edition of RDF allowed its own attributes to have no prefix.
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
