internal import ByteStreams
internal import XMLReading

/// A part of a document in XML, such as those of Office documents and books, read from its beginning to its end, or to
/// the damage.
///
/// Entities are never defined: a document type declaration ends the reading.
package struct DocumentXML {
  package enum Event {
    /// The name without its prefix.
    case start(String)
    case text(String)
    case end(String)
  }

  /// Attributes of an element, by their names with prefix. The first of several with one local name is also found
  /// without it: `r:id`, `c`.
  package typealias Attributes = [String: String]

  private static let deepest = 256
  private static let maxNodes = 2_000_000

  private let document: XMLDocument
  private let fullNames: [String]
  private let names: [String]
  /// What is wrong before the end, with its line.
  package let damage: String?

  package init(_ bytes: [UInt8]) {
    document = XMLDocument(bytes[...], maxDepth: Self.deepest, maxNodes: Self.maxNodes)
    damage = Self.damage(of: document)
    let document = document
    fullNames = (0..<document.nameCount).map { document.name($0).string }
    names = fullNames.map { name in name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name }
  }

  private static func damage(of document: XMLDocument) -> String? {
    guard let stop = document.stop else { return nil }
    let reason =
      switch stop {
      case .damaged(let message): PrintableText.escaped(message)
      case .badReference: "a reference to a character that XML forbids"
      case .documentType: "a document type declaration"
      case .tooManyNodes: "more than \(maxNodes) elements and attributes"
      case .noMemory: "there is not enough memory"
      }
    return "line \(document.stopLine): \(reason)"
  }

  /// The name of the outermost element, without prefix; nil where there is none.
  package var root: String? {
    guard document.eventCount > 0, case .start(let name, _) = document.event(0) else { return nil }
    return names[name]
  }

  /// Goes through the document.
  ///
  /// - Parameters:
  ///   - skipped: the names of elements that are left out with all their content.
  ///   - visit: gets each event, and the attributes if an element begins. false ends the walk.
  package func walk(skipping skipped: Set<String> = [], _ visit: (Event, Attributes) throws -> Bool) throws {
    var open: [String] = []
    var skippedDepth: Int?
    var (index, steps) = (0, 0)
    while index < document.eventCount {
      defer { index += 1 }
      steps += 1
      if steps % 1_024 == 0 { try Task.checkCancellation() }
      switch document.event(index) {
      case .start(let place, _):
        let name = names[place]
        open.append(name)
        if skippedDepth == nil, skipped.contains(name) { skippedDepth = open.count }
        guard skippedDepth == nil else { continue }
        var attributes: Attributes = [:]
        while index + 1 < document.eventCount, case .attribute(let name, let value) = document.event(index + 1) {
          index += 1
          let value = value.string
          attributes[fullNames[name]] = value
          if attributes[names[name]] == nil { attributes[names[name]] = value }
        }
        guard try visit(.start(name), attributes) else { return }
      case .attribute: continue
      case .text(let text):
        guard skippedDepth == nil else { continue }
        guard try visit(.text(text.string), [:]) else { return }
      case .end:
        guard let name = open.popLast() else { return }
        if let depth = skippedDepth {
          if open.count < depth { skippedDepth = nil }
          continue
        }
        guard try visit(.end(name), [:]) else { return }
      }
    }
  }
}
