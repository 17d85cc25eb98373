internal import ByteStreams
internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import UnixSignals

/// Runs the service as a process does: until a signal ends it.
package enum ServiceRun {
  /// How a process ended.
  package enum End: Sendable {
    /// Every answer was given.
    case drained
    /// Time was up, and some answers were not given.
    case cutOff
  }

  /// Serves until SIGTERM or SIGINT, then ends in order within the configured time; a second signal ends the process at
  /// once. Blocks the thread.
  ///
  /// - Throws: as `makeServer` and `PreviewServer.run`.
  package static func untilSignal(
    drainSeconds: Double, _ makeServer: @escaping @Sendable () async throws -> PreviewServer,
    onListening: @escaping @Sendable ([ListenAddress]) -> Void
  ) throws -> End {
    DescriptorLimit.raise()
    // A client that goes must not end the process.
    signal(SIGPIPE, SIG_IGN)
    return try MultiThreadedEventLoopGroup.singleton.any().makeFutureWithTask {
      try await run(makeServer(), drainSeconds: drainSeconds, onListening: onListening)
    }.wait()
  }

  private static func run(
    _ server: PreviewServer, drainSeconds: Double, onListening: @escaping @Sendable ([ListenAddress]) -> Void
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
          try? await Task.sleep(for: .seconds(drainSeconds))
          if Task.isCancelled { return }
          serving.cancel()
          // What does not even end when it is cancelled is left to the system, and to the launchers, which end with us.
          try? await Task.sleep(for: .seconds(3))
          server.cleanUp()
          _exit(1)
        }
        Task { await server.stop() }
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
