internal import Glibc

/// Worker threads that do numbered work and hand the results over in the order of the numbers.
///
/// Plain threads: nothing of the concurrency runtime is needed at start. Workers stay at most `window` results ahead of
/// whoever takes them, so that a slow reader bounds the memory.
final class OrderedPool<Result: Sendable>: @unchecked Sendable {
  // All mutable state is guarded by the mutex.
  private let work: @Sendable (Int) -> Result
  private let count: Int
  private let window: Int
  private var results: [Int: Result] = [:]
  private var nextToStart = 0
  private var nextToTake = 0
  private var workers = 0
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Signalled when a result has come, and when one has been taken.
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(count: Int, window: Int = 1_000, work: @escaping @Sendable (Int) -> Result) {
    self.count = count
    self.window = window
    self.work = work
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
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
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    let nanoseconds = deadline.tv_nsec + timeout % 1_000 * 1_000_000
    deadline.tv_sec += timeout / 1_000 + nanoseconds / 1_000_000_000
    deadline.tv_nsec = nanoseconds % 1_000_000_000
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = results.removeValue(forKey: nextToTake) {
        nextToTake += 1
        pthread_cond_broadcast(changed)
        return result
      }
      if workers == 0 {
        nextToStart += 1
        nextToTake += 1
        pthread_mutex_unlock(mutex)
        defer { pthread_mutex_lock(mutex) }
        return work(nextToTake - 1)
      }
      if pthread_cond_timedwait(changed, mutex, &deadline) == ETIMEDOUT, results[nextToTake] == nil { return nil }
    }
  }

  private func workUntilDone() {
    pthread_mutex_lock(mutex)
    while nextToStart < count {
      if nextToStart - nextToTake >= window {
        pthread_cond_wait(changed, mutex)
        continue
      }
      let number = nextToStart
      nextToStart += 1
      pthread_mutex_unlock(mutex)
      let result = work(number)
      pthread_mutex_lock(mutex)
      results[number] = result
      pthread_cond_broadcast(changed)
    }
    pthread_mutex_unlock(mutex)
  }
}
