package import ImageModel

/// Edits an XMP packet as text: what is not touched stays as it is, byte for byte.
package struct XMPEditor {
  /// What is to be changed.
  package struct Changes: Hashable, Sendable {
    /// Where the packet says how the rows are turned, it says this.
    package var orientation: Orientation?
    package var removesLocation = false
    package var removesThumbnails = false
    package var removesSerialNumbers = false
    /// Takes out the pointer to extended XMP that does not travel.
    package var removesExtension = false

    package init() {}

    var isEmpty: Bool { self == Changes() }
  }

  private struct Edit {
    var range: Range<Int>
    var replacement: [UInt8]
  }

  /// An element that is open.
  private struct Element {
    var name: String
    /// The prefixes that the element gives a meaning, with what they stood for before.
    var declared: [(prefix: String, outer: String?)] = []
    /// Where the tag began, for an element that goes as a whole.
    var removalStart: Int?
    /// Where the content begins, for an element whose text is replaced.
    var contentStart: Int?
    var hasChildren = false
  }

  private let changes: Changes
  private var scanner: XMLScanner
  private let packet: [UInt8]
  private var edits: [Edit] = []
  private var stack: [Element] = []
  /// What prefixes stand for at the current place. One table for the whole walk: a copy for each element would cost as much
  /// as elements times namespaces.
  private var namespaces: [String: String] = [:]

  /// The packet with its changes.
  ///
  /// - Returns: nil for a packet that cannot be edited safely: not UTF-8, not well-formed, with a document type, nested too
  ///   deeply.
  package static func edited(_ packet: [UInt8], _ changes: Changes) -> [UInt8]? {
    if changes.isEmpty { return packet }
    guard !packet.contains(0), String(validating: packet, as: UTF8.self) != nil else { return nil }
    var editor = XMPEditor(packet, changes)
    guard (try? editor.walk()) != nil else { return nil }
    return editor.result()
  }

  private init(_ packet: [UInt8], _ changes: Changes) {
    self.packet = packet
    self.changes = changes
    scanner = XMLScanner(packet)
  }

  private static let maxDepth = 100
  private static let maxNamespaces = 1_000

  private mutating func walk() throws(XMLScanner.Malformed) {
    while let token = try scanner.next() {
      switch token {
      case .other: break
      case .open(let name, let attributes, let range, let isClosed):
        try open(name, attributes, range)
        if isClosed { close(range) }
      case .close(let name, let range):
        guard stack.last?.name == name else { throw XMLScanner.Malformed() }
        close(range)
      }
    }
    guard stack.isEmpty else { throw XMLScanner.Malformed() }
  }

  /// Whether an element around the current place goes as a whole.
  private var isRemoved: Bool { stack.contains { $0.removalStart != nil } }

  private mutating func open(
    _ name: String, _ attributes: [XMLScanner.Attribute], _ range: Range<Int>
  ) throws(XMLScanner.Malformed) {
    guard stack.count < Self.maxDepth else { throw XMLScanner.Malformed() }
    if !stack.isEmpty { stack[stack.count - 1].hasChildren = true }
    var element = Element(name: name)
    for attribute in attributes
    where attribute.name == "xmlns" || attribute.name.utf8.starts(with: "xmlns:".utf8) {
      guard namespaces.count < Self.maxNamespaces else { throw XMLScanner.Malformed() }
      // The default namespace has the empty prefix.
      let prefix = String(attribute.name.dropFirst(6))
      let uri = XMLReferences.resolved(packet[attribute.valueRange])
      element.declared.append((prefix, namespaces.updateValue(uri, forKey: prefix)))
    }
    if !isRemoved {
      let property = XMPProperty(name, namespaces, isAttribute: false)
      if property.isRemoved(by: changes) {
        element.removalStart = range.lowerBound
      } else {
        if property.isOrientation, changes.orientation != nil { element.contentStart = range.upperBound }
        for attribute in attributes { edit(attribute) }
      }
    }
    stack.append(element)
  }

  private mutating func edit(_ attribute: XMLScanner.Attribute) {
    let property = XMPProperty(attribute.name, namespaces, isAttribute: true)
    if property.isRemoved(by: changes) {
      edits.append(Edit(range: attribute.range, replacement: []))
    } else if property.isOrientation, let orientation = changes.orientation {
      edits.append(Edit(range: attribute.valueRange, replacement: Array("\(orientation.rawValue)".utf8)))
    }
  }

  private mutating func close(_ range: Range<Int>) {
    let element = stack.removeLast()
    for (prefix, outer) in element.declared.reversed() { namespaces[prefix] = outer }
    if let start = element.removalStart {
      edits.append(Edit(range: start..<range.upperBound, replacement: []))
    } else if let start = element.contentStart, !element.hasChildren, start <= range.lowerBound,
      let orientation = changes.orientation
    {
      edits.append(Edit(range: start..<range.lowerBound, replacement: Array("\(orientation.rawValue)".utf8)))
    }
  }

  /// Edits do not overlap: nothing inside a removed element is edited.
  private func result() -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(packet.count)
    var position = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += packet[position..<edit.range.lowerBound]
      result += edit.replacement
      position = edit.range.upperBound
    }
    return result + packet[position...]
  }
}
