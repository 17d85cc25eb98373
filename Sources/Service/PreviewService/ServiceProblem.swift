internal import ProviderProtocol
internal import StructuredText

/// Why a request gets no document: what `application/problem+json` (RFC 9457) says.
struct ServiceProblem: Error {
  /// What is wrong with the request itself; what is wrong with documents and providers has `ProviderError.Code`.
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
      }
    }
  }

  var status: Int
  /// What programs act on.
  var code: String
  /// One line for people, without names of the host.
  var detail: String
  var provider: String?
  /// Header fields that belong to the status: `Allow`, `Retry-After`, `WWW-Authenticate`.
  var headers: [(String, String)] = []

  init(_ code: Code, _ detail: String, headers: [(String, String)] = []) {
    status = code.status
    self.code = code.rawValue
    self.detail = detail
    self.headers = headers
  }

  init(_ error: ProviderError, retryAfter: Int = 1) {
    status = Self.status(of: error.code)
    code = error.code.rawValue
    detail = PublicText.scrubbed(error.message)
    provider = error.provider
    if status == 429 || status == 503 { headers = [("Retry-After", "\(retryAfter)")] }
  }

  /// The request itself makes no sense.
  static func invalid(_ detail: String) -> ServiceProblem { ServiceProblem(ProviderError(.requestInvalid, detail)) }

  /// The status of an error of hosts and providers, by the contract of providers.
  static func status(of code: ProviderError.Code) -> Int {
    switch code {
    case .requestInvalid: 400
    case .unsupportedType: 415
    case .corruptInput, .passwordRequired, .limitExceeded: 422
    case .timeout, .crashed, .resourceExhausted, .protocolViolation: 422
    case .overloaded: 429
    case .draining, .sandboxUnavailable, .providerUnavailable: 503
    case .sourceUnavailable: 404
    case .cancelled: 499
    }
  }

  var reply: Reply {
    var members: [JSONMember] = [
      JSONMember("type", .string("urn:cameo:problem:\(code)")), JSONMember("title", .string(Reply.phrase(status))),
      JSONMember("status", .int(Int64(status))), JSONMember("detail", .string(detail)),
      JSONMember("code", .string(code)),
    ]
    if let provider { members.append(JSONMember("provider", .string(provider))) }
    return Reply(
      status: status, headers: [("Content-Type", "application/problem+json"), ("Cache-Control", "no-store")] + headers,
      body: Array((JSONWriter.text(.object(members)) + "\n").utf8))
  }
}
