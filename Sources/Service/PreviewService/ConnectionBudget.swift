internal import ImageModel

/// How many connections there may be at a time, so that workers, spools and documents always find the descriptors that they need.
struct ConnectionBudget: Hashable {
  /// At each address for clients.
  var perAddress: Int
  /// At the address for health.
  var health: Int

  /// A connection, and its body's file or its document.
  static let descriptorsOfConnection = 2
  private static let fewest = 4
  private static let mostForHealth = 32

  /// - Parameters:
  ///   - providers: that have workers.
  ///   - available: descriptors that can still be opened.
  /// - Throws: `io` where they are too few for any service.
  init(_ configuration: ServiceConfiguration, providers: Int, available: Int) throws(ImageError) {
    let addresses = configuration.addresses.count
    health = configuration.healthAddress == nil ? 0 : min(configuration.connections, Self.mostForHealth)
    var room = available - Self.reserve(configuration, providers: providers)
    if room < Self.descriptorsOfConnection * Self.fewest * addresses + health { health = min(health, Self.fewest) }
    room = max(0, room - health) / (Self.descriptorsOfConnection * addresses)
    perAddress = min(configuration.connections, room)
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

  /// Descriptors for all but connections.
  private static func reserve(_ configuration: ServiceConfiguration, providers: Int) -> Int {
    // A worker has three pipes, its process's descriptor, its spool's and its document's; while it starts there are more.
    let (perWorker, perStart) = (6, 12)
    // Each rendering may need a second worker for the picture that the first one made, and others are just ending.
    let working = 4 * configuration.concurrency * perStart
    let waiting = configuration.concurrency * (configuration.reuse > 1 ? 3 : 1) * providers * perWorker
    // Listening, timers, logs, roots; folders on the way to documents; and what no process is started without.
    return 64 + working + waiting
  }
}
