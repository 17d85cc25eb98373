internal import ByteStreams

/// Connects threads, each of which does one thing after the other, with asynchronous code, which never blocks one.
package enum Blocking {
  /// Waits for asynchronous work. Must not be called from asynchronous code.
  package static func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
    let result = Monitor<Value?>(nil)
    Task.detached {
      let value = await work()
      result.withLock { $0 = value }
      result.notify()
    }
    return result.wait { $0 }
  }
}
