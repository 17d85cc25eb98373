internal import ByteStreams

/// A thread for one call that blocks.
package enum SeparateThread {
  /// Runs a function on a thread of its own; where the system grants none, on the caller's.
  package static func run(_ body: @escaping @Sendable () -> Void) {
    if !DetachedThread.start(body) { body() }
  }
}
