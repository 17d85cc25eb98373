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

  /// The argument with which a C library calls `write`. The sink has to outlive the calls.
  package var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// A function for C libraries that takes their bytes. It returns 1, or 0 after a failure.
  package static let write: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int) -> Int32 = {
    context, bytes, count in
    guard let context, let bytes else { return 0 }
    let sink = Unmanaged<BufferedSink>.fromOpaque(context).takeUnretainedValue()
    return sink.take(UnsafeRawBufferPointer(start: bytes, count: count)) ? 1 : 0
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
