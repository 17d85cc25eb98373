internal import Synchronization

/// Looks at most every ten minutes whether all versions together are too large: that takes a look at each of them.
enum VersionLimit {
  private static let next = Mutex(ContinuousClock.now)

  static func check(_ store: VersionStore) {
    let isDue = next.withLock { next in
      guard next <= .now else { return false }
      next = .now + .seconds(600)
      return true
    }
    if isDue { store.limit() }
  }
}
