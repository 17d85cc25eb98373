internal import HTTPTypes
internal import Hummingbird

/// Tells browsers which other sites may use the service from their scripts (Fetch standard, 3.2, CORS).
struct CrossOrigin: Sendable {
  /// Origins in the syntax of the field Origin; `*` for all.
  private let origins: Set<String>

  init(_ origins: [String]) { self.origins = Set(origins) }

  private static let fieldsOfRequests = "Authorization, Content-Type, If-Modified-Since, If-None-Match, X-Request-Id"
  private static let fieldsOfAnswers =
    "Cameo-Badge, Cameo-Fallback, Cameo-Height, Cameo-Page-Count, Cameo-Provider, Cameo-Title, Cameo-Warning, "
    + "Cameo-Width, ETag, Retry-After, X-Request-Id"

  /// Adds the CORS fields to an answer. Answers to OPTIONS get the fields that a browser asks for before a request.
  func add(to response: inout Response, for request: Request) {
    guard !origins.isEmpty else { return }
    let allowsAll = origins.contains("*")
    if !allowsAll { response.headers[.vary] = (response.headers[.vary].map { "\($0), " } ?? "") + "Origin" }
    var fields: [(String, String)] = []
    if let origin = request.headers[.origin], allowsAll || origins.contains(origin) {
      fields.append(("Access-Control-Allow-Origin", allowsAll ? "*" : origin))
      if request.method == .options, let methods = response.headers[.allow] {
        fields.append(("Access-Control-Allow-Methods", methods))
        fields.append(("Access-Control-Allow-Headers", Self.fieldsOfRequests))
        fields.append(("Access-Control-Max-Age", "600"))
      } else {
        fields.append(("Access-Control-Expose-Headers", Self.fieldsOfAnswers))
      }
    }
    for field in HTTPFields(fields) { response.headers.append(field) }
  }

  /// Whether a text is `*`, or an origin as browsers write it: scheme, host and perhaps a port (RFC 6454, 6.2).
  static func isOrigin(_ text: String) -> Bool {
    if text == "*" { return true }
    guard let scheme = ["http://", "https://"].first(where: { text.hasPrefix($0) }) else { return false }
    let host = text.dropFirst(scheme.count)
    return !host.isEmpty
      && host.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x61...0x7A: true
        default: ".-:[]".utf8.contains(byte)
        }
      }
  }
}
