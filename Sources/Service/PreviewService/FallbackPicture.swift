internal import ByteStreams
internal import ImageModel
internal import ProviderProtocol

/// What a client gets to see if its document has no preview.
enum FallbackKind: String, CaseIterable {
  /// The picture of the settings.
  case picture
  /// A drawn sheet with the extension of the document's name.
  case icon
  /// The problem as JSON.
  case none
}

/// A picture in place of a problem. The status remains that of the problem: browsers show the picture of an `<img>`
/// all the same, and caches and monitors see the failure.
struct FallbackPicture: Sendable {
  let contentType: String
  let bytes: [UInt8]

  private init(contentType: String, bytes: [UInt8]) { (self.contentType, self.bytes) = (contentType, bytes) }

  /// The content security policy of the answer; nil for a page, which has that of the other pages.
  var policy: String? {
    contentType.hasPrefix("text/html") ? nil : "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'"
  }

  /// A page that says why, for browsers that open the address itself.
  init(html: String) { self.init(contentType: "text/html; charset=utf-8", bytes: Array(html.utf8)) }

  /// Reads the picture of the settings. It is sent as it is, in any size.
  ///
  /// - Throws: `io`, `limitExceeded`; `usage` for a file that browsers do not show.
  init(file path: String) throws(ImageError) {
    let bytes = try SmallFile.bytes(path, limit: 4 << 20)
    guard let type = Self.contentType(of: bytes) else {
      throw ImageError(.usage, "fallback: expected a picture in PNG, JPEG, GIF, WebP or SVG", path: path)
    }
    self.init(contentType: type, bytes: bytes)
  }

  private static func contentType(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: "GIF8".utf8) { return "image/gif" }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "image/webp" }
    let start = String(decoding: bytes.prefix(1_024), as: UTF8.self)
    return start.contains("<svg") && start.drop(while: \.isWhitespace).first == "<" ? "image/svg+xml" : nil
  }

  /// The icon of a file.
  ///
  /// - Parameter name: the name of the document. If it has no extension of at most five letters and digits, the sheet
  ///   is blank.
  static func icon(for name: String) -> FallbackPicture {
    var label = ""
    let text = PathText.suffix(of: name).dropFirst()
    if (1...5).contains(text.utf8.count), text.utf8.allSatisfy(\.isASCIILetterOrDigit) { label = text.uppercased() }
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="192" height="256" viewBox="0 0 96 128">\
      <path d="M8 4h56l24 24v96H8z" fill="#fff" stroke="#8a8f98" stroke-width="3" stroke-linejoin="round"/>\
      <path d="M64 4v24h24" fill="#e3e6ea" stroke="#8a8f98" stroke-width="3" stroke-linejoin="round"/>\
      <text x="48" y="88" text-anchor="middle" font-family="sans-serif" font-size="22" font-weight="bold" \
      fill="#4a4f58">\(label)</text></svg>

      """
    return FallbackPicture(contentType: "image/svg+xml", bytes: Array(svg.utf8))
  }

  /// The failures of a document. All others are those of the request or of the service.
  private static let codes: [ProviderError.Code] = [
    .unsupportedType, .corruptInput, .passwordRequired, .limitExceeded, .timeout, .crashed, .resourceExhausted,
    .protocolViolation,
  ]

  /// The statuses that an answer with such a picture has.
  static var statuses: Set<Int> { Set(codes.map { ServiceProblem(ProviderError($0, "")).status }) }

  /// The MIME types of an answer with such a picture.
  static let contentTypes = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml"]

  static func applies(to problem: ServiceProblem) -> Bool { codes.contains { $0.rawValue == problem.code } }
}

extension ServiceState {
  /// The problem with the picture that the request asks for, where there is one and the client accepts it.
  ///
  /// - Throws: `requestInvalid` where the option `fallback` is wrong.
  func withFallback(
    _ problem: ServiceProblem, _ query: RequestQuery, _ accept: AcceptedTypes, isPublic: Bool
  ) throws(ServiceProblem) -> ServiceProblem {
    let kind = try FallbackKind(query, self)
    guard FallbackPicture.applies(to: problem) else { return problem }
    let picture: FallbackPicture? =
      switch kind {
      case .none: nil
      case .picture: configuration.fallbackPicture
      case .icon:
        .icon(
          for: query[.name] ?? query[.path]?.split(separator: "/").last.map(String.init)
            ?? query[.url].flatMap { try? SourceAddress($0) }?.fileName ?? "")
      }
    guard let picture, accept.allows(picture.contentType) else { return problem }
    var shown = problem
    shown.picture = picture
    shown.resourcePolicy = isPublic ? configuration.signedResourcePolicy : configuration.resourcePolicy
    return shown
  }
}

extension FallbackKind {
  /// - Throws: `requestInvalid`.
  init(_ query: RequestQuery, _ state: ServiceState) throws(ServiceProblem) {
    let hasPicture = state.configuration.fallbackPicture != nil
    guard let text = query[.fallback] else {
      self = hasPicture ? .picture : .none
      return
    }
    guard let kind = FallbackKind(rawValue: text) else { throw .invalid("fallback is picture, icon or none") }
    guard kind != .picture || hasPicture else { throw .invalid("there is no fallback picture here") }
    self = kind
  }
}
