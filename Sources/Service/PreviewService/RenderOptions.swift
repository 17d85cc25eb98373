/// The options of a request for a picture, read and checked.
struct RenderOptions {
  /// Pixels.
  static let longestSide = 8_192

  var width: Int
  var height: Int
  var scale = 1.0
  var page: Int?
  /// `png` or `jpeg`.
  var format: String
  /// Whether a format of pictures was asked for.
  var mustBePicture = false
  var kind = RenderOrder.Kind.any
  var name: String?
  var type: String?

  /// - Parameters:
  ///   - accept: what the caller takes.
  ///   - side: the longest side where nothing is asked for.
  /// - Throws: `requestInvalid` that names the option; `notAcceptable`.
  init(_ target: RequestTarget, route: Route, accept: AcceptedTypes, side: Int) throws(ServiceProblem) {
    try Self.check(target, route)
    let size = try Self.number(target, .size, in: 1...Self.longestSide)
    if size != nil, target["width"] != nil || target["height"] != nil {
      throw .invalid("size stands for width and height: not both")
    }
    let width = size == nil ? try Self.number(target, .width, in: 1...Self.longestSide) : size
    let height = size == nil ? try Self.number(target, .height, in: 1...Self.longestSide) : size
    // One side alone bounds the other only by what is allowed at all.
    self.width = width ?? (height == nil ? side : Self.longestSide)
    self.height = height ?? (width == nil ? side : Self.longestSide)
    page = try Self.number(target, .page, in: 1...1_000_000)
    if let text = target["scale"] {
      guard let value = Double(text), value.isFinite, (0.1...16).contains(value) else {
        throw .invalid("scale is a number from 0.1 to 16")
      }
      scale = value
    }
    if let text = target["kind"] {
      guard let value = RenderOrder.Kind(rawValue: text) else {
        throw .invalid("kind is any, pdf, html or image")
      }
      kind = value
    }
    name = target["name"]
    if let name, !PathNames.isName(name) || name.utf8.count > 255 {
      throw .invalid("name is a file's name of at most 255 bytes, without folders")
    }
    type = target["type"]
    if let type, !Self.isIdentifier(type) { throw .invalid("type is the identifier of a content type") }
    switch target["format"] {
    case let text? where ["png", "jpeg"].contains(text): (format, mustBePicture) = (text, true)
    case nil: format = accept.prefers("image/jpeg", over: "image/png") ? "jpeg" : "png"
    default: throw .invalid("format is png or jpeg")
    }
    guard !mustBePicture || (kind != .pdf && kind != .html) else {
      throw .invalid("format=\(format) asks for a picture, and kind=\(kind.rawValue) for none")
    }
    let isPicture = mustBePicture || route.action == .thumbnail || kind == .image
    guard !isPicture || accept.allows("image/\(format)") else {
      throw ServiceProblem(.notAcceptable, "the answer would be image/\(format), which Accept does not allow")
    }
    if kind == .pdf || kind == .html, !accept.allows(kind.mimeTypes[0]) {
      throw ServiceProblem(.notAcceptable, "the answer would be \(kind.mimeTypes[0]), which Accept does not allow")
    }
  }

  /// Everything that changes what the answer looks like, for the entity tag.
  var fingerprint: String {
    "\(width)x\(height)@\(scale) \(page ?? 0) \(format)\(mustBePicture ? "!" : "") \(kind.rawValue) \(type ?? "-") \(name ?? "-")"
  }

  /// - Throws: `requestInvalid` for an option that the route does not have, or lacks.
  static func check(_ target: RequestTarget, _ route: Route) throws(ServiceProblem) {
    for option in target.options where !route.options.contains(where: { $0.rawValue == option.name }) {
      throw .invalid("there is no option \(PublicText.scrubbed(option.name.isEmpty ? "without a name" : option.name))")
    }
    // Read elsewhere, or by nobody where no address needs a signature; nonsense is refused all the same.
    if let text = target["expires"], Int(text).map({ $0 < 0 }) ?? true || text.hasPrefix("+") {
      throw .invalid("expires is a number of seconds since 1970")
    }
    if let text = target["key"], !SigningKey.isName(text) { throw .invalid("key is the name of a key") }
    if let text = target["signature"], Hexadecimal.bytes(text)?.count != 32 {
      throw .invalid("signature is 64 hexadecimal digits")
    }
    for option in route.options where route.requiredOptions.contains(option) && target[option.rawValue] == nil {
      throw .invalid("the option \(option.rawValue) is missing")
    }
  }

  static func isIdentifier(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "-"): true
        default: false
        }
      }
  }

  private static func number(
    _ target: RequestTarget, _ option: RouteOption, in range: ClosedRange<Int>
  ) throws(ServiceProblem) -> Int? {
    guard let text = target[option.rawValue] else { return nil }
    guard let value = Int(text), range.contains(value), !text.hasPrefix("+") else {
      throw .invalid("\(option.rawValue) is a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }
}
