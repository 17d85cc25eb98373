internal import ProviderHost
internal import ProviderProtocol

/// The first words.
struct GreetingChecks {
  var session: CheckSession

  /// - Returns: whether the provider can be given orders.
  func check(_ run: CheckRun) async -> Bool {
    let provider = session.provider
    let talk: CheckTalk
    do throws(ProviderError) {
      talk = try session.newTalk()
    } catch {
      await run.add(CheckResult("hello", .failed, error.message))
      return false
    }
    await talk.start()
    talk.say(Greeting.line(for: provider))
    let (result, isGreeted) = verdict(await talk.hello())
    if !isGreeted { await talk.fail() }
    await run.add(result)
    // What says more than it was asked does so now.
    if isGreeted, let error = await talk.chatter(within: 0.1) {
      await talk.fail()
      await run.add(
        CheckResult(
          "silence", .failed, error.message,
          advice: "say nothing on standard output that was not asked for; errors are for logs"
        ))
      return false
    }
    await talk.kill()
    return isGreeted
  }

  private func verdict(
    _ greeting: Result<(hello: ProviderMessage.Hello, seconds: Double), ProviderError>
  ) -> (CheckResult, Bool) {
    let provider = session.provider
    switch greeting {
    case .failure(let error):
      let advice =
        error.code == .timeout
        ? "answer the host's first line at once, and flush standard output"
        : "run '\(provider.command.joined(separator: " "))' by hand and give it a line; standard output is for messages only"
      return (CheckResult("hello", .failed, error.message, advice: advice), false)
    case .success(let (hello, seconds)):
      let known = provider.protocols.filter(WireLimits.protocols.contains)
      guard known.contains(hello.protocol) else {
        return (
          CheckResult(
            "hello", .failed, "answered with protocol \(hello.protocol); \(known) were offered",
            advice: "answer one of the numbers in 'protocols'"), false
        )
      }
      let missing = provider.capabilities.filter { !hello.capabilities.contains($0) }.map(\.rawValue)
      guard missing.isEmpty else {
        return (
          CheckResult(
            "hello", .failed, "the manifest promises \(missing.joined(separator: ", ")), hello does not",
            advice: "name the same capabilities in both"), true
        )
      }
      guard hello.provider == provider.id, hello.version == provider.version else {
        return (
          CheckResult(
            "hello", .warning,
            "it calls itself \(hello.provider) \(hello.version), its manifest \(provider.id) \(provider.version)",
            advice: "use the same id and version in both"), true
        )
      }
      return (
        CheckResult("hello", .passed, "protocol \(hello.protocol) after \(CheckWords.seconds(seconds))"), true
      )
    }
  }
}
