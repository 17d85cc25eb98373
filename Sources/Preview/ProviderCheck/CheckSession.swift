internal import ByteStreams
internal import Glibc
internal import ProviderHost
internal import ProviderProtocol

/// Workers for one order after the other: a new one where the last one failed.
actor CheckSession {
  /// What came of an order, its files read and checked as the host checks them.
  enum Outcome: Sendable {
    case made(CheckedReply)
    case refused(ProviderError)
    /// The provider is at fault.
    case fault(ProviderError)
  }

  nonisolated let provider: ProviderDescription
  nonisolated let sandbox: Sandbox
  nonisolated let policy: WorkerPolicy
  /// What processes that are at fault say last.
  nonisolated let lastWords: LastWords
  private var talk: CheckTalk?
  /// Processes that were started.
  private(set) var starts = 0

  init(_ provider: ProviderDescription, _ sandbox: Sandbox, _ policy: WorkerPolicy, _ lastWords: LastWords) {
    self.provider = provider
    self.sandbox = sandbox
    self.policy = policy
    self.lastWords = lastWords
  }

  /// Another session with processes of its own.
  nonisolated func fresh(in other: Sandbox? = nil) -> CheckSession {
    CheckSession(provider, other ?? sandbox, policy, lastWords)
  }

  /// A process of its own, which is not greeted yet.
  nonisolated func newTalk() throws(ProviderError) -> CheckTalk { try CheckTalk(provider, sandbox, policy, lastWords) }

  nonisolated var seconds: (thumbnail: Double, preview: Double) {
    (provider.limits.thumbnailSeconds, provider.limits.previewSeconds)
  }

  /// The process that the next order goes to, greeted.
  func worker() async throws(ProviderError) -> CheckTalk {
    if let talk { return talk }
    let talk = try newTalk()
    starts += 1
    await talk.start()
    talk.say(Greeting.line(for: provider))
    switch await talk.hello() {
    case .success:
      self.talk = talk
      return talk
    case .failure(let error):
      await talk.fail()
      throw error
    }
  }

  /// Gives an order and waits for what comes of it.
  func ask(_ order: CheckOrder) async -> Outcome {
    let talk: CheckTalk
    do throws(ProviderError) {
      talk = try await worker()
    } catch {
      return .fault(error)
    }
    let outcome = await outcome(of: order, talk)
    if case .fault = outcome {
      await talk.fail()
      self.talk = nil
    } else {
      talk.spool.clear()
    }
    return outcome
  }

  private func outcome(of order: CheckOrder, _ talk: CheckTalk) async -> Outcome {
    do throws(ProviderError) {
      let output = try await give(order, to: talk)
      let limit = order.capability == .thumbnail ? seconds.thumbnail : seconds.preview
      switch await talk.answer(within: limit) {
      case .refused(let error): return .refused(error)
      case .fault(let error): return .fault(error)
      case .reply(let reply):
        return .made(try CheckedReply(reply, to: order, at: output, limits: provider.limits))
      }
    } catch {
      return .fault(error)
    }
  }

  /// Says an order; gives the output's path.
  func give(_ order: CheckOrder, to talk: CheckTalk) async throws(ProviderError) -> String {
    let id = await talk.nextOrder()
    let path: String
    switch order.place {
    case .copy(let document): path = try talk.spool.add(document: document).path
    case .missing: path = talk.spool.inFolder + "/missing"
    case .locked:
      path = talk.spool.inFolder + "/locked-\(id)"
      let file = SystemCall.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: 0)
      guard file >= 0 else { throw ProviderError(.providerUnavailable, "the spool cannot be written") }
      close(file)
    }
    let output = talk.spool.outputPath(id: String(id))
    let seconds = order.capability == .thumbnail ? seconds.thumbnail : seconds.preview
    talk.say(order.line(id: id, path: path, output: output, seconds: seconds))
    return output
  }

  /// Ends the worker as a host does.
  func end() async {
    _ = await talk?.depart(goodbye: true)
    talk = nil
  }
}

/// The first line of a host.
enum Greeting {
  static func line(for provider: ProviderDescription, protocols: [Int]? = nil) -> String {
    let limits = provider.limits
    let hello = HostMessage.Hello(
      protocols: protocols ?? provider.protocols.filter(WireLimits.protocols.contains),
      limits: HostMessage.RenderLimits(
        thumbnailSeconds: limits.thumbnailSeconds, previewSeconds: limits.previewSeconds, memoryMiB: limits.memoryMiB,
        outputMiB: limits.outputMiB, megapixels: limits.megapixels),
      capabilities: provider.capabilities, locale: "en")
    return HostMessage.hello(hello).line
  }
}
