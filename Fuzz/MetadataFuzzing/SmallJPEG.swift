/// A JPEG of one pixel around a block: the readers of blocks are called through the container.
package enum SmallJPEG {
  /// The longest content of a segment (ITU-T T.81, B.1.1.4), and the longest input of the targets for blocks.
  static let maxContent = 65_533

  package static func around(exif block: [UInt8]) -> [UInt8] { around(0xE1, Array("Exif\0\0".utf8), block) }
  package static func around(xmp packet: [UInt8]) -> [UInt8] {
    around(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8), packet)
  }
  static func around(photoshop block: [UInt8]) -> [UInt8] { around(0xED, Array("Photoshop 3.0\0".utf8), block) }
  static func around(icc profile: [UInt8]) -> [UInt8] { around(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8), profile) }
  static func around(multiPicture index: [UInt8]) -> [UInt8] { around(0xE2, Array("MPF\0".utf8), index) }
  static func around(jfxx block: [UInt8]) -> [UInt8] { around(0xE0, Array("JFXX\0".utf8), block) }

  /// IPTC datasets in resource 0x0404 of Photoshop.
  package static func around(iptc datasets: [UInt8]) -> [UInt8] {
    // Signature, number, name, length and the segment's own prefix take 26 bytes.
    let content = datasets.prefix(maxContent - 27)
    let length = withUnsafeBytes(of: UInt32(content.count).bigEndian) { Array($0) }
    let pad: [UInt8] = content.count % 2 == 1 ? [0] : []
    return around(photoshop: Array("8BIM".utf8) + [0x04, 0x04, 0, 0] + length + content + pad)
  }

  private static func around(_ marker: UInt8, _ prefix: [UInt8], _ block: [UInt8]) -> [UInt8] {
    let content = prefix + block.prefix(maxContent - prefix.count)
    let length = UInt16(content.count + 2)
    return [0xFF, 0xD8, 0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content + picture
  }

  /// SOF0 of one component, a scan of one byte, EOI: the walkers decode nothing.
  private static let picture: [UInt8] = [
    0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0,
    0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0,
    0x2A, 0xFF, 0xD9,
  ]
}
