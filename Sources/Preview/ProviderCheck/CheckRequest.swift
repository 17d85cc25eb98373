internal import ByteStreams
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol

/// A request to the provider under test.
struct CheckRequest: Sendable {
  /// What is at the path of the document.
  enum Place: Sendable {
    /// A copy of this file or package.
    case copy(of: String)
    /// A file with these bytes.
    case bytes([UInt8])
    /// No file.
    case missing
    /// A file that the worker has no permission to read.
    case locked
  }

  var place: Place
  /// The document's name for people.
  var name: String
  var contentType: String
  var capability: ProviderCapability
  /// In pixels.
  var maximumSize = PixelSize(width: 256, height: 256)
  var scale = 1.0
  var page: Int?

  /// The request as a host sends it.
  func message(id: Int, path: String, output: String, seconds: Double) -> HostMessage {
    .request(
      capability, id: id, input: HostMessage.Input(path: path, name: name, contentType: contentType), output: output,
      maximumSize: Size(maximumSize, scale: scale), scale: scale, page: page, seconds: seconds)
  }
}

/// A reply whose files exist and match it.
struct CheckedReply: Sendable {
  var reply: ProviderMessage.Reply
  /// The output file.
  var bytes: [UInt8]
  /// In pixels; nil for everything but pixels.
  var size: PixelSize?
  /// The size of an encoded picture as a host shows it, after another worker has decoded it.
  var decodedSize: PixelSize?
  /// Files beside the output that the reply does not name.
  var strays: [String]
  /// What the host found wrong with the reply, and shows.
  var complaints: [String]

  /// Checks a reply as the host does, and more strictly where the host ignores a mistake.
  ///
  /// - Throws: `protocolViolation`, `resourceExhausted`.
  init(
    _ reply: ProviderMessage.Reply, to request: CheckRequest, at path: String, limits: ProviderLimits
  ) throws(ProviderError) {
    self.reply = reply
    let content = try ReplyChecker(limits: limits, maximumSize: request.maximumSize)
      .content(of: reply, at: path, for: request.capability)
    switch content.body {
    case .finished: bytes = content.reply.bytes
    case .pixels(let pixels):
      bytes = pixels.bytes
      size = PixelSize(width: pixels.width, height: pixels.height)
    case .encoded(let picture): bytes = picture
    }
    complaints = Array(content.reply.warnings.dropFirst(ReplyText.lines(reply.warnings).count))
    var expected: Set<String> = [PathText.split(path).name, PathText.split(path).name + ".partial"]
    // Hosts do not check the content type of a picture, or whether the text is in its encoding; authors should.
    switch reply.content {
    case .image(let contentType) where !ReplyText.isMediaType(contentType):
      throw Self.violation("'\(contentType)' is not a MIME type")
    case .data(_, let encoding, let attachments):
      if encoding?.lowercased() == "utf-8", String(validating: bytes, as: UTF8.self) == nil {
        throw Self.violation("the reply says utf-8, but is not valid UTF-8")
      }
      expected.formUnion(attachments.map(\.file))
    default: break
    }
    strays = (SystemCall.entries(of: PathText.split(path).directory) ?? []).filter {
      !expected.contains($0) && $0.utf8.first != UInt8(ascii: ".")
    }
  }

  private static func violation(_ message: String) -> ProviderError { ProviderError(.protocolViolation, message) }

  /// `256 by 171 pixels`.
  var description: String {
    switch reply.content {
    case .pixels(let pixels): "\(pixels.width) by \(pixels.height) pixels"
    case .image(let contentType):
      "\(contentType), \(bytes.count) bytes"
        + (decodedSize.map { ", decoded to \($0.width) by \($0.height) pixels" } ?? "")
    case .pdf: "PDF, \(bytes.count) bytes"
    case .data(let contentType, _, let attachments):
      "\(contentType), \(bytes.count) bytes"
        + (attachments.isEmpty ? "" : " with " + CheckDescriptions.count(attachments.count, "attachment"))
    }
  }

  /// Whether a picture of more than one pixel has one colour only.
  var isBlank: Bool {
    guard case .pixels(let pixels) = reply.content, pixels.width * pixels.height > 1 else { return false }
    let step = pixels.format.bytesPerPixel
    for row in 0..<pixels.height {
      for offset in 0..<pixels.width * step where bytes[row * pixels.stride + offset] != bytes[offset % step] {
        return false
      }
    }
    return true
  }
}
