package import ImageModel

/// Collects the small pieces that a C library writes into large writes. A failure is kept, because it cannot be thrown
/// through the library.
package final class BufferedSink {
  private let sink: any ByteSink
  private var pending: [UInt8] = []
  package private(set) var failure: ImageError?

  package init(_ sink: any ByteSink) {
    self.sink = sink
  }

  /// Returns false after a failure.
  package func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    pending.append(contentsOf: bytes)
    return pending.count < 1 << 16 || flush()
  }

  /// Writes what has been collected. Returns false after a failure.
  package func flush() -> Bool {
    guard failure == nil else { return false }
    do throws(ImageError) {
      try sink.append(pending)
      pending.removeAll(keepingCapacity: true)
      return true
    } catch {
      failure = error
      return false
    }
  }
}
