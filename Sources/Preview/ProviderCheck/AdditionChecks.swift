internal import ProviderHost
internal import ProviderProtocol

/// A host of a later version: it offers numbers, sends members and says things that nobody knows today.
struct AdditionChecks {
  var target: CheckTarget
  var session: CheckSession

  func check(_ run: CheckRun) async {
    await run.add(await result())
  }

  private func result() async -> CheckResult {
    guard let sample = target.leaders.first, let capability = target.provider.capabilities.first else {
      return CheckResult("later hosts", .notApplicable, "no sample")
    }
    let provider = target.provider
    do throws(ProviderError) {
      let talk = try session.newTalk()
      await talk.start()
      talk.say(CheckOrder.withAdditions(Greeting.line(for: provider, protocols: [1, 99])))
      guard case .success(let (hello, _)) = await talk.hello() else {
        await talk.fail()
        return failure("no hello to a host that offers protocol 99 as well, and has members that nobody knows")
      }
      guard provider.protocols.contains(hello.protocol) else {
        await talk.kill()
        return failure("answered protocol \(hello.protocol), which its manifest does not name")
      }
      talk.say("{\"type\": \"x-later\", \"id\": 0, \"what\": {\"is\": [\"this\"]}}")
      var order = CheckOrder(
        place: .copy(of: sample.path), name: sample.name, contentType: sample.contentType, capability: capability)
      order.hasAdditions = true
      _ = try await session.give(order, to: talk)
      let seconds = capability == .thumbnail ? session.seconds.thumbnail : session.seconds.preview
      let answer = await talk.answer(within: seconds)
      if case .fault = answer { await talk.fail() } else { await talk.kill() }
      switch answer {
      case .reply: return CheckResult("later hosts", .passed, "unknown members, messages and versions are passed over")
      case .refused(let error), .fault(let error):
        return failure("an unknown message, then an order with an unknown member: \(error.message)")
      }
    } catch {
      return failure(error.message)
    }
  }

  private func failure(_ seen: String) -> CheckResult {
    CheckResult(
      "later hosts", .failed, seen,
      advice: "pass over members and message types that you do not know: later hosts have more")
  }
}
