internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol

/// Checks what the provider does when the host cancels a request, and when the host ends.
struct EndingChecks {
  var target: CheckTarget
  var session: CheckSession

  func check(_ run: CheckRun) async {
    guard let request = target.firstRequest else { return }
    await run.add(await cancellation(request))
    await run.add(await ending("shutdown", request, sendsShutdown: true, isBusy: false))
    await run.add(await ending("end of input", request, sendsShutdown: false, isBusy: false))
    await run.add(await ending("end of input during a request", request, sendsShutdown: false, isBusy: true))
  }

  private func cancellation(_ request: CheckRequest) async -> CheckResult {
    let session = session.another()
    var large = request
    large.maximumSize = .init(width: 2_048, height: 2_048)
    let cancelSeconds = session.policy.cancelSeconds
    do throws(ProviderError) {
      let client = try await session.worker()
      _ = try await session.send(large, to: client)
      await client.cancel()
      let start = ContinuousClock.now
      _ = await session.answer(of: client, within: cancelSeconds)
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      if let error = await client.failure {
        await session.discard(client)
        return error.code == .timeout
          ? CheckResult(
            "cancel", .warning,
            "no answer \(CheckDescriptions.seconds(cancelSeconds)) after a cancellation: hosts then end the process",
            advice: "read standard input while you work, and answer the request with the code cancelled")
          : CheckResult(
            "cancel", .failed, "\(error)",
            advice: "answer a cancelled request once, and do not answer it again if it was answered before")
      }
      // The request was answered. The provider must ignore another cancellation of it.
      await client.cancel()
      let next = await session.ask(request)
      await session.end()
      switch next {
      case .made:
        return CheckResult(
          "cancel", .passed, "answered after \(CheckDescriptions.seconds(seconds)), and answered the next request")
      case .refused(let error), .fault(let error):
        return CheckResult(
          "cancel", .failed, "the request after a cancellation: \(error)",
          advice: "ignore cancellations of requests that were answered")
      }
    } catch {
      await session.end()
      return CheckResult("cancel", .failed, "\(error)")
    }
  }

  private func ending(
    _ name: String, _ request: CheckRequest, sendsShutdown: Bool, isBusy: Bool
  ) async -> CheckResult {
    let session = session.another()
    do throws(ProviderError) {
      let client = try await session.worker()
      if isBusy { _ = try await session.send(request, to: client) }
      let start = ContinuousClock.now
      let end = await client.leave(sendsShutdown: sendsShutdown)
      let seconds = CheckDescriptions.seconds((ContinuousClock.now - start) / .seconds(1))
      await session.end()
      guard let end else {
        return CheckResult(
          name, isBusy ? .warning : .failed, "still running after a second, and had to be killed",
          advice: "exit when standard input ends")
      }
      if case .exited(0) = end.cause { return CheckResult(name, .passed, "ended after \(seconds)") }
      return CheckResult(
        name, .warning, "ended after \(seconds): \(end.error(client.provider.limits).message)",
        advice: "exit with status 0")
    } catch {
      await session.end()
      return CheckResult(name, .failed, "\(error)")
    }
  }
}
