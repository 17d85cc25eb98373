internal import Synchronization

/// The limits for the number of connections at one address for clients.
struct ConnectionLimits: Sendable {
  /// Identifies the address that the service listens at.
  let listener: Int
  /// The maximum for all clients together.
  let all: Int
  /// The maximum for one client.
  let client: Int
}

/// The open connections. Where there are too many, an idle one is closed, so that idle connections block no client.
///
/// A connection is idle between requests, and before its first request's header is complete.
final class ConnectionRegistry: Sendable {
  /// The connections that are counted together.
  private struct Group: Hashable {
    var listener: Int
    var client: String
  }

  private struct Connection {
    var group: Group
    var limits: ConnectionLimits
    var presence: ClientPresence
    var close: @Sendable () -> Void
    /// Orders the idle connections: the smallest value has been idle longest. nil for a connection that is not idle.
    var idleSince: Int?
  }

  private struct State {
    var connections: [ObjectIdentifier: Connection] = [:]
    var listeners: [Int: Int] = [:]
    var groups: [Group: Int] = [:]
    var moment = 0

    mutating func insert(_ id: ObjectIdentifier, _ connection: Connection) {
      connections[id] = connection
      listeners[connection.group.listener, default: 0] += 1
      groups[connection.group, default: 0] += 1
    }

    @discardableResult
    mutating func remove(_ id: ObjectIdentifier) -> Connection? {
      guard let connection = connections.removeValue(forKey: id) else { return nil }
      listeners[connection.group.listener, default: 0] -= 1
      let left = groups[connection.group, default: 0] - 1
      groups[connection.group] = left > 0 ? left : nil
      return connection
    }

    /// Removes a connection of the client that has most: the one that has been idle longest. nil where none is idle.
    mutating func removeIdle(besides newest: ObjectIdentifier?, where isWanted: (Group) -> Bool) -> Connection? {
      let idle = connections.filter { $0.value.idleSince != nil && $0.key != newest && isWanted($0.value.group) }
      let most = idle.values.map { groups[$0.group, default: 0] }.max()
      let longest = idle.filter { groups[$0.value.group, default: 0] == most }
        .min { ($0.value.idleSince ?? 0) < ($1.value.idleSince ?? 0) }
      return longest.flatMap { remove($0.key) }
    }

    /// If all places are taken, removes one idle connection to make room for the next one.
    mutating func makeRoom(_ limits: ConnectionLimits, besides newest: ObjectIdentifier? = nil) -> Connection? {
      guard listeners[limits.listener, default: 0] >= limits.all else { return nil }
      return removeIdle(besides: newest) { $0.listener == limits.listener }
    }
  }

  private let state = Mutex(State())

  /// Adds a connection. A new connection is idle.
  ///
  /// - Parameters:
  ///   - client: whose connection it is.
  ///   - close: closes it at once.
  /// - Returns: the presence of its client, and whether the connection is refused because all of the client's
  ///   connections are in use.
  func add(
    _ channel: ObjectIdentifier, client: String, limits: ConnectionLimits, close: @escaping @Sendable () -> Void
  ) -> (presence: ClientPresence, isRefused: Bool) {
    let presence = ClientPresence()
    let (closed, isRefused) = state.withLock { state in
      let group = Group(listener: limits.listener, client: client)
      var closed: [Connection?] = []
      var isRefused = false
      if state.groups[group, default: 0] >= limits.client {
        isRefused = state.connections.values.count { $0.group == group && $0.idleSince == nil } >= limits.client
        closed.append(state.removeIdle(besides: nil) { $0 == group })
      }
      state.moment += 1
      state.insert(
        channel,
        Connection(group: group, limits: limits, presence: presence, close: close, idleSince: state.moment))
      closed.append(state.makeRoom(limits, besides: channel))
      return (closed, isRefused)
    }
    for connection in closed { connection?.close() }
    return (presence, isRefused)
  }

  /// Notes whether a connection is idle now.
  func setIdle(_ channel: ObjectIdentifier, _ isIdle: Bool) {
    let closed: Connection? = state.withLock { state in
      guard var connection = state.connections[channel], (connection.idleSince != nil) != isIdle else { return nil }
      state.moment += 1
      connection.idleSince = isIdle ? state.moment : nil
      state.connections[channel] = connection
      return isIdle ? state.makeRoom(connection.limits) : nil
    }
    closed?.close()
  }

  func remove(_ channel: ObjectIdentifier) { _ = state.withLock { $0.remove(channel) } }

  /// The presence of the channel's client. If the channel is closed already, its client counts as disconnected.
  func presence(_ channel: ObjectIdentifier) -> ClientPresence {
    if let presence = state.withLock({ $0.connections[channel]?.presence }) { return presence }
    let gone = ClientPresence()
    gone.leave()
    return gone
  }

  var count: Int { state.withLock { $0.connections.count } }
}
