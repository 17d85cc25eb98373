internal import ImageModel
internal import StructuredText

extension HostMessage {
  /// Reads a line: `{"type": "thumbnail", "id": 1, ...}`.
  ///
  /// - Throws: `protocolViolation`, which names the member that is missing or wrong.
  public init(line: [UInt8]) throws(ProviderError) {
    let object = try WireObject(line: line)
    let type = try object.string("type")
    switch type {
    case "hello": self = .hello(try Hello(object))
    case "thumbnail": self = .thumbnail(try ThumbnailRequest(object))
    case "preview": self = .preview(try PreviewRequest(object))
    case "cancel": self = .cancel(id: try object.int("id", in: WireLimits.ids))
    case "shutdown": self = .shutdown
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
        "type": "hello", "protocols": .array(hello.protocols.map { .int($0) }), "limits": hello.limits.json,
        "capabilities": .strings(hello.capabilities.map(\.rawValue)), "locale": .string(hello.locale),
      ])
    case .thumbnail(let request):
      .present([
        "type": "thumbnail", "id": .int(request.id), "input": request.input.json,
        "output": .object(["path": .string(request.output)]), "maximumSize": request.maximumSize.json,
        "minimumSize": request.minimumSize.json, "scale": .double(request.scale), "page": request.page.map { .int($0) },
        "deadlineMs": .int(request.deadlineMs),
      ])
    case .preview(let request):
      .present([
        "type": "preview", "id": .int(request.id), "input": request.input.json,
        "output": .object(["path": .string(request.output)]), "maximumSize": request.maximumSize.json,
        "scale": .double(request.scale), "page": request.page.map { .int($0) }, "accept": .strings(request.accept),
        "deadlineMs": .int(request.deadlineMs),
      ])
    case .cancel(let id): .object(["type": "cancel", "id": .int(id)])
    case .shutdown: .object(["type": "shutdown"])
    }
  }
}

extension HostMessage.Hello {
  fileprivate init(_ object: WireObject) throws(ProviderError) {
    self.init(
      protocols: try object.ints("protocols"), limits: try .init(try object.object("limits")),
      // A host may ask for things that this code does not know: additions are allowed within a version.
      capabilities: try object.strings("capabilities").compactMap { ProviderCapability(rawValue: $0) },
      locale: try object.optionalString("locale") ?? "en")
  }
}

extension HostMessage.RenderLimits {
  fileprivate init(_ object: WireObject) throws(ProviderError) {
    self.init(
      thumbnailSeconds: try object.double("thumbnailSeconds", in: 0...86_400),
      previewSeconds: try object.double("previewSeconds", in: 0...86_400),
      memoryMiB: try object.int("memoryMiB", in: 1...1_048_576),
      outputMiB: try object.int("outputMiB", in: 1...1_048_576),
      megapixels: try object.int("megapixels", in: 1...1_000_000))
  }

  fileprivate var json: JSONValue {
    .object([
      "thumbnailSeconds": .double(thumbnailSeconds), "previewSeconds": .double(previewSeconds),
      "memoryMiB": .int(memoryMiB), "outputMiB": .int(outputMiB), "megapixels": .int(megapixels),
    ])
  }
}

extension HostMessage.Input {
  fileprivate init(_ object: WireObject) throws(ProviderError) {
    self.init(
      path: try object.string("path"), name: try object.string("name"), contentType: try object.string("contentType"))
  }

  fileprivate var json: JSONValue {
    .object(["path": .string(path), "name": .string(name), "contentType": .string(contentType)])
  }
}

extension Size {
  fileprivate init(_ object: WireObject) throws(ProviderError) {
    let bounds = 0.0...WireLimits.points
    self.init(width: try object.double("width", in: bounds), height: try object.double("height", in: bounds))
  }

  fileprivate var json: JSONValue { .object(["width": .double(width), "height": .double(height)]) }
}

extension HostMessage.ThumbnailRequest {
  fileprivate init(_ object: WireObject) throws(ProviderError) {
    self.init(
      id: try object.int("id", in: WireLimits.ids), input: try .init(try object.object("input")),
      output: try object.object("output").string("path"),
      maximumSize: try .init(try object.object("maximumSize")),
      minimumSize: try .init(try object.object("minimumSize")),
      scale: try object.double("scale", in: WireLimits.scales),
      page: try object.optionalInt("page", in: WireLimits.pages),
      deadlineMs: try object.int("deadlineMs", in: WireLimits.deadlines))
  }
}

extension HostMessage.PreviewRequest {
  fileprivate init(_ object: WireObject) throws(ProviderError) {
    self.init(
      id: try object.int("id", in: WireLimits.ids), input: try .init(try object.object("input")),
      output: try object.object("output").string("path"),
      maximumSize: try .init(try object.object("maximumSize")),
      scale: try object.double("scale", in: WireLimits.scales),
      page: try object.optionalInt("page", in: WireLimits.pages), accept: try object.strings("accept"),
      deadlineMs: try object.int("deadlineMs", in: WireLimits.deadlines))
  }
}
