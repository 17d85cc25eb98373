internal import Digests
internal import Glibc
internal import ImageModel

/// The sender of a request.
struct Client: Hashable {
  /// Identifies the client in limits of turns, space and connections: a token, or an address (`PeerAddress`).
  var id: String
  /// Identifies the owner of the documents. Documents of one tenant may be rendered by the same worker. A token and a
  /// signing key are tenants; requests without either share one.
  var tenant: String
  /// When the request's signed address expires, in seconds since 1970; nil for requests without one.
  var signedUntil: Int?
}

/// Decides which requests are allowed, and which client sends them.
struct Authorizer: Sendable {
  /// The digests of the tokens. All have the same length, so the time of a comparison says nothing about a token's
  /// length.
  private let digests: [[UInt8]]
  /// Those of the tokens that also allow changes.
  private let writers: [[UInt8]]
  private let signed: SignedAddress?
  /// Whether to refuse requests whose Host names another host. A page in a browser can make its own host name resolve
  /// to 127.0.0.1.
  private let checksHost: Bool

  init(tokens: [String], writeTokens: [String] = [], signed: SignedAddress?, isLoopback: Bool) {
    digests = tokens.map { SHA256.digest(of: Array($0.utf8)) }
    writers = writeTokens.map { SHA256.digest(of: Array($0.utf8)) }
    self.signed = signed
    checksHost = isLoopback && tokens.isEmpty && signed == nil
  }

  /// Checks the header field Host. The name in it is checked only for a network address: no web page reaches a Unix
  /// socket.
  ///
  /// - Throws: `misdirected` (RFC 9110, 15.5.20); `requestInvalid` where no host is named (RFC 9112, 3.2).
  func checkHost(_ authority: String?, isUnixSocket: Bool) throws(ServiceProblem) {
    guard let authority, !authority.isEmpty || isUnixSocket else {
      throw .invalid("the header field Host is missing, or is there twice")
    }
    guard checksHost, !isUnixSocket else { return }
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

  /// Finds the client of a request: its token, or the address that it comes from. A signed address does not identify a
  /// client: all visitors of a site use addresses that one key signed.
  ///
  /// - Parameters:
  ///   - authorization: the header field.
  ///   - peer: where the request comes from.
  /// - Throws: `unauthorized`, `forbidden`.
  func client(
    of query: RequestQuery, path: String, route: Route, authorization: String?, peer: String
  ) throws(ServiceProblem) -> Client {
    if digests.isEmpty && signed == nil { return Client(id: peer, tenant: "everybody") }
    if let authorization {
      if let token = Self.bearer(authorization).flatMap({ known($0)?.name }) {
        return Client(id: token, tenant: token)
      }
      throw ServiceProblem(
        .unauthorized, "the token is not known",
        headers: [("WWW-Authenticate", "Bearer realm=\"previewd\", error=\"invalid_token\"")])
    }
    if let signed, route.isSignable, query[.signature] != nil {
      let key = try signed.check(query, path: path, now: time(nil))
      return Client(id: peer, tenant: "key \(key)", signedUntil: query[.expires].flatMap { Int($0) })
    }
    let needed =
      signed == nil ? "a token" : digests.isEmpty ? "a signed address" : "a token or a signed address"
    throw ServiceProblem(
      .unauthorized, "\(needed) is needed", headers: [("WWW-Authenticate", "Bearer realm=\"previewd\"")])
  }

  /// The token in the header field Authorization; nil where it has another scheme (RFC 6750, 2.1).
  static func bearer(_ authorization: String) -> String? {
    let parts = authorization.split(separator: " ", maxSplits: 1)
    return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
  }

  /// The name of a token, and whether it allows changes; nil for an unknown token. The name reveals nothing about the
  /// token, and does not depend on its position in the file. Each token is compared in constant time, even after a
  /// match.
  private func known(_ token: String) -> (name: String, mayWrite: Bool)? {
    let digest = SHA256.digest(of: Array(token.utf8))
    let (mayRead, mayWrite) = (Self.has(digests, digest), Self.has(writers, digest))
    return mayRead || mayWrite ? ("token \(Hexadecimal.text(digest.prefix(8)))", mayWrite) : nil
  }

  private static func has(_ digests: [[UInt8]], _ digest: [UInt8]) -> Bool {
    digests.reduce(false) { found, known in ConstantTime.areEqual(known, digest) || found }
  }

  /// The client that has a token, or that needs none.
  ///
  /// - Parameters:
  ///   - token: of a header field or a cookie; nil where there is none.
  ///   - peer: where the request comes from.
  /// - Returns: the client, and whether it may change documents; nil for an unknown token, and where one is needed.
  func client(of token: String?, peer: String) -> (client: Client, mayWrite: Bool)? {
    if let token {
      return known(token).map { (Client(id: $0.name, tenant: $0.name), $0.mayWrite) }
    }
    guard digests.isEmpty, signed == nil else { return nil }
    return (Client(id: peer, tenant: "everybody"), false)
  }

  /// Whether there are tokens that allow changes.
  var hasWriters: Bool { !writers.isEmpty }
}

extension ServiceConfiguration {
  /// Decides by the tokens and keys of this configuration.
  var authorizer: Authorizer {
    let signed = keys.isEmpty ? nil : SignedAddress(keys: keys, maximumSeconds: signedSeconds)
    return Authorizer(
      tokens: tokens, writeTokens: writeTokens, signed: signed, isLoopback: addresses.allSatisfy(\.isLocal))
  }
}
