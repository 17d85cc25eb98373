internal import ByteStreams

/// A thread for one call that blocks.
package enum SeparateThread {
  /// Runs a function beside the caller; where the system grants no thread, in its place.
  package static func run(_ body: @escaping @Sendable () -> Void) {
    if !DetachedThread.start(body) { body() }
  }
}
