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

  /// - Throws: `misdirected` (RFC 9110, 15.5.20); `requestInvalid` where no host is named (RFC 9112, 3.2).
  func checkHost(_ authority: String?) throws(ServiceProblem) {
    guard let authority, !authority.isEmpty else { throw .invalid("the header field Host is missing, or there twice") }
    guard checksHost else { return }
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
  /// - Returns: who asks, as far as callers are told apart: a tenant, whose documents one worker may show one after the other.
  /// - Throws: `unauthorized`, `forbidden`.
  func check(_ target: RequestTarget, route: Route, authorization: String?) throws(ServiceProblem) -> String {
    if isOpen || !route.isProtected { return "everybody" }
    if let authorization {
      let parts = authorization.split(separator: " ", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == "bearer", let number = number(of: String(parts[1])) {
        return "token \(number)"
      }
      throw ServiceProblem(
        .unauthorized, "the token is not known",
        headers: [("WWW-Authenticate", "Bearer realm=\"previewd\", error=\"invalid_token\"")])
    }
    if let signed, route.isSignable, target["signature"] != nil {
      return "key \(try signed.check(target, now: time(nil)))"
    }
    throw ServiceProblem(
      .unauthorized, "a token is needed", headers: [("WWW-Authenticate", "Bearer realm=\"previewd\"")])
  }

  /// Which token it is; nil for none. Compares with every one, each in constant time.
  private func number(of token: String) -> Int? {
    let digest = SHA256.hash(data: Array(token.utf8))
    return digests.indices.reduce(nil) { found, index in digests[index] == digest ? index : found }
  }
}
