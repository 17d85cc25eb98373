internal import ProviderHost
internal import ProviderProtocol

/// Starts the provider and checks its hello.
struct GreetingChecks {
  var session: CheckSession

  /// - Returns: whether requests can be sent to the provider.
  func check(_ run: CheckRun) async -> Bool {
    let client: ProviderClient
    do throws(ProviderError) {
      client = try session.makeClient()
    } catch {
      await run.add(CheckResult("hello", .failed, error.message))
      return false
    }
    let start = ContinuousClock.now
    do throws(ProviderError) {
      let hello = try await client.start()
      await run.add(result(hello, seconds: (ContinuousClock.now - start) / .seconds(1)))
    } catch {
      await session.discard(client)
      await run.add(CheckResult("hello", .failed, error.message, advice: advice(error)))
      return false
    }
    // A provider that writes without being asked most likely does so now.
    try? await Task.sleep(for: .milliseconds(100))
    if let error = await client.failure {
      await session.discard(client)
      await run.add(
        CheckResult(
          "silence", .failed, error.message,
          advice: "write nothing to standard output that was not asked for; logs go to standard error"))
      return false
    }
    await client.kill()
    return true
  }

  private func advice(_ error: ProviderError) -> String {
    let command = session.provider.command.joined(separator: " ")
    return error.code == .timeout
      ? "answer the host's first line at once, and flush standard output"
      : "run '\(command)' by hand and type a line; standard output is for messages only, "
        + "and the first is hello with one of the manifest's protocols"
  }

  private func result(_ hello: ProviderMessage.Hello, seconds: Double) -> CheckResult {
    let provider = session.provider
    let missing = provider.capabilities.filter { !hello.capabilities.contains($0) }.map(\.rawValue)
    guard missing.isEmpty else {
      return CheckResult(
        "hello", .failed, "the manifest promises \(missing.joined(separator: ", ")), hello does not",
        advice: "name the same capabilities in both")
    }
    guard hello.provider == provider.id, hello.version == provider.version else {
      return CheckResult(
        "hello", .warning,
        "hello names \(hello.provider) \(hello.version), the manifest \(provider.id) \(provider.version)",
        advice: "use the same id and version in both")
    }
    return CheckResult("hello", .passed, "protocol \(hello.protocol) after \(CheckDescriptions.seconds(seconds))")
  }
}
