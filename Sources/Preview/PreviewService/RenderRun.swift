internal import ProviderProtocol

/// One rendering: waits for its turn, runs within its time, and ends when the client goes.
struct RenderRun: Sendable {
  typealias Render = @Sendable () async throws(ProviderError) -> RenderReply

  let queue: AdmissionQueue
  /// How long to wait for a turn, and how long to render, in seconds.
  let queueSeconds: Double
  let renderSeconds: Double
  let presence: ClientPresence?

  /// - Throws: what rendering throws; `overloaded`, `timeout`, `cancelled`. After the last two the rendering may take a moment
  ///   to end; its turn is given back only then.
  func callAsFunction(_ render: @escaping Render) async throws(ProviderError) -> RenderReply {
    let (outcomes, outcome) = AsyncStream.makeStream(of: Result<RenderReply, ProviderError>.self)
    let work = Task {
      do throws(ProviderError) {
        try await queue.enter(seconds: queueSeconds)
      } catch {
        outcome.yield(.failure(error))
        return
      }
      let alarm = Task {
        // The host has the same deadline and tells more of what happened: it goes first.
        try? await Task.sleep(for: .seconds(renderSeconds + 0.5))
        if !Task.isCancelled { outcome.yield(.failure(Self.timeout(renderSeconds))) }
      }
      let start = ContinuousClock.now
      do throws(ProviderError) {
        outcome.yield(.success(try await render()))
      } catch {
        outcome.yield(.failure(error))
      }
      alarm.cancel()
      await queue.leave(after: (ContinuousClock.now - start) / .seconds(1))
    }
    let watch = presence?.watch { outcome.yield(.failure(ProviderError(.cancelled, "the caller has gone"))) }
    defer {
      if let watch { presence?.ignore(watch) }
      work.cancel()
      outcome.finish()
    }
    for await result in outcomes { return try result.get() }
    // Only a cancelled task comes here: the service ends before this request did.
    throw ProviderError(.cancelled, "the service is ending")
  }

  private static func timeout(_ seconds: Double) -> ProviderError {
    ProviderError(.timeout, "the rendering took longer than \(seconds) s")
  }
}
