package import ByteStreams
internal import Glibc

/// Removes temporary files that have a name, and temporary folders, when a signal ends the process.
package enum TerminationWaiter {
  /// Starts a thread that waits for SIGINT, SIGTERM and SIGHUP. Call it before other threads are started, so that they
  /// inherit the blocked signals.
  ///
  /// A signal that is ignored stays ignored: `nohup` and shells ignore signals of background jobs.
  ///
  /// - Parameter prepare: called before the files are removed and the process ends; it must return soon.
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
      LockedFolder.removeAll()
      names.removeAllAndExit(128 + number)
    }
    if started {
      for number in numbers { passOn(number) }
    } else {
      // Without the thread the signals keep their default action.
      pthread_sigmask(SIG_SETMASK, &previous, nil)
    }
  }

  /// Forwards a signal that another thread receives. Threads of libraries may unblock signals while they wait
  /// (`epoll_pwait`), and the default action would end the process at once. The handler sends the signal to the process
  /// again; it is blocked in this thread meanwhile, so the waiting thread receives it.
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
