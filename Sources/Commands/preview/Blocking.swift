internal import ByteStreams
internal import Synchronization

/// The bridge from the threads of a run, which wait for their document, to the host, which never blocks one.
enum Blocking {
  /// Waits for asynchronous work. Never to be called from asynchronous code.
  static func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
    let result = Box<Value>()
    Task.detached { result.fulfil(await work()) }
    return result.take()
  }

  /// What the work leaves for the thread that waits.
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
