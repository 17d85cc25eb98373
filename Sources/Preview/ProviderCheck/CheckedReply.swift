internal import ByteStreams
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol

/// A reply whose files are there and are what it says.
struct CheckedReply: Sendable {
  var reply: ProviderMessage.Reply
  /// The output file.
  var bytes: [UInt8]
  /// In pixels; nil for what is no picture, and for an encoded one, which the host decodes elsewhere.
  var size: PixelSize?
  /// Files that the provider left beside the output and did not name.
  var strays: [String]

  /// - Throws: `protocolViolation`, `resourceExhausted`, as the host does.
  init(
    _ reply: ProviderMessage.Reply, to order: CheckOrder, at path: String, limits: ProviderLimits
  ) throws(ProviderError) {
    self.reply = reply
    let checker = ReplyChecker(limits: limits, maximumSize: order.maximumSize)
    var expected: Set<String> = [PathText.split(path).name, PathText.split(path).name + ".partial"]
    switch reply.content {
    case .pixels(let pixels):
      bytes = try checker.pixels(pixels, at: path).bytes
      size = .init(width: pixels.width, height: pixels.height)
    case .image(let contentType):
      bytes = try checker.file(at: path)
      guard ReplyText.isMediaType(contentType) else { throw Self.violation("'\(contentType)' is no MIME type") }
    case .pdf:
      guard order.capability == .preview else { throw Self.violation("a thumbnail that is no picture") }
      bytes = try checker.file(at: path)
      // ISO 32000-1, 7.5.2.
      guard bytes.starts(with: "%PDF-".utf8) else { throw Self.violation("the reply is no PDF document") }
    case .data(let contentType, let encoding, let attachments):
      guard order.capability == .preview else { throw Self.violation("a thumbnail that is no picture") }
      guard ReplyText.isMediaType(contentType) else { throw Self.violation("'\(contentType)' is no MIME type") }
      bytes = try checker.file(at: path)
      if encoding?.lowercased() == "utf-8", String(validating: bytes, as: UTF8.self) == nil {
        throw Self.violation("the reply says utf-8 and is not")
      }
      _ = try checker.attachments(attachments, besides: path, used: bytes.count)
      expected.formUnion(attachments.map(\.file))
    }
    strays = (SystemCall.entries(of: PathText.split(path).directory) ?? []).filter {
      !expected.contains($0) && $0.utf8.first != UInt8(ascii: ".")
    }
  }

  private static func violation(_ message: String) -> ProviderError { ProviderError(.protocolViolation, message) }

  /// `a picture of 256 by 171 pixels`.
  var words: String {
    switch reply.content {
    case .pixels(let pixels): "\(pixels.width) by \(pixels.height) pixels"
    case .image(let contentType): "\(contentType), \(bytes.count) bytes"
    case .pdf: "PDF, \(bytes.count) bytes"
    case .data(let contentType, _, let attachments):
      "\(contentType), \(bytes.count) bytes"
        + (attachments.isEmpty ? "" : " with " + CheckWords.count(attachments.count, "attachment"))
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
