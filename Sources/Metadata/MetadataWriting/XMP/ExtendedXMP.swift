internal import StructuredText

/// Joins an XMP packet and the extended part that it names (XMP specification, part 3, 1.1.3.1).
enum ExtendedXMP {
  /// One packet: its own nodes, then those of the extended part. Where both have a property, the packet's stays.
  ///
  /// - Returns: nil if one of the two cannot be edited safely.
  static func merged(_ packet: [UInt8], _ extended: [UInt8]) -> [UInt8]? {
    guard var editor = XMPEditor(packet), var rest = XMPEditor(extended) else { return nil }
    editor.delete(XMPName.hasExtendedXMP)
    let base = XMPEditor.text(of: editor.finish())
    guard let main = XMPEditor(base)?.outline, let place = main.nodes.last?.range.upperBound else { return nil }
    for property in main.properties { rest.delete(property.name) }
    let others = XMPEditor.text(of: rest.finish())
    guard let nodes = XMPEditor(others)?.outline.nodes else { return nil }
    var added: [UInt8] = []
    for node in nodes {
      added += [0x0A, 0x20]
      added += others[node.range.lowerBound..<node.nameEnd]
      // The namespaces that were declared around the node have to be declared in it now.
      for (prefix, uri) in node.outer.sorted(by: { $0.key < $1.key })
      where node.declared[prefix] == nil && prefix != "xml" {
        added += Array((prefix.isEmpty ? " xmlns" : " xmlns:\(prefix)").utf8)
        added += Array("=\"\(XMLText.escaped(uri))\"".utf8)
      }
      added += others[node.nameEnd..<node.range.upperBound]
    }
    let result = Array(base[..<place] + added + base[place...])
    // Either part may be unusual, so the result is used only if it can be read again.
    return XMPEditor(result) == nil ? nil : result
  }

  /// The packet with another digest of its extended part: `xmpNote:HasExtendedXMP`.
  static func replacingIdentifier(with identifier: String, in packet: [UInt8]) -> [UInt8] {
    guard var editor = XMPEditor(packet) else { return packet }
    editor.replaceText(of: .hasExtendedXMP, with: identifier)
    return editor.finish()
  }
}
