internal import ProviderProtocol
internal import Synchronization

/// Calls somebody once, unless the time is enough.
final class TrialDeadline: Sendable {
  private let isOver = Mutex(false)
  private let task = Mutex<Task<Void, any Error>?>(nil)

  /// Whether the time was not enough.
  var hasPassed: Bool { isOver.withLock { $0 } }

  init() {}

  func start(_ seconds: Double, _ giveUp: @escaping @Sendable () -> Void) {
    let new = Task { [self] in
      // Longer than any test, and no overflow: a debugger wants no deadline at all.
      try await Task.sleep(for: .seconds(seconds < 1e9 ? max(0, seconds) : 1e9))
      isOver.withLock { $0 = true }
      giveUp()
    }
    task.withLock { $0 = new }
  }

  func cancel() { task.withLock { $0 }?.cancel() }

  static func error(_ seconds: Double) -> ProviderError {
    ProviderError(.timeout, "no answer, or no end after it, within \(seconds.formatted) s")
  }
}

extension Double {
  /// `20`, `0.5`.
  fileprivate var formatted: String { self == rounded() && abs(self) < 1e9 ? "\(Int(self))" : "\(self)" }
}
