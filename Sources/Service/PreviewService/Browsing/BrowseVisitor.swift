internal import HTTPTypes
internal import Hummingbird
internal import ImageModel

/// Who asks for something at `/browse/`, and what they may do.
struct BrowseVisitor {
  let client: Client
  /// Whether the token is one of `--write-tokens`.
  let mayWrite: Bool
  /// Whether the token came in a cookie, which browsers send with the requests of any page of this site.
  let isByCookie: Bool

  static let cookie = "cameo-token"
  private static let site = HTTPField.Name("Sec-Fetch-Site")
  private static let scheme = HTTPField.Name("X-Forwarded-Proto")

  /// Finds the visitor by the header field Authorization, or else by the cookie.
  ///
  /// - Throws: `unauthorized`; as `Authorizer.checkHost`.
  init(_ request: Request, _ context: ServiceContext, _ state: ServiceState) throws(ServiceProblem) {
    let authorizer = state.authorizer
    try authorizer.checkHost(request.head.authority, isUnixSocket: context.channel.isUnixSocket)
    let peer = PeerAddress.name(
      state.configuration.trustedProxies.sender(request.headers, peer: context.channel.peer))
    let field = request.headers[.authorization].map { Authorizer.bearer($0) ?? "" }
    let token = field ?? Self.cookie(of: request)
    var found = authorizer.client(of: token, peer: peer)
    // A cookie of an old token is no reason to refuse what needs no token.
    if found == nil, field == nil { found = authorizer.client(of: nil, peer: peer) }
    guard let found else {
      throw ServiceProblem(
        .unauthorized, token == nil ? "a token is needed" : "the token is not known",
        headers: [("WWW-Authenticate", "Bearer realm=\"previewd\"")])
    }
    (client, mayWrite, isByCookie) = (found.client, found.mayWrite, field == nil)
  }

  /// The token in the cookie; nil without one.
  private static func cookie(of request: Request) -> String? {
    for pair in request.headers[values: .cookie].joined(separator: ";").split(separator: ";") {
      let pair = pair.drop { $0 == " " }
      guard pair.hasPrefix("\(cookie)="), let bytes = Hexadecimal.bytes(pair.dropFirst(cookie.count + 1)) else {
        continue
      }
      return String(validating: bytes, as: UTF8.self)
    }
    return nil
  }

  /// The field Set-Cookie for a token; nil to forget it. Scripts cannot read the cookie, and requests that begin on
  /// other sites do not have it.
  static func setCookie(_ token: String?, for request: Request) -> (String, String) {
    let isSecure = scheme.flatMap { request.headers[$0] } == "https"
    let value = token.map { Hexadecimal.text($0.utf8) } ?? ""
    return (
      "Set-Cookie",
      "\(cookie)=\(value); Path=\(BrowseAddress.prefix); HttpOnly; SameSite=Strict"
        + (token == nil ? "; Max-Age=0" : "") + (isSecure ? "; Secure" : "")
    )
  }

  /// Whether a page of another site has led the browser here.
  static func isFromOtherSite(_ request: Request) -> Bool {
    site.flatMap { request.headers[$0] } == "cross-site"
  }

  // MARK: Changes

  /// Checks that a request may change something, and that a page of this service made it.
  ///
  /// - Throws: `forbidden`.
  func checkChange(_ request: Request) throws(ServiceProblem) {
    // Whoever has no token learns that first.
    guard mayWrite else { throw ServiceProblem(.forbidden, "changes need a token that allows them") }
    try Self.checkSite(request, needsProof: isByCookie)
  }

  /// Refuses requests that pages of other sites make (CSRF). Browsers say where a request begins in Sec-Fetch-Site
  /// (Fetch Metadata Request Headers, 2.4), or at least in Origin.
  ///
  /// - Parameter needsProof: whether a request that says neither is refused. Programs say neither, and send a token.
  /// - Throws: `forbidden`.
  static func checkSite(_ request: Request, needsProof: Bool) throws(ServiceProblem) {
    let other = ServiceProblem(.forbidden, "a page of another site has sent this")
    if let site = site.flatMap({ request.headers[$0] }) {
      guard site == "same-origin" else { throw other }
    } else if let origin = request.headers[.origin] {
      let host = origin.firstRange(of: "://").map { origin[$0.upperBound...].lowercased() }
      guard let host, host == request.head.authority?.lowercased() else { throw other }
    } else if needsProof {
      throw ServiceProblem(
        .forbidden, "nothing says that a page of this service has sent this (Sec-Fetch-Site or Origin)")
    }
  }
}
