internal import ByteStreams
internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import UnixSignals

/// Runs the service as a process that ends at a signal.
package enum ServiceRun {
  /// How a process ended.
  package enum End: Sendable {
    /// Every answer was given.
    case drained
    /// Time was up, and some answers were not given.
    case cutOff
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
  /// calls `PreviewServer.reload`. Blocks the thread.
  ///
  /// - Throws: as `makeServer` and `PreviewServer.run`.
  package static func untilSignal(
    drainDelay: Double, drainSeconds: Double, _ makeServer: @escaping @Sendable () async throws -> PreviewServer,
    onListening: @escaping @Sendable ([ListenAddress]) -> Void
  ) throws -> End {
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
      return try await run(server, drainDelay: drainDelay, drainSeconds: drainSeconds, onListening: onListening)
    }.wait()
  }

  private static func run(
    _ server: PreviewServer, drainDelay: Double, drainSeconds: Double,
    onListening: @escaping @Sendable ([ListenAddress]) -> Void
  ) async throws -> End {
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    let serving = Task { try await server.run(onListening: onListening) }
    let watch = Task {
      var count = 0
      for await signal in signals {
        count += 1
        if count > 1 {
          server.cleanUp()
          _exit(128 + (signal == .sigint ? SIGINT : SIGTERM))
        }
        Task {
          server.announceEnd()
          try? await Task.sleep(for: .seconds(drainDelay))
          Task { await server.stop() }
          try? await Task.sleep(for: .seconds(drainSeconds))
          if Task.isCancelled { return }
          serving.cancel()
          // Work that ignores its cancellation ends with the process, and so do the launchers. Workers end with their
          // launchers.
          try? await Task.sleep(for: .seconds(3))
          server.cleanUp()
          _exit(1)
        }
      }
    }
    defer { watch.cancel() }
    do {
      try await serving.value
    } catch is CancellationError {
      return .cutOff
    }
    return serving.isCancelled ? .cutOff : .drained
  }
}

/// The environment variables that the process was started with.
package enum ProcessEnvironment {
  package static var variables: [String: String] {
    var variables: [String: String] = [:]
    for entry in ((try? SecretFile.bytes("/proc/self/environ")) ?? []).split(separator: 0) {
      let text = String(decoding: entry, as: UTF8.self)
      guard let equals = text.firstIndex(of: "=") else { continue }
      variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    return variables
  }
}
