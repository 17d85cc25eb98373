internal import ByteStreams
internal import Digests
internal import HTTPTypes
internal import HummingbirdCore
package import ImageModel
internal import ProviderHost

/// Signs and checks addresses that need no token. Each is for one file and one set of options, until a point in time.
package struct SignedAddress: Sendable {
  /// The first key signs. All keys are accepted.
  private let keys: [SigningKey]
  /// How long an address may be valid, in seconds.
  private let maximumSeconds: Int

  package init(keys: [SigningKey], maximumSeconds: Int) {
    self.keys = keys
    self.maximumSeconds = maximumSeconds
  }

  /// Signs an address.
  ///
  /// - Parameters:
  ///   - target: path and query, such as `/v1/thumbnail?path=a.jpg&size=256`.
  ///   - expires: seconds since 1970.
  /// - Throws: `usage` for an address that cannot be signed, or would be refused.
  package func sign(_ target: String, expires: Int) throws(ImageError) -> String {
    guard let key = keys.first else { throw ImageError(.usage, "there is no key to sign with") }
    let parsed = URI(target)
    do throws(ServiceProblem) {
      guard target.utf8.first == UInt8(ascii: "/") else {
        throw .invalid("the address to sign has no scheme and no host: it begins with the path")
      }
      guard !target.utf8.contains(UInt8(ascii: "#")) else {
        throw .invalid("the address to sign has no fragment; the # of a name is %23")
      }
      guard let route = Route.interface.first(where: { $0.method == .get && $0.path == parsed.path }), route.isSignable
      else { throw .invalid("only addresses of thumbnails and of previews of files, for GET, can be signed") }
      let query = try RequestQuery(parsed)
      for option in RouteOption.signing where query[option] != nil { throw .invalid("the address is signed already") }
      // An address that would be refused is not signed.
      try query.check(for: route)
      _ = try RenderQuery(query, route: route, accept: AcceptedTypes(nil))
      let expiry = [(RouteOption.expires, "\(expires)"), (.key, key.name)]
      let options = query.options + expiry.map { .init(name: $0.0.rawValue, value: $0.1) }
      let signature = key.signature(of: Self.signedText(parsed.path, options))
      return "\(parsed.path)?\(Self.query(options))&signature=\(signature)"
    } catch {
      throw ImageError(.usage, error.detail)
    }
  }

  /// - Parameter now: seconds since 1970.
  /// - Returns: the name of the key.
  /// - Throws: `forbidden`; a wrong key and a wrong signature get the same message.
  func check(_ query: RequestQuery, path: String, now: Int) throws(ServiceProblem) -> String {
    guard let signature = query[.signature].flatMap({ Hexadecimal.bytes($0) }), let name = query[.key],
      let expires = query[.expires].flatMap({ Int($0) }), let key = keys.first(where: { $0.name == name }),
      key.isValid(signature, of: Self.signedText(path, query.options))
    else { throw ServiceProblem(.forbidden, "the signature does not fit this address") }
    guard expires > now else { throw ServiceProblem(.forbidden, "the signed address has expired") }
    guard expires - now <= maximumSeconds else {
      throw ServiceProblem(.forbidden, "the signed address is valid for longer than is allowed here")
    }
    return name
  }

  /// The text whose HMAC is the signature: one line each for the version of this format, the method, the path, and the
  /// query. The options of the query are sorted by name and percent-encoded in the same way. `signature` is left out.
  private static func signedText(_ path: String, _ options: [RequestQuery.Option]) -> String {
    "cameo-1\nGET\n\(path)\n\(query(options.filter { $0.name != "signature" }))"
  }

  private static func query(_ options: [RequestQuery.Option]) -> String {
    options.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      .map { "\(RequestQuery.encoded($0.name.utf8))=\(RequestQuery.encoded(PathText.bytes($0.value)))" }
      .joined(separator: "&")
  }
}

/// A secret that signs addresses.
package struct SigningKey: Sendable {
  /// The name of the key in signed addresses. An old key stays valid while a new one signs.
  package let name: String
  private let secret: [UInt8]

  /// - Parameter line: `NAME:SECRET`. The secret has at least 32 bytes of text. Pairs of hexadecimal digits stand for
  ///   the bytes that they encode.
  /// - Throws: `usage`, with a message that does not contain the secret.
  package init(line: String) throws(ImageError) {
    guard let colon = line.firstIndex(of: ":") else {
      throw ImageError(.usage, "a signing key is NAME:SECRET")
    }
    name = String(line[..<colon])
    let text = line[line.index(after: colon)...]
    guard Self.isName(name) else {
      throw ImageError(.usage, "the name of a signing key has at most 64 letters, digits, - and _")
    }
    guard text.utf8.count >= 32 else {
      throw ImageError(.usage, "the signing key \(name) is shorter than 32 bytes")
    }
    secret = Hexadecimal.bytes(text) ?? Array(text.utf8)
  }

  /// The keys of a file.
  ///
  /// - Throws: `io`, `usage`, with the path: as `SecretFile.lines` and `init(line:)`, and for no key, more than two,
  ///   and equal names.
  package static func all(in path: String) throws(ImageError) -> [SigningKey] {
    var keys: [SigningKey] = []
    do throws(ImageError) {
      for line in try SecretFile.lines(path) { keys.append(try SigningKey(line: line)) }
    } catch {
      throw error.at(path: path)
    }
    guard (1...2).contains(keys.count), Set(keys.map(\.name)).count == keys.count else {
      throw ImageError(.usage, "expected one or two keys with different names", path: path)
    }
    return keys
  }

  static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
      }
  }

  /// HMAC with SHA-256 (RFC 2104), in hexadecimal digits.
  func signature(of text: String) -> String { Hexadecimal.text(code(of: text)) }

  /// Whether a signature is right, in constant time.
  func isValid(_ signature: [UInt8], of text: String) -> Bool { ConstantTime.areEqual(signature, code(of: text)) }

  private func code(of text: String) -> [UInt8] { SHA256.authenticationCode(for: Array(text.utf8), key: secret) }
}
