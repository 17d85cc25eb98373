internal import ByteStreams

/// Runs requests on a few threads of its own, not on the pool of the Swift runtime.
///
/// That pool is libdispatch's, which opens `/proc/<thread>/stat` for each of its threads as soon as it starts. Landlock
/// denies that: a thread's directory is not below `/proc/self`. libdispatch then takes the thread for dead and ends the
/// process (`workq: registered worker exited prematurely`), in about a third of all runs (docs/decisions/0016).
///
/// Tasks that a provider starts with `Task {}` leave the request and run in the pool; `async let` and task groups stay
/// here.
final class RequestExecutor: TaskExecutor {
  /// A host sends one request after the other. Only providers that divide their work use more than one thread.
  private static let maxThreads = 4

  private let jobs = JobQueue(maxThreads: maxThreads)

  init() {}

  /// Waiting threads keep a reference only to the queue, so they end with the executor.
  deinit { jobs.close() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard jobs.add({ [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }) else { return }
    let isStarted = DetachedThread.start { [jobs] in while let job = jobs.next() { job() } }
    // Where the system grants no thread, the caller's thread runs the jobs.
    if !isStarted { while let job = jobs.next(waits: false) { job() } }
  }
}

/// Jobs for threads. One thread waits when there is no job: a new thread for each document would have to get its memory
/// from the system again.
private final class JobQueue: Sendable {
  typealias Job = @Sendable () -> Void

  private struct State: Sendable {
    var jobs: [Job] = []
    var threadCount = 0
    /// The number of the current wait; nil if no thread waits.
    var waiter: Int?
    var lastWait = 0
    var isClosed = false
  }

  private let maxThreads: Int
  private let state = Monitor(State())

  init(maxThreads: Int) { self.maxThreads = maxThreads }

  /// - Returns: whether the job needs a thread that the caller must start.
  func add(_ job: @escaping Job) -> Bool {
    state.withLock { state in
      state.jobs.append(job)
      if state.waiter != nil {
        state.waiter = nil
        self.state.notify()
        return false
      }
      guard state.threadCount < maxThreads else { return false }
      state.threadCount += 1
      return true
    }
  }

  func close() {
    state.withLock { state in
      state.isClosed = true
      state.waiter = nil
    }
    state.notify()
  }

  /// The next job; nil where the thread should end.
  ///
  /// - Parameter waits: whether the thread may be the one that waits.
  func next(waits mayWait: Bool = true) -> Job? {
    var ownWait: Int?
    return state.wait { state -> Job?? in
      if ownWait != nil, ownWait == state.waiter { return nil }
      if !state.jobs.isEmpty { return .some(state.jobs.removeFirst()) }
      if state.isClosed || state.waiter != nil || !mayWait {
        state.threadCount -= 1
        return .some(nil)
      }
      state.lastWait += 1
      state.waiter = state.lastWait
      ownWait = state.lastWait
      return nil
    }
  }
}

/// A thread for one call that blocks.
package enum SeparateThread {
  /// Runs a function on a thread of its own; where the system grants none, on the caller's.
  package static func run(_ body: @escaping @Sendable () -> Void) {
    if !DetachedThread.start(body) { body() }
  }
}
