internal import ProviderHost
internal import ProviderProtocol

/// Many orders in one process: nothing may grow, and the same question has the same answer.
struct EnduranceChecks {
  var target: CheckTarget
  var session: CheckSession
  var orders: Int

  func check(_ run: CheckRun) async {
    guard let sample = target.leaders.first, let capability = target.provider.capabilities.first, orders >= 10 else {
      return
    }
    let order = CheckOrder(
      place: .copy(of: sample.path), name: sample.name, contentType: sample.contentType, capability: capability)
    let fresh = session.fresh()
    let name = "\(orders) orders in one process"
    let start = ContinuousClock.now
    var first: (memory: Int, descriptors: Int)?
    var last: (memory: Int, descriptors: Int)?
    var replies: (first: CheckedReply, last: CheckedReply)?
    for number in 1...orders {
      switch await fresh.ask(order) {
      case .made(let reply): replies = (replies?.first ?? reply, reply)
      case .refused(let error), .fault(let error):
        await fresh.end()
        return await run.add(
          CheckResult(name, .failed, "order \(number): \(error)", advice: CheckAdvice.text(for: error)))
      }
      if number == orders / 5 { first = try? await fresh.worker().holdings() }
    }
    last = try? await fresh.worker().holdings()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    await fresh.end()
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

  private func growth(
    _ name: String, _ first: (memory: Int, descriptors: Int)?, _ last: (memory: Int, descriptors: Int)?,
    _ seconds: Double
  ) -> CheckResult {
    guard let first, let last else { return CheckResult(name, .failed, "the process has gone in between") }
    let words =
      "\(CheckWords.seconds(seconds / Double(orders))) each, \(CheckWords.mebibytes(first.memory)) after a fifth, "
      + "\(CheckWords.mebibytes(last.memory)) at the end, \(last.descriptors - first.descriptors) more descriptors"
    // Allocators keep some of what was freed.
    if last.memory - first.memory > max(16 << 20, first.memory / 2) {
      return CheckResult(name, .failed, words, advice: "memory grows with each order: free what belongs to one")
    }
    if last.descriptors - first.descriptors > 8 {
      return CheckResult(name, .failed, words, advice: "close files and end programs before the reply")
    }
    return CheckResult(name, .passed, words)
  }
}
