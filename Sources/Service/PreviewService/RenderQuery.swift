internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol

/// The kind of preview that a client asks for.
enum PreviewKind: String, CaseIterable {
  /// Whatever the provider makes.
  case any
  case pdf
  case html
  case image

  /// The MIME types of the kind; empty for all.
  var mimeTypes: [String] {
    switch self {
    case .any: []
    case .pdf: ["application/pdf"]
    case .html: ["text/html"]
    case .image: ["image/png", "image/jpeg"]
    }
  }
}

/// What a client asks to be rendered, read from its query and checked.
struct RenderQuery {
  /// For the host, without the document, of which only the name and type are set.
  private(set) var request: RenderRequest
  private(set) var kind = PreviewKind.any
  /// The document's name, where the client gives it.
  let name: String?

  /// The longest side of pictures where the client names none, in pixels.
  private static let thumbnailSide = 256
  private static let previewSide = 1_024

  /// - Parameter accept: the types that the client accepts.
  /// - Throws: `requestInvalid` that names the option; `notAcceptable`.
  init(_ query: RequestQuery, route: Route, accept: AcceptedTypes) throws(ServiceProblem) {
    try query.check(for: route)
    name = try query.documentName
    let document = DocumentReference(path: "", name: name ?? "document", contentType: try query.contentType)
    request = RenderRequest(
      route.action == .thumbnail ? .thumbnail : .preview, of: document,
      maximumSize: try Self.size(query, isThumbnail: route.action == .thumbnail))
    request.usesCache = false
    request.page = try query.integer(.page, in: RenderRequest.pages)
    if let text = query[.scale] {
      guard let value = Double(text), RenderRequest.scales.contains(value) else {
        throw .invalid("scale is a number from 0.1 to 16")
      }
      request.scale = value
    }
    if let text = query[.kind] {
      guard let value = PreviewKind(rawValue: text) else { throw .invalid("kind is any, pdf, html or image") }
      kind = value
    }
    switch query[.format] {
    case let text? where ["png", "jpeg"].contains(text):
      (request.format, request.mustBePicture) = (text, true)
    case nil: request.format = accept.prefers("image/jpeg", over: "image/png") ? "jpeg" : "png"
    default: throw .invalid("format is png or jpeg")
    }
    guard !request.mustBePicture || (kind != .pdf && kind != .html) else {
      throw .invalid("format=\(request.format) asks for a picture, and kind=\(kind.rawValue) for none")
    }
    let picture = "image/\(request.format)"
    let isPicture = request.mustBePicture || route.action == .thumbnail || kind == .image
    for type in isPicture ? [picture] : kind.mimeTypes where !accept.allows(type) {
      throw ServiceProblem(.notAcceptable, "the answer would be \(type), which Accept does not allow")
    }
    request.accept = request.mustBePicture ? [picture] : kind == .any ? accept.named : kind.mimeTypes
  }

  private static func size(_ query: RequestQuery, isThumbnail: Bool) throws(ServiceProblem) -> PixelSize {
    let longest = RenderRequest.longestSide
    if let size = try query.integer(.size, in: 1...longest) {
      guard query[.width] == nil, query[.height] == nil else {
        throw .invalid("size stands for width and height: not both")
      }
      return PixelSize(width: size, height: size)
    }
    let width = try query.integer(.width, in: 1...longest)
    let height = try query.integer(.height, in: 1...longest)
    // One side alone leaves the other one to the limit.
    let standard = width != nil || height != nil ? longest : isThumbnail ? thumbnailSide : previewSide
    return PixelSize(width: width ?? standard, height: height ?? standard)
  }
}
