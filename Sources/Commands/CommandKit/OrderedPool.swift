internal import ByteStreams
internal import Glibc
internal import Synchronization

/// Worker threads that work on pieces. Results are taken in the order of the pieces, or as they are done.
///
/// These are plain threads, because the concurrency runtime would slow down the start. Workers stay at most `window`
/// pieces ahead of the reader, so a slow reader does not make the memory grow.
///
/// Waking a thread costs as much as a small piece of work. So a side wakes the other only if that one waits and has
/// work. When results follow each other within a millisecond, the reader sleeps for a millisecond instead of waiting
/// for each of them.
final class OrderedPool<Piece: Sendable, Output: Sendable>: @unchecked Sendable {
  // The mutex guards all mutable state.
  private let source: @Sendable () -> Piece?
  private let work: @Sendable (Piece) -> Output
  private let isOrdered: Bool
  private let window: Int
  /// A ring buffer: result n is at n % window.
  private var results: [Output?]
  private var nextToStart = 0
  private var nextToTake = 0
  /// Without an order, the number of the next result.
  private var nextToFinish = 0
  /// Whether the source has no more pieces, or the pool was stopped.
  private var isEnded = false
  private var workers = 0
  /// Workers that wait because the window is full.
  private var waitingWorkers = 0
  private var readerWaits = false
  /// How many results in a row came within a millisecond. Only the reader uses it.
  private var quickResults = 0
  /// Held by the worker that gets a piece from the source, which may take days.
  private let sourceMutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Signalled when the result that the reader waits for is there.
  private let ready = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Signalled when the reader has taken results, so that workers may start further work.
  private let windowOpened = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// - Parameters:
  ///   - window: how many pieces may have been started whose results are not taken yet; at least 1.
  ///   - source: returns the next piece; nil at the end. It is called by one worker at a time.
  init(
    window: Int = 1_000, isOrdered: Bool = true, source: @escaping @Sendable () -> Piece?,
    work: @escaping @Sendable (Piece) -> Output
  ) {
    self.window = window
    self.isOrdered = isOrdered
    self.source = source
    self.work = work
    results = Array(repeating: nil, count: window)
    pthread_mutex_init(mutex, nil)
    pthread_mutex_init(sourceMutex, nil)
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
    pthread_mutex_destroy(sourceMutex)
    sourceMutex.deallocate()
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

  /// Takes no more pieces from the source. The results of those that were started can still be taken.
  func stop() {
    pthread_mutex_lock(mutex)
    isEnded = true
    pthread_cond_broadcast(windowOpened)
    pthread_cond_signal(ready)
    pthread_mutex_unlock(mutex)
  }

  /// Whether all results have been taken.
  private var isExhausted: Bool { isEnded && nextToTake == nextToStart }

  /// The next result; nil if there are no more.
  func next() -> Output? {
    while true {
      // pthread_cond_timedwait needs a time at which it ends; then the next wait begins.
      if let result = next(withinMilliseconds: 3_600_000) { return result }
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      if isExhausted { return nil }
    }
  }

  /// The next result; nil if it is not there in time or there are no more.
  func next(withinMilliseconds timeout: Int) -> Output? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if let result = take() { return result }
    if isExhausted { return nil }
    if workers == 0 {
      pthread_mutex_unlock(mutex)
      let result = source().map(work)
      pthread_mutex_lock(mutex)
      if result == nil { isEnded = true }
      return result
    }
    if quickResults >= Self.quickResultsBeforeSleep, timeout > 0 {
      pthread_mutex_unlock(mutex)
      usleep(1_000)
      pthread_mutex_lock(mutex)
      if let result = take() { return result }
      if isExhausted { return nil }
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
      if status == ETIMEDOUT || isExhausted { return nil }
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
    guard let result = results[nextToTake % window] else { return nil }
    results[nextToTake % window] = nil
    nextToTake += 1
    // Workers are woken only when a quarter of the window is free: they then do several pieces before they wait again.
    if waitingWorkers > 0, nextToStart - nextToTake <= window - max(1, window / 4) {
      pthread_cond_broadcast(windowOpened)
    }
    return result
  }

  private func workUntilDone() {
    while let (piece, number) = nextPiece() {
      let result = work(piece)
      pthread_mutex_lock(mutex)
      let place = isOrdered ? number : nextToFinish
      nextToFinish += 1
      results[place % window] = result
      if readerWaits, place == nextToTake { pthread_cond_signal(ready) }
      pthread_mutex_unlock(mutex)
    }
  }

  /// The next piece of work and its number; nil if there are no more.
  private func nextPiece() -> (Piece, Int)? {
    pthread_mutex_lock(sourceMutex)
    defer { pthread_mutex_unlock(sourceMutex) }
    pthread_mutex_lock(mutex)
    while !isEnded, nextToStart - nextToTake >= window {
      waitingWorkers += 1
      pthread_cond_wait(windowOpened, mutex)
      waitingWorkers -= 1
    }
    let wasEnded = isEnded
    pthread_mutex_unlock(mutex)
    let piece = wasEnded ? nil : source()
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard let piece, !isEnded else {
      isEnded = true
      if readerWaits { pthread_cond_signal(ready) }
      return nil
    }
    nextToStart += 1
    return (piece, nextToStart - 1)
  }
}

extension OrderedPool where Piece == Int {
  /// Work on the numbers from 0 to `count` - 1.
  convenience init(count: Int, window: Int = 1_000, work: @escaping @Sendable (Int) -> Output) {
    let next = Mutex(0)
    self.init(
      window: max(1, min(window, count)),
      source: {
        next.withLock { number in
          defer { number += 1 }
          return number < count ? number : nil
        }
      }, work: work)
  }
}
