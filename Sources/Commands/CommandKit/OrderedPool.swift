internal import ByteStreams
internal import Glibc

/// Worker threads that do numbered work and hand the results over in the order of the numbers.
///
/// Plain threads: nothing of the concurrency runtime is needed at start. Workers stay at most `window` results ahead of
/// whoever takes them, so that a slow reader bounds the memory.
///
/// A thread that is woken costs as much as a small piece of work. So each side wakes the other only where that one waits and
/// can go on; and a taker to whom results come in less than a millisecond naps that long and finds several.
final class OrderedPool<Result: Sendable>: @unchecked Sendable {
  // All mutable state is guarded by the mutex.
  private let work: @Sendable (Int) -> Result
  private let count: Int
  private let window: Int
  /// The result of a number has the place of its remainder by the window.
  private var results: [Result?]
  private var nextToStart = 0
  private var nextToTake = 0
  private var workers = 0
  /// Workers that wait for room.
  private var waitingWorkers = 0
  private var takerWaits = false
  /// How many results in a row came quickly. Only the taker looks at it.
  private var quickResults = 0
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Signalled when the next result has come.
  private let ready = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Signalled when results have been taken.
  private let room = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(count: Int, window: Int = 1_000, work: @escaping @Sendable (Int) -> Result) {
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
    pthread_cond_init(room, nil)
  }

  deinit {
    pthread_cond_destroy(room)
    pthread_cond_destroy(ready)
    pthread_mutex_destroy(mutex)
    room.deallocate()
    ready.deallocate()
    mutex.deallocate()
  }

  /// Starts the workers. Where no thread can be had, whoever takes the results does the work.
  func start(workers: Int) {
    for _ in 0..<workers {
      guard DetachedThread.start({ self.workUntilDone() }) else { return }
      pthread_mutex_lock(mutex)
      self.workers += 1
      pthread_mutex_unlock(mutex)
    }
  }

  /// The next result in order.
  func next() -> Result {
    while true {
      // An hour is only a bound for one wait.
      if let result = next(withinMilliseconds: 3_600_000) { return result }
    }
  }

  /// The next result in order, or nil when it has not come in time.
  func next(withinMilliseconds timeout: Int) -> Result? {
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
    if quickResults >= Self.resultsBeforeNap, timeout > 0 {
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
    takerWaits = true
    defer { takerWaits = false }
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

  /// A run over a few files ends before anybody naps.
  private static var resultsBeforeNap: Int { 16 }

  private static var now: timespec {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time
  }

  /// The next result where it has come. The mutex must be held.
  private func take() -> Result? {
    guard nextToTake < count, let result = results[nextToTake % results.count] else { return nil }
    results[nextToTake % results.count] = nil
    nextToTake += 1
    // With a quarter of the window free, workers have something to do before they wait again.
    if waitingWorkers > 0, nextToStart - nextToTake <= window - max(1, window / 4) { pthread_cond_broadcast(room) }
    return result
  }

  private func workUntilDone() {
    pthread_mutex_lock(mutex)
    while nextToStart < count {
      if nextToStart - nextToTake >= window {
        waitingWorkers += 1
        pthread_cond_wait(room, mutex)
        waitingWorkers -= 1
        continue
      }
      let number = nextToStart
      nextToStart += 1
      pthread_mutex_unlock(mutex)
      let result = work(number)
      pthread_mutex_lock(mutex)
      results[number % results.count] = result
      if takerWaits, number == nextToTake { pthread_cond_signal(ready) }
    }
    pthread_mutex_unlock(mutex)
  }
}
