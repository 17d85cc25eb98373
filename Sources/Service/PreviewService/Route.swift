internal import HTTPTypes
internal import Hummingbird
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

/// One operation of the service. The router, the check of options and the OpenAPI description are built from these
/// rows.
struct Route: Sendable {
  typealias Handler = @Sendable (RouteCall) async throws(ServiceProblem) -> Response

  /// A route with GET also answers HEAD.
  var method: HTTPRequest.Method
  var path: String
  /// What the route renders; nil for other answers.
  var capability: ProviderCapability?
  var summary: String
  var options: [RouteOption] = []
  /// The MIME types of an answer with status 200.
  var contentTypes: [String] = ["application/json"]
  /// The name of an answer's schema in the OpenAPI description; nil for answers that are not JSON.
  var schema: String?
  /// The statuses other than those of every route.
  var statuses: [Int] = []
  var isProtected = true
  /// Answers a request of an allowed client whose options are the route's.
  var handler: Handler

  /// The options that name the document, of which a request needs one; empty for routes without such options, and
  /// where a request may have none.
  var documentOptions: [RouteOption] { options.contains(.url) ? [.path, .url] : [] }

  /// Whether a signed address can replace a token.
  var isSignable: Bool { options.contains(.signature) }

  /// Whether answers have an entity tag.
  var hasEntityTag: Bool { statuses.contains(304) || statuses.contains(412) }

  /// Statuses that every route can answer with.
  static let commonStatuses = [400, 405, 406, 408, 421, 431, 500, 501]

  /// All statuses but 200.
  var failures: [Int] {
    Array(Set(statuses + Self.commonStatuses + (isProtected ? [401, 403] : []))).sorted()
  }

  // MARK: The table

  private static let rendered = [404, 413, 415, 422, 429, 499, 503, 507]
  private static let pictures = PictureFormat.allCases.map(\.contentType)

  /// The routes for clients.
  static let interface: [Route] = [
    Route(
      method: .post, path: "/v1/thumbnail", capability: .thumbnail,
      summary: "The thumbnail of the document in the body.", options: RouteOption.rendering,
      contentTypes: pictures, statuses: rendered + [412], handler: RenderHandler.answer),
    Route(
      method: .get, path: "/v1/thumbnail", capability: .thumbnail,
      summary: "The thumbnail of a file below a root, or of a document on another server.",
      options: [.path, .url] + RouteOption.rendering + RouteOption.signing, contentTypes: pictures,
      statuses: rendered + [304, 502, 504], handler: RenderHandler.answer),
    Route(
      method: .post, path: "/v1/preview", capability: .preview, summary: "The preview of the document in the body.",
      options: RouteOption.rendering + [.kind], contentTypes: previewTypes, statuses: rendered + [412],
      handler: RenderHandler.answer),
    Route(
      method: .get, path: "/v1/preview", capability: .preview,
      summary: "The preview of a file below a root, or of a document on another server.",
      options: [.path, .url] + RouteOption.rendering + [.kind] + RouteOption.signing, contentTypes: previewTypes,
      statuses: rendered + [304, 502, 504], handler: RenderHandler.answer),
    Route(
      method: .get, path: "/v1/types", summary: "The content types that are known.", schema: "Types", statuses: [304],
      handler: { $0.state.lists.types.answer($0) }),
    Route(
      method: .get, path: "/v1/providers", summary: "The providers that are installed.", schema: "Providers",
      statuses: [304], handler: { $0.state.lists.providers.answer($0) }),
    Route(
      method: .get, path: "/v1/explain",
      summary:
        "Which provider would show a document, and why. The document is a file below a root, or a name or type alone.",
      options: [.path, .name, .type, .capability], schema: "Explanation", statuses: [404, 415, 422, 503],
      handler: InformationHandler.explain),
    Route(
      method: .get, path: "/v1/openapi.json", summary: "This description.", schema: "Interface", statuses: [304],
      isProtected: false, handler: { $0.state.lists.interface.answer($0) }),
  ]

  /// The routes for operators, at an address of their own.
  static let operations: [Route] = [
    Route(
      method: .get, path: "/livez", summary: "Whether the process works.", contentTypes: ["text/plain"],
      isProtected: false, handler: { _ in .text("ok\n") }),
    Route(
      method: .get, path: "/readyz", summary: "Whether documents can be shown now.", schema: "Health", statuses: [503],
      isProtected: false, handler: InformationHandler.ready),
    Route(
      method: .get, path: "/metrics", summary: "Figures for Prometheus.", contentTypes: ["text/plain"],
      isProtected: false, handler: InformationHandler.metrics),
  ]

  private static let previewTypes =
    ["application/pdf", "text/html"] + pictures + ["application/octet-stream", "*/*"]
}

/// An option of a route, from the query of its address.
enum RouteOption: String, CaseIterable {
  case path, url, name, type, size, width, height, fit, position, scale, format, quality, page, kind, preset, dpr,
    fallback, capability, expires, key, signature

  /// The meaning of the option, for the OpenAPI description.
  var summary: String {
    switch self {
    case .path: "A file below one of the configured roots, relative to the root."
    case .url: "The address of a document on another server, below a configured origin. Either this or path is needed."
    case .name: "The document's name. Its extension gives the type if the content does not."
    case .type: "The identifier of the document's content type. Without it, content and name give the type."
    case .size: "The longest side of the picture in pixels. Sets both width and height."
    case .width: "The largest width in pixels."
    case .height: "The largest height in pixels."
    case .scale: "Pixels per point: how large text and lines are drawn."
    case .fit: "How a picture is fitted to the size: whole, cropped or stretched."
    case .position: "Which part of a picture fit=cover keeps: a name, or X%,Y%."
    case .format:
      "The format of pictures. Without it: WebP if the header field Accept names it, else JPEG, or PNG for a picture "
        + "with transparency and where Accept refuses JPEG."
    case .quality: "The quality of JPEG, WebP and AVIF."
    case .page: "The page to show, counted from 1."
    case .kind: "The kind of preview that is wanted. A preview of another kind is refused."
    case .preset: "The name of configured options of pictures."
    case .dpr: "Pixels of the screen per pixel of the page. Multiplies the size and the scale."
    case .fallback: "What to send, with the status of the failure, if the document has no preview."
    case .capability: "Whether to explain the provider of thumbnails or of previews."
    case .expires: "When a signed address expires, in seconds since 1970."
    case .key: "The name of the key of a signed address."
    case .signature: "The signature of a signed address, in hexadecimal digits."
    }
  }

  var schema: JSONValue {
    switch self {
    case .path: .object(["type": "string", "minLength": 1, "maxLength": 4095])
    case .url: .object(["type": "string", "format": "uri", "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://", "maxLength": 4095])
    case .name: .object(["type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[^/\\u0000]+$"])
    case .type: .object(["type": "string", "pattern": "^[A-Za-z0-9.-]{1,255}$"])
    case .size, .width, .height:
      .object(["type": "integer", "minimum": 1, "maximum": .int(Int64(RenderRequest.longestSide))])
    case .scale:
      .object([
        "type": "number", "minimum": .double(RenderRequest.scales.lowerBound),
        "maximum": .int(Int64(RenderRequest.scales.upperBound)), "default": 1,
      ])
    case .fit:
      .object([
        "type": "string", "enum": .array(FitMode.allCases.map { .string($0.rawValue) }), "default": "inside",
      ])
    case .position:
      .object([
        "type": "string", "default": "center",
        "pattern": .string(
          "^("
            + (CropPosition.named.map(\.key) + ["attention", "\(Self.percent),\(Self.percent)"])
            .joined(separator: "|") + ")$"),
      ])
    case .format: .object(["type": "string", "enum": .array(PictureFormat.allCases.map { .string($0.rawValue) })])
    case .quality: .object(["type": "integer", "minimum": 1, "maximum": 100])
    case .page: .object(["type": "integer", "minimum": 1, "maximum": .int(Int64(RenderRequest.pages.upperBound))])
    case .kind: .object(["type": "string", "enum": .array(PreviewKind.allCases.map { .string($0.rawValue) })])
    case .preset: .object(["type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"])
    case .dpr: .object(["type": "integer", "minimum": 1, "maximum": 4, "default": 1])
    case .fallback: .object(["type": "string", "enum": .array(FallbackKind.allCases.map { .string($0.rawValue) })])
    case .capability: .object(["type": "string", "enum": .array(["thumbnail", "preview"]), "default": "thumbnail"])
    case .expires: .object(["type": "integer", "minimum": 0])
    case .key: .object(["type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"])
    case .signature: .object(["type": "string", "pattern": "^[0-9A-Fa-f]{64}$"])
    }
  }

  private static let percent = "(100|[0-9]{1,2}(\\.[0-9]{1,6})?)%"

  static let rendering: [RouteOption] = [
    .name, .type, .size, .width, .height, .fit, .position, .scale, .format, .quality, .page, .preset, .dpr, .fallback,
  ]
  static let signing: [RouteOption] = [.expires, .key, .signature]
}
