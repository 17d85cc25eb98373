/// A chunk of a WebP file (WebP Container Specification, "RIFF File Format"), without its content.
package struct WebPChunk: Hashable, Sendable {
  /// Four characters: `VP8X`.
  package var name: String
  /// The offset of the chunk, that is of its name.
  package var offset: UInt64
  /// The number of content bytes that the file has; fewer than declared where the file is cut short.
  package var length: UInt64
  /// Whether the file ends within the chunk.
  package var isCut = false

  package var contentOffset: UInt64 { offset + 8 }
  package var content: Range<UInt64> { contentOffset..<contentOffset + length }
  /// Where the next chunk begins: a byte of padding follows contents of an odd length.
  package var endOffset: UInt64 { contentOffset + length + (isCut ? 0 : length & 1) }

  /// Whether the chunk is a part of a picture.
  package var isPicture: Bool { ["VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"].contains(name) }

  /// A chunk with its header and padding.
  package static func bytes(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + UInt32(truncatingIfNeeded: content.count).littleEndianBytes + content
      + (content.count & 1 == 1 ? [0] : [])
  }
}

extension FixedWidthInteger {
  /// The number with these bytes, the least significant first.
  init(littleEndianBytes bytes: some BidirectionalCollection<UInt8>) {
    self = bytes.reversed().reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
  }

  var littleEndianBytes: [UInt8] { Swift.withUnsafeBytes(of: littleEndian) { Array($0) } }
}
