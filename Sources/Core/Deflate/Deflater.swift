internal import CZlibShims
package import ImageModel

/// Compresses bytes piece by piece into one zlib stream (RFC 1950), in constant memory.
package struct Deflater: ~Copyable {
  private let handle: OpaquePointer
  private let chunk: UnsafeMutableBufferPointer<UInt8>

  /// - Parameter level: 0...9.
  /// - Throws: `limitExceeded` when there is no memory.
  package init(level: Int = 6) throws(ImageError) {
    guard let handle = zlib_shim_deflater_create(Int32(clamping: level)) else {
      throw ImageError(.limitExceeded, "no memory to deflate")
    }
    self.handle = handle
    chunk = .allocate(capacity: 65_536)
  }

  deinit {
    zlib_shim_deflater_destroy(handle)
    chunk.deallocate()
  }

  /// Deflates bytes and passes the result, as far as it is available, to `output` in pieces of up to 64 KiB.
  package borrowing func append(
    _ bytes: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) throws(ImageError) -> Void
  ) throws(ImageError) {
    try run(bytes, finish: false, output)
  }

  /// Ends the stream and passes the rest of it to `output`. No further calls are allowed.
  package borrowing func finish(_ output: (UnsafeRawBufferPointer) throws(ImageError) -> Void) throws(ImageError) {
    try run(UnsafeRawBufferPointer(start: nil, count: 0), finish: true, output)
  }

  private borrowing func run(
    _ bytes: UnsafeRawBufferPointer, finish: Bool, _ output: (UnsafeRawBufferPointer) throws(ImageError) -> Void
  ) throws(ImageError) {
    var rest = bytes.bindMemory(to: UInt8.self)
    while true {
      var (taken, written) = (0, 0)
      var ended: Int32 = 0
      let status = zlib_shim_deflater_step(
        handle, rest.baseAddress, rest.count, chunk.baseAddress, chunk.count, finish ? 1 : 0, &taken, &written, &ended)
      guard status == zlib_shim_ok else { throw ImageError(.limitExceeded, "no memory to deflate") }
      if written > 0 { try output(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(chunk)[..<written])) }
      rest = UnsafeBufferPointer(rebasing: rest[taken...])
      if ended != 0 || (!finish && rest.isEmpty && written < chunk.count) { return }
    }
  }
}
