internal import ByteStreams
internal import Glibc

/// Worker threads that do numbered work. Results are taken in the order of the numbers.
///
/// These are plain threads, because the concurrency runtime would slow down the start. Workers stay at most `window`
/// results ahead of the reader, so a slow reader does not make the memory grow.
///
/// Waking a thread costs as much as a small piece of work. So a side wakes the other only if that one waits and has
/// work. When results follow each other within a millisecond, the reader sleeps for a millisecond instead of waiting
/// for each of them.
final class OrderedPool<Output: Sendable>: @unchecked Sendable {
  // The mutex guards all mutable state.
  private let work: @Sendable (Int) -> Output
  private let count: Int
  private let window: Int
  /// A ring buffer: result n is at n % results.count.
  private var results: [Output?]
  private var nextToStart = 0
  private var nextToTake = 0
  private var workers = 0
  /// Workers that wait because the window is full.
  private var waitingWorkers = 0
  private var readerWaits = false
  /// How many results in a row came within a millisecond. Only the reader uses it.
  private var quickResults = 0
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Signalled when the result that the reader waits for is there.
  private let ready = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Signalled when the reader has taken results, so that workers may start further work.
  private let windowOpened = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(count: Int, window: Int = 1_000, work: @escaping @Sendable (Int) -> Output) {
    self.count = count
    self.window = window
    self.work = work
    results = Array(repeating: nil, count: min(window, count))
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(ready, &attributes)
    pthread_condattr_destroy(&attributes)
    pthread_cond_init(windowOpened, nil)
  }

  deinit {
    pthread_cond_destroy(windowOpened)
    pthread_cond_destroy(ready)
    pthread_mutex_destroy(mutex)
    windowOpened.deallocate()
    ready.deallocate()
    mutex.deallocate()
  }

  /// Starts the workers. If no thread can be started, the reader does the work.
  func start(workers: Int) {
    for _ in 0..<workers {
      guard DetachedThread.start({ self.workUntilDone() }) else { return }
      pthread_mutex_lock(mutex)
      self.workers += 1
      pthread_mutex_unlock(mutex)
    }
  }

  /// The next result in order.
  func next() -> Output {
    while true {
      // pthread_cond_timedwait needs a time at which it ends; then the next wait begins.
      if let result = next(withinMilliseconds: 3_600_000) { return result }
    }
  }

  /// The next result in order; nil if it is not there in time.
  func next(withinMilliseconds timeout: Int) -> Output? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if let result = take() { return result }
    if workers == 0 {
      nextToStart += 1
      nextToTake += 1
      pthread_mutex_unlock(mutex)
      defer { pthread_mutex_lock(mutex) }
      return work(nextToTake - 1)
    }
    if quickResults >= Self.quickResultsBeforeSleep, timeout > 0 {
      pthread_mutex_unlock(mutex)
      usleep(1_000)
      pthread_mutex_lock(mutex)
      if let result = take() { return result }
    }
    let start = Self.now
    var deadline = start
    let nanoseconds = deadline.tv_nsec + timeout % 1_000 * 1_000_000
    deadline.tv_sec += timeout / 1_000 + nanoseconds / 1_000_000_000
    deadline.tv_nsec = nanoseconds % 1_000_000_000
    readerWaits = true
    defer { readerWaits = false }
    while true {
      let status = pthread_cond_timedwait(ready, mutex, &deadline)
      if let result = take() {
        let end = Self.now
        let waited = (end.tv_sec - start.tv_sec) * 1_000_000_000 + end.tv_nsec - start.tv_nsec
        quickResults = waited < 1_000_000 ? quickResults + 1 : 0
        return result
      }
      if status == ETIMEDOUT { return nil }
    }
  }

  /// The number of consecutive quick results after which the reader sleeps.
  private static var quickResultsBeforeSleep: Int { 16 }

  private static var now: timespec {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time
  }

  /// The next result if it is there. The caller holds the mutex.
  private func take() -> Output? {
    guard nextToTake < count, let result = results[nextToTake % results.count] else { return nil }
    results[nextToTake % results.count] = nil
    nextToTake += 1
    // Workers are woken only when a quarter of the window is free: they then do several pieces before they wait again.
    if waitingWorkers > 0, nextToStart - nextToTake <= window - max(1, window / 4) {
      pthread_cond_broadcast(windowOpened)
    }
    return result
  }

  private func workUntilDone() {
    pthread_mutex_lock(mutex)
    while nextToStart < count {
      if nextToStart - nextToTake >= window {
        waitingWorkers += 1
        pthread_cond_wait(windowOpened, mutex)
        waitingWorkers -= 1
        continue
      }
      let number = nextToStart
      nextToStart += 1
      pthread_mutex_unlock(mutex)
      let result = work(number)
      pthread_mutex_lock(mutex)
      results[number % results.count] = result
      if readerWaits, number == nextToTake { pthread_cond_signal(ready) }
    }
    pthread_mutex_unlock(mutex)
  }
}
