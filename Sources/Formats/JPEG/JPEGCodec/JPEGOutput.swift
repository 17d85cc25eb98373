internal import ByteStreams
internal import ImageModel

/// Where the compressor's bytes go.
///
/// The C side calls back into it with an unretained pointer, so it must outlive the compressor.
final class JPEGOutput {
  /// Why the last write failed, where it did.
  private(set) var failure: ImageError?
  private let sink: any ByteSink

  init(_ sink: any ByteSink) {
    self.sink = sink
  }

  /// Appends bytes; false on failure (`failure` says why).
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do throws(ImageError) {
      try sink.append(bytes)
      return true
    } catch {
      failure = error
      return false
    }
  }
}
