internal import Glibc
internal import NIOCore

/// Names the other end of a connection for the limits of each client.
enum PeerAddress {
  /// For IPv4, the address. For IPv6, the network of 64 bits, because one machine can have any number of addresses in
  /// it. For a Unix socket, `local`.
  ///
  /// - Parameter text: the address as text; nil for a Unix socket.
  static func name(_ text: String?) -> String {
    guard let text else { return "local" }
    var bytes = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, text, &bytes) == 1 else { return "address \(text)" }
    // A socket for both versions represents IPv4 addresses in this way (RFC 4291, 2.5.5.2).
    if bytes.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]) {
      return "address \(bytes[12...].map { "\($0)" }.joined(separator: "."))"
    }
    let groups = stride(from: 0, to: 8, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
    return "address \(groups.joined(separator: ":"))::/64"
  }
}

extension Channel {
  /// Whether this is a connection at a Unix socket.
  var isUnixSocket: Bool { if case .unixDomainSocket = localAddress { true } else { false } }
}
