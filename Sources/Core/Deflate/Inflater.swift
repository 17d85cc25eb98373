internal import CZlibShims
package import ImageModel

/// Decompresses one zlib stream (RFC 1950) piece by piece, in constant memory.
package struct Inflater: ~Copyable {
  private let handle: OpaquePointer
  private let chunk: UnsafeMutableBufferPointer<UInt8>
  /// Whether the stream has ended with a correct check value.
  package private(set) var hasEnded = false

  /// - Throws: `limitExceeded` when there is no memory.
  package init() throws(ImageError) {
    guard let handle = zlib_shim_inflater_create() else { throw ImageError(.limitExceeded, "no memory to inflate") }
    self.handle = handle
    chunk = .allocate(capacity: 131_072)
  }

  deinit {
    zlib_shim_inflater_destroy(handle)
    chunk.deallocate()
  }

  /// Inflates bytes and passes the result to `output`. Bytes after the end of the stream are ignored.
  ///
  /// - Throws: `invalidData` when the stream is damaged; the errors of `output`.
  package mutating func append(
    _ bytes: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) throws(ImageError) -> Void
  ) throws(ImageError) {
    var rest = bytes
    while !hasEnded {
      let (taken, written) = try inflate(rest, into: UnsafeMutableRawBufferPointer(chunk))
      if written > 0 { try output(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(chunk)[..<written])) }
      rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
      if rest.isEmpty && written < chunk.count { return }
      if taken == 0 && written == 0 { return }
    }
  }

  /// Inflates bytes into memory, as far as they suffice and the result fits.
  ///
  /// - Returns: the number of bytes taken and written; both are 0 after the end of the stream.
  /// - Throws: `invalidData` when the stream is damaged.
  package mutating func inflate(
    _ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(ImageError) -> (taken: Int, written: Int) {
    var (taken, written) = (0, 0)
    guard !hasEnded else { return (0, 0) }
    var ended: Int32 = 0
    let status = zlib_shim_inflater_step(
      handle, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count,
      output.bindMemory(to: UInt8.self).baseAddress, output.count, &taken, &written, &ended)
    if status == zlib_shim_no_memory { throw ImageError(.limitExceeded, "no memory to inflate") }
    guard status == zlib_shim_ok else { throw ImageError(.invalidData, "the compressed data is damaged") }
    hasEnded = ended != 0
    return (taken, written)
  }
}
