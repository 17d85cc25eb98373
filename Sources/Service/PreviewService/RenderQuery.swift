internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol

/// The kind of preview that a client asks for.
enum PreviewKind: String, CaseIterable {
  /// Any type that the provider makes.
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
    case .image: PictureFormat.allCases.map(\.contentType)
    }
  }
}

/// What a client asks to have rendered: read from the query and checked.
struct RenderQuery {
  /// The request for the host. Of its document, only the name and the type are set.
  private(set) var request: RenderRequest
  private(set) var kind = PreviewKind.any
  /// Whether another Accept could change the answer to something other than a refusal.
  private(set) var variesByAccept = true
  /// Whether the client would take AVIF instead of the format of `request`.
  private(set) var takesAVIF = false
  /// The document's name; nil where the client gives none.
  let name: String?

  /// The longest side of a picture in pixels, where the client gives no size.
  private static let thumbnailSide = 256
  private static let previewSide = 1_024

  /// - Parameter accept: the types that the client accepts.
  /// - Throws: `requestInvalid` with the option's name; `notAcceptable`.
  init(_ query: RequestQuery, route: Route, accept: AcceptedTypes) throws(ServiceProblem) {
    let isThumbnail = route.capability == .thumbnail
    name = try query.documentName
    let document = DocumentReference(path: "", name: name ?? "document", contentType: try query.contentType)
    request = RenderRequest(
      isThumbnail ? .thumbnail : .preview, of: document,
      maximumSize: try Self.size(query, isThumbnail: isThumbnail))
    request.usesCache = false
    let density = try query.density
    request.page = try query.integer(.page, in: RenderRequest.pages)
    if let text = query[.scale] {
      guard let value = RenderRequest.scale(text) else { throw .invalid("scale is \(RenderRequest.scalesText)") }
      request.scale = value
    }
    request.scale *= Double(density)
    guard RenderRequest.scales.contains(request.scale) else {
      throw .invalid("scale times dpr is \(RenderRequest.scalesText)")
    }
    if let text = query[.kind] {
      guard let value = PreviewKind(rawValue: text) else { throw .invalid("kind is any, pdf, html or image") }
      kind = value
    }
    let formats = try readPicture(query, accept)
    let isPicture = request.mustBePicture || isThumbnail || kind == .image
    let types = isPicture ? formats.map(\.contentType) : kind.mimeTypes
    guard types.allSatisfy({ accept.allows($0) }) else {
      let names = types.joined(separator: " or ")
      throw ServiceProblem(.notAcceptable, "the answer would be \(names), which Accept does not allow")
    }
    if isThumbnail {
      request.mustBePicture = false
    } else if request.mustBePicture || kind == .image {
      // The host encodes the picture, whatever the provider makes.
      request.accept = [PictureFormat.png, .jpeg].map(\.contentType)
    } else {
      request.accept = kind == .any ? accept.named : kind.mimeTypes
    }
    variesByAccept = query[.format] == nil && kind != .pdf && kind != .html
    takesAVIF = query[.format] == nil && (isThumbnail || request.mustBePicture) && accept.takesAVIF
  }

  /// Reads how a picture is fitted and encoded. Each of these options implies that the client wants a picture.
  ///
  /// - Returns: the formats that a picture may get.
  private mutating func readPicture(
    _ query: RequestQuery, _ accept: AcceptedTypes
  ) throws(ServiceProblem) -> [PictureFormat] {
    var formats = accept.pictureFormats
    if let text = query[.format] {
      guard let format = PictureFormat(rawValue: text) else { throw .invalid("format is png, jpeg, webp or avif") }
      formats = [format]
    }
    request.format = formats.count == 1 ? formats[0] : nil
    request.quality = try query.integer(.quality, in: 1...100)
    guard request.quality == nil || query[.format] != PictureFormat.png.rawValue else {
      throw .invalid("quality does not apply to PNG")
    }
    if let text = query[.fit] {
      guard let fit = FitMode(rawValue: text) else { throw .invalid("fit is inside, cover or stretch") }
      guard fit == .inside || (query[.width] == nil) == (query[.height] == nil) else {
        throw .invalid("fit=\(text) needs both sides: size, or width and height")
      }
      request.fit = fit
    }
    if let text = query[.position] {
      guard let position = text == "attention" ? .attention : CropPosition(text) else {
        let names = (CropPosition.named.map(\.key) + ["attention"]).joined(separator: ", ")
        throw .invalid("position is one of \(names), or X%,Y% as in 30%,0%")
      }
      request.position = position
    }
    request.overlay = query.overlay
    let options: [RouteOption] = [.format, .quality, .fit, .position]
    let given = options.first { query[$0] != nil }?.rawValue
    guard let option = given ?? query.overlay.map({ _ in "the overlay of the preset" }) else { return formats }
    guard kind != .pdf, kind != .html else {
      throw .invalid("\(option) asks for a picture, and kind=\(kind.rawValue) for none")
    }
    request.mustBePicture = true
    return formats
  }

  private static func size(_ query: RequestQuery, isThumbnail: Bool) throws(ServiceProblem) -> PixelSize {
    let longest = RenderRequest.longestSide
    if let size = try query.side(.size) {
      guard query[.width] == nil, query[.height] == nil else {
        throw .invalid("size stands for width and height: not both")
      }
      return PixelSize(width: size, height: size)
    }
    let width = try query.side(.width)
    let height = try query.side(.height)
    // If only one side is given, the limit applies to the other one.
    let usual = try query.density * (isThumbnail ? thumbnailSide : previewSide)
    let standard = width != nil || height != nil ? longest : usual
    return PixelSize(width: width ?? standard, height: height ?? standard)
  }
}

extension RequestQuery {
  /// The option `dpr`: pixels of the screen per pixel of the page.
  ///
  /// - Throws: `requestInvalid`.
  fileprivate var density: Int {
    get throws(ServiceProblem) { try integer(.dpr, in: 1...4) ?? 1 }
  }

  /// A side in pixels of the screen.
  ///
  /// - Throws: `requestInvalid`.
  fileprivate func side(_ option: RouteOption) throws(ServiceProblem) -> Int? {
    let longest = RenderRequest.longestSide
    guard let side = try integer(option, in: 1...longest) else { return nil }
    let pixels = side * (try density)
    guard pixels <= longest else { throw .invalid("\(option.rawValue) times dpr is at most \(longest)") }
    return pixels
  }
}
