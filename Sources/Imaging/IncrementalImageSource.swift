public import ImageModel

/// A file that arrives in pieces. The counterpart of CGImageSourceCreateIncremental on Apple's systems.
///
/// Each call reads all bytes that have arrived again, by the decoders that also read damaged files. They deliver the
/// rows that exist. Use it to show a picture while it is loaded, not for every packet.
public final class IncrementalImageSource {
  /// How much of the file has arrived.
  public enum Status: Hashable, Sendable {
    /// The header is not complete.
    case readingHeader
    /// The header is there, and there may be rows.
    case incomplete
    /// The file is complete.
    case complete
    /// No more bytes come, and the file is truncated or damaged. The existing rows can be read.
    case unexpectedEnd
    /// This is not an image that can be read, and more bytes do not help.
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
  /// - Parameter isFinal: whether no more bytes follow.
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

  /// How much of the file has arrived.
  public var status: Status {
    if bytes.count < 64, !isFinal { return .readingHeader }
    do throws(ImageError) {
      let source = try self.source()
      guard isFinal else { return .incomplete }
      let image = try source.image(at: source.primaryIndex)
      return (image.diagnostics + source.diagnostics).contains { $0.severity == .warning } ? .unexpectedEnd : .complete
    } catch {
      // More bytes do not change the type of a file, but they may complete a header.
      if error.kind == .limitExceeded { return .limitExceeded(error) }
      if isFinal || error.kind == .unsupported {
        return .invalid(reason: error.reason)
      }
      return .readingHeader
    }
  }

  /// The part of the file that has arrived.
  ///
  /// - Throws: errors of opening a truncated file.
  public func source() throws(ImageError) -> ImageSource {
    try ImageSource(bytes: bytes, name: name, options)
  }

  /// A picture of the full size with the rows that exist. Missing rows are zero, and a warning says how many.
  public func image(at index: Int = 0) throws(ImageError) -> DecodedImage {
    try source().image(at: index)
  }
}
