internal import Synchronization

/// Whether the client of a connection is still there: told by the connection, asked by requests.
final class ClientPresence: Sendable {
  private struct State {
    var isGone = false
    var watchers: [Int: @Sendable () -> Void] = [:]
    var lastID = 0
  }

  private let state = Mutex(State())

  var isGone: Bool { state.withLock { $0.isGone } }

  /// The client closed its side, or the connection broke.
  func leave() {
    let watchers = state.withLock { state in
      state.isGone = true
      defer { state.watchers = [:] }
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher() }
  }

  /// Calls back once when the client goes; at once when it has gone.
  ///
  /// - Returns: a number for `ignore`.
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

  func ignore(_ id: Int) { _ = state.withLock { $0.watchers.removeValue(forKey: id) } }
}

/// Finds the presence of a connection by the channel that serves it.
final class ConnectionRegistry: Sendable {
  private let presences = Mutex<[ObjectIdentifier: ClientPresence]>([:])

  func add(_ channel: ObjectIdentifier) -> ClientPresence {
    let presence = ClientPresence()
    presences.withLock { $0[channel] = presence }
    return presence
  }

  func remove(_ channel: ObjectIdentifier) { _ = presences.withLock { $0.removeValue(forKey: channel) } }

  func presence(_ channel: ObjectIdentifier) -> ClientPresence? { presences.withLock { $0[channel] } }

  var count: Int { presences.withLock { $0.count } }
}
