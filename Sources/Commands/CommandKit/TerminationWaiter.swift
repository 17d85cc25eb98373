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
    let numbers = [SIGINT, SIGTERM, SIGHUP].filter { !isIgnored($0) }
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
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
    if started {
      for number in numbers { passOn(number) }
    } else {
      // Without the thread the signals do what they always do.
      pthread_sigmask(SIG_SETMASK, &previous, nil)
    }
  }

  /// Has a thread that gets a signal all the same send it to the process once more: it is blocked there as long as this runs, and
  /// so it is the waiting thread's. Threads of libraries may let signals in while they wait (`epoll_pwait`), and the default would end
  /// the process at once.
  private static func passOn(_ number: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in _ = kill(getpid(), number) }
    sigfillset(&action.sa_mask)
    action.sa_flags = SA_RESTART
    sigaction(number, &action, nil)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
