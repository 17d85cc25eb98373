internal import ImageModel
internal import XMLReading

/// Where the properties of an XMP packet are in its text, from one walk over the XML.
///
/// Only the top level is recorded: the properties of the nodes below `rdf:RDF`. Everything inside a property is its
/// value.
struct XMPOutline {
  struct Property {
    var name: XMPName
    /// The name with the packet's prefix: `dc:title`.
    var qualifiedName: String
    /// The element or the attribute, with the white space before it.
    var range: Range<Int>
    /// `Bag`, `Seq` or `Alt` if the value is in one of these.
    var container: String?
    /// Where the items of the container begin.
    var itemsStart: Int?
    /// Where the items of the container end; nil if the container is an empty-element tag.
    var itemsEnd: Int?
    /// The text that is the value, or the texts of the container's items. Structured values have none.
    var values: [Value] = []
  }

  struct Value {
    var range: Range<Int>
    /// The item's `xml:lang`.
    var language: String?
  }

  /// Where a new property can be inserted.
  enum Insertion {
    /// Before the end tag of the last node.
    case inNode(at: Int)
    /// The last node is an empty-element tag with this name; its `/>` is at `end`.
    case emptyNode(name: String, end: Range<Int>)
    /// There is no node: the property goes before the end tag of `rdf:RDF`.
    case inRDF(at: Int)
    /// `rdf:RDF` itself is an empty-element tag.
    case emptyRDF(name: String, end: Range<Int>)
    /// `x:xmpmeta` has no elements, as Apple writes it; `end` is the range after its attributes.
    case emptyMeta(name: String, end: Range<Int>)
  }

  /// A child of `rdf:RDF`, which holds properties.
  struct Node {
    var range: Range<Int>
    /// The end of its name: attributes can be inserted here.
    var nameEnd: Int
    /// The namespaces that the node itself declares, by prefix.
    var declared: [String: String]
    /// The namespaces in scope around the node, by prefix.
    var outer: [String: String]
  }

  /// A range of the packet and the text that replaces it.
  struct Edit {
    var range: Range<Int>
    var text: String
  }

  private(set) var properties: [Property] = []
  private(set) var nodes: [Node] = []
  /// All elements, in the order of their start tags, if the `changes` given to `init` are about the picture.
  private(set) var tree = XMPTree()
  /// The properties, with the packet's prefix, that may name a place and stay, if places are removed.
  private(set) var possiblePlaces: [String] = []
  /// The edits that the `changes` given to `init` require.
  private(set) var edits: [Edit] = []
  /// Where a new property can be inserted; nil where there is no RDF or too much of it. Properties cannot be edited one
  /// by one then.
  private(set) var insertion: Insertion?
  /// The packet's prefix for RDF; empty if RDF is the default namespace.
  private(set) var rdfPrefix = "rdf"
  /// The namespaces in scope at the place of insertion, by prefix.
  private(set) var namespaces: [String: String] = [:]

  private struct Element {
    var name: String
    var role: Role
    /// The prefixes that the element declares, with their namespaces outside it.
    var declared: [(prefix: String, outer: String?)] = []
    /// Where the tag begins, if this element is removed with all its content.
    var removalStart: Int?
    var contentStart: Int
    var hasChildren = false
    var language: String?
    /// Whether the text is replaced by the new orientation.
    var holdsOrientation = false
    /// The index in `tree`.
    var index: Int?
  }

  private enum Role {
    case outside, meta, rdf, node, property, container, item, inner
    /// Removed with an element around it.
    case removed
    /// Past the limits of what is recorded.
    case unrecorded
  }

  private let packet: [UInt8]
  private let changes: XMPEditor.Changes
  private var stack: [Element] = []
  /// The namespaces in scope, by prefix. One table for the whole walk: a copy for each element would cost elements
  /// times namespaces.
  private var scope: [String: String] = ["xml": "http://www.w3.org/XML/1998/namespace"]
  /// The namespaces in scope inside `rdf:RDF`; all its nodes share this copy.
  private var scopeOfRDF: [String: String] = [:]
  private var recordedCount = 0
  /// Whether properties say where the picture was taken. Packets have few names, and many elements.
  private var places: [XMPName: XMPName.Place] = [:]

  private static let maxDepth = 100
  /// Elements and attributes. Their number bounds the memory of the walk: some 40 bytes each.
  private static let maxElements = 1_000_000
  private static let maxAttributes = 1_000
  private static let maxNamespaces = 1_000
  /// Writers make one node, or one for each namespace.
  private static let maxNodes = 10_000
  /// Properties and values of one packet; a few hundred bytes each.
  private static let maxRecorded = 100_000

  /// Walks a packet.
  ///
  /// - Parameter changes: changes by kind, at any depth of the packet; they become `edits`.
  /// - Returns: nil for a packet that cannot be edited safely: not UTF-8, not well-formed, with a document type, or
  ///   nested too deeply.
  init?(_ packet: [UInt8], _ changes: XMPEditor.Changes = XMPEditor.Changes()) {
    guard !packet.contains(0), String(validating: packet, as: UTF8.self) != nil else { return nil }
    self.packet = packet
    self.changes = changes
    guard (try? walk()) != nil else { return nil }
    if nodes.count >= Self.maxNodes || recordedCount >= Self.maxRecorded { insertion = nil }
  }

  /// The namespaces in scope around a property, by prefix.
  func namespaces(around property: Property) -> [String: String] {
    guard let node = nodes.last(where: { $0.range.lowerBound <= property.range.lowerBound }) else { return namespaces }
    return node.outer.merging(node.declared) { $1 }
  }

  /// The text is not well-formed XML, or uses a part of XML that is not accepted here.
  private struct Malformed: Error {}

  private mutating func walk() throws(Malformed) {
    // A declaration must come first.
    let first = packet.firstIndex { $0 > 0x20 } ?? packet.count
    let document = Self.document(packet[first...])
    // Everything after the root element is kept as it is.
    guard document.droppedCount == 0, document.stop == nil || document.lacksElement || document.isRootClosed else {
      throw Malformed()
    }
    let names = (0..<document.nameCount).map { document.name($0).string }
    var index = 0
    while index < document.eventCount {
      let tag = document.tag(index)
      let range = first + tag.lowerBound..<first + tag.upperBound
      switch document.event(index) {
      case .start(let name, _):
        var attributes: [Attribute] = []
        var position = range.lowerBound + 1 + names[name].utf8.count
        while index + 1 < document.eventCount, case .attribute(let name, let value) = document.event(index + 1) {
          index += 1
          guard attributes.count < Self.maxAttributes else { throw Malformed() }
          attributes.append(try attribute(names[name], value, from: position, to: range.upperBound))
          position = attributes[attributes.count - 1].range.upperBound
        }
        try open(names[name], attributes, range, isClosed: packet[range.upperBound - 2] == UInt8(ascii: "/"))
      case .end: close(range, isEmptyTag: range.isEmpty)
      case .attribute, .text: break
      }
      index += 1
    }
  }

  /// Parses the packet. Faults outside its tags do not prevent an edit.
  private static func document(_ packet: ArraySlice<UInt8>) -> XMLDocument {
    var text = packet
    _ = XMLControls.replace(in: &text)
    let document = XMLDocument(text, maxDepth: maxDepth, maxNodes: maxElements)
    switch document.stop {
    case nil, .documentType, .tooManyNodes, .noMemory: return document
    case .badReference, .damaged:
      if document.isRootClosed { return document }
      XMLControls.replaceReferences(in: &text)
      XMLControls.replaceStray(in: &text)
      return XMLDocument(text, maxDepth: maxDepth, maxNodes: maxElements)
    }
  }

  private struct Attribute {
    var name: String
    /// The name and value, with the white space before them.
    var range: Range<Int>
    /// The text between the quotes.
    var valueRange: Range<Int>
    /// The prefix and the name of the namespace that it declares; an empty prefix for the default namespace.
    var declared: (prefix: String, uri: String)?
  }

  /// The next attribute of a tag. As the tag is well-formed, its first quote begins the value.
  private func attribute(
    _ name: String, _ value: XMLDocument.Text, from start: Int, to end: Int
  ) throws(Malformed) -> Attribute {
    guard let quote = packet[start..<end].firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }),
      let close = packet[(quote + 1)..<end].firstIndex(of: packet[quote])
    else { throw Malformed() }
    let prefix = name == "xmlns" ? "" : name.utf8.starts(with: "xmlns:".utf8) ? String(name.dropFirst(6)) : nil
    return Attribute(
      name: name, range: start..<close + 1, valueRange: quote + 1..<close,
      declared: prefix.map { ($0, value.string) })
  }

  /// Attributes without a prefix are in no namespace (Namespaces in XML 1.0, 6.2).
  private func resolve(_ qualified: String, isAttribute: Bool) -> XMPName {
    guard let colon = qualified.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return XMPName(isAttribute ? "" : scope[""] ?? "", qualified)
    }
    let prefix = String(qualified[..<colon])
    // Readers show a property with an undeclared prefix all the same, and most of them assume the usual namespace.
    return XMPName(
      scope[prefix] ?? XMPSchema.usualNamespaces[prefix] ?? "",
      String(qualified[qualified.utf8.index(after: colon)...]))
  }

  private mutating func open(
    _ name: String, _ attributes: [Attribute], _ range: Range<Int>, isClosed: Bool
  ) throws(Malformed) {
    let parent = stack.last?.role ?? .outside
    if !stack.isEmpty { stack[stack.count - 1].hasChildren = true }
    var element = Element(name: name, role: .outside, contentStart: range.upperBound)
    for attribute in attributes {
      guard let (prefix, uri) = attribute.declared else { continue }
      guard scope.count < Self.maxNamespaces else { throw Malformed() }
      element.declared.append((prefix, scope.updateValue(uri, forKey: prefix)))
    }
    let full = resolve(name, isAttribute: false)
    if changes.isAboutPicture {
      guard tree.elements.count < Self.maxRecorded else { throw Malformed() }
      element.index = tree.elements.count
      tree.append(
        XMPTree.Element(
          name: full, qualifiedName: name, range: startOfSpace(before: range.lowerBound)..<range.upperBound,
          content: range.upperBound..<range.upperBound, parent: stack.last?.index,
          attributes: attributes.filter { $0.declared == nil }.map {
            .init(
              name: resolve($0.name, isAttribute: true), qualifiedName: $0.name, range: $0.range,
              valueRange: $0.valueRange)
          }))
    }
    if parent == .removed || isRemoved(full, name) {
      element.role = .removed
      if parent != .removed { element.removalStart = range.lowerBound }
    } else {
      element.holdsOrientation = changes.orientation != nil && full.isOrientation
      var kept = attributes
      if !changes.isEmpty { kept.removeAll { edit($0) } }
      record(&element, full, parent, kept, range, isClosed)
    }
    stack.append(element)
  }

  /// Makes the change that an attribute requires.
  ///
  /// - Returns: whether the attribute is removed.
  private mutating func edit(_ attribute: Attribute) -> Bool {
    guard attribute.declared == nil else { return false }
    let name = resolve(attribute.name, isAttribute: true)
    if isRemoved(name, attribute.name) {
      edits.append(Edit(range: attribute.range, text: ""))
      return true
    }
    if let orientation = changes.orientation, name.isOrientation {
      edits.append(Edit(range: attribute.valueRange, text: "\(orientation.rawValue)"))
    }
    return false
  }

  private mutating func isRemoved(_ name: XMPName, _ qualifiedName: String) -> Bool {
    if name.isRemoved(by: changes) { return true }
    guard changes.removesLocation else { return false }
    let place = places[name] ?? name.place
    if places.count < Self.maxNamespaces { places[name] = place }
    if place == .possible, possiblePlaces.count < 16, !possiblePlaces.contains(qualifiedName) {
      possiblePlaces.append(qualifiedName)
    }
    return place == .certain
  }

  /// Finds out what an element is from the elements around it, and records it.
  private mutating func record(
    _ element: inout Element, _ full: XMPName, _ parent: Role, _ attributes: [Attribute],
    _ range: Range<Int>,
    _ isClosed: Bool
  ) {
    let last = properties.count - 1
    switch parent {
    case .removed, .unrecorded: element.role = .unrecorded
    case .outside, .meta:
      if full == XMPName("adobe:ns:meta/", "xmpmeta") { element.role = .meta }
      guard full == XMPName(XMPSchema.rdf, "RDF") else { return }
      element.role = .rdf
      rdfPrefix = element.name.utf8.firstIndex(of: UInt8(ascii: ":")).map { String(element.name[..<$0]) } ?? ""
      (namespaces, scopeOfRDF) = (scope, scope)
      if isClosed, insertion == nil {
        insertion = .emptyRDF(name: element.name, end: range.upperBound - 2..<range.upperBound)
      }
    case .rdf:
      guard nodes.count < Self.maxNodes, recordedCount < Self.maxRecorded else {
        element.role = .unrecorded
        return
      }
      element.role = .node
      nodes.append(
        Node(
          range: range, nameEnd: range.lowerBound + 1 + element.name.utf8.count,
          declared: Dictionary(
            attributes.compactMap { $0.declared.map { ($0.prefix, $0.uri) } }, uniquingKeysWith: { first, _ in first }),
          outer: scopeOfRDF))
      record(attributes)
      namespaces = scope
      if isClosed { insertion = .emptyNode(name: element.name, end: range.upperBound - 2..<range.upperBound) }
    case .node:
      guard recordedCount < Self.maxRecorded else {
        element.role = .unrecorded
        return
      }
      element.role = .property
      recordedCount += 1
      properties.append(
        Property(
          name: full, qualifiedName: element.name, range: startOfSpace(before: range.lowerBound)..<range.upperBound))
    case .property:
      guard full.namespace == XMPSchema.rdf, ["Bag", "Seq", "Alt"].contains(full.name) else {
        element.role = .inner
        return
      }
      element.role = .container
      properties[last].container = full.name
      properties[last].itemsStart = range.upperBound
    case .container:
      element.role = .item
      element.language = attributes.first { $0.name == "xml:lang" }.map {
        String(decoding: packet[$0.valueRange], as: UTF8.self)
      }
    case .item, .inner: element.role = .inner
    }
  }

  /// Records the attributes of a node that are properties.
  private mutating func record(_ attributes: [Attribute]) {
    for attribute in attributes
    where attribute.declared == nil && !attribute.name.utf8.starts(with: "xml:".utf8) {
      let name = resolve(attribute.name, isAttribute: true)
      guard name.namespace != XMPSchema.rdf, !name.namespace.isEmpty, recordedCount < Self.maxRecorded else { continue }
      recordedCount += 1
      properties.append(
        Property(
          name: name, qualifiedName: attribute.name, range: attribute.range,
          values: [Value(range: attribute.valueRange)]))
    }
  }

  private mutating func close(_ range: Range<Int>, isEmptyTag: Bool) {
    let element = stack.removeLast()
    for (prefix, outer) in element.declared.reversed() { scope[prefix] = outer }
    let content = element.contentStart..<range.lowerBound
    if let index = element.index {
      tree.close(index, at: range.upperBound, content: isEmptyTag ? nil : content)
    }
    if let start = element.removalStart {
      edits.append(Edit(range: start..<range.upperBound, text: ""))
    } else if element.holdsOrientation, !element.hasChildren, !isEmptyTag, let orientation = changes.orientation {
      edits.append(Edit(range: content, text: "\(orientation.rawValue)"))
    }
    let last = properties.count - 1
    switch element.role {
    case .meta:
      guard insertion == nil, !element.hasChildren else { return }
      let tagEnd = isEmptyTag ? content.lowerBound - 2 : content.lowerBound - 1
      insertion = .emptyMeta(name: element.name, end: tagEnd..<range.upperBound)
    case .rdf:
      if isEmptyTag { return }
      switch insertion {
      case nil, .inRDF, .emptyRDF, .emptyMeta: insertion = .inRDF(at: range.lowerBound)
      case .inNode, .emptyNode: break
      }
    case .node:
      nodes[nodes.count - 1].range = nodes[nodes.count - 1].range.lowerBound..<range.upperBound
      if !isEmptyTag { insertion = .inNode(at: range.lowerBound) }
    case .property:
      properties[last].range = properties[last].range.lowerBound..<range.upperBound
      if !element.hasChildren { properties[last].values = [Value(range: content)] }
    case .container:
      if !isEmptyTag { properties[last].itemsEnd = range.lowerBound }
    case .item:
      guard !element.hasChildren, recordedCount < Self.maxRecorded else { return }
      recordedCount += 1
      properties[last].values.append(Value(range: content, language: element.language))
    case .outside, .inner, .removed, .unrecorded: break
    }
  }

  /// Where the white space before a tag begins, line ends included.
  private func startOfSpace(before place: Int) -> Int {
    var start = place
    while start > 0, [0x20, 0x09, 0x0A, 0x0D].contains(packet[start - 1]) { start -= 1 }
    return start
  }
}
