internal import ProviderProtocol

/// One rendering: waits for its turn, and runs within its time.
struct RenderRun: Sendable {
  typealias Outcome = Result<RenderReply, ProviderError>

  let queue: AdmissionQueue
  /// How long to wait for a turn, and how long to render, in seconds.
  let queueSeconds: Double
  let renderSeconds: Double

  /// - Returns: what comes of rendering; `overloaded`, `timeout`, and `cancelled` where the task is. After the last two the
  ///   rendering may take a moment to end; its turn is given back only then.
  func callAsFunction(_ render: @escaping @Sendable () async throws(ProviderError) -> RenderReply) async -> Outcome {
    let (outcomes, outcome) = AsyncStream.makeStream(of: Outcome.self)
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
    defer {
      work.cancel()
      outcome.finish()
    }
    for await result in outcomes { return result }
    // Only a cancelled task comes here: nobody waits any more.
    return .failure(ProviderError(.cancelled, "nobody waits for it any more"))
  }

  private static func timeout(_ seconds: Double) -> ProviderError {
    ProviderError(.timeout, "the rendering took longer than \(seconds) s")
  }
}

/// Waits for something as long as the client is there.
struct ClientWait {
  let presence: ClientPresence?

  /// - Parameter work: is cancelled when the client goes, or the task is cancelled.
  func outcome<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
    let task = Task { await work() }
    let watch = presence?.watch { task.cancel() }
    defer { if let watch { presence?.ignore(watch) } }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
