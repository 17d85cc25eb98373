/// Reads and writes as much of an XMP packet's wrapper as JPEG files need. XMP specification, part 1, 7.3.
package enum XMPPacket {
  /// The XML of a packet without the processing instructions around it and the padding.
  package static func content(of packet: [UInt8]) -> ArraySlice<UInt8> {
    var content = packet[...]
    while let last = content.last, isSpace(last) { content.removeLast() }
    let trailer = Array("<?xpacket".utf8)
    if content.suffix(2).elementsEqual("?>".utf8), let start = content.lastIndex(of: UInt8(ascii: "<")),
      content[start...].starts(with: trailer)
    {
      content = content[..<start]
      while let last = content.last, isSpace(last) { content.removeLast() }
    }
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if content.starts(with: byteOrderMark) { content = content.dropFirst(3) }
    if content.starts(with: trailer), let end = content.firstIndex(of: UInt8(ascii: ">")) {
      content = content[(end + 1)...]
    }
    return content.drop(while: isSpace)
  }

  /// A short packet that only refers to the extended one.
  package static func reference(to identifier: String) -> String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="\(identifier)"/>
    </rdf:RDF></x:xmpmeta>
    <?xpacket end="w"?>
    """
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) || byte == 0 }
}
