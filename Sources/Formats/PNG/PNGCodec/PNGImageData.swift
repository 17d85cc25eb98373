internal import ByteStreams
internal import CodecKit
internal import Compression
internal import ImageModel
internal import PNGStructure

/// The inflated image data of a PNG file that is not interlaced. A row is one byte, the number of its filter, and the
/// filtered bytes of its pixels.
///
/// Anything that is not in order, up to IEND, is an error: libpng reads the file again then, and reports it.
final class PNGImageData: RowSource {
  let layout: RowLayout
  let diagnostics: [Diagnostic] = []
  private let source: any ByteSource
  private let request: DecodeRequest
  private var inflater: Inflater
  private var nextRow = 0
  /// The bytes of the current chunk's content that have not been taken yet.
  private var remaining: Int
  private var crc = CRC32()
  private let window = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  /// The part of the window that has not been taken yet.
  private var unread = 0..<0
  /// The offset after the window.
  private var position: UInt64

  /// - Parameters:
  ///   - chunk: the first IDAT chunk.
  ///   - bytesPerRow: without the byte for the filter.
  init(
    _ source: any ByteSource, from chunk: PNGChunk, bytesPerRow: Int, height: Int, request: DecodeRequest
  ) throws(ImageError) {
    layout = RowLayout(size: PixelSize(width: bytesPerRow + 1, height: height), format: .gray8, profile: nil)
    self.source = source
    self.request = request
    inflater = try Inflater()
    remaining = Int(chunk.length)
    crc.update(chunk.nameBytes)
    position = chunk.contentOffset
  }

  deinit { window.deallocate() }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    let rows = min(maxRows, layout.size.height - nextRow, buffer.count / layout.bytesPerRow)
    guard rows > 0 else { return 0 }
    try request.checkCancellation()
    var rest = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(rows * layout.bytesPerRow)])
    while !rest.isEmpty {
      let written = try inflate(into: rest)
      rest = UnsafeMutableRawBufferPointer(rebasing: rest[written...])
    }
    nextRow += rows
    if nextRow == layout.size.height { try checkEnd() }
    return rows
  }

  /// Inflates some bytes of the image data.
  private func inflate(into output: UnsafeMutableRawBufferPointer) throws(ImageError) -> Int {
    while remaining == 0 {
      guard try nextChunk() == PNGChunk.imageData else { throw Self.damaged }
    }
    try fill(atLeast: 1)
    let available = UnsafeRawBufferPointer(rebasing: window[unread.prefix(remaining)])
    let (taken, written) = try inflater.inflate(available, into: output)
    guard taken + written > 0 else { throw Self.damaged }
    take(taken)
    return written
  }

  /// Checks that the image data ends with the last row, and that the chunks after it are sound. libpng ignores
  /// ancillary ones there, except for tRNS.
  private func checkEnd() throws(ImageError) {
    let spare = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
    defer { spare.deallocate() }
    while !inflater.hasEnded {
      guard try inflate(into: spare) == 0 else { throw Self.damaged }
    }
    guard remaining == 0 else { throw Self.damaged }
    while true {
      let code = try nextChunk()
      if code == PNGChunk.end { break }
      guard PNGChunk.isAncillary(code), code != PNGChunk.transparency else { throw Self.damaged }
      while remaining > 0 {
        try fill(atLeast: 1)
        take(min(unread.count, remaining))
      }
    }
    guard remaining == 0, try check(atLeast: 4) else { throw Self.damaged }
  }

  /// Checks the current chunk, which has been taken, and reads the header of the next one.
  ///
  /// - Returns: its code.
  private func nextChunk() throws(ImageError) -> UInt32 {
    guard try check(atLeast: 12) else { throw Self.damaged }
    let (length, code) = (word(at: 4), word(at: 8))
    guard length <= UInt32(Int32.max), PNGChunk.isValid(code) else { throw Self.damaged }
    crc = CRC32()
    crc.update(UnsafeRawBufferPointer(rebasing: window[unread.dropFirst(8).prefix(4)]))
    unread = unread.dropFirst(12)
    remaining = Int(length)
    return code
  }

  /// Whether the next four bytes are the check value of the current chunk.
  private func check(atLeast count: Int) throws(ImageError) -> Bool {
    try fill(atLeast: count)
    return word(at: 0) == crc.value
  }

  private func word(at index: Int) -> UInt32 {
    UInt32(bigEndian: window.loadUnaligned(fromByteOffset: unread.lowerBound + index, as: UInt32.self))
  }

  private func take(_ count: Int) {
    crc.update(UnsafeRawBufferPointer(rebasing: window[unread.prefix(count)]))
    unread = unread.dropFirst(count)
    remaining -= count
  }

  private func fill(atLeast count: Int) throws(ImageError) {
    guard unread.count < count else { return }
    window.copyMemory(from: UnsafeRawBufferPointer(rebasing: window[unread]))
    unread = 0..<unread.count
    while unread.count < count {
      let free = UnsafeMutableRawBufferPointer(rebasing: window[unread.upperBound...])
      let got = try source.read(into: free, at: position)
      guard got > 0 else { throw Self.damaged }
      position += UInt64(got)
      unread = 0..<(unread.upperBound + got)
    }
  }

  private static let damaged = ImageError(.invalidData, "the image data is not in order", format: "PNG")
}
