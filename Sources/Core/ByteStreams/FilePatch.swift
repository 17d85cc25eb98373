package import ImageModel

/// A new file, not yet written, that consists of parts of a source and of new bytes.
///
/// Parts of the source are kept as ranges: writing them takes one buffer of memory, however large they are.
package struct FilePatch: Sendable {
  package enum Piece: Hashable, Sendable {
    /// A part of the source.
    case copy(Range<UInt64>)
    case bytes([UInt8])

    package var count: UInt64 {
      switch self {
      case .copy(let range): range.upperBound - range.lowerBound
      case .bytes(let bytes): UInt64(bytes.count)
      }
    }
  }

  package private(set) var pieces: [Piece] = []
  /// The number of bytes so far.
  package private(set) var size: UInt64 = 0

  package init() {}

  /// Appends a part of the source. If it continues the last part, the two are joined.
  package mutating func copy(_ range: Range<UInt64>) {
    guard !range.isEmpty else { return }
    size += range.upperBound - range.lowerBound
    if case .copy(let last)? = pieces.last, last.upperBound == range.lowerBound {
      pieces[pieces.count - 1] = .copy(last.lowerBound..<range.upperBound)
    } else {
      pieces.append(.copy(range))
    }
  }

  /// Appends new bytes.
  package mutating func append(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    size += UInt64(bytes.count)
    // The piece leaves the list while it grows: a second reference would make each append copy all bytes so far.
    if case .bytes? = pieces.last, case .bytes(var last)? = pieces.popLast() {
      last += bytes
      pieces.append(.bytes(last))
    } else {
      pieces.append(.bytes(bytes))
    }
  }

  /// Leaves out the last bytes, which are a part of the source.
  package mutating func dropLast(_ count: UInt64) {
    guard count > 0, case .copy(let last)? = pieces.last, count <= last.upperBound - last.lowerBound else { return }
    pieces.removeLast()
    size -= last.upperBound - last.lowerBound
    copy(last.lowerBound..<last.upperBound - count)
  }

  /// Whether the new file equals the source byte for byte.
  ///
  /// - Throws: `io`.
  package func isSame(as source: any ByteSource) throws(ImageError) -> Bool {
    guard size == source.size else { return false }
    var position: UInt64 = 0
    for piece in pieces {
      switch piece {
      case .copy(let range): guard range.lowerBound == position else { return false }
      case .bytes(let bytes):
        guard try source.exactBytes(at: position, count: bytes.count) == bytes else { return false }
      }
      position += piece.count
    }
    return true
  }

  /// The source with some bytes overwritten, cut off at `end`, and `tail` after that.
  ///
  /// - Parameter patches: the bytes to overwrite, in any order.
  /// - Throws: `invalidData` for patches that overlap, because parts of the source do.
  package init(
    patches: [(offset: UInt64, bytes: [UInt8])], end: UInt64, tail: [UInt8]
  ) throws(ImageError) {
    var position: UInt64 = 0
    for patch in patches.sorted(by: { $0.offset < $1.offset }) where patch.offset < end {
      guard patch.offset >= position else {
        throw ImageError(.invalidData, "parts that are to be changed overlap at \(patch.offset)")
      }
      let bytes = Array(patch.bytes.prefix(Int(clamping: end - patch.offset)))
      copy(position..<patch.offset)
      append(bytes)
      position = patch.offset + UInt64(bytes.count)
    }
    if position < end { copy(position..<end) }
    append(tail)
  }

  private static let bufferSize = 1 << 20

  /// Writes all pieces in their order.
  ///
  /// - Throws: `io`, also for a source that has become shorter; `cancelled` once `isCancelled` returns true.
  package func write(
    from source: any ByteSource, to sink: any ByteSink, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(ImageError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferSize, alignment: 16)
    defer { buffer.deallocate() }
    for piece in pieces {
      switch piece {
      case .bytes(let bytes): try sink.append(bytes)
      case .copy(let range):
        var position = range.lowerBound
        while position < range.upperBound {
          if isCancelled?() == true { throw ImageError(.cancelled, "cancelled") }
          let wanted = Int(min(UInt64(buffer.count), range.upperBound - position))
          let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: position)
          guard count > 0 else { throw ImageError(.io, "the file has become shorter while it was read") }
          try sink.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
          position += UInt64(count)
        }
      }
    }
  }

  /// All bytes of a small file, such as an Exif block.
  package func bytes(from source: any ByteSource) throws(ImageError) -> [UInt8] {
    let sink = MemoryByteSink()
    try write(from: source, to: sink)
    return sink.bytes
  }
}
