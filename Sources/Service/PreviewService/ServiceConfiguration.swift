/// How the service works; `ServiceSettings` has the defaults and what each value means.
package struct ServiceConfiguration: Sendable {
  package var addresses: [ListenAddress] = []
  package var healthAddress: ListenAddress?
  package var roots: [String] = []
  package var tokens: [String] = []
  package var signingKeys: [SigningKey] = []
  package var signedSeconds = 0
  package var concurrency = 1
  package var queueLength = 0
  package var queueSeconds = 0.0
  package var thumbnailSeconds = 0.0
  package var previewSeconds = 0.0
  package var bodyLimit = 0
  package var headerSeconds = 0.0
  package var readSeconds = 0.0
  package var uploadSeconds = 0.0
  package var writeSeconds = 0.0
  package var idleSeconds = 0.0
  package var connections = 1
  package var cacheSeconds = 0
  package var drainSeconds = 0.0
  package var spoolFolder: String?
  package var spoolLimit = 0
  package var providerFolders: [String] = []
  /// `auto`, `A`, `B` or `none`.
  package var sandbox = "auto"
  package var reuse = 1
  package var logsRequests = true

  package init() {}
}

/// Where the service listens.
package enum ListenAddress: Hashable, Sendable, CustomStringConvertible {
  case tcp(host: String, port: Int)
  case unix(path: String)

  /// `HOST:PORT`, `[V6]:PORT`; nil for what is none.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65_535).contains(port)
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self = .tcp(host: String(host), port: port)
  }

  /// Whether only this machine reaches it.
  package var isLocal: Bool {
    switch self {
    case .unix: return true
    case .tcp(let host, _):
      if host == "localhost" || host == "::1" { return true }
      let parts = host.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
  }

  package var description: String {
    switch self {
    case .unix(let path): path
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
  }
}
