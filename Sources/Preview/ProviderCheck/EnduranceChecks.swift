internal import ProviderHost
internal import ProviderProtocol

/// Sends the same request to one process many times. Its memory and descriptors must not grow, and the answers should
/// be equal.
struct EnduranceChecks {
  var target: CheckTarget
  var session: CheckSession
  var requests: Int

  func check(_ run: CheckRun) async {
    guard let request = target.firstRequest, requests >= 10 else { return }
    let session = session.another()
    let name = "\(requests) requests to one process"
    let start = ContinuousClock.now
    var first: (memory: Int, descriptors: Int)?
    var last: (memory: Int, descriptors: Int)?
    var replies: (first: CheckedReply, last: CheckedReply)?
    for number in 1...requests {
      switch await session.ask(request) {
      case .made(let reply): replies = (replies?.first ?? reply, reply)
      case .refused(let error), .fault(let error):
        await session.end()
        return await run.add(
          CheckResult(name, .failed, "request \(number): \(error)", advice: CheckAdvice.text(for: error)))
      }
      if number == requests / 5 { first = await usage(session) }
    }
    last = await usage(session)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    await session.end()
    await run.add(growth(name, first, last, seconds))
    if let replies {
      let isSame =
        replies.first.bytes == replies.last.bytes && replies.first.reply.content == replies.last.reply.content
      await run.add(
        isSame
          ? CheckResult("same answer", .passed, "the first and the last of them are the same")
          : CheckResult(
            "same answer", .warning, "the first and the last of them differ",
            advice: "times and random numbers in answers keep caches from working"))
    }
  }

  /// The resident bytes and open descriptors of the worker and its descendants; nil where the worker has ended.
  private func usage(_ session: CheckSession) async -> (memory: Int, descriptors: Int)? {
    guard let root = try? await session.worker().processIdentifier else { return nil }
    return (ProcessTree.residentBytes(root: root), ProcessTree.openDescriptors(root: root))
  }

  private func growth(
    _ name: String, _ first: (memory: Int, descriptors: Int)?, _ last: (memory: Int, descriptors: Int)?,
    _ seconds: Double
  ) -> CheckResult {
    guard let first, let last else { return CheckResult(name, .failed, "the process ended") }
    let seen =
      "\(CheckDescriptions.seconds(seconds / Double(requests))) each, "
      + "\(CheckDescriptions.mebibytes(first.memory)) after a fifth, "
      + "\(CheckDescriptions.mebibytes(last.memory)) at the end, "
      + "\(last.descriptors - first.descriptors) more descriptors"
    // Allocators keep some freed memory.
    if last.memory - first.memory > max(16 << 20, first.memory / 2) {
      return CheckResult(name, .failed, seen, advice: "memory grows with each request: free what belongs to one")
    }
    if last.descriptors - first.descriptors > 8 {
      return CheckResult(name, .failed, seen, advice: "close files and end programs before the reply")
    }
    return CheckResult(name, .passed, seen)
  }
}
