/// The position of a chunk in a PNG file (PNG third edition, 5.3), without its content.
package struct PNGChunk: Hashable, Sendable {
  /// Four letters, the first in the highest byte.
  package var code: UInt32
  /// The number of content bytes, as the file declares it.
  package var length: UInt32
  /// The offset of the chunk, that is of its length field.
  package var offset: UInt64

  package init(code: UInt32, length: UInt32, offset: UInt64) {
    self.code = code
    self.length = length
    self.offset = offset
  }

  /// Where the content begins.
  package var contentOffset: UInt64 { offset + 8 }
  /// The offset of the check value.
  package var checkOffset: UInt64 { contentOffset + UInt64(length) }
  /// Where the next chunk begins.
  package var endOffset: UInt64 { checkOffset + 4 }

  /// The four letters: `IHDR`.
  package var name: String { String(decoding: nameBytes, as: UTF8.self) }

  package var nameBytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: code >> UInt32(24 - 8 * $0)) } }

  package var isImageData: Bool { code == Self.imageData }
  /// Whether a decoder that does not know the chunk may ignore it.
  package var isAncillary: Bool { Self.isAncillary(code) }

  /// Whether samples cannot be decoded without the chunk: PLTE, tRNS.
  package var describesSamples: Bool { code == 0x504C_5445 || code == Self.transparency }

  package static func isAncillary(_ code: UInt32) -> Bool { code & 0x2000_0000 != 0 }

  /// `IDAT`
  package static let imageData: UInt32 = 0x4944_4154
  /// `IEND`
  package static let end: UInt32 = 0x4945_4E44
  /// `tRNS`
  package static let transparency: UInt32 = 0x7452_4E53
  /// `IHDR`
  static let header: UInt32 = 0x4948_4452
  /// `CgBI`, with which Apple's variant begins
  static let appleVariant: UInt32 = 0x4367_4249

  /// Whether a code consists of four Latin letters.
  package static func isValid(_ code: UInt32) -> Bool {
    (0..<4).allSatisfy { shift in
      let letter = (code >> UInt32(8 * shift)) & 0xDF
      return letter >= 0x41 && letter <= 0x5A
    }
  }
}
