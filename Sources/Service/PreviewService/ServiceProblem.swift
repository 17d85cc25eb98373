internal import HTTPTypes
internal import ProviderProtocol
internal import StructuredText

/// Why a request fails: the contents of `application/problem+json` (RFC 9457).
package struct ServiceProblem: Error {
  /// Problems of the request itself. `ProviderError.Code` has the problems of documents and providers.
  enum Code: String, CaseIterable {
    case unauthorized
    case forbidden
    case notFound
    case methodNotAllowed
    case notAcceptable
    case requestTimeout
    case preconditionFailed
    case bodyTooLarge
    case unsupportedMediaType
    case misdirected
    case headersTooLarge
    case internalError
    case notImplemented
    case sourceForbidden
    case sourceFailed
    case sourceTimeout

    var status: Int {
      switch self {
      case .unauthorized: 401
      case .forbidden: 403
      case .notFound: 404
      case .methodNotAllowed: 405
      case .notAcceptable: 406
      case .requestTimeout: 408
      case .preconditionFailed: 412
      case .bodyTooLarge: 413
      case .unsupportedMediaType: 415
      case .misdirected: 421
      case .headersTooLarge: 431
      case .internalError: 500
      case .notImplemented: 501
      case .sourceForbidden: 403
      case .sourceFailed: 502
      case .sourceTimeout: 504
      }
    }
  }

  let status: Int
  /// The code, for programs.
  let code: String
  /// One line for people, without paths of the server.
  let detail: String
  let provider: String?
  /// Header fields that belong to the status: `Allow`, `Retry-After`, `WWW-Authenticate`.
  let headers: [(String, String)]
  /// What is sent instead of the problem as JSON.
  var picture: FallbackPicture?
  /// Who may show the picture (Cross-Origin-Resource-Policy).
  var resourcePolicy: String?

  init(_ code: Code, _ detail: String, headers: [(String, String)] = []) {
    status = code.status
    self.code = code.rawValue
    self.detail = detail
    self.headers = headers
    provider = nil
  }

  init(_ code: BrowseProblem, _ detail: String, headers: [(String, String)] = []) {
    status = code.status
    self.code = code.rawValue
    self.detail = Self.scrubbed(detail)
    self.headers = headers
    provider = nil
  }

  init(_ error: ProviderError, retryAfter: Int = 1) {
    status = Self.status(of: error.code)
    code = error.code.rawValue
    detail = Self.scrubbed(error.message)
    provider = error.provider
    headers = status == 429 || status == 503 ? [("Retry-After", "\(retryAfter)")] : []
  }

  /// A source took longer than it may.
  static var sourceTimeout: ServiceProblem {
    ServiceProblem(.sourceTimeout, "the source did not send the document in time")
  }

  /// The request itself is not valid.
  static func invalid(_ detail: String) -> ServiceProblem { ServiceProblem(ProviderError(.requestInvalid, detail)) }

  /// The HTTP status for an error of the host or a provider, as in docs/previewd.md.
  private static func status(of code: ProviderError.Code) -> Int {
    switch code {
    case .requestInvalid: 400
    case .unsupportedType: 415
    case .corruptInput, .passwordRequired, .limitExceeded: 422
    case .timeout, .crashed, .resourceExhausted, .protocolViolation: 422
    case .overloaded: 429
    case .storageFull: 507
    case .draining, .sandboxUnavailable, .providerUnavailable: 503
    case .sourceUnavailable: 404
    case .cancelled: 499
    }
  }

  // MARK: On the wire

  var body: [UInt8] {
    if let picture { return picture.bytes }
    var members: [JSONMember] = [
      JSONMember("type", .string("urn:cameo:problem:\(code)")), JSONMember("title", .string(Self.phrase(status))),
      JSONMember("status", .int(Int64(status))), JSONMember("detail", .string(detail)),
      JSONMember("code", .string(code)),
    ]
    if let provider { members.append(JSONMember("provider", .string(provider))) }
    return Array((JSONWriter.text(.object(members)) + "\n").utf8)
  }

  var fields: HTTPFields {
    var fields = [("Content-Type", picture?.contentType ?? "application/problem+json"), ("Cache-Control", "no-store")]
    if let picture {
      fields.append(("Cameo-Fallback", code))
      if let policy = picture.policy { fields.append(("Content-Security-Policy", policy)) }
    }
    if let resourcePolicy { fields.append(("Cross-Origin-Resource-Policy", resourcePolicy)) }
    return HTTPFields(fields + headers)
  }

  var responseStatus: HTTPResponse.Status { HTTPResponse.Status(code: status, reasonPhrase: Self.phrase(status)) }

  /// The reason phrase of a status (RFC 9110, 15, and RFC 6585).
  static func phrase(_ status: Int) -> String { phrases[status] ?? "Status \(status)" }

  private static let phrases = [
    304: "Not Modified", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict", 411: "Length Required",
    412: "Precondition Failed", 413: "Content Too Large", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
    421: "Misdirected Request", 422: "Unprocessable Content",
    429: "Too Many Requests", 431: "Request Header Fields Too Large", 499: "Client Closed Request",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout", 507: "Insufficient Storage",
  ]

  // MARK: Messages for clients

  private static let longestText = 300

  /// A message that is safe to send to clients: one line without control characters. Anything that looks like an
  /// absolute path becomes `(a path)`, because providers are not trusted and the server's paths are private.
  static func scrubbed(_ text: String) -> String {
    let words = text.prefix(4 * longestText).split(whereSeparator: { $0.isWhitespace }).map(withoutPath)
    let line = words.joined(separator: " ")
    return line.count > longestText ? line.prefix(longestText) + "..." : line
  }

  private static func withoutPath(_ word: Substring) -> String {
    let printable = String(
      String.UnicodeScalarView(word.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    // A path is a slash with a letter after it, at the start of the word or after a quotation mark, a bracket or
    // `name=`.
    guard let slash = printable.firstIndex(of: "/"), printable[slash...].dropFirst().contains(where: \.isLetter) else {
      return printable
    }
    let before = printable[..<slash].last
    // text/html and 3/4 are not paths; file:///home is one.
    if let before, before.isLetter || before.isNumber { return printable }
    return printable[..<slash] + "(a path)"
  }
}

extension HTTPFields {
  /// Header fields from pairs of name and value. A name that HTTP does not allow is left out.
  init(_ fields: [(String, String)]) {
    self.init()
    for (name, value) in fields {
      if let name = HTTPField.Name(name) { append(HTTPField(name: name, value: value)) }
    }
  }
}
