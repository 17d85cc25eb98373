internal import ByteStreams
internal import CTIFFShims
internal import ImageModel

/// Reads uncompressed strips directly from the file, because libtiff would load a whole strip.
struct StoredBytes {
  private let source: any ByteSource
  private let page: OpenPage

  /// - Returns: nil if the file does not store the bytes of the rows as they are.
  init?(_ source: any ByteSource, _ page: OpenPage) {
    guard page.page.compression == 1, page.page.is_tiled == 0, page.page.fill_order == 1 else { return nil }
    self.source = source
    self.page = page
  }

  /// Reads from a strip on, and brings samples into the machine's byte order.
  ///
  /// - Returns: the number of bytes that were read.
  /// - Throws: `io`.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, strip: Int, skipping skipped: Int
  ) throws(ImageError) -> Int {
    var offset: UInt64 = 0
    var size: UInt64 = 0
    guard let index = UInt32(exactly: strip), tiff_shim_segment(page.handle.shim, index, &offset, &size) == 1 else {
      page.handle.clearErrors()
      return 0
    }
    let (start, overflow) = offset.addingReportingOverflow(UInt64(skipped))
    guard offset > 0, !overflow, size > UInt64(skipped) else { return 0 }
    let available = Int(min(size - UInt64(skipped), UInt64(buffer.count)))
    let done = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<available]), at: start)
    if page.page.is_swapped != 0 { swapBytes(UnsafeMutableRawBufferPointer(rebasing: buffer[..<done])) }
    return done
  }

  private func swapBytes(_ buffer: UnsafeMutableRawBufferPointer) {
    guard let base = buffer.baseAddress else { return }
    switch page.page.bits {
    case 16:
      let samples = base.assumingMemoryBound(to: UInt16.self)
      for i in 0..<(buffer.count / 2) { samples[i] = samples[i].byteSwapped }
    case 24:
      let bytes = base.assumingMemoryBound(to: UInt8.self)
      for i in stride(from: 0, to: buffer.count - 2, by: 3) { (bytes[i], bytes[i + 2]) = (bytes[i + 2], bytes[i]) }
    case 32:
      let samples = base.assumingMemoryBound(to: UInt32.self)
      for i in 0..<(buffer.count / 4) { samples[i] = samples[i].byteSwapped }
    case 64:
      let samples = base.assumingMemoryBound(to: UInt64.self)
      for i in 0..<(buffer.count / 8) { samples[i] = samples[i].byteSwapped }
    default: break
    }
  }
}

/// Zeroed memory that lives as long as its owner, for buffers that C fills and inner loops read.
final class RawBuffer {
  let base: UnsafeMutableRawPointer
  let count: Int

  /// - Throws: `limitExceeded` for more than `limits.maxMemory`.
  init(count: Int, for purpose: String, limits: Limits) throws(ImageError) {
    try limits.check(memory: count, for: purpose, format: "TIFF")
    self.count = count
    base = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1), alignment: 16)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: max(count, 1))
  }

  deinit {
    base.deallocate()
  }

  func clear() {
    base.initializeMemory(as: UInt8.self, repeating: 0, count: count)
  }
}

/// The product of sizes that come from a file; `Int.max` where it does not fit, which every limit refuses.
func product(_ factors: Int...) -> Int {
  var result = 1
  for factor in factors {
    let (value, overflow) = result.multipliedReportingOverflow(by: factor)
    if overflow || factor < 0 { return .max }
    result = value
  }
  return result
}
