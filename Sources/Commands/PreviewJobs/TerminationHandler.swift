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

  /// How long cancelled work may take to end, in microseconds.
  private static let grace: UInt32 = 3_000_000

  /// - Parameter startsWaiter: whether signals are waited for here. If not, whoever waits calls `terminate`.
  package init(removing names: TemporaryNames = TemporaryNames(), startsWaiter: Bool = true) {
    if startsWaiter { TerminationWaiter.start(removing: names) { self.terminate() } }
  }

  /// Sets the action that runs first after a signal. It replaces the earlier action.
  func onTermination(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

  /// Waits for asynchronous work, and cancels it when a signal comes. Must not be called from asynchronous code.
  package func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
    let isDone = Flag()
    let task = Task.detached {
      let value = await work()
      isDone.raise()
      return value
    }
    onTermination {
      task.cancel()
      var left = Self.grace
      while !isDone.isRaised, left > 0 {
        usleep(10_000)
        left -= 10_000
      }
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

  private final class Flag: Sendable {
    private let value = Mutex(false)
    var isRaised: Bool { value.withLock { $0 } }
    func raise() { value.withLock { $0 = true } }
  }
}

/// Connects the threads of a run, each of which waits for its document, with the host, which never blocks a thread.
enum Blocking {
  /// Waits for asynchronous work. Must not be called from asynchronous code.
  static func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
    let result = Box<Value>()
    Task.detached { result.fulfil(await work()) }
    return result.take()
  }

  /// Hands the result over to the thread that waits.
  private final class Box<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let signal = Semaphore()

    func fulfil(_ value: Value) {
      self.value.withLock { $0 = value }
      signal.post()
    }

    func take() -> Value {
      while true {
        signal.wait()
        if let value = value.withLock({ $0 }) { return value }
      }
    }
  }
}
