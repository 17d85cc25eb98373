internal import Glibc
internal import Hummingbird
internal import HummingbirdCore
package import ImageModel
internal import Logging
internal import NIOCore
internal import ProviderHost
internal import ServiceLifecycle
internal import Synchronization

/// The service: listens, answers, and ends in order.
package final class PreviewServer: Sendable {
  private let state: ServiceState
  private let group = Mutex<ServiceGroup?>(nil)
  private let sockets: [SocketFile]
  /// Whether the files of sockets are ours, and not those of a process that listens there already.
  private let ownsSockets = Atomic(false)

  /// - Throws: `io`, `usage`, for roots, spool and sockets that cannot be had.
  package init(
    configuration: ServiceConfiguration, service: any RenderService, log: @escaping @Sendable (String) -> Void
  ) throws(ImageError) {
    try configuration.check()
    state = ServiceState(
      configuration: configuration, service: service, roots: try ServedRoots(configuration.roots),
      spool: try SpoolFolder(in: configuration.spoolFolder, capacity: configuration.spoolLimit), log: log)
    sockets = configuration.addresses.compactMap {
      if case .unix(let path) = $0 { SocketFile(path: path) } else { nil }
    }
  }

  /// Serves until `stop` was called and every answer was given, or the task is cancelled.
  ///
  /// - Parameter onListening: is called once with the addresses, ports filled in; the one for health last.
  /// - Throws: `io` when an address cannot be had; what the start of the render service throws.
  package func run(onListening: @escaping @Sendable ([ListenAddress]) -> Void = { _ in }) async throws {
    let configuration = state.configuration
    defer { cleanUp() }
    for socket in sockets { try socket.prepare() }
    // Sockets are made with these rights; there is no moment in which others could connect.
    let mask = sockets.isEmpty ? nil : umask(0o077)
    let addresses = configuration.addresses + (configuration.healthAddress.map { [$0] } ?? [])
    let bound = BoundAddresses(count: addresses.count) { [sockets] addresses in
      for socket in sockets { socket.protect() }
      if let mask { umask(mask) }
      onListening(addresses)
    }
    var logger = Logger(label: "previewd") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .critical
    var services: [any Service] = [RenderLifecycle(state: state)]
    for (index, address) in addresses.enumerated().reversed() {
      let isHealth = index >= configuration.addresses.count
      let responder = ServiceResponder(
        state: state, table: RouteTable(routes: isHealth ? Route.health : Route.interface))
      services.append(
        application(responder, address, logger) { channel in
          if case .unix = address { self.ownsSockets.store(true, ordering: .releasing) }
          bound.add(channel, at: index, address)
        })
    }
    // They are ended from the last to the first: who serves documents before who tells how it goes.
    let group = ServiceGroup(configuration: .init(services: services, logger: logger))
    self.group.withLock { $0 = group }
    do {
      try await group.run()
    } catch let error as IOError {
      throw ImageError(.io, "cannot listen: \(String(cString: strerror(error.errnoCode)))")
    }
  }

  /// Takes no more connections, answers what was asked, and lets `run` return.
  package func stop() async {
    state.drain()
    await group.withLock { $0 }?.triggerGracefulShutdown()
  }

  /// Removes what would be left behind; for an end that does not wait, too.
  package func cleanUp() {
    if ownsSockets.load(ordering: .acquiring) { for socket in sockets { socket.remove() } }
    state.spool.remove()
  }

  /// Bodies that are kept now.
  package var spooledFiles: Int { state.spool.count }

  /// Requests that wait for a rendering now.
  package var waiting: Int { get async { await state.renderings.waiting } }

  private func application(
    _ responder: ServiceResponder, _ address: ListenAddress, _ logger: Logger,
    onRunning: @escaping @Sendable (any Channel) async -> Void
  ) -> some Service {
    let (times, registry, metrics) = (state.times, state.registry, state.metrics)
    let onRefusal: @Sendable (ServiceProblem) -> Void = { metrics.refused($0.status, code: $0.code) }
    let bind: BindAddress =
      switch address {
      case .tcp(let host, let port): .hostname(host, port: port)
      case .unix(let path): .unixDomainSocket(path: path)
      }
    let channel = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionGuard(times: times, registry: registry, onRefusal: onRefusal)],
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
    return Application(
      responder: responder, server: .http1(configuration: channel),
      configuration: ApplicationConfiguration(
        address: bind, serverName: nil, backlog: 512,
        availableConnectionsDelegate: MaximumAvailableConnections(state.configuration.connections)),
      onServerRunning: onRunning, logger: logger)
  }
}

/// Starts the render service before the first request, and ends it behind the last one.
private struct RenderLifecycle: Service {
  let state: ServiceState

  func run() async throws {
    try await state.service.start()
    try? await gracefulShutdown()
    await state.service.shutdown(graceSeconds: 1)
  }
}

/// Collects the addresses that servers got.
private final class BoundAddresses: Sendable {
  private let addresses: Mutex<[Int: ListenAddress]> = Mutex([:])
  private let count: Int
  private let onComplete: @Sendable ([ListenAddress]) -> Void

  init(count: Int, onComplete: @escaping @Sendable ([ListenAddress]) -> Void) {
    self.count = count
    self.onComplete = onComplete
  }

  func add(_ channel: any Channel, at index: Int, _ wanted: ListenAddress) {
    var address = wanted
    if case .tcp(let host, _) = wanted, let port = channel.localAddress?.port { address = .tcp(host: host, port: port) }
    let complete: [ListenAddress]? = addresses.withLock { addresses in
      addresses[index] = address
      return addresses.count == count ? addresses.sorted { $0.key < $1.key }.map(\.value) : nil
    }
    if let complete { onComplete(complete) }
  }
}
