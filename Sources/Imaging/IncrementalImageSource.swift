public import ImageModel

/// A file that arrives piece by piece: what CGImageSourceCreateIncremental is on Apple's systems.
///
/// Each question is answered by reading the bytes that have arrived again, through the same decoders that read damaged
/// files: rows that exist are delivered. It is meant for showing a picture while it is loaded, not for every packet.
public final class IncrementalImageSource {
  /// How far the file has come.
  public enum Status: Hashable, Sendable {
    /// The header has not arrived.
    case readingHeader
    /// The header is there, and there may be rows.
    case incomplete
    /// The file is whole.
    case complete
    /// No more bytes come, and the file is cut short or damaged; what exists can still be had.
    case unexpectedEnd
    /// This is no image that can be read, and more bytes do not help.
    case invalid(reason: String)
    /// The picture is larger than a limit allows, which the error names; more bytes do not help.
    case limitExceeded(ImageError)
  }

  private let options: ImageSource.Options
  private let name: String
  private var bytes: [UInt8] = []
  private var isFinal = false

  public init(name: String = "data", _ options: ImageSource.Options = .init()) {
    self.name = name
    self.options = options
  }

  /// Adds bytes that have arrived.
  ///
  /// - Parameter isFinal: whether these are the last ones.
  /// - Throws: `limitExceeded` when more than `limits.maxInputBytes` have come.
  public func append(_ piece: some Collection<UInt8>, isFinal: Bool = false) throws(ImageError) {
    guard piece.count <= options.limits.maxInputBytes - bytes.count else {
      throw options.limits.exceeded(
        "sends more than \(options.limits.maxInputBytes) bytes", name: "max-input-bytes",
        value: options.limits.maxInputBytes
      ).at(path: name)
    }
    bytes += piece
    if isFinal { self.isFinal = true }
  }

  /// How far the file has come.
  public var status: Status {
    if bytes.count < 64, !isFinal { return .readingHeader }
    do throws(ImageError) {
      let source = try self.source()
      guard isFinal else { return .incomplete }
      let image = try source.image(at: source.primaryIndex)
      return (image.diagnostics + source.diagnostics).contains { $0.severity == .warning } ? .unexpectedEnd : .complete
    } catch {
      // A file of another kind stays one; a header that is cut short may be completed.
      if error.kind == .limitExceeded { return .limitExceeded(error) }
      if isFinal || error.kind == .unsupported {
        return .invalid(reason: error.reason)
      }
      return .readingHeader
    }
  }

  /// The file as far as it has arrived.
  ///
  /// - Throws: what opening a file that is cut short throws.
  public func source() throws(ImageError) -> ImageSource {
    try ImageSource(bytes: bytes, name: name, options)
  }

  /// The rows that exist, in a picture of the full size; those that do not are zero, and a warning says how many.
  public func image(at index: Int = 0) throws(ImageError) -> DecodedImage {
    try source().image(at: index)
  }
}
