internal import ProviderHost
internal import ProviderProtocol

/// Checks the provider with a host of a later version, which offers unknown versions of the protocol, and sends unknown
/// members and messages.
struct LaterHostChecks {
  var target: CheckTarget
  var session: CheckSession

  func check(_ run: CheckRun) async {
    await run.add(await result())
  }

  private func result() async -> CheckResult {
    guard let request = target.firstRequest else { return CheckResult("later hosts", .notApplicable, "no sample") }
    let client: ProviderClient
    do throws(ProviderError) {
      client = try session.makeClient(protocols: [1, 99], rewrite: Self.withUnknownMembers)
    } catch {
      return failure(error.message)
    }
    let result = await result(request, client)
    if result.verdict == .failed { await session.discard(client) } else { await client.kill() }
    return result
  }

  private func result(_ request: CheckRequest, _ client: ProviderClient) async -> CheckResult {
    do throws(ProviderError) {
      let hello = try await client.start()
      guard target.provider.protocols.contains(hello.protocol) else {
        return failure("answered protocol \(hello.protocol), which its manifest does not name")
      }
    } catch {
      return failure("no hello to a host that offers protocol 99 as well, and sends unknown members: \(error.message)")
    }
    do throws(ProviderError) {
      client.write(line: "{\"type\": \"x-later\", \"id\": 0, \"what\": {\"is\": [\"this\"]}}")
      _ = try await session.send(request, to: client)
      _ = try await client.answer(within: session.seconds(request.capability))
      return CheckResult("later hosts", .passed, "unknown members, messages and versions are ignored")
    } catch {
      return failure("an unknown message, then a request with an unknown member: \(error.message)")
    }
  }

  /// The line with an unknown member. Hosts may add members without a new version of the protocol.
  private static func withUnknownMembers(_ line: String) -> String {
    "{\"x-later\": {\"deep\": [1, null, true, \"\\u2028\"]}, " + line.dropFirst()
  }

  private func failure(_ seen: String) -> CheckResult {
    CheckResult(
      "later hosts", .failed, seen,
      advice: "ignore members and message types that you do not know: later hosts have more")
  }
}
