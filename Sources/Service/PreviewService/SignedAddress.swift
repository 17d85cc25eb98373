internal import ByteStreams
package import ImageModel

/// Addresses that carry their own permission: for one file and one set of options, until a point in time.
package struct SignedAddress: Sendable {
  /// The first one signs; all of them are believed.
  let keys: [SigningKey]
  /// How far ahead the end may lie, in seconds.
  let longest: Int

  package init(keys: [SigningKey], longest: Int) {
    self.keys = keys
    self.longest = longest
  }

  /// Signs an address.
  ///
  /// - Parameters:
  ///   - target: path and query, such as `/v1/thumbnail?path=a.jpg&size=256`.
  ///   - expires: seconds since 1970.
  /// - Throws: `usage` for what is no such address.
  package func sign(_ target: String, expires: Int) throws(ImageError) -> String {
    guard let key = keys.first else { throw ImageError(.usage, "there is no key to sign with") }
    var parsed: RequestTarget
    do throws(ServiceProblem) {
      parsed = try RequestTarget(target)
      let route = try RouteTable(routes: Route.interface).route(method: "GET", path: parsed.path)
      guard route.isSignable else { throw .invalid("such an address is not signed") }
      for name in ["expires", "key", "signature"] where parsed[name] != nil {
        throw .invalid("the address is signed already")
      }
      // What would be refused is not signed.
      _ = try RenderOptions(parsed, route: route, accept: AcceptedTypes(""), side: 1)
    } catch {
      throw ImageError(.usage, error.detail)
    }
    parsed.options += [.init(name: "expires", value: "\(expires)"), .init(name: "key", value: key.name)]
    let query = Self.query(parsed.options)
    return "\(parsed.path)?\(query)&signature=\(key.signature(of: Self.text(parsed)))"
  }

  /// - Parameter now: seconds since 1970.
  /// - Returns: the name of the key.
  /// - Throws: `forbidden`, which does not tell a wrong key from a wrong signature.
  func check(_ target: RequestTarget, now: Int) throws(ServiceProblem) -> String {
    guard let signature = target["signature"].flatMap({ Hexadecimal.bytes($0) }), let name = target["key"],
      let expires = target["expires"].flatMap({ Int($0) }), let key = keys.first(where: { $0.name == name }),
      key.isValid(signature, of: Self.text(target))
    else { throw ServiceProblem(.forbidden, "the signature does not fit this address") }
    guard expires > now else { throw ServiceProblem(.forbidden, "the signed address has expired") }
    guard expires - now <= longest else {
      throw ServiceProblem(.forbidden, "the signed address is valid for longer than is allowed here")
    }
    return name
  }

  /// What is signed: method, path, and the options in the order of their names, escaped in one way.
  private static func text(_ target: RequestTarget) -> String {
    "cameo-1\nGET\n\(target.path)\n\(query(target.options.filter { $0.name != "signature" }))"
  }

  private static func query(_ options: [RequestTarget.Option]) -> String {
    options.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      .map { "\(RequestTarget.encoded($0.name))=\(RequestTarget.encoded(PathText.bytes($0.value)))" }.joined(
        separator: "&")
  }
}
