internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ProviderHost
internal import Synchronization

/// What is done when the process is told to end by SIGINT, SIGTERM or SIGHUP: workers are ended and their folders removed, and the
/// exit status names the signal.
///
/// To be made before any thread is started, for all of them must leave the signals to the one that waits for them.
final class RunEnding: Sendable {
  private let body = Mutex<(@Sendable () -> Void)?>(nil)
  private let running = Mutex(false)

  /// How long work may take to come to its end once it is cancelled, in microseconds.
  private static let grace: UInt32 = 3_000_000

  init(removing names: TemporaryNames = TemporaryNames()) {
    TerminationWaiter.start(removing: names) { self.run() }
  }

  var isRunning: Bool { running.withLock { $0 } }

  /// What is to be done, instead of what was said before.
  func set(_ body: @escaping @Sendable () -> Void) { self.body.withLock { $0 = body } }

  /// Waits for asynchronous work, which is cancelled when the process is told to end. Never to be called from asynchronous code.
  func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
    let done = Flag()
    let task = Task.detached {
      let value = await work()
      done.raise()
      return value
    }
    set {
      task.cancel()
      var left = Self.grace
      while !done.isRaised, left > 0 {
        usleep(10_000)
        left -= 10_000
      }
    }
    let value = Blocking.wait { await task.value }
    waitIfRunning()
    return value
  }

  /// Waits for the end of the process where it was told to end: what was cancelled for that is no failure, and whoever works has
  /// nothing to say any more.
  func waitIfRunning() { while isRunning { pause() } }

  private func run() {
    running.withLock { $0 = true }
    body.withLock { $0 }?()
    LockedFolder.removeAll()
  }

  private final class Flag: Sendable {
    private let value = Mutex(false)
    var isRaised: Bool { value.withLock { $0 } }
    func raise() { value.withLock { $0 = true } }
  }
}
