internal import ImageModel

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
