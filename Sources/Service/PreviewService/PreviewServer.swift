internal import ByteStreams
internal import Glibc
internal import Hummingbird
internal import HummingbirdCore
package import ImageModel
internal import Logging
internal import NIOCore
package import ProviderHost
internal import ProviderProtocol
internal import ServiceLifecycle
internal import Synchronization

/// The HTTP service over a host. It listens, answers, and finishes open requests before it stops.
package final class PreviewServer: Sendable {
  private let state: ServiceState
  private let group = Mutex<ServiceGroup?>(nil)
  private let sockets: [SocketFile]
  /// Reads the folders of providers; nil where a reload does not read them.
  private let readProviders: ProviderCatalog.Reader?
  /// Whether the socket files belong to this process, and not to another process that listens there already.
  private let ownsSockets = Atomic(false)

  /// - Parameter readProviders: reads the installed providers at a reload; nil to keep the first ones.
  /// - Throws: `io`, `usage`, for roots, folders and sockets that cannot be used.
  package init(
    configuration: ServiceConfiguration, host: PreviewHost, log: ServiceLog,
    readProviders: ProviderCatalog.Reader? = nil
  ) throws(ImageError) {
    try Self.checkProviderFolders(configuration)
    self.readProviders = readProviders
    state = ServiceState(
      configuration: configuration, host: host, roots: try ServedRoots(configuration.roots),
      bodies: try BodyFolder(in: configuration.bodyFolder, capacity: configuration.spoolLimit),
      sources: try configuration.sources(version: host.configuration.version),
      browser: configuration.browses ? try Browser(configuration) : nil,
      results: try configuration.resultFolder(log), log: log)
    sockets = configuration.addresses.compactMap {
      if case .unix(let path) = $0 { SocketFile(path: path) } else { nil }
    }
  }

  /// Checks what a configuration names: the roots, the folders for bodies and answers, and the folders of providers.
  /// Also checks that the process may open enough files. Nothing is made or changed.
  ///
  /// - Throws: `io`, `usage`, as `init` and `run` would.
  package static func check(_ configuration: ServiceConfiguration) throws(ImageError) {
    DescriptorLimit.raise()
    try checkProviderFolders(configuration)
    _ = try ServedRoots(configuration.roots)
    try BodyFolder.check(in: configuration.bodyFolder)
    _ = try configuration.sources(version: "")
    if configuration.browses { _ = try Browser(configuration) }
    try configuration.checkResultFolder()
    _ = try ConnectionBudget(configuration, providers: 0, available: DescriptorLimit.available)
  }

  private static func checkProviderFolders(_ configuration: ServiceConfiguration) throws(ImageError) {
    for folder in configuration.providerFolders {
      guard let status = SystemCall.status(of: folder) else { throw SystemCall.error("open", path: folder) }
      guard status.isDirectory else { throw ImageError(.usage, "this is not a folder of providers", path: folder) }
    }
  }

  /// Serves until `stop` was called and every answer was given, or the task is cancelled.
  ///
  /// - Parameter onListening: is called once with the addresses, ports filled in; the one for health last.
  /// - Throws: `io` where an address cannot be used; what the host's `start` throws.
  package func run(onListening: @escaping @Sendable ([ListenAddress]) -> Void = { _ in }) async throws {
    let configuration = state.configuration
    defer { cleanUp() }
    let budget = try connectionBudget()
    for socket in sockets { try socket.prepare() }
    // Sockets are made with these rights, so at no moment could other users connect.
    let mask = sockets.isEmpty ? nil : umask(0o077)
    let addresses = configuration.addresses + (configuration.healthAddress.map { [$0] } ?? [])
    let bound = BoundAddresses(count: addresses.count) { [sockets] addresses in
      for socket in sockets { socket.protect() }
      if let mask { umask(mask) }
      onListening(addresses)
    }
    var logger = Logger(label: "previewd") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .critical
    var services: [any Service] = [HostLifecycle(host: state.host)]
    for (index, address) in addresses.enumerated().reversed() {
      let isHealth = index >= configuration.addresses.count
      let all = isHealth ? budget.health : budget.perAddress
      // All clients of a Unix socket count as one.
      let hasShares = if case .tcp = address { !isHealth } else { false }
      let limits = ConnectionLimits(listener: index, all: all, client: hasShares ? budget.perClient : all)
      services.append(
        application(isHealth ? Route.operations : Route.interface, address, limits, logger) { channel in
          if case .unix = address { self.ownsSockets.store(true, ordering: .releasing) }
          bound.add(channel, at: index, address)
        })
    }
    // They stop from the last to the first, so the addresses for documents stop before the address for health.
    let group = ServiceGroup(configuration: .init(services: services, logger: logger))
    self.group.withLock { $0 = group }
    try await group.run()
  }

  /// The configured number of connections, or fewer where there are not enough descriptors.
  private func connectionBudget() throws(ImageError) -> ConnectionBudget {
    let configuration = state.configuration
    let providers = state.host.catalog.providers.filter { $0.level > 0 }.count
    let budget = try ConnectionBudget(configuration, providers: providers, available: DescriptorLimit.available)
    if budget.perAddress < configuration.connections {
      state.log.write(
        "too few files can be open at a time (ulimit -n) for \(configuration.connections) connections: there are "
          + "\(budget.perAddress)")
    }
    return budget
  }

  /// Reads tokens and keys again, then providers. Running requests keep what they started with. If a file of tokens or
  /// keys is invalid, neither changes, and if the providers cannot be read, they stay; the log names the file. Neither
  /// prevents the other from being replaced: a token that was removed must not depend on a provider.
  package func reload() async {
    guard !state.isEnding else { return state.log.write("not reloaded: the service is ending") }
    do throws(ImageError) {
      let configuration = try state.configuration.withNewSecrets()
      state.reloadSecrets(configuration)
      state.log.write("reloaded: tokens \(configuration.tokens.count), keys \(configuration.keys.count)")
    } catch {
      state.log.write("not reloaded, tokens and keys stay as they were: \(error)")
    }
    do {
      try await reloadProviders()
      state.log.write("reloaded: providers \(state.host.catalog.providers.count)")
    } catch {
      state.log.write("not reloaded, providers stay as they were: \(error)")
    }
  }

  private func reloadProviders() async throws {
    try Self.checkProviderFolders(state.configuration)
    guard let catalog = try readProviders?() else { return }
    let loss = catalog.loss(since: state.host.catalog)
    for problem in catalog.problems where problem != loss { state.log.write(problem.line) }
    if let loss { throw ImageError(.io, loss.reason, path: loss.path) }
    // Providers are exchanged before the entity tags: a new tag must not name a picture of an old provider.
    await state.host.exchange(catalog)
    state.reloadProviders()
  }

  /// Makes `/readyz` answer that the service is about to stop.
  package func announceEnd() { state.announceEnd() }

  /// Accepts no more connections, answers the open requests, and lets `run` return.
  package func stop() async {
    state.drain()
    await group.withLock { $0 }?.triggerGracefulShutdown()
  }

  /// Removes the service's files. Needed when the process stops without waiting for `run`.
  package func cleanUp() {
    if ownsSockets.load(ordering: .acquiring) { for socket in sockets { socket.remove() } }
    state.bodies.remove()
  }

  private func application(
    _ routes: [Route], _ address: ListenAddress, _ limits: ConnectionLimits, _ logger: Logger,
    onRunning: @escaping @Sendable (any Channel) async -> Void
  ) -> some Service {
    let (registry, metrics, records) = (state.connections, state.metrics, state.records)
    let proxies = state.configuration.trustedProxies
    // Health and metrics are asked for every few seconds.
    let isLogged = state.configuration.logsRequests && routes.contains(where: \.isProtected)
    let log = isLogged ? state.log : nil
    let times = ConnectionTimes(state.configuration)
    let onRefusal: @Sendable (ServiceProblem) -> Void = { metrics.refused($0) }
    let bind: BindAddress =
      switch address {
      case .tcp(let host, let port): .hostname(host, port: port)
      case .unix(let path): .unixDomainSocket(path: path)
      }
    let channel = HTTP1Channel.Configuration(
      additionalChannelHandlers: [
        RequestObserver(records, proxies: proxies, log: log),
        ConnectionGuard(times: times, registry: registry, limits: limits, proxies: proxies, onRefusal: onRefusal),
      ],
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
    let application = Application(
      router: Route.router(routes, state), server: .http1(configuration: channel),
      configuration: ApplicationConfiguration(
        address: bind, serverName: nil, backlog: 512,
        availableConnectionsDelegate: MaximumAvailableConnections(limits.all)),
      onServerRunning: onRunning, logger: logger)
    return Listener(application: application, address: address)
  }
}

/// Serves at one address. Adds the address to the error where it cannot be used.
private struct Listener<Application: Service>: Service {
  let application: Application
  let address: ListenAddress

  func run() async throws {
    do {
      try await application.run()
    } catch let error as IOError {
      throw ImageError(.io, "cannot listen at \(address): \(SystemCall.message(error.errnoCode))")
    }
  }
}

/// Starts the host before the first request, and stops it after the last one.
private struct HostLifecycle: Service {
  let host: PreviewHost

  func run() async throws {
    await host.start()
    try? await gracefulShutdown()
    await host.shutdown(graceSeconds: 1)
  }
}

/// Collects the addresses that the servers are bound to.
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
