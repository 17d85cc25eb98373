internal import StructuredText

extension ProviderMessage {
  /// Reads a line: `{"type": "reply", "id": 1, "pixels": {...}}`.
  ///
  /// - Throws: `protocolViolation`, which names the member that is missing or wrong.
  public init(line: [UInt8]) throws(ProviderError) {
    let object = try WireObject(line: line)
    let type = try object.string("type")
    switch type {
    case "hello": self = .hello(try Hello(object))
    case "reply": self = .reply(try Reply(object))
    case "partial": self = .partial(try Reply(object))
    case "error":
      let code = try object.string("code")
      guard let known = ProviderError.Code(rawValue: code) else { throw object.unknown("code", code) }
      self = .error(
        id: try object.int("id", in: WireLimits.ids), ProviderError(known, try object.string("message")))
    case "log":
      let level = try object.string("level")
      guard let known = LogLevel(rawValue: level) else { throw object.unknown("level", level) }
      self = .log(level: known, message: try object.string("message"))
    default: throw object.unknown("type", type)
    }
  }

  public init(line: String) throws(ProviderError) { try self.init(line: Array(line.utf8)) }

  /// The message as one line of JSON, without the line feed at its end.
  public var line: String { JSONWriter.text(json) }

  private var json: JSONValue {
    switch self {
    case .hello(let hello):
      .object([
        "type": "hello", "protocol": .int(hello.protocol), "provider": .string(hello.provider),
        "version": .string(hello.version), "capabilities": .strings(hello.capabilities.map(\.rawValue)),
      ])
    case .reply(let reply): reply.json(type: "reply")
    case .partial(let reply): reply.json(type: "partial")
    case .error(let id, let error):
      .object([
        "type": "error", "id": .int(id), "code": .string(error.code.rawValue), "message": .string(error.message),
      ])
    case .log(let level, let message):
      .object(["type": "log", "level": .string(level.rawValue), "message": .string(message)])
    }
  }
}

extension ProviderMessage.Hello {
  fileprivate init(_ object: WireObject) throws(ProviderError) {
    self.init(
      protocol: try object.int("protocol", in: 1...1_000_000), provider: try object.string("provider"),
      version: try object.string("version"),
      capabilities: try object.strings("capabilities").compactMap { ProviderCapability(rawValue: $0) })
  }
}

extension ProviderMessage.Reply {
  fileprivate init(_ object: WireObject) throws(ProviderError) {
    self.init(
      id: try object.int("id", in: WireLimits.ids), content: try .init(object),
      title: try object.optionalString("title"), extensionBadge: try object.optionalString("extensionBadge"),
      pageCount: try object.optionalInt("pageCount", in: 0...WireLimits.pages.upperBound),
      warnings: try object.strings("warnings"), isProvisional: try object.bool("isProvisional"))
  }

  fileprivate func json(type: String) -> JSONValue {
    var members = [JSONMember("type", .string(type)), JSONMember("id", .int(id))]
    members.append(content.member)
    if let title { members.append(JSONMember("title", .string(title))) }
    if let extensionBadge { members.append(JSONMember("extensionBadge", .string(extensionBadge))) }
    if let pageCount { members.append(JSONMember("pageCount", .int(pageCount))) }
    if !warnings.isEmpty { members.append(JSONMember("warnings", .strings(warnings))) }
    if isProvisional { members.append(JSONMember("isProvisional", .bool(true))) }
    return .object(members)
  }
}

extension ProviderMessage.Content {
  fileprivate init(_ object: WireObject) throws(ProviderError) {
    let kinds = ["pixels", "image", "pdf", "data"].filter(object.has)
    guard kinds.count == 1 else {
      throw ProviderError(
        .protocolViolation, "a reply has one of pixels, image, pdf and data; this one has \(kinds.count) of them")
    }
    switch kinds[0] {
    case "pixels": self = .pixels(try .init(try object.object("pixels")))
    case "image": self = .image(contentType: try object.object("image").string("contentType"))
    case "pdf":
      _ = try object.object("pdf")
      self = .pdf
    default:
      let data = try object.object("data")
      var attachments: [ProviderMessage.Attachment] = []
      for attachment in try data.objects("attachments") { attachments.append(try .init(attachment)) }
      self = .data(
        contentType: try data.string("contentType"), encoding: try data.optionalString("encoding"),
        attachments: attachments)
    }
  }

  fileprivate var member: JSONMember {
    switch self {
    case .pixels(let pixels):
      JSONMember(
        "pixels",
        .object([
          "format": .string(pixels.format.rawValue), "width": .int(pixels.width), "height": .int(pixels.height),
          "stride": .int(pixels.stride),
        ]))
    case .image(let contentType): JSONMember("image", .object(["contentType": .string(contentType)]))
    case .pdf: JSONMember("pdf", .object([]))
    case .data(let contentType, let encoding, let attachments):
      JSONMember(
        "data",
        .present([
          "contentType": .string(contentType), "encoding": encoding.map { .string($0) },
          "attachments": attachments.isEmpty ? nil : .array(attachments.map(\.json)),
        ]))
    }
  }
}

extension ProviderMessage.Pixels {
  fileprivate init(_ object: WireObject) throws(ProviderError) {
    let name = try object.string("format")
    guard let format = ProviderMessage.PixelLayout(rawValue: name) else { throw object.unknown("format", name) }
    let width = try object.int("width", in: WireLimits.pixels)
    let height = try object.int("height", in: WireLimits.pixels)
    // The minimum keeps rows from overlapping. The maximum is far above the longest row, and its product with the
    // height fits an Int.
    let stride = try object.int("stride", in: width * format.bytesPerPixel...WireLimits.stride)
    self.init(format: format, width: width, height: height, stride: stride)
  }
}

extension ProviderMessage.Attachment {
  fileprivate init(_ object: WireObject) throws(ProviderError) {
    self.init(
      id: try object.string("id"), file: try object.string("file"), contentType: try object.string("contentType"))
  }

  fileprivate var json: JSONValue {
    .object(["id": .string(id), "file": .string(file), "contentType": .string(contentType)])
  }
}
