package import ByteStreams
internal import Digests
package import ImageModel
package import ProviderHost
internal import StructuredText

/// A reply as a file of the result cache: the content, its description in JSON, and at the end the lengths of both, a
/// SHA-256 over the file's name and all of that, and eight bytes that name the format.
///
/// The content is at the start, so that a large one can be sent from the file as it is.
package struct ResultEntry {
  /// Replies with more bytes than this stay in the file when they are read. All clients that get a smaller one share
  /// its bytes.
  static let largestInMemory = 128 << 10
  private static let mark = Array("cameo-r1".utf8)
  /// Two lengths, the digest and the mark.
  private static let endSize = 8 + 8 + SHA256.byteCount + mark.count

  let reply: RenderReply
  private let description: [UInt8]

  /// - Returns: nil for a reply that is not in one piece.
  package init?(_ reply: RenderReply) {
    guard reply.attachments.isEmpty else { return nil }
    self.reply = reply
    description = Array(JSONWriter.text(ResultDescription.json(of: reply)).utf8)
  }

  /// The size of the reply's content.
  private var contentSize: Int { reply.file?.size ?? reply.bytes.count }
  /// The size of the file.
  var size: Int { contentSize + description.count + Self.endSize }

  // MARK: Writing

  /// - Throws: `io`.
  package func write(to sink: any ByteSink, name: String) throws(ImageError) {
    var hash = SHA256()
    hash.update(Array(name.utf8))
    func add(_ bytes: [UInt8]) throws(ImageError) {
      hash.update(bytes)
      try sink.append(bytes)
    }
    if let file = reply.file {
      var buffer = [UInt8](repeating: 0, count: 256 << 10)
      var offset = 0
      while offset < file.size {
        let wanted = min(buffer.count, file.size - offset)
        let count = try Self.read(file, into: &buffer, wanted, at: offset)
        guard count > 0 else { throw ImageError(.io, "the answer's file is too short") }
        try add(count == buffer.count ? buffer : Array(buffer[..<count]))
        offset += count
      }
    } else {
      try add(reply.bytes)
    }
    try add(description)
    try add(Self.bytes(of: contentSize) + Self.bytes(of: description.count))
    try sink.append(hash.digest + Self.mark)
  }

  private static func read(
    _ file: ReplyFile, into buffer: inout [UInt8], _ count: Int, at offset: Int
  ) throws(ImageError) -> Int {
    do {
      return try buffer.withUnsafeMutableBytes { bytes in
        try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]), at: offset)
      }
    } catch {
      throw ImageError(.io, "the answer cannot be read")
    }
  }

  // MARK: Reading

  /// The reply in a file; nil for a file that is damaged, or is not an entry of this name.
  ///
  /// - Throws: `io` where the file cannot be read, which says nothing about its content.
  package static func reply(in file: any ByteSource, name: String) throws(ImageError) -> RenderReply? {
    guard file.size >= endSize, let end = try file.exactBytes(at: file.size - UInt64(endSize), count: endSize),
      end.suffix(mark.count) == mark[...], let contentSize = length(end[..<8]),
      let descriptionSize = length(end[8..<16]),
      UInt64(contentSize) + UInt64(descriptionSize) + UInt64(endSize) == file.size
    else { return nil }
    let hashed = contentSize + descriptionSize + 16
    guard try digest(of: file, count: hashed, name: name) == Array(end[16..<16 + SHA256.byteCount]),
      let text = try file.exactBytes(at: UInt64(contentSize), count: descriptionSize),
      var reply = ResultDescription.reply(text)
    else { return nil }
    if contentSize > largestInMemory {
      reply.file = ReplyFile(file, size: contentSize)
    } else {
      guard let bytes = try file.exactBytes(at: 0, count: contentSize) else { return nil }
      reply.bytes = bytes
    }
    return reply
  }

  private static func digest(of file: any ByteSource, count: Int, name: String) throws(ImageError) -> [UInt8] {
    var hash = SHA256()
    hash.update(Array(name.utf8))
    var offset = 0
    while offset < count {
      let bytes = try file.bytes(at: UInt64(offset), count: min(count - offset, 128 << 10))
      if bytes.isEmpty { break }
      hash.update(bytes)
      offset += bytes.count
    }
    return hash.digest
  }

  /// Eight bytes, the lowest first.
  private static func bytes(of length: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt64(length).littleEndian) { Array($0) }
  }

  /// nil for a length that no file has.
  private static func length(_ bytes: ArraySlice<UInt8>) -> Int? {
    let value = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return value < 1 << 48 ? Int(value) : nil
  }
}

/// What a reply says about its content, in JSON.
package enum ResultDescription {
  static func json(of reply: RenderReply) -> JSONValue {
    func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
    func number(_ value: Int?) -> JSONValue { value.map { .int(Int64($0)) } ?? .null }
    return .object([
      "kind": .string(reply.kind.rawValue), "contentType": .string(reply.contentType),
      "encoding": text(reply.encoding), "width": number(reply.width), "height": number(reply.height),
      "title": text(reply.title), "badge": text(reply.extensionBadge), "pageCount": number(reply.pageCount),
      "warnings": .array(reply.warnings.map { .string($0) }), "provider": text(reply.provider?.id),
      "providerVersion": text(reply.provider?.version), "previewType": text(reply.previewType),
    ])
  }

  /// A reply without its content; nil for a text that `json` does not write.
  package static func reply(_ json: [UInt8]) -> RenderReply? {
    var parser = JSONParser(json, limits: StructuredLimits())
    guard let value = try? parser.parse(), case .object = value.content else { return nil }
    func text(_ name: String) -> String? { value.member(name).flatMap(Self.string) }
    func number(_ name: String) -> Int? {
      guard case .number(_, let digits)? = value.member(name)?.content else { return nil }
      return Int(digits)
    }
    guard let kind = text("kind").flatMap(RenderReply.Kind.init(rawValue:)), let contentType = text("contentType"),
      case .array(let warnings)? = value.member("warnings")?.content
    else { return nil }
    var provider: ProviderName?
    if let id = text("provider"), let version = text("providerVersion") {
      provider = ProviderName(id: id, version: version)
    }
    var reply = RenderReply(kind: kind, contentType: contentType, provider: provider)
    (reply.encoding, reply.width, reply.height) = (text("encoding"), number("width"), number("height"))
    (reply.title, reply.extensionBadge, reply.pageCount) = (text("title"), text("badge"), number("pageCount"))
    (reply.warnings, reply.previewType) = (warnings.compactMap(Self.string), text("previewType"))
    reply.isCached = true
    return reply
  }

  private static func string(_ value: StructuredValue) -> String? {
    guard case .string(let text) = value.content else { return nil }
    return text
  }
}
