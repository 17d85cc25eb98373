internal import Synchronization

/// A number of bytes that clients share. One client gets at most half of them, unless it keeps a single file, which may
/// be larger.
package final class SpaceShares: Sendable {
  private struct Use {
    var all = 0
    /// The bytes of each client that keeps any.
    var clients: [String: Int] = [:]
  }

  private let capacity: Int
  private let used = Mutex(Use())

  /// - Parameter capacity: the bytes of all clients together.
  package init(capacity: Int) { self.capacity = capacity }

  /// Whether a client could keep `bytes` more now.
  ///
  /// - Parameter client: nil for one that may use all of the space.
  package func hasSpace(for bytes: Int, of client: String?) -> Bool {
    used.withLock { fits(bytes, of: client, after: 0, in: $0) }
  }

  /// Reserves `bytes` more for a file. Returns false where there is no space.
  ///
  /// - Parameter size: the bytes that the file takes already.
  fileprivate func reserve(_ bytes: Int, for client: String?, after size: Int) -> Bool {
    used.withLock { used in
      guard fits(bytes, of: client, after: size, in: used) else { return false }
      used.all += bytes
      if let client { used.clients[client, default: 0] += bytes }
      return true
    }
  }

  fileprivate func release(_ bytes: Int, of client: String?) {
    used.withLock { used in
      used.all -= bytes
      guard let client else { return }
      let left = used.clients[client, default: 0] - bytes
      used.clients[client] = left > 0 ? left : nil
    }
  }

  private func fits(_ bytes: Int, of client: String?, after size: Int, in used: Use) -> Bool {
    guard used.all <= capacity - bytes else { return false }
    guard let client else { return true }
    let own = used.clients[client, default: 0]
    return own <= capacity / 2 - bytes || own == size
  }
}

/// The part of a shared space that one file takes. It is free again when its last user releases this object.
package final class SpacePart: Sendable {
  private let space: SpaceShares
  private let client: String?
  private let size = Atomic(0)

  /// - Parameter client: the client whose share it is part of; nil for one that may use all of the space.
  package init(of space: SpaceShares, for client: String?) { (self.space, self.client) = (space, client) }

  deinit { space.release(size.load(ordering: .relaxed), of: client) }

  /// Takes `bytes` more. Returns false where there is no space for them.
  package func grow(by bytes: Int) -> Bool {
    guard space.reserve(bytes, for: client, after: size.load(ordering: .relaxed)) else { return false }
    size.add(bytes, ordering: .relaxed)
    return true
  }
}
