internal import ImageModel

/// Limits the connections so that enough descriptors are left for workers and documents.
struct ConnectionBudget: Hashable {
  /// The maximum number of connections at each address for clients.
  private(set) var perAddress: Int
  /// The maximum number of connections of one client at each address.
  let perClient: Int
  /// The maximum number of connections at the address for health.
  private(set) var health: Int

  /// One for the connection, and one for the file of its body or its document.
  private static let descriptorsOfConnection = 2
  private static let fewest = 4
  private static let maxForHealth = 32

  /// - Parameters:
  ///   - providers: the number of providers that have workers.
  ///   - available: the descriptors that can still be opened.
  /// - Throws: `io` where there are too few to serve any request.
  init(_ configuration: ServiceConfiguration, providers: Int, available: Int) throws(ImageError) {
    let addresses = configuration.addresses.count
    health = configuration.healthAddress == nil ? 0 : min(configuration.connections, Self.maxForHealth)
    var room = available - Self.reserve(configuration, providers: providers)
    if room < Self.descriptorsOfConnection * Self.fewest * addresses + health { health = min(health, Self.fewest) }
    room = max(0, room - health) / (Self.descriptorsOfConnection * addresses)
    perAddress = min(configuration.connections, room)
    let wanted = configuration.clientConnections
    perClient = wanted == 0 ? Self.usualShare(of: perAddress) : min(wanted, perAddress)
    guard perAddress >= min(configuration.connections, Self.fewest) else {
      let needed =
        Self.reserve(configuration, providers: providers) + health
        + Self.descriptorsOfConnection * Self.fewest * addresses
      throw ImageError(
        .io,
        "too few files can be open at a time: \(available) more, and \(needed) are needed for "
          + "\(configuration.concurrency) documents at a time (raise ulimit -n, or lower --concurrency)")
    }
  }

  /// The connections that one client may have by default.
  static func usualShare(of connections: Int) -> Int { max(1, connections / 2) }

  /// Descriptors for everything but connections.
  private static func reserve(_ configuration: ServiceConfiguration, providers: Int) -> Int {
    // A worker has three pipes, and descriptors for its process, folder and document. It needs more while it starts.
    let (perWorker, perStart) = (6, 12)
    // A rendering may need a second worker that decodes the picture of the first one, while others are just ending.
    let working = 4 * configuration.concurrency * perStart
    let waiting = configuration.concurrency * (configuration.reuse > 1 ? 3 : 1) * providers * perWorker
    // For each source: connections to two of its addresses, two of libcurl's own, and a file of authorities, or what
    // is open while the host's name is looked up.
    let fetching = configuration.sourceOrigins.isEmpty ? 0 : 5 * SourceFetcher.largestCount
    // 64 for listening, timers, logs, roots, the folders on the way to documents, and the start of processes.
    return 64 + working + waiting + fetching
  }
}
