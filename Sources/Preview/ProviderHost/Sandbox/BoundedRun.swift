internal import ProviderProtocol
internal import Subprocess
internal import SystemPackage

/// Runs a command to its end, within a time: for probing, not for workers.
struct BoundedRun {
  /// How a command ended.
  struct End: Sendable {
    var output: String
    var errors: String
    /// The exit status, or 128 plus the signal.
    var status: Int
  }

  var command: SandboxCommand
  var limit: Duration

  func run() async throws(ProviderError) -> End {
    let result: Result<End, ProviderError> = await withTaskGroup(of: Result<End, ProviderError>?.self) { group in
      group.addTask { await end() }
      group.addTask {
        try? await Task.sleep(for: limit)
        return nil
      }
      let first = await group.next() ?? nil
      // What still runs is ended by its launcher, which is asked to by this.
      group.cancelAll()
      return first ?? .failure(ProviderError(.timeout, "no end within \(limit)"))
    }
    return try result.get()
  }

  private func end() async -> Result<End, ProviderError> {
    var options = PlatformOptions()
    options.teardownSequence = [.send(signal: .terminate, allowedDurationToNextStep: .seconds(6))]
    var environment: [Environment.Key: String] = [:]
    for (name, value) in command.environment {
      if let key = Environment.Key(rawValue: name) { environment[key] = value }
    }
    let room = DescriptorRoom.ofProcess
    guard let place = await room.enter() else {
      return .failure(ProviderError(.sandboxUnavailable, DescriptorRoom.shortage))
    }
    defer { Task { await room.leave(place) } }
    do {
      let result = try await Subprocess.run(
        .path(FilePath(command.executable)), arguments: Arguments(command.arguments), environment: .custom(environment),
        platformOptions: options, input: .none, output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
      let status =
        switch result.terminationStatus {
        case .exited(let code): Int(code)
        case .signaled(let signal): 128 + Int(signal)
        }
      return .success(End(output: result.standardOutput, errors: result.standardError, status: status))
    } catch {
      return .failure(ProviderError(.sandboxUnavailable, "the launcher cannot be started"))
    }
  }
}
