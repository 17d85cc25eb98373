internal import ByteStreams
internal import Deflate
internal import ImageModel
internal import PNGStructure

/// Looks through the image data of a PNG file that is about to be copied.
enum PNGImageData {
  /// Whether the data of a picture that is not interlaced is one whole zlib stream, its check values and those of the chunks right, with as many
  /// rows as the header says and no filter that does not exist.
  ///
  /// - Throws: `io`; `limitExceeded` without memory.
  static func isSound(_ structure: PNGStructure, in source: any ByteSource) throws(ImageError) -> Bool {
    let header = structure.header
    let bitsPerPixel = header.colorType.samplesPerPixel * header.bitDepth
    let (bits, overflow) = header.size.width.multipliedReportingOverflow(by: bitsPerPixel)
    guard !overflow, bits < Int.max - 16 else { return false }
    let bytesPerRow = (bits + 7) / 8 + 1
    let (expected, isTooLarge) = bytesPerRow.multipliedReportingOverflow(by: header.size.height)
    guard !isTooLarge else { return false }

    var inflater = try Inflater()
    var count = 0
    var isSound = true
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    for chunk in structure.chunks where chunk.isImageData {
      var offset = chunk.contentOffset
      var check = CRC32()
      check.update((0..<4).map { UInt8(truncatingIfNeeded: chunk.code >> UInt32(24 - 8 * $0)) })
      while offset < chunk.checkOffset, isSound {
        let wanted = Int(min(UInt64(buffer.count), chunk.checkOffset - offset))
        let got = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: offset)
        guard got > 0 else { return false }
        offset += UInt64(got)
        check.update(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
        do throws(ImageError) {
          try inflater.append(UnsafeRawBufferPointer(rebasing: buffer[..<got])) { piece throws(ImageError) in
            // The first byte of each row is its filter.
            var place = (bytesPerRow - count % bytesPerRow) % bytesPerRow
            while place < piece.count {
              if piece[place] > 4 { isSound = false }
              place += bytesPerRow
            }
            count += piece.count
            if count > expected { isSound = false }
          }
        } catch {
          if error.kind == .limitExceeded { throw error }
          return false
        }
      }
      guard isSound, offset == chunk.checkOffset,
        let stored = try source.exactBytes(at: chunk.checkOffset, count: 4),
        stored.reduce(0, { $0 << 8 | UInt32($1) }) == check.value
      else { return false }
    }
    return inflater.hasEnded && count == expected
  }
}
