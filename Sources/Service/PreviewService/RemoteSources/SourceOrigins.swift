internal import ImageModel

/// The places on other servers whose documents may be shown: `https://images.example/public/`. Nothing is allowed that
/// the configuration does not name.
struct SourceOrigins: Sendable {
  enum Permission {
    case refused
    /// The server must have an address of the public Internet.
    case atPublicAddress
    case atAnyAddress
  }

  private struct Origin: Sendable {
    var start: SourceAddress
    var mayBePrivate: Bool

    /// Whether an address is this one or below it.
    func contains(_ address: SourceAddress) -> Bool {
      guard (address.isSecure, address.host, address.port) == (start.isSecure, start.host, start.port) else {
        return false
      }
      let folder = start.path.hasSuffix("/") ? start.path : start.path + "/"
      return address.path == start.path || address.path.hasPrefix(folder)
    }
  }

  private var origins: [Origin] = []

  /// Allows nothing.
  init() {}

  /// - Parameters:
  ///   - texts: origins at addresses of the public Internet.
  ///   - privateTexts: origins that may be at any address.
  /// - Throws: `usage`.
  init(_ texts: [String], private privateTexts: [String]) throws(ImageError) {
    for text in texts { try add(text, mayBePrivate: false, setting: "source") }
    for text in privateTexts { try add(text, mayBePrivate: true, setting: "private-source") }
  }

  private mutating func add(_ text: String, mayBePrivate: Bool, setting: String) throws(ImageError) {
    do throws(ServiceProblem) {
      let start = try SourceAddress(text)
      guard start.query.isEmpty else { throw .invalid("it has a query") }
      origins.append(Origin(start: start, mayBePrivate: mayBePrivate))
    } catch {
      throw ImageError(
        .usage, "\(setting): '\(text)' is not an origin such as https://images.example/public/: \(error.detail)")
    }
  }

  var isEmpty: Bool { origins.isEmpty }

  func permission(for address: SourceAddress) -> Permission {
    let fitting = origins.filter { $0.contains(address) }
    if fitting.isEmpty { return .refused }
    return fitting.contains { $0.mayBePrivate } ? .atAnyAddress : .atPublicAddress
  }
}

extension NetworkAddress {
  /// Whether a host of the public Internet can have the address. Addresses of this machine, of its networks and of
  /// cloud providers' metadata are not among them, nor those of groups.
  var isPublic: Bool {
    if isIPv4 { return !Self.specialIPv4.contains { $0.contains(self) } }
    return Self.globalUnicast.contains { $0.contains(self) } && !Self.specialIPv6.contains { $0.contains(self) }
  }

  /// The IANA IPv4 Special-Purpose Address Registry, multicast (RFC 5771) and what is reserved (RFC 1112).
  private static let specialIPv4 = ranges(
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/4", "240.0.0.0/4")

  /// All of IPv6 that is assigned to hosts (RFC 4291, 2.4). The rest has other uses: among it `::1`, `fe80::/10`,
  /// `fc00::/7`, `ff00::/8` and the IPv4 addresses in `64:ff9b::/96`.
  private static let globalUnicast = ranges("2000::/3")

  /// The parts of it in the IANA IPv6 Special-Purpose Address Registry. Those of Teredo (in `2001::/23`) and 6to4
  /// (`2002::/16`) contain IPv4 addresses.
  private static let specialIPv6 = ranges("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")

  private static func ranges(_ texts: String...) -> [NetworkRange] { texts.compactMap { NetworkRange($0) } }
}
