internal import Synchronization

/// Hands events to all who listen.
final class EventHub: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<DocumentEvent>.Continuation] = [:]
    var next = 0
    var isEnded = false
    /// What each listener hears first.
    var first: DocumentEvent?
  }

  private let state = Mutex(State())

  var stream: AsyncStream<DocumentEvent> {
    let (stream, continuation) = AsyncStream<DocumentEvent>.makeStream()
    let number = state.withLock { state -> Int? in
      if let first = state.first { continuation.yield(first) }
      guard !state.isEnded else { return nil }
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  func send(_ event: DocumentEvent) {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(event) }
  }

  /// What who listens from now on hears first.
  func setFirst(_ event: DocumentEvent?) { state.withLock { $0.first = event } }

  func end() {
    let listeners = state.withLock { state in
      state.isEnded = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }
}
