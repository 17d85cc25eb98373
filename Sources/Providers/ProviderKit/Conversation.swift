package import ProviderProtocol
internal import Synchronization

/// A provider's side of the conversation: takes lines, gives lines. Where they come from and go to is somebody else's matter,
/// so that tests need no process.
package final class Conversation: Sendable {
  /// What is known after a line.
  package enum Outcome: Sendable {
    case goesOn
    /// The host has said goodbye, or what it said makes no sense before hello.
    case ends(isFailure: Bool)
  }

  private struct State {
    var hello: HostMessage.Hello?
    var tasks: [Int: Task<Void, Never>] = [:]
    /// Orders that were answered before their task could be noted.
    var answered: Set<Int> = []
  }

  private let definition: ProviderDefinition
  private let state = Mutex(State())
  private let executor = OrderExecutor()
  private let send: @Sendable (ProviderMessage) -> Void

  /// - Parameter send: takes each message; called by several threads, one at a time is its matter.
  package init(_ definition: ProviderDefinition, send: @escaping @Sendable (ProviderMessage) -> Void) {
    self.definition = definition
    self.send = send
  }

  /// The user's language, where the host asks for a fork server.
  var localeForForks: String? { state.withLock { $0.hello.flatMap { $0.forks ? $0.locale : nil } } }

  /// Takes one line, without its end.
  package func take(line: [UInt8]) -> Outcome {
    let message: HostMessage
    do {
      message = try HostMessage(line: line)
    } catch {
      // What a later host may add must not end an older provider; before hello nothing can be added.
      guard state.withLock({ $0.hello != nil }) else { return .ends(isFailure: true) }
      send(.log(level: .warning, message: ShortLine.cut("not understood: \(error.message)")))
      return .goesOn
    }
    return take(message)
  }

  private func take(_ message: HostMessage) -> Outcome {
    if case .hello(let hello) = message { return greet(hello) }
    guard let hello = state.withLock({ $0.hello }) else { return .ends(isFailure: true) }
    let runner = OrderRunner(definition: definition, hello: hello, sendPartial: send)
    switch message {
    // A process that serves its order by itself is no fork server, and need not say so.
    case .hello, .fork, .ping: break
    case .thumbnail(let order): start(order.id) { await runner.answer(order) }
    case .preview(let order): start(order.id) { await runner.answer(order) }
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
