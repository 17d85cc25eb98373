/// Joins an XMP packet and the extension that it names (XMP specification, part 3, 1.1.3.1) to one packet, as text.
enum ExtendedXMPMerger {
  /// The packet with the nodes of the extension behind its own; of a property that stands in both, the packet's counts.
  ///
  /// - Returns: nil where one of them cannot be edited safely.
  static func merged(_ packet: [UInt8], _ extended: [UInt8]) -> [UInt8]? {
    guard let pointed = without(pointer, in: packet), let main = XMPOutline(pointed), var rest = XMPRewriter(extended)
    else { return nil }
    for property in main.properties { rest.delete(property.name) }
    let others = rest.finish()
    guard let outline = XMPOutline(others), let place = end(of: main) else { return nil }
    var added: [UInt8] = []
    for node in outline.nodes {
      added += [0x0A, 0x20]
      added += others[node.range.lowerBound..<node.nameEnd]
      // What stood around the node in the extension has to stand in it now.
      for (prefix, uri) in node.outer.sorted(by: { $0.key < $1.key })
      where !node.declared.contains(prefix) && prefix != "xml" {
        added += Array((prefix.isEmpty ? " xmlns" : " xmlns:\(prefix)").utf8)
        added += Array("=\"\(uri.split(separator: "\"").joined(separator: "&quot;"))\"".utf8)
      }
      added += others[node.nameEnd..<node.range.upperBound]
    }
    let result = pointed[..<place] + added + pointed[place...]
    // Whatever was strange about either: only a packet that can be read again is worth more than the first alone.
    return XMPOutline(Array(result)) == nil ? nil : Array(result)
  }

  private static let pointer = XMPName("http://ns.adobe.com/xmp/note/", "HasExtendedXMP")

  private static func without(_ name: XMPName, in packet: [UInt8]) -> [UInt8]? {
    guard var rewriter = XMPRewriter(packet) else { return nil }
    rewriter.delete(name)
    return rewriter.finish()
  }

  /// Behind the last node.
  private static func end(of outline: XMPOutline) -> Int? { outline.nodes.last?.range.upperBound }
}
