/// Working memory of a stage: aligned for vectors, zeroed, freed with its owner.
///
/// There are 64 bytes of slack behind the last byte, so that a vector may be loaded at any sample.
struct RowBuffer: ~Copyable {
  let bytes: UnsafeMutableRawBufferPointer

  init(byteCount: Int) {
    bytes = .allocate(byteCount: max(byteCount, 0) + 64, alignment: 64)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  init(floats count: Int) {
    self.init(byteCount: count * 4)
  }

  deinit { bytes.deallocate() }

  /// The beginning of the memory. It is not nil, for the slack makes every allocation at least 64 bytes long.
  var start: UnsafeMutableRawPointer {
    bytes.baseAddress.unsafelyUnwrapped
  }

  var floats: UnsafeMutablePointer<Float> {
    start.assumingMemoryBound(to: Float.self)
  }
}
