internal import Synchronization

/// Counts what is done at the same time, for each client and for all together.
final class ClientTurns: Sendable {
  private let taken = Mutex<[String: Int]>([:])
  private let most: Int
  private let mostOfClient: Int

  init(most: Int, mostOfClient: Int) { (self.most, self.mostOfClient) = (most, mostOfClient) }

  /// Takes a turn, which has to be given back. Returns false where there is none.
  func take(_ client: String) -> Bool {
    taken.withLock { taken in
      let own = taken[client, default: 0]
      guard own < mostOfClient, taken.values.reduce(0, +) < most else { return false }
      taken[client] = own + 1
      return true
    }
  }

  func giveBack(_ client: String) {
    taken.withLock { taken in
      let left = taken[client, default: 1] - 1
      taken[client] = left > 0 ? left : nil
    }
  }
}
