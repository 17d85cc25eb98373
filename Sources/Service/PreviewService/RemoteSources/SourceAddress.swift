internal import ImageModel

/// The address of a document on another server: `https://images.example:8443/a/b.jpg?v=2` (RFC 3986).
///
/// Only one spelling of each address is read. A text that servers could read differently than this code is refused:
/// addresses are compared with the allowed origins.
package struct SourceAddress: Hashable, Sendable {
  /// Whether the scheme is https.
  let isSecure: Bool
  /// In lower case; an IPv6 address without its brackets.
  let host: String
  let port: Int
  /// Begins with a slash, and is percent-encoded.
  package let path: String
  /// With its question mark; empty where there is none.
  package let query: String

  private static let longest = 4_095

  /// - Throws: `requestInvalid`, with a message that does not quote the address: it may contain a signature.
  package init(_ text: String) throws(ServiceProblem) {
    guard text.utf8.count <= Self.longest else {
      throw .invalid("the source's address is longer than \(Self.longest) bytes")
    }
    guard text.utf8.allSatisfy(Self.isAllowed) else {
      throw .invalid("the source's address has characters that must be percent-encoded")
    }
    let start = text.prefix(8).lowercased()
    guard start == "https://" || start.hasPrefix("http://") else {
      throw .invalid("the source's address does not begin with http:// or https://")
    }
    isSecure = start == "https://"
    var rest = text.dropFirst(isSecure ? 8 : 7)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    rest = rest.dropFirst(authority.count)
    guard !authority.contains("@") else { throw .invalid("the source's address has the name of a user") }
    guard let (host, port) = Self.parts(of: authority) else {
      throw .invalid("the source's address has no valid host and port")
    }
    self.host = host
    self.port = port ?? (isSecure ? 443 : 80)
    let path = rest.prefix { $0 != "?" }
    self.path = path.isEmpty ? "/" : String(path)
    query = String(rest.dropFirst(path.count))
    guard Self.isPlain(self.path) else {
      throw .invalid("the path of the source's address has . or .. in it, or an invalid escape")
    }
  }

  /// What RFC 3986 allows, without `#`: a fragment is not sent to servers.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~:/?[]@!$&'()*+,;=%".utf8.contains(byte)
    }
  }

  // MARK: Host and port

  /// - Returns: nil for an invalid text. The port is nil where the text has none.
  private static func parts(of authority: Substring) -> (host: String, port: Int?)? {
    var host = authority.prefix { $0 != ":" }
    var rest = authority.dropFirst(host.count)
    let isBracketed = authority.hasPrefix("[")
    if isBracketed {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[authority.index(after: authority.startIndex)..<end]
      rest = authority[authority.index(after: end)...]
      guard host.contains(":") else { return nil }
    }
    guard let name = isBracketed ? NetworkAddress(host)?.text : self.name(host) else { return nil }
    if rest.isEmpty { return (name, nil) }
    let digits = rest.dropFirst()
    guard rest.first == ":", (1...5).contains(digits.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = Int(digits), (1...65_535).contains(port)
    else { return nil }
    return (name, port)
  }

  /// A host's name in lower case, or an IPv4 address; nil for an invalid text.
  private static func name(_ text: Substring) -> String? {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count)
        && label.utf8.allSatisfy { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
          default: false
          }
        }
    }
    // libcurl would take the addresses of a host with a hyphen before it for ones to forget, and look the name up.
    guard isName, text.first != "-", text.utf8.count <= 253, let last = labels.last?.lowercased() else { return nil }
    // Some resolvers read numbers such as 0x7f000001 and 127.1 as addresses.
    let isNumber = last.utf8.allSatisfy { (0x30...0x39).contains($0) } || last.hasPrefix("0x")
    return isNumber ? NetworkAddress(text)?.text : text.lowercased()
  }

  /// Scheme, host and port: `https://images.example:443`.
  var origin: String {
    "\(isSecure ? "https" : "http")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }

  // MARK: The path

  /// Whether all servers read a path alike: no segment is `.` or `..`, however often it is escaped, and no escape is
  /// invalid or stands for a zero byte.
  private static func isPlain(_ path: String) -> Bool {
    var bytes = Array(path.utf8)
    guard PercentEncoding.decoded(bytes) != nil else { return false }
    for _ in 0..<8 {
      let segments = bytes.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
      // Some servers drop what follows a semicolon in a segment.
      let isClimbing = segments.contains { [[0x2E], [0x2E, 0x2E]].contains(Array($0.prefix { $0 != 0x3B })) }
      // Some servers read a dot or a slash in two bytes, which is no UTF-8: C0 AE.
      let isOverlong = zip(bytes, bytes.dropFirst()).contains { [0xC0, 0xC1].contains($0) && $1 & 0xC0 == 0x80 }
      if isClimbing || isOverlong || bytes.contains(0) { return false }
      guard let next = PercentEncoding.decoded(bytes, keepsInvalid: true), next != bytes else { return true }
      bytes = next
    }
    return false
  }

  /// The last segment of the path, if a file can have this name.
  package var fileName: String? {
    guard let last = path.split(separator: "/").last, !path.hasSuffix("/"),
      let bytes = PercentEncoding.decoded(last.utf8),
      let name = String(validating: bytes, as: UTF8.self), PathNames.isName(name), name.utf8.count <= 255
    else { return nil }
    return name
  }

  // MARK: Redirects

  /// The address that the header field Location of an answer names, resolved against this one (RFC 3986, 5.2). The dot
  /// segments of a path are removed; escaped ones are refused, as in all addresses.
  ///
  /// - Throws: `requestInvalid`.
  package func target(of location: String) throws(ServiceProblem) -> SourceAddress {
    let text = location[..<(location.utf8.firstIndex(of: UInt8(ascii: "#")) ?? location.endIndex)]
    let start = text.prefix { $0 != "/" && $0 != "?" }
    if start.contains(":") { return try SourceAddress(Self.withoutDots(text)) }
    if text.hasPrefix("//") { return try SourceAddress(Self.withoutDots("\(isSecure ? "https" : "http"):\(text)")) }
    if text.isEmpty { return try SourceAddress("\(origin)\(path)\(query)") }
    if text.hasPrefix("?") { return try SourceAddress("\(origin)\(path)\(text)") }
    if text.hasPrefix("/") { return try SourceAddress(Self.withoutDots("\(origin)\(text)")) }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    return try SourceAddress(Self.withoutDots("\(origin)\(folder)\(text)"))
  }

  /// An address without the segments `.` and `..` of its path (RFC 3986, 5.2.4). A text that is no address of a server
  /// stays as it is.
  private static func withoutDots(_ address: Substring) -> String {
    guard let scheme = address.firstRange(of: "://") else { return String(address) }
    let path = address[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
    guard path.first == "/" else { return String(address) }
    let query = path.drop { $0 != "?" }
    var kept: [Substring] = []
    let segments = path[..<query.startIndex].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      switch segment {
      case ".": break
      case "..": _ = kept.popLast()
      default:
        kept.append(segment)
        continue
      }
      // What remains is a folder.
      if index == segments.count - 1 { kept.append("") }
    }
    return "\(address[..<path.startIndex])/\(kept.joined(separator: "/"))\(query)"
  }

  private static func withoutDots(_ address: String) -> String { withoutDots(address[...]) }
}
