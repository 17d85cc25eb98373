package import ByteStreams
internal import Glibc

/// Ends the process in order when it is told to end: temporary files that have a name are removed first.
package enum TerminationWaiter {
  /// Starts a thread that waits for SIGINT and SIGTERM. Call it before any other thread is started: they inherit that
  /// the signals are blocked.
  ///
  /// A signal that is ignored, as `nohup` and shells do it for work in the background, stays ignored.
  ///
  /// - Parameter prepare: called before the files are removed and the process ends; it must come back soon.
  package static func start(removing names: TemporaryNames, prepare: (@Sendable () -> Void)? = nil) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) { sigaddset(&set, number) }
    var previous = sigset_t()
    guard pthread_sigmask(SIG_BLOCK, &set, &previous) == 0 else { return }
    let signals = set
    let started = DetachedThread.start {
      var set = signals
      var number: Int32 = 0
      while sigwait(&set, &number) != 0 {}
      prepare?()
      names.removeAllAndExit(128 + number)
    }
    // Without the thread the signals do what they always do.
    if !started { pthread_sigmask(SIG_SETMASK, &previous, nil) }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
