package import ByteStreams
internal import CommandKit
internal import Glibc
internal import ProviderHost
internal import Synchronization

/// Ends a run on SIGINT, SIGTERM or SIGHUP: its workers are ended, their directories are removed, and the exit status
/// names the signal.
///
/// Make it before any thread is started: only the thread that waits for signals may receive them.
package final class TerminationHandler: Sendable {
  private let action = Mutex<(@Sendable () -> Void)?>(nil)
  private let isTerminating = Mutex(false)

  /// How long cancelled work may take to end, in seconds.
  private static let grace = 3.0

  /// - Parameter startsWaiter: whether signals are waited for here. If not, whoever waits calls `terminate`.
  package init(removing names: TemporaryNames = TemporaryNames(), startsWaiter: Bool = true) {
    if startsWaiter { TerminationWaiter.start(removing: names) { self.terminate() } }
  }

  /// Sets the action that runs first after a signal. It replaces the earlier action.
  func onTermination(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

  /// Waits for asynchronous work, and cancels it when a signal comes. Must not be called from asynchronous code.
  package func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
    let isDone = Monitor(false)
    let task = Task.detached {
      let value = await work()
      isDone.withLock { $0 = true }
      isDone.notify()
      return value
    }
    onTermination {
      task.cancel()
      _ = isDone.wait(seconds: Self.grace) { $0 ? true : nil }
    }
    let value = Blocking.wait { await task.value }
    waitIfTerminating()
    return value
  }

  /// Does not return once a signal has come. Failures after a signal are its effect, and are not reported.
  func waitIfTerminating() { while isTerminating.withLock({ $0 }) { pause() } }

  func terminate() {
    isTerminating.withLock { $0 = true }
    action.withLock { $0 }?()
    LockedFolder.removeAll()
  }
}
