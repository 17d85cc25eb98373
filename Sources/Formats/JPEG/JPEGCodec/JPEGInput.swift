internal import ByteStreams
internal import ImageModel

/// What the decompressor reads: ranges of a source, one after the other.
///
/// The C side calls back into it with an unretained pointer, so it must outlive the decompressor.
final class JPEGInput {
  /// Why the last read failed, where it did.
  private(set) var failure: ImageError?
  /// Bytes that are to stand in the place of those of the source.
  var patch: (offset: UInt64, bytes: [UInt8])?
  private let source: any ByteSource
  private let ranges: [Range<UInt64>]
  private let checkCancellation: () throws(ImageError) -> Void
  private var index = 0
  private var position: UInt64

  init(
    _ source: any ByteSource, ranges: [Range<UInt64>], checkCancellation: @escaping () throws(ImageError) -> Void
  ) {
    self.source = source
    self.ranges = ranges
    self.checkCancellation = checkCancellation
    position = ranges.first?.lowerBound ?? 0
  }

  /// Fills a buffer with the next bytes; gives their number, 0 at the end, -1 on failure (`failure` says why).
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    do throws(ImageError) {
      try checkCancellation()
      while index < ranges.count {
        let count = Int(min(UInt64(buffer.count), ranges[index].upperBound - position))
        let read = count == 0 ? 0 : try source.read(into: .init(rebasing: buffer[..<count]), at: position)
        if read > 0 {
          apply(to: .init(rebasing: buffer[..<read]), at: position)
          position += UInt64(read)
          return read
        }
        index += 1
        if index < ranges.count { position = ranges[index].lowerBound }
      }
      return 0
    } catch {
      failure = error
      return -1
    }
  }

  private func apply(to buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) {
    guard let patch else { return }
    for (index, byte) in patch.bytes.enumerated() {
      let place = patch.offset + UInt64(index)
      if place >= offset, place - offset < UInt64(buffer.count) { buffer[Int(place - offset)] = byte }
    }
  }
}
