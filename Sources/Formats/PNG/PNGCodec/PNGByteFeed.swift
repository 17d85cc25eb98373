internal import ByteStreams
internal import ImageModel
internal import PNGStructure

/// Passes the bytes of a file to libpng, and tracks the current chunk.
///
/// When the file ends within an IDAT chunk, libpng drops the bytes that it has read of the chunk, and complete rows
/// with them. Therefore a truncated IDAT chunk is passed on as a shorter complete one: with the existing length and a
/// matching check value.
final class PNGByteFeed {
  /// The error of the source.
  private(set) var failure: ImageError?
  /// Whether the file ended before libpng had the bytes that it requested.
  private(set) var isTruncated = false
  /// The number of IDAT chunks with content whose check values have been handed out.
  private(set) var finishedDataChunks = 0
  /// Whether the last chunk whose header has been handed out is an IDAT chunk with content.
  private(set) var isInDataChunk = false

  private let source: any ByteSource
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var filled = 0
  private var used = 0
  /// The offset in the file of the next byte to pass on.
  private var position: UInt64 = 0
  private var nextHeader: UInt64 = UInt64(PNGFrame.signature.count)
  private var shortened: Shortened?

  /// The IDAT chunk at the end of a file that is cut short.
  private struct Shortened {
    var remaining: Int
    var crc = CRC32()
  }

  init(_ source: any ByteSource) {
    self.source = source
  }

  deinit { buffer.deallocate() }

  /// Passes on the next bytes. Returns fewer than requested at the end of the file, -1 when the source fails.
  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    do throws(ImageError) {
      if shortened != nil { return try readShortened(into: target) }
      let isHeader = position == nextHeader && target.count == 8
      let count = try copy(into: target)
      if count < target.count { isTruncated = true }
      if isHeader, count == 8 { beginChunk(target) }
      return count
    } catch {
      failure = error
      return -1
    }
  }

  private func beginChunk(_ header: UnsafeMutableRawBufferPointer) {
    if isInDataChunk { finishedDataChunks += 1 }
    let length = UInt32(bigEndian: header.loadUnaligned(as: UInt32.self))
    let code = UInt32(bigEndian: header.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    isInDataChunk = code == PNGChunk.imageData && length > 0
    nextHeader = position + UInt64(length) + 4
    guard code == PNGChunk.imageData, length <= UInt32(Int32.max), nextHeader > source.size else { return }
    isTruncated = true
    let present = Int(min(UInt64(length), source.size - min(position, source.size)))
    var cut = Shortened(remaining: present)
    header.storeBytes(of: UInt32(present).bigEndian, as: UInt32.self)
    cut.crc.update(UnsafeRawBufferPointer(rebasing: header[4..<8]))
    shortened = cut
  }

  private func readShortened(into target: UnsafeMutableRawBufferPointer) throws(ImageError) -> Int {
    guard var cut = shortened else { return 0 }
    let wanted = UnsafeMutableRawBufferPointer(rebasing: target[..<min(target.count, max(0, cut.remaining))])
    if cut.remaining > 0 {
      let count = try copy(into: wanted)
      cut.crc.update(UnsafeRawBufferPointer(rebasing: wanted[..<count]))
      cut.remaining -= count
      shortened = cut
      return count
    }
    // After the content, libpng asks for the check value once; then the file is over.
    guard cut.remaining == 0, target.count == 4 else { return 0 }
    target.storeBytes(of: cut.crc.value.bigEndian, as: UInt32.self)
    cut.remaining = -1
    shortened = cut
    return 4
  }

  private func copy(into target: UnsafeMutableRawBufferPointer) throws(ImageError) -> Int {
    var done = 0
    while done < target.count {
      if used == filled {
        filled = try source.read(into: buffer, at: position)
        used = 0
        if filled == 0 { break }
      }
      let count = min(filled - used, target.count - done)
      UnsafeMutableRawBufferPointer(rebasing: target[done..<done + count])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[used..<used + count]))
      used += count
      done += count
      position += UInt64(count)
    }
    return done
  }
}
