internal import ImageModel
internal import StructuredText

// A stand-in for the wire's codec until that is merged.


extension HostMessage {
  /// Reads a line: `{"type": "thumbnail", "id": 1, ...}`.
  ///
  /// - Throws: `protocolViolation`, which names the member that is missing or wrong.
  public init(line: [UInt8]) throws(ProviderError) {
    let object = try WireObject(line: line)
    let type = try object.string("type")
    switch type {
    case "hello": self = .hello(try Hello(object))
    case "thumbnail": self = .thumbnail(try ThumbnailOrder(object))
    case "preview": self = .preview(try PreviewOrder(object))
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
      .present([
        "type": "hello", "protocols": .array(hello.protocols.map { .int($0) }), "limits": hello.limits.json,
        "capabilities": .strings(hello.capabilities.map(\.rawValue)), "locale": .string(hello.locale),
      ])
    case .thumbnail(let order):
      .present([
        "type": "thumbnail", "id": .int(order.id), "input": order.input.json,
        "output": .object(["path": .string(order.output)]), "maximumSize": order.maximumSize.json,
        "minimumSize": order.minimumSize.json, "scale": .double(order.scale), "page": order.page.map { .int($0) },
        "deadlineMs": .int(order.deadlineMs),
      ])
    case .preview(let order):
      .present([
        "type": "preview", "id": .int(order.id), "input": order.input.json,
        "output": .object(["path": .string(order.output)]), "maximumSize": order.maximumSize.json,
        "scale": .double(order.scale), "page": order.page.map { .int($0) }, "accept": .strings(order.accept),
        "deadlineMs": .int(order.deadlineMs),
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
      // A host may ask for what this code has not heard of: additions are allowed within a version.
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

extension HostMessage.Size {
  fileprivate init(_ object: WireObject) throws(ProviderError) {
    let bounds = 0.0...WireLimits.points
    self.init(width: try object.double("width", in: bounds), height: try object.double("height", in: bounds))
  }

  fileprivate var json: JSONValue { .object(["width": .double(width), "height": .double(height)]) }
}

extension HostMessage.ThumbnailOrder {
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

extension HostMessage.PreviewOrder {
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
      pageCount: try object.optionalInt("pageCount", in: 0...WireLimits.pages.upperBound))
  }

  fileprivate func json(type: String) -> JSONValue {
    var members = [JSONMember("type", .string(type)), JSONMember("id", .int(id))]
    members.append(content.member)
    if let title { members.append(JSONMember("title", .string(title))) }
    if let extensionBadge { members.append(JSONMember("extensionBadge", .string(extensionBadge))) }
    if let pageCount { members.append(JSONMember("pageCount", .int(pageCount))) }
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
    // Rows do not overlap; the most is far above a row of the longest axis, and its product with the height fits an Int.
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

/// The members of one JSON object of a line, read strictly: what is missing, of another type or out of bounds is a violation of
/// the protocol, and the error names the member. Members that nobody asks for are passed over.
struct WireObject {
  private let object: StructuredObject
  /// The names on the way to the object, each with a dot behind it; empty for the line itself.
  private let place: String

  /// How much a line may hold: its bytes are bounded already, and no message needs more than a few levels.
  private static let limits = StructuredLimits(maxBytes: WireLimits.lineBytes, maxDepth: 16, maxValues: 16_384)

  /// The object of a line, with or without the line feed at its end.
  ///
  /// - Throws: `protocolViolation`.
  init(line: [UInt8]) throws(ProviderError) {
    let line = line.last == 0x0A ? Array(line.dropLast()) : line
    guard line.count <= WireLimits.lineBytes else {
      throw ProviderError(.protocolViolation, "a line of \(line.count) bytes; \(WireLimits.lineBytes) are the most")
    }
    var parser = JSONParser(line, limits: Self.limits)
    let value: StructuredValue
    do {
      value = try parser.parse()
    } catch {
      throw ProviderError(.protocolViolation, "a line that is no JSON: \(error.message)")
    }
    try self.init(value, place: "")
  }

  private init(_ value: StructuredValue, place: String) throws(ProviderError) {
    guard case .object(let object) = value.content else {
      let name = place.isEmpty ? "the line" : String(place.dropLast())
      throw ProviderError(.protocolViolation, "\(name): an object is expected, not \(value.kind)")
    }
    self.object = object
    self.place = place
  }

  private func violation(_ name: String, _ message: String) -> ProviderError {
    ProviderError(.protocolViolation, "\(place)\(name): \(message)")
  }

  /// The error for a member that has a type but no meaning.
  func unknown(_ name: String, _ value: String) -> ProviderError {
    violation(name, "'\(value.prefix(40))' is not known")
  }

  private func required<Value>(_ name: String, _ value: Value?) throws(ProviderError) -> Value {
    guard let value else { throw violation(name, "is missing") }
    return value
  }

  /// The value of a member; nil where it is missing or null.
  private func member(_ name: String) -> StructuredValue? {
    guard let value = object[name], value.content != .null else { return nil }
    return value
  }

  func has(_ name: String) -> Bool { member(name) != nil }

  func optionalString(_ name: String) throws(ProviderError) -> String? {
    guard let value = member(name) else { return nil }
    guard case .string(let text) = value.content else {
      throw violation(name, "a text is expected, not \(value.kind)")
    }
    return text
  }

  func string(_ name: String) throws(ProviderError) -> String { try required(name, optionalString(name)) }

  /// A whole number; 2.0 and 2e3 are whole, too.
  func optionalInt(_ name: String, in bounds: ClosedRange<Int>) throws(ProviderError) -> Int? {
    guard let value = member(name) else { return nil }
    guard case .number(let number, let text) = value.content, let whole = Int(text) ?? Int(exactly: number) else {
      throw violation(name, "a whole number is expected, not \(describe(value))")
    }
    guard bounds.contains(whole) else {
      throw violation(name, "\(whole) is not between \(bounds.lowerBound) and \(bounds.upperBound)")
    }
    return whole
  }

  func int(_ name: String, in bounds: ClosedRange<Int>) throws(ProviderError) -> Int {
    try required(name, optionalInt(name, in: bounds))
  }

  func double(_ name: String, in bounds: ClosedRange<Double>) throws(ProviderError) -> Double {
    guard let value = member(name) else { throw violation(name, "is missing") }
    guard case .number(let number, _) = value.content else {
      throw violation(name, "a number is expected, not \(value.kind)")
    }
    guard bounds.contains(number) else { throw violation(name, "\(number) is out of bounds") }
    return number
  }

  func object(_ name: String) throws(ProviderError) -> WireObject {
    try WireObject(required(name, member(name)), place: place + name + ".")
  }

  private func array(_ name: String) throws(ProviderError) -> [StructuredValue] {
    guard let value = member(name) else { return [] }
    guard case .array(let elements) = value.content else {
      throw violation(name, "a list is expected, not \(value.kind)")
    }
    return elements
  }

  /// The objects of a list; none where the member is missing.
  func objects(_ name: String) throws(ProviderError) -> [WireObject] {
    var objects: [WireObject] = []
    for (index, element) in try array(name).enumerated() {
      objects.append(try WireObject(element, place: "\(place)\(name)[\(index)]."))
    }
    return objects
  }

  /// The texts of a list; none where the member is missing.
  func strings(_ name: String) throws(ProviderError) -> [String] {
    var texts: [String] = []
    for element in try array(name) {
      guard case .string(let text) = element.content else {
        throw violation(name, "a list of texts is expected; one element is \(element.kind)")
      }
      texts.append(text)
    }
    return texts
  }

  /// The whole numbers of a list; none where the member is missing.
  func ints(_ name: String) throws(ProviderError) -> [Int] {
    var numbers: [Int] = []
    for element in try array(name) {
      guard case .number(let number, _) = element.content, let whole = Int(exactly: number) else {
        throw violation(name, "a list of whole numbers is expected; one element is \(describe(element))")
      }
      numbers.append(whole)
    }
    return numbers
  }

  private func describe(_ value: StructuredValue) -> String {
    if case .number(_, let text) = value.content { return String(text.prefix(40)) }
    return value.kind
  }
}

/// What a line is made of.
extension JSONValue {
  /// An object without the members that have no value.
  static func present(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
  }

  static func int(_ value: Int) -> JSONValue { .int(Int64(value)) }
  static func strings(_ values: [String]) -> JSONValue { .array(values.map { .string($0) }) }
}

extension WireLimits {
  static let ids = 0...(1 << 53)
  static let pages = 1...10_000_000
  static let pixels = 1...1_000_000
  static let stride = 64 << 20
  static let points = 1_000_000.0
  static let scales = 0.01...100.0
  static let deadlines = 0...86_400_000
}
