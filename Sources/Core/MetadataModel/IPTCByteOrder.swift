/// The byte order of IPTC data that a TIFF file declares as LONG numbers.
///
/// IIM is a sequence of bytes. A writer that passes it to a TIFF library as numbers reverses each four bytes in
/// little-endian files (libtiff's note on tag 33723). ExifTool and Photoshop read both.
package enum IPTCByteOrder {
  /// The first byte of each dataset (IIM 4.2, 1.5).
  private static let marker: UInt8 = 0x1C

  /// Whether the bytes of each group of four are reversed.
  package static func isSwapped(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 8 && bytes[0] != marker && bytes[3] == marker
  }

  /// The bytes in the order of IIM.
  package static func restored(_ bytes: [UInt8]) -> [UInt8] {
    guard isSwapped(bytes) else { return bytes }
    var turned = bytes
    for start in stride(from: 0, to: bytes.count - 3, by: 4) { turned[start..<start + 4].reverse() }
    return turned
  }
}
