internal import Synchronization

/// Whether the client of a connection is still connected. The connection reports it, and requests watch it.
final class ClientPresence: Sendable {
  private struct State {
    var isGone = false
    var watchers: [Int: @Sendable () -> Void] = [:]
    var lastID = 0
  }

  private let state = Mutex(State())

  /// The client closed its side, or the connection broke.
  func leave() {
    let watchers = state.withLock { state in
      state.isGone = true
      defer { state.watchers = [:] }
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher() }
  }

  /// Does work for the client.
  ///
  /// - Parameter work: is cancelled when the client disconnects or the task is cancelled.
  func whilePresent<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
    let task = Task { await work() }
    let watch = watch { task.cancel() }
    defer { unwatch(watch) }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Calls back once when the client disconnects; at once if it has disconnected already.
  ///
  /// - Returns: what `unwatch` takes.
  func watch(_ watcher: @escaping @Sendable () -> Void) -> Int {
    let id: Int? = state.withLock { state in
      if state.isGone { return nil }
      state.lastID += 1
      state.watchers[state.lastID] = watcher
      return state.lastID
    }
    if let id { return id }
    watcher()
    return 0
  }

  /// Forgets a watcher.
  func unwatch(_ watch: Int) { state.withLock { $0.watchers[watch] = nil } }
}
