internal import Crypto
internal import Glibc

/// Decides who may ask.
struct Authorizer: Sendable {
  /// The digests of the tokens: they have one length, so that comparing tells nothing of the tokens'.
  private let digests: [SHA256Digest]
  private let signed: SignedAddress?
  /// Refuses requests that name another host than this one: a page in a browser can make its own name lead to 127.0.0.1.
  private let checksHost: Bool

  init(tokens: [String], signed: SignedAddress?, isLoopback: Bool) {
    digests = tokens.map { SHA256.hash(data: Array($0.utf8)) }
    self.signed = signed
    checksHost = isLoopback && tokens.isEmpty && signed == nil
  }

  var isOpen: Bool { digests.isEmpty && signed == nil }

  /// - Throws: `misdirected` (RFC 9110, 15.5.20).
  func checkHost(_ authority: String?) throws(ServiceProblem) {
    guard checksHost, let authority, !authority.isEmpty else { return }
    var name = authority.lowercased()[...]
    if let colon = name.lastIndex(of: ":"),
      name[name.index(after: colon)...].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      !name.hasSuffix("]")
    {
      name = name[..<colon]
    }
    let host = name.hasPrefix("[") && name.hasSuffix("]") ? name.dropFirst().dropLast() : name
    guard ListenAddress.tcp(host: String(host), port: 0).isLocal else {
      throw ServiceProblem(.misdirected, "this service answers for the local host only")
    }
  }

  /// - Parameter authorization: the header field.
  /// - Throws: `unauthorized`, `forbidden`.
  func check(_ target: RequestTarget, route: Route, authorization: String?) throws(ServiceProblem) {
    if isOpen || !route.isProtected { return }
    if let authorization {
      let parts = authorization.split(separator: " ", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == "bearer", isKnown(String(parts[1])) { return }
      throw ServiceProblem(
        .unauthorized, "the token is not known",
        headers: [("WWW-Authenticate", "Bearer realm=\"previewd\", error=\"invalid_token\"")])
    }
    if let signed, route.isSignable, target["signature"] != nil { return try signed.check(target, now: time(nil)) }
    throw ServiceProblem(
      .unauthorized, "a token is needed", headers: [("WWW-Authenticate", "Bearer realm=\"previewd\"")])
  }

  /// Compares with every token, each in constant time.
  private func isKnown(_ token: String) -> Bool {
    let digest = SHA256.hash(data: Array(token.utf8))
    return digests.reduce(false) { found, known in (known == digest) || found }
  }
}
