internal import Synchronization

/// Runs orders on a few threads of its own, and not on the pool of the Swift runtime.
///
/// That pool is libdispatch's, which looks into `/proc/<thread>/stat` for each of its threads as soon as it starts. Landlock
/// denies that: a thread's directory is not below `/proc/self`. libdispatch then takes the thread for dead and ends the process
/// (`workq: registered worker exited prematurely`), in about a third of all runs.
///
/// Tasks that a provider starts with `Task {}` leave the order, and run in the pool all the same; `async let` and task groups
/// stay here.
final class OrderExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var threadCount = 0
  }

  /// A host asks for one document after another; more threads only serve providers that divide their work.
  private static let mostThreads = 4

  private let state = Mutex(State())

  init() {}

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      guard state.threadCount < Self.mostThreads else { return false }
      state.threadCount += 1
      return true
    }
    if needsThread { SeparateThread.run { [self] in serve() } }
  }

  /// Runs jobs until there are no more. The next one gets a new thread, so that none outlives its conversation.
  private func serve() {
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    state.withLock { state in
      if state.jobs.isEmpty {
        state.threadCount -= 1
        return nil
      }
      return state.jobs.removeFirst()
    }
  }
}
