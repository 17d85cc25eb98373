internal import Glibc

/// Names who is at the other end of a connection, as far as limits for each client are concerned.
enum PeerAddress {
  /// An IPv4 address; of an IPv6 address its network of 64 bits, in which one machine can have any number of addresses;
  /// `local` for a Unix socket.
  ///
  /// - Parameter text: the address as text; nil for a Unix socket.
  static func name(_ text: String?) -> String {
    guard let text else { return "local" }
    var bytes = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, text, &bytes) == 1 else { return "address \(text)" }
    // A socket for both versions names IPv4 addresses like this (RFC 4291, 2.5.5.2).
    if bytes.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]) {
      return "address \(bytes[12...].map { "\($0)" }.joined(separator: "."))"
    }
    let groups = stride(from: 0, to: 8, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
    return "address \(groups.joined(separator: ":"))::/64"
  }
}
