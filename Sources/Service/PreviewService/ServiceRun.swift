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

  /// Serves until SIGTERM or SIGINT, then gives running requests `drainSeconds` to end. A second signal ends the
  /// process at once. Blocks the thread.
  ///
  /// - Throws: as `makeServer` and `PreviewServer.run`.
  package static func untilSignal(
    drainSeconds: Double, _ makeServer: @escaping @Sendable () async throws -> PreviewServer,
    onListening: @escaping @Sendable ([ListenAddress]) -> Void
  ) throws -> End {
    DescriptorLimit.raise()
    // A client that closes its connection must not end the process.
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
          // Work that ignores its cancellation ends with the process. So do the launchers, and workers end with them.
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

/// Writes lines to standard error, each with one call so that lines of several threads do not mix.
package enum ServiceLog {
  package static func write(_ line: String) {
    var text = "previewd: "
    for scalar in line.unicodeScalars {
      text.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? "?" : scalar)
    }
    text += "\n"
    text.withUTF8 { bytes in
      // There is no other place for a line that cannot be written.
      _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
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
