internal import ByteStreams
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol

/// A request to the provider.
struct CheckRequest: Sendable {
  /// What the worker finds at the path of the document.
  enum Place: Sendable {
    /// A copy of this file or package.
    case copy(of: String)
    /// Nothing.
    case missing
    /// A file without the permission to read it.
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
}

/// A reply whose files exist and match it.
struct CheckedReply: Sendable {
  var reply: ProviderMessage.Reply
  /// The output file.
  var bytes: [UInt8]
  /// In pixels; nil for everything but pixels. Hosts decode encoded pictures in another worker.
  var size: PixelSize?
  /// Files beside the output that the reply does not name.
  var strays: [String]

  /// - Throws: `protocolViolation`, `resourceExhausted`, as the host does.
  init(
    _ reply: ProviderMessage.Reply, to request: CheckRequest, at path: String, limits: ProviderLimits
  ) throws(ProviderError) {
    self.reply = reply
    let checker = ReplyChecker(limits: limits, maximumSize: request.maximumSize)
    var expected: Set<String> = [PathText.split(path).name, PathText.split(path).name + ".partial"]
    switch reply.content {
    case .pixels(let pixels):
      bytes = try checker.pixels(pixels, at: path).bytes
      size = .init(width: pixels.width, height: pixels.height)
    case .image(let contentType):
      bytes = try checker.file(at: path)
      guard ReplyText.isMediaType(contentType) else { throw Self.violation("'\(contentType)' is not a MIME type") }
    case .pdf:
      guard request.capability == .preview else { throw Self.violation("a thumbnail that is not a picture") }
      bytes = try checker.file(at: path)
      // ISO 32000-1, 7.5.2.
      guard bytes.starts(with: "%PDF-".utf8) else { throw Self.violation("the reply is not a PDF document") }
    case .data(let contentType, let encoding, let attachments):
      guard request.capability == .preview else { throw Self.violation("a thumbnail that is not a picture") }
      guard ReplyText.isMediaType(contentType) else { throw Self.violation("'\(contentType)' is not a MIME type") }
      bytes = try checker.file(at: path)
      if encoding?.lowercased() == "utf-8", String(validating: bytes, as: UTF8.self) == nil {
        throw Self.violation("the reply says utf-8, but is not valid UTF-8")
      }
      _ = try checker.attachments(attachments, besides: path, used: bytes.count)
      expected.formUnion(attachments.map(\.file))
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
    case .image(let contentType): "\(contentType), \(bytes.count) bytes"
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
