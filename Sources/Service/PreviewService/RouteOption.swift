internal import StructuredText

/// An option of a route, given in the query.
enum RouteOption: String, CaseIterable {
  case path, name, type, size, width, height, scale, format, page, kind, capability, expires, key, signature

  /// What it means, for the description of the interface.
  var summary: String {
    switch self {
    case .path: "A file below one of the configured roots, relative to the root."
    case .name: "The document's name; it tells the type where the content does not."
    case .type: "The identifier of the document's content type; without it, it is found by content and name."
    case .size: "The longest side of the picture in pixels: width and height at once."
    case .width: "The largest width in pixels."
    case .height: "The largest height in pixels."
    case .scale: "Pixels a point: how large text and lines are drawn."
    case .format: "How pictures are encoded; without it, by the header field Accept."
    case .page: "The page to show, counted from 1."
    case .kind: "What the preview shall be."
    case .capability: "What to explain the choice of a provider for."
    case .expires: "When a signed address ends to be valid, in seconds since 1970."
    case .key: "The name of the key of a signed address."
    case .signature: "The signature of a signed address, in hexadecimal digits."
    }
  }

  var schema: JSONValue {
    switch self {
    case .path: .object(["type": "string", "minLength": 1, "maxLength": 4095])
    case .name: .object(["type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[^/\\u0000]+$"])
    case .type: .object(["type": "string", "pattern": "^[A-Za-z0-9.-]{1,255}$"])
    case .size, .width, .height:
      .object(["type": "integer", "minimum": 1, "maximum": .int(Int64(RenderOptions.longestSide))])
    case .scale: .object(["type": "number", "minimum": .double(0.1), "maximum": 16, "default": 1])
    case .format: .object(["type": "string", "enum": .array(["png", "jpeg"])])
    case .page: .object(["type": "integer", "minimum": 1, "maximum": 1_000_000])
    case .kind: .object(["type": "string", "enum": .array(RenderOrder.Kind.allCases.map { .string($0.rawValue) })])
    case .capability: .object(["type": "string", "enum": .array(["thumbnail", "preview"]), "default": "thumbnail"])
    case .expires: .object(["type": "integer", "minimum": 0])
    case .key: .object(["type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"])
    case .signature: .object(["type": "string", "pattern": "^[0-9A-Fa-f]{64}$"])
    }
  }

  static let rendering: [RouteOption] = [.name, .type, .size, .width, .height, .scale, .format, .page]
  static let signing: [RouteOption] = [.expires, .key, .signature]
}
