package import ProviderProtocol
internal import Synchronization

/// The provider's side of the protocol: takes the host's lines, and sends messages. The caller connects it to standard
/// input and output, so tests need no process.
package final class ProviderSession: Sendable {
  /// The state after a line.
  package enum Outcome: Sendable {
    case goesOn
    /// The host sent `shutdown`; or, as a failure, its first line was not a hello that the provider can answer.
    case ends(isFailure: Bool)
  }

  private struct State {
    var hello: HostMessage.Hello?
    var tasks: [Int: Task<Void, Never>] = [:]
    /// Requests that were answered before their task could be stored.
    var answered: Set<Int> = []
  }

  private let definition: ProviderDefinition
  private let state = Mutex(State())
  private let executor = RequestExecutor()
  private let send: @Sendable (ProviderMessage) -> Void

  /// - Parameter send: sends a message to the host. Several threads may call it at the same time.
  package init(_ definition: ProviderDefinition, send: @escaping @Sendable (ProviderMessage) -> Void) {
    self.definition = definition
    self.send = send
  }

  /// Takes one line, without its line feed. Requests are answered later, by `send`.
  package func take(line: [UInt8]) -> Outcome {
    let message: HostMessage
    do {
      message = try HostMessage(line: line)
    } catch {
      // Later hosts may send more, which must not end an older provider. Before hello nothing else can come.
      guard state.withLock({ $0.hello != nil }) else { return .ends(isFailure: true) }
      send(.log(level: .warning, message: ShortLine.cut("not understood: \(error.message)")))
      return .goesOn
    }
    return take(message)
  }

  private func take(_ message: HostMessage) -> Outcome {
    if case .hello(let hello) = message { return greet(hello) }
    guard let hello = state.withLock({ $0.hello }) else { return .ends(isFailure: true) }
    let handler = RequestHandler(definition: definition, hello: hello, sendPartial: send)
    switch message {
    case .hello: break
    case .thumbnail(let request): start(request.id) { await handler.answer(request) }
    case .preview(let request): start(request.id) { await handler.answer(request) }
    case .cancel(let id): state.withLock { $0.tasks[id] }?.cancel()
    case .shutdown: return .ends(isFailure: false)
    }
    return .goesOn
  }

  private func greet(_ hello: HostMessage.Hello) -> Outcome {
    guard let version = WireLimits.protocols.filter(hello.protocols.contains).max() else {
      return .ends(isFailure: true)
    }
    state.withLock { $0.hello = hello }
    send(
      .hello(
        .init(
          protocol: version, provider: definition.id, version: definition.version,
          capabilities: definition.capabilities)))
    return .goesOn
  }

  private func start(_ id: Int, _ work: @escaping @Sendable () async -> ProviderMessage) {
    let task = Task(executorPreference: executor) { [self] in
      let answer = await work()
      state.withLock { state in
        if state.tasks.removeValue(forKey: id) == nil { state.answered.insert(id) }
      }
      send(answer)
    }
    state.withLock { state in
      if state.answered.remove(id) == nil { state.tasks[id] = task }
    }
  }
}
