/// The properties of an XMP packet and where they stand in its text.
///
/// Only the top level is told apart: the properties of the nodes below `rdf:RDF`. What is inside a property is its value.
struct XMPOutline {
  struct Property {
    var name: XMPName
    /// The name as it stands in the packet.
    var qualifiedName: String
    /// The element or the attribute, with the white space before it.
    var range: Range<Int>
    var isAttribute: Bool
    /// `Bag`, `Seq` or `Alt` where the value is in one.
    var container: String?
    /// Where the items of the container begin.
    var itemsStart: Int?
    /// Where the items of the container end, unless it is an empty tag.
    var itemsEnd: Int?
    /// The texts that are the value, or the values of the container's items.
    var values: [Value] = []
    /// Whether the value has more in it than texts.
    var isStructured = false
  }

  struct Value {
    var range: Range<Int>
    /// `xml:lang` of the item.
    var language: String?
  }

  /// Where a new property may be put.
  enum Insertion {
    /// Before the closing tag of the last node.
    case inNode(at: Int)
    /// The last node is an empty tag of this name, whose `/>` stands there.
    case emptyNode(name: String, end: Range<Int>)
    /// There is no node; before the closing tag of `rdf:RDF`.
    case inRDF(at: Int)
    /// `rdf:RDF` itself is an empty tag.
    case emptyRDF(name: String, end: Range<Int>)
  }

  /// An element below `rdf:RDF`, which holds properties.
  struct Node {
    var range: Range<Int>
    /// Where its name ends, behind which attributes may be put.
    var nameEnd: Int
    /// The prefixes that it declares itself.
    var declared: Set<String>
    /// What prefixes stand for around it.
    var outer: [String: String]
  }

  private(set) var properties: [Property] = []
  private(set) var nodes: [Node] = []
  private(set) var insertion: Insertion?
  /// The prefix that stands for RDF in the packet.
  private(set) var rdfPrefix = "rdf"
  /// What prefixes stand for at the place of insertion.
  private(set) var namespaces: [String: String] = [:]

  private struct Element {
    var name: String
    var role: Role
    var declared: [(prefix: String, outer: String?)] = []
    var contentStart: Int
    var hasChildren = false
    var language: String?
  }

  private enum Role {
    case outside, rdf, node, property, container, item, inner
  }

  private let packet: [UInt8]
  private var stack: [Element] = []
  private var scope: [String: String] = ["xml": "http://www.w3.org/XML/1998/namespace"]

  private static let maxDepth = 100
  private static let maxNamespaces = 1_000
  /// Writers make one node, or one for each namespace.
  private static let maxNodes = 10_000

  /// Reads a packet; nil for one that cannot be edited safely: not UTF-8, not well-formed, with a document type, nested too
  /// deeply, without RDF.
  init?(_ packet: [UInt8]) {
    guard !packet.contains(0), String(validating: packet, as: UTF8.self) != nil else { return nil }
    self.packet = packet
    guard (try? walk()) != nil, insertion != nil else { return nil }
  }

  private mutating func walk() throws(XMLScanner.Malformed) {
    var scanner = XMLScanner(packet)
    while let token = try scanner.next() {
      switch token {
      case .other: break
      case .open(let name, let attributes, let range, let isClosed):
        try open(name, attributes, range, isClosed)
        if isClosed { close(range.upperBound..<range.upperBound, isEmptyTag: true) }
      case .close(let name, let range):
        guard stack.last?.name == name else { throw XMLScanner.Malformed() }
        close(range, isEmptyTag: false)
      }
    }
    guard stack.isEmpty else { throw XMLScanner.Malformed() }
  }

  private func resolve(_ qualified: String, isAttribute: Bool) -> XMPName {
    guard let colon = qualified.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return XMPName(isAttribute ? "" : scope[""] ?? "", qualified)
    }
    return XMPName(
      scope[String(qualified[..<colon])] ?? "", String(qualified[qualified.utf8.index(after: colon)...]))
  }

  private mutating func open(
    _ name: String, _ attributes: [XMLScanner.Attribute], _ range: Range<Int>, _ isClosed: Bool
  ) throws(XMLScanner.Malformed) {
    guard stack.count < Self.maxDepth else { throw XMLScanner.Malformed() }
    var element = Element(name: name, role: .outside, contentStart: range.upperBound)
    for attribute in attributes where attribute.name.utf8.starts(with: "xmlns".utf8) {
      guard scope.count < Self.maxNamespaces else { throw XMLScanner.Malformed() }
      guard attribute.name == "xmlns" || attribute.name.utf8.dropFirst(5).first == UInt8(ascii: ":") else { continue }
      let prefix = String(attribute.name.dropFirst(6))
      let uri = XMLReferences.resolved(packet[attribute.valueRange])
      element.declared.append((prefix, scope.updateValue(uri, forKey: prefix)))
    }
    let full = resolve(name, isAttribute: false)
    let parent = stack.last?.role ?? .outside
    if !stack.isEmpty { stack[stack.count - 1].hasChildren = true }
    switch parent {
    case .outside: element.role = full == XMPName(XMPSchema.rdf, "RDF") ? .rdf : .outside
    case .rdf:
      element.role = .node
      guard nodes.count < Self.maxNodes else { throw XMLScanner.Malformed() }
      var outer = scope
      for (prefix, uri) in element.declared.reversed() { outer[prefix] = uri }
      nodes.append(
        Node(
          range: range, nameEnd: range.lowerBound + 1 + name.utf8.count, declared: Set(element.declared.map(\.prefix)),
          outer: outer))
      take(attributes)
      namespaces = scope
      if isClosed { insertion = .emptyNode(name: name, end: range.upperBound - 2..<range.upperBound) }
    case .node:
      element.role = .property
      let start = startOfSpace(before: range.lowerBound)
      properties.append(
        Property(name: full, qualifiedName: name, range: start..<range.upperBound, isAttribute: false))
      if attributes.contains(where: {
        !$0.name.utf8.starts(with: "xmlns".utf8) && !$0.name.utf8.starts(with: "xml:".utf8)
      }) {
        properties[properties.count - 1].isStructured = true
      }
    case .property:
      element.role = .inner
      if full.namespace == XMPSchema.rdf, ["Bag", "Seq", "Alt"].contains(full.name) {
        element.role = .container
        properties[properties.count - 1].container = full.name
        properties[properties.count - 1].itemsStart = range.upperBound
      } else {
        properties[properties.count - 1].isStructured = true
      }
    case .container:
      element.role = .item
      element.language = attributes.first { $0.name == "xml:lang" }.map {
        String(decoding: packet[$0.valueRange], as: UTF8.self)
      }
    case .item, .inner:
      element.role = .inner
      properties[properties.count - 1].isStructured = true
    }
    if full == XMPName(XMPSchema.rdf, "RDF"), element.role == .rdf {
      rdfPrefix = name.split(separator: ":").count == 2 ? String(name.split(separator: ":")[0]) : "rdf"
      namespaces = scope
      if isClosed, insertion == nil {
        insertion = .emptyRDF(name: name, end: range.upperBound - 2..<range.upperBound)
      }
    }
    stack.append(element)
  }

  /// Properties that are attributes of a node.
  private mutating func take(_ attributes: [XMLScanner.Attribute]) {
    for attribute in attributes
    where !attribute.name.utf8.starts(with: "xmlns".utf8) && !attribute.name.utf8.starts(with: "xml:".utf8) {
      let name = resolve(attribute.name, isAttribute: true)
      guard name.namespace != XMPSchema.rdf, !name.namespace.isEmpty else { continue }
      properties.append(
        Property(
          name: name, qualifiedName: attribute.name, range: attribute.range, isAttribute: true,
          values: [Value(range: attribute.valueRange)]))
    }
  }

  private mutating func close(_ range: Range<Int>, isEmptyTag: Bool) {
    let element = stack.removeLast()
    switch element.role {
    case .rdf:
      if !isEmptyTag {
        switch insertion {
        case nil, .inRDF, .emptyRDF: insertion = .inRDF(at: range.lowerBound)
        case .inNode, .emptyNode: break
        }
      }
    case .node:
      let last = nodes.count - 1
      nodes[last].range = nodes[last].range.lowerBound..<range.upperBound
      if !isEmptyTag { insertion = .inNode(at: range.lowerBound) }
    case .property:
      let last = properties.count - 1
      properties[last].range = properties[last].range.lowerBound..<range.upperBound
      if !element.hasChildren {
        properties[last].values = [Value(range: element.contentStart..<range.lowerBound)]
      }
    case .container:
      if !isEmptyTag { properties[properties.count - 1].itemsEnd = range.lowerBound }
    case .item:
      if !element.hasChildren {
        properties[properties.count - 1].values.append(
          Value(range: element.contentStart..<range.lowerBound, language: element.language))
      }
    case .outside, .inner: break
    }
    for (prefix, outer) in element.declared.reversed() { scope[prefix] = outer }
  }

  /// White space before a tag belongs to it, as far as the line before ends.
  private func startOfSpace(before place: Int) -> Int {
    var start = place
    while start > 0, [0x20, 0x09, 0x0A, 0x0D].contains(packet[start - 1]) { start -= 1 }
    return start
  }
}
