internal import HTTPTypes
internal import ImageModel
internal import NIOCore

/// The proxies whose word about the visitor's address is taken.
struct TrustedProxies: Sendable {
  /// The header field in which proxies write the address. Only one is read: a proxy that maintains one field passes
  /// the other one on as the visitor sent it.
  enum Field: String, CaseIterable {
    case xForwardedFor = "x-forwarded-for"
    /// RFC 7239.
    case forwarded
  }

  private var ranges: [NetworkRange] = []
  /// Whether all peers at the Unix socket are proxies.
  private var trustsUnixSocket = false
  private var field = Field.xForwardedFor

  /// How many addresses are read, from the right.
  private static let longestChain = 64

  /// Trusts nobody.
  init() {}

  /// - Parameters:
  ///   - texts: addresses, networks, and `unix`.
  ///   - field: the name of a `Field`.
  /// - Throws: `usage`.
  init(_ texts: [String], field: String) throws(ImageError) {
    guard let known = Field(rawValue: field) else {
      throw ImageError(.usage, "forwarded-field: there is no field '\(field)'")
    }
    self.field = known
    for text in texts {
      if text == "unix" {
        trustsUnixSocket = true
      } else if let range = NetworkRange(text) {
        ranges.append(range)
      } else {
        throw ImageError(
          .usage, "trusted-proxy: '\(text)' is not an address, a network such as 10.0.0.0/8, nor 'unix'")
      }
    }
  }

  /// Whether the other end of a connection is such a proxy.
  func contains(_ peer: Peer) -> Bool {
    switch peer {
    case .unix: trustsUnixSocket
    case .address(let address): contains(address)
    case .unknown: false
    }
  }

  private func contains(_ address: NetworkAddress) -> Bool { ranges.contains { $0.contains(address) } }

  /// The sender of a request: the other end of the connection or, if that is a trusted proxy, the address that it
  /// names. If this is a trusted proxy again, it is the address before that, and so on. What stands to the left of an
  /// untrusted address may be written by anybody and is not read. A text that is not an address ends the chain: then
  /// the proxy that wrote it is the sender.
  func sender(_ fields: HTTPFields, peer: Peer) -> Peer {
    guard contains(peer), let name = HTTPField.Name(field.rawValue) else { return peer }
    var sender = peer
    let elements = fields[values: name].joined(separator: ",").utf8.split(
      separator: UInt8(ascii: ","), omittingEmptySubsequences: true)
    for element in elements.reversed().prefix(Self.longestChain) {
      let text = ForwardedText.trimmed(Substring(element))
      // RFC 9110, 5.6.1: a list may have empty elements.
      if text.isEmpty { continue }
      guard let address = field == .forwarded ? ForwardedText.node(of: text) : ForwardedText.address(text) else {
        break
      }
      sender = .address(address)
      if !contains(address) { break }
    }
    return sender
  }
}

/// The other end of a connection, or the visitor that a trusted proxy names.
enum Peer: Hashable, Sendable {
  case unix
  case address(NetworkAddress)
  /// The connection is closed already.
  case unknown

  /// For the log.
  var text: String {
    switch self {
    case .unix: "unix"
    case .address(let address): address.text
    case .unknown: ""
    }
  }
}

extension Channel {
  var peer: Peer {
    if isUnixSocket { return .unix }
    return remoteAddress?.ipAddress.flatMap { NetworkAddress($0) }.map { .address($0) } ?? .unknown
  }
}

/// Reads the elements of the two header fields.
package enum ForwardedText {
  /// The address in the parameter `for` of an element of `Forwarded` (RFC 7239, 4); nil for an element that has none,
  /// is not well formed, or has an obfuscated or unknown node.
  ///
  /// Elements are separated at each comma, even inside quotation marks: otherwise a quotation mark that a visitor
  /// sends would hide the element that the proxy added. No address contains a comma.
  package static func node(of element: Substring) -> NetworkAddress? {
    var found: NetworkAddress?
    for pair in element.split(separator: ";", omittingEmptySubsequences: true) {
      guard let equals = pair.firstIndex(of: "=") else { return nil }
      let name = trimmed(pair[..<equals])
      guard let value = value(trimmed(pair[pair.index(after: equals)...])) else { return nil }
      guard name.lowercased() == "for" else { continue }
      // A parameter must not be repeated.
      guard found == nil, let address = address(value) else { return nil }
      found = address
    }
    return found
  }

  /// A token, or the content of a quoted text without escapes; nil for any other text.
  private static func value(_ text: Substring) -> Substring? {
    if text.utf8.count >= 2, text.first == "\"", text.last == "\"" {
      let content = text.dropFirst().dropLast()
      return content.contains("\"") || content.contains("\\") ? nil : content
    }
    return text.isEmpty || text.contains("\"") || text.contains("\\") ? nil : text
  }

  /// An address, perhaps with a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80`.
  package static func address(_ text: Substring) -> NetworkAddress? {
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      let (inner, port) = (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
      guard inner.contains(":"), port.isEmpty || port.first == ":" && isPort(port.dropFirst()) else { return nil }
      return NetworkAddress(inner)
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return NetworkAddress(text) }
    return isPort(parts[1]) ? NetworkAddress(parts[0]) : nil
  }

  /// Ports may be obfuscated, too (RFC 7239, 6.3).
  private static func isPort(_ text: Substring) -> Bool {
    (1...16).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"): true
        default: false
        }
      }
  }

  static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
