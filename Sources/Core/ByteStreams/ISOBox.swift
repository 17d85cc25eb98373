package import ImageModel

/// A box of a file that is made of boxes (ISO/IEC 14496-12, 4.2), without its content: HEIF and AVIF, JPEG 2000, JPEG
/// XL, CR3.
package struct ISOBox: Hashable, Sendable {
  /// Four characters: `meta`.
  package var type: String
  /// The 16 bytes that tell boxes of the type `uuid` apart; empty for others.
  package var uuid: [UInt8] = []
  /// The box with its header, cut off where the file or the box around it ends.
  package var range: Range<UInt64>
  /// The content, after the header.
  package var content: Range<UInt64>
  /// Whether the box declares more bytes than the file or the box around it has.
  package var isCut = false

  /// A whole box.
  package static func bytes(_ type: String, _ content: [UInt8]) -> [UInt8] {
    header(type, UInt64(content.count)) + content
  }

  /// The header of a box with so many bytes of content: 8 bytes, or 16 from 4 GB on.
  package static func header(_ type: String, _ count: UInt64) -> [UInt8] {
    guard let short = UInt32(exactly: count + 8) else {
      return UInt32(1).bigEndianBytes + Array(type.utf8) + (count + 16).bigEndianBytes
    }
    return short.bigEndianBytes + Array(type.utf8)
  }
}

/// Lists boxes. It reads one level at a time: callers ask for the content of the boxes that they know, so that only
/// their own code decides how deep it goes.
package struct ISOBoxReader {
  package private(set) var diagnostics: [Diagnostic] = []
  /// Whether a list had more than `maxBoxes`.
  package private(set) var hasCutList = false
  private var reader: WindowedReader
  private let maxBoxes: Int

  /// - Parameter maxBoxes: how many boxes a list may have.
  package init(_ source: any ByteSource, maxBoxes: Int = 10_000) {
    reader = WindowedReader(source)
    self.maxBoxes = maxBoxes
  }

  /// The number of bytes of the file.
  package var size: UInt64 { reader.size }

  /// The boxes one after the other in a part of the file. Damage ends the list, with a warning.
  ///
  /// - Throws: `io`.
  package mutating func boxes(in range: Range<UInt64>) throws(ImageError) -> [ISOBox] {
    let end = min(range.upperBound, size)
    var boxes: [ISOBox] = []
    var offset = range.lowerBound
    while offset < end, end - offset >= 8 {
      guard boxes.count < maxBoxes else {
        hasCutList = true
        diagnostics.append(.warning("there are more than \(maxBoxes) boxes; those from \(offset) on are not read"))
        break
      }
      guard let box = try box(at: offset, before: end) else {
        diagnostics.append(.warning("the box at \(offset) is not valid; what follows is not read"))
        break
      }
      boxes.append(box)
      offset = box.range.upperBound
    }
    return boxes
  }

  /// The content of a box.
  ///
  /// - Returns: nil for a box that is cut off or has more than `limit` bytes.
  /// - Throws: `io`.
  package mutating func content(of box: ISOBox, limit: Int) throws(ImageError) -> [UInt8]? {
    guard !box.isCut, box.content.count <= limit else { return nil }
    return try bytes(at: box.content.lowerBound, count: box.content.count)
  }

  /// The bytes at `offset`; nil where fewer than `count` are left.
  package mutating func bytes(at offset: UInt64, count: Int) throws(ImageError) -> [UInt8]? {
    try reader.bytes(at: offset, count: count)
  }

  /// The box at an offset; nil where its header is not valid.
  private mutating func box(at offset: UInt64, before end: UInt64) throws(ImageError) -> ISOBox? {
    guard let header = try reader.bytes(at: offset, count: 8) else { return nil }
    var box = ISOBox(type: Latin1.text(header[4...]), range: offset..<end, content: offset..<end)
    var start = offset + 8
    var length = UInt64(UInt32(bigEndianBytes: header[..<4]))
    if length == 1 {
      guard end - offset >= 16, let long = try reader.uint64(at: start, bigEndian: true) else { return nil }
      length = long
      start += 8
    } else if length == 0 {
      // It extends to the end.
      length = end - offset
    }
    guard length >= start - offset else { return nil }
    box.isCut = length > end - offset
    if !box.isCut { box.range = offset..<offset + length }
    if box.type == "uuid", box.range.upperBound - start >= 16 {
      box.uuid = try reader.bytes(at: start, count: 16) ?? []
      start += 16
    }
    box.content = start..<box.range.upperBound
    return box
  }
}
