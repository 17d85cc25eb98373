internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

/// What is asked of the provider.
struct CheckOrder: Sendable {
  /// What the worker finds at the path that it is given.
  enum Place: Sendable {
    /// A copy of this file or package.
    case copy(of: String)
    /// Nothing.
    case missing
    /// A file that it may not read.
    case locked
  }

  var place: Place
  /// The name that people know.
  var name: String
  var contentType: String
  var capability: ProviderCapability
  /// In pixels.
  var maximumSize = PixelSize(width: 256, height: 256)
  var scale = 1.0
  var page: Int?
  /// A member that no version of the protocol knows, as a later host may send it.
  var hasAdditions = false

  /// The line that gives the order.
  func line(id: Int, path: String, output: String, seconds: Double) -> String {
    let line = message(id: id, path: path, output: output, seconds: seconds).line
    return hasAdditions ? Self.withAdditions(line) : line
  }

  /// The order as a host says it.
  func message(id: Int, path: String, output: String, seconds: Double) -> HostMessage {
    let input = HostMessage.Input(path: path, name: name, contentType: contentType)
    let size = HostMessage.Size(
      width: Double(maximumSize.width) / scale, height: Double(maximumSize.height) / scale)
    let deadline = Int(seconds * 1_000)
    switch capability {
    case .thumbnail:
      return .thumbnail(
        .init(
          id: id, input: input, output: output, maximumSize: size, minimumSize: .init(width: 0, height: 0),
          scale: scale, page: page, deadlineMs: deadline))
    case .preview:
      return .preview(
        .init(
          id: id, input: input, output: output, maximumSize: size, scale: scale, page: page, accept: [],
          deadlineMs: deadline))
    }
  }

  /// A line with members that nobody knows: additions are allowed within a version.
  static func withAdditions(_ line: String) -> String {
    "{\"x-later\": {\"deep\": [1, null, true, \"\\u2028\"]}, " + line.dropFirst()
  }
}
