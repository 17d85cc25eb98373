internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol

/// Hosts that give up, and hosts that go.
struct EndingChecks {
  var target: CheckTarget
  var session: CheckSession

  private var order: CheckOrder? {
    guard let sample = target.leaders.first, let capability = target.provider.capabilities.first else { return nil }
    return CheckOrder(
      place: .copy(of: sample.path), name: sample.name, contentType: sample.contentType, capability: capability)
  }

  func check(_ run: CheckRun) async {
    guard let order else { return }
    await run.add(await cancellation(order))
    await run.add(await departure("shutdown", order, goodbye: true, isBusy: false))
    await run.add(await departure("end of input", order, goodbye: false, isBusy: false))
    await run.add(await departure("end of input at work", order, goodbye: false, isBusy: true))
  }

  private func cancellation(_ order: CheckOrder) async -> CheckResult {
    let fresh = session.fresh()
    var large = order
    large.maximumSize = .init(width: 2_048, height: 2_048)
    let patience = session.policy.cancelSeconds
    do throws(ProviderError) {
      let talk = try await fresh.worker()
      _ = try await fresh.give(large, to: talk)
      talk.say(HostMessage.cancel(id: await talk.lastOrder).line)
      let start = ContinuousClock.now
      let answer = await talk.answer(within: patience)
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      if case .fault(let error) = answer {
        await talk.fail()
        return error.code == .timeout
          ? CheckResult(
            "cancel", .warning,
            "no answer \(CheckWords.seconds(patience)) after a cancellation: hosts end the process then",
            advice: "read standard input while you work, and answer the order with the code cancelled")
          : CheckResult(
            "cancel", .failed, "\(error)", advice: "answer a cancelled order once, and an answered one not again")
      }
      // The order is answered already: now there is nothing to cancel.
      talk.say(HostMessage.cancel(id: await talk.lastOrder).line)
      let next = await fresh.ask(order)
      await fresh.end()
      switch next {
      case .made:
        return CheckResult("cancel", .passed, "answered after \(CheckWords.seconds(seconds)), and ready for more")
      case .refused(let error), .fault(let error):
        return CheckResult(
          "cancel", .failed, "the order after a cancellation: \(error)",
          advice: "pass over cancellations of orders that are answered")
      }
    } catch {
      await fresh.end()
      return CheckResult("cancel", .failed, "\(error)")
    }
  }

  private func departure(_ name: String, _ order: CheckOrder, goodbye: Bool, isBusy: Bool) async -> CheckResult {
    let fresh = session.fresh()
    do throws(ProviderError) {
      let talk = try await fresh.worker()
      if isBusy { _ = try await fresh.give(order, to: talk) }
      switch await talk.depart(goodbye: goodbye) {
      case .stayed:
        return CheckResult(
          name, isBusy ? .warning : .failed, "still there after a second, and ended by force",
          advice: "leave when standard input ends")
      case .left(let end, let seconds):
        if case .exited(0) = end.cause {
          return CheckResult(name, .passed, "left after \(CheckWords.seconds(seconds))")
        }
        return CheckResult(
          name, .warning, "left after \(CheckWords.seconds(seconds)): \(end.error.message)", advice: "end with status 0"
        )
      }
    } catch {
      return CheckResult(name, .failed, "\(error)")
    }
  }
}
