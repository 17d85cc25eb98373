internal import ImageModel

/// The signature and the chunks of a PNG file (third edition, 5.2 and 5.3), for code that writes one without libpng.
package enum PNGFrame {
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A chunk with its length and check value. The content has at most 2^31 - 1 bytes.
  package static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return UInt32(content.count).bigEndianBytes + body + CRC32.value(of: body).bigEndianBytes
  }
}
