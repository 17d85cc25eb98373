internal import NIOCore

/// Names the sender of a request for the limits of each client.
enum PeerAddress {
  /// For IPv4, the address. For IPv6, the network of 64 bits, because one machine can have any number of addresses in
  /// it. For a Unix socket, `local`.
  static func name(_ peer: Peer) -> String {
    guard case .address(let address) = peer else { return "local" }
    return address.isIPv4 ? "address \(address.text)" : "address \(address.groups(4).joined(separator: ":"))::/64"
  }

  /// As `name` of a peer, for an address as text.
  static func name(_ text: String) -> String { name(NetworkAddress(text).map(Peer.address) ?? Peer.unknown) }
}

extension Channel {
  /// Whether this is a connection at a Unix socket.
  var isUnixSocket: Bool { if case .unixDomainSocket = localAddress { true } else { false } }
}
