internal import ByteStreams
internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import UnixSignals

/// Runs the service as a process that ends at a signal.
package enum ServiceRun {
  /// How a process ended, and its status.
  package enum End: Int32, Sendable {
    /// Every answer was given.
    case drained = 0
    /// Time was up, and some answers were not given.
    case cutOff = 1
  }

  /// Makes SIGHUP wait until `untilSignal` takes it. Call it first, on the main thread.
  package static func holdReloads() { mask(SIG_BLOCK) }

  private static func mask(_ how: Int32) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGHUP)
    pthread_sigmask(how, &set, nil)
  }

  /// Serves until SIGTERM or SIGINT. Then `/readyz` fails at once, and after `drainDelay` seconds the service takes no
  /// more connections. Running requests have `drainSeconds` to finish. A second signal ends the process at once. SIGHUP
  /// calls `PreviewServer.reload`. Blocks the thread. The log has a line for each of these steps, and is written when
  /// the function returns.
  ///
  /// - Throws: as `makeServer` and `PreviewServer.run`.
  package static func untilSignal(
    drainDelay: Double, drainSeconds: Double, log: ServiceLog,
    _ makeServer: @escaping @Sendable () async throws -> PreviewServer
  ) throws -> End {
    defer { log.finish() }
    DescriptorLimit.raise()
    // A client that closes its connection must not end the process.
    signal(SIGPIPE, SIG_IGN)
    let loop = MultiThreadedEventLoopGroup.singleton.any()
    let reloads = try loop.makeFutureWithTask { await UnixSignalsSequence(trapping: .sighup) }.wait()
    mask(SIG_UNBLOCK)
    return try loop.makeFutureWithTask {
      let server = try await makeServer()
      let reloading = Task { for await _ in reloads { await server.reload() } }
      defer { reloading.cancel() }
      return try await run(server, drainDelay: drainDelay, drainSeconds: drainSeconds, log: log)
    }.wait()
  }

  private static func run(
    _ server: PreviewServer, drainDelay: Double, drainSeconds: Double, log: ServiceLog
  ) async throws -> End {
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    let serving = Task {
      try await server.run { addresses in for address in addresses { log.write("listening at \(address)") } }
    }
    let watch = Task {
      var count = 0
      for await signal in signals {
        count += 1
        let name = signal == .sigint ? "SIGINT" : "SIGTERM"
        if count > 1 {
          log.write("\(name) again: requests are cut off")
          quit(server, status: 128 + (signal == .sigint ? SIGINT : SIGTERM), log)
        }
        server.announceEnd()
        log.write("\(name): not ready\(drainDelay > 0 ? ", draining begins in \(text(drainDelay)) s" : "")")
        Task {
          try? await Task.sleep(for: .seconds(drainDelay))
          log.write("draining: no new connections, open requests have \(text(drainSeconds)) s")
          Task { await server.stop() }
          try? await Task.sleep(for: .seconds(drainSeconds))
          if Task.isCancelled { return }
          log.write("drained: the time is over, open requests are cut off")
          serving.cancel()
          // Work that ignores its cancellation ends with the process, and so do the launchers. Workers end with their
          // launchers.
          try? await Task.sleep(for: .seconds(3))
          quit(server, status: End.cutOff.rawValue, log)
        }
      }
    }
    defer { watch.cancel() }
    var end = End.drained
    do { try await serving.value } catch is CancellationError { end = .cutOff }
    if serving.isCancelled { end = .cutOff }
    if end == .drained { log.write("drained: all requests were answered") }
    log.write("ended: status \(end.rawValue)")
    return end
  }

  /// Ends the process at once.
  private static func quit(_ server: PreviewServer, status: Int32, _ log: ServiceLog) -> Never {
    server.cleanUp()
    log.write("ended: status \(status)")
    log.finish()
    _exit(status)
  }

  private static func text(_ seconds: Double) -> String { Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)" }
}

/// The environment variables that the process was started with.
package enum ProcessEnvironment {
  package static var variables: [String: String] {
    var variables: [String: String] = [:]
    for entry in ((try? SmallFile.bytes("/proc/self/environ")) ?? []).split(separator: 0) {
      let text = String(decoding: entry, as: UTF8.self)
      guard let equals = text.firstIndex(of: "=") else { continue }
      variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    return variables
  }
}
