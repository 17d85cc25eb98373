internal import Glibc

/// An IP address as its 16 bytes. An IPv4 address is written as `::ffff:a.b.c.d` (RFC 4291, 2.5.5.2), so that both
/// ways to write it are the same value.
package struct NetworkAddress: Hashable, Sendable {
  private static let mapped: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  let bytes: [UInt8]

  /// Reads what `inet_pton(3)` reads; nil for any other text.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET6, String(text), &bytes) == 1 {
      self.bytes = bytes
    } else if inet_pton(AF_INET, String(text), &bytes) == 1 {
      self.bytes = Self.mapped + bytes.prefix(4)
    } else {
      return nil
    }
  }

  var isIPv4: Bool { bytes.starts(with: Self.mapped) }

  /// `192.0.2.1`; an IPv6 address as `inet_ntop(3)` writes it.
  package var text: String {
    if isIPv4 { return bytes[12...].map { "\($0)" }.joined(separator: ".") }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let isWritten = inet_ntop(AF_INET6, bytes, &text, socklen_t(INET6_ADDRSTRLEN)) != nil
    guard isWritten else { return groups(8).joined(separator: ":") }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The first groups of 16 bits, in hexadecimal digits.
  func groups(_ count: Int) -> [String] {
    (0..<count).map { String(Int(bytes[2 * $0]) << 8 | Int(bytes[2 * $0 + 1]), radix: 16) }
  }
}

/// The addresses that begin with the same bits: `10.0.0.0/8`, `2001:db8::/32`.
struct NetworkRange: Hashable, Sendable {
  let address: NetworkAddress
  /// How many of the 128 bits count.
  let bits: Int

  /// - Parameter text: an address, alone or with `/` and the number of bits. nil for any other text, and where bits
  ///   after the counted ones are set.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = NetworkAddress(parts[0]) else { return nil }
    let isMapped = address.isIPv4 && !parts[0].contains(":")
    var bits = 128
    if parts.count == 2 {
      let most = isMapped ? 32 : 128
      guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(parts[1]), count <= most else {
        return nil
      }
      bits = count + 128 - most
    }
    for bit in bits..<128 where address.bytes[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0 { return nil }
    (self.address, self.bits) = (address, bits)
  }

  func contains(_ other: NetworkAddress) -> Bool {
    let (whole, rest) = (bits / 8, bits % 8)
    guard address.bytes.prefix(whole) == other.bytes.prefix(whole) else { return false }
    return rest == 0 || (address.bytes[whole] ^ other.bytes[whole]) >> UInt8(8 - rest) == 0
  }
}
