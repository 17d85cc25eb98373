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
  private struct State: Sendable {
    /// A ring buffer: result n is at n % window.
    var results: [Output?]
    var nextToStart = 0
    var nextToTake = 0
    /// The number of the next result where results come in any order.
    var nextToFinish = 0
    /// Whether the source has no more pieces, or the pool was stopped.
    var isEnded = false
    var workers = 0
    /// Whether a worker waits because the window is full. The others wait for it to get its piece.
    var workerWaits = false
    var readerWaits = false

    /// Whether all results have been taken.
    var isExhausted: Bool { isEnded && nextToTake == nextToStart }
  }

  private let source: @Sendable () -> Piece?
  private let work: @Sendable (Piece) -> Output
  private let isOrdered: Bool
  private let window: Int
  private let state: Monitor<State>
  /// Held by the worker that gets a piece from the source, which may take days. All workers contend for it constantly,
  /// and a `Mutex` is slower at that.
  private let sourceLock = Monitor(())
  /// How many results in a row came within a millisecond. Only the reader uses it.
  private var quickResults = 0

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
    state = Monitor(State(results: Array(repeating: nil, count: window)))
  }

  /// Starts the workers. If no thread can be started, the reader does the work.
  func start(workers: Int) {
    for _ in 0..<workers {
      guard DetachedThread.start({ self.workUntilDone() }) else { return }
      state.withLock { $0.workers += 1 }
    }
  }

  /// Takes no more pieces from the source. The results of those that were started can still be taken.
  func stop() {
    state.withLock { $0.isEnded = true }
    state.notify()
  }

  /// The next result; nil if there are no more.
  func next() -> Output? {
    while true {
      // A wait ends at some time; then the next one begins.
      if let result = next(withinMilliseconds: 3_600_000) { return result }
      if state.withLock({ $0.isExhausted }) { return nil }
    }
  }

  /// The next result; nil if it is not there in time or there are no more.
  func next(withinMilliseconds timeout: Int) -> Output? {
    let (taken, workers) = state.withLock { (take(&$0), $0.workers) }
    if let taken { return taken.result }
    if workers == 0 {
      let result = source().map(work)
      if result == nil { state.withLock { $0.isEnded = true } }
      return result
    }
    if quickResults >= Self.quickResultsBeforeSleep, timeout > 0 {
      usleep(1_000)
      if let taken = state.withLock({ take(&$0) }) { return taken.result }
    }
    let start = SystemCall.monotonicSeconds
    let waited = state.wait(seconds: Double(timeout) / 1_000) { state in
      let taken = take(&state)
      state.readerWaits = taken == nil
      return taken
    }
    guard let waited else {
      state.withLock { $0.readerWaits = false }
      return nil
    }
    if waited.result != nil { quickResults = SystemCall.monotonicSeconds - start < 1e-3 ? quickResults + 1 : 0 }
    return waited.result
  }

  /// The number of consecutive quick results after which the reader sleeps.
  private static var quickResultsBeforeSleep: Int { 16 }

  /// What the reader gets: the next result, or none after the last.
  private struct Taken {
    var result: Output?
  }

  /// The next result if it is there, or the end; nil if the reader has to wait.
  private func take(_ state: inout State) -> Taken? {
    guard let result = state.results[state.nextToTake % window] else {
      return state.isExhausted ? Taken(result: nil) : nil
    }
    state.results[state.nextToTake % window] = nil
    state.nextToTake += 1
    // A worker is woken only when a quarter of the window is free: it then does several pieces before it waits again.
    if state.workerWaits, state.nextToStart - state.nextToTake <= window - max(1, window / 4) { self.state.notify() }
    return Taken(result: result)
  }

  private func workUntilDone() {
    while let (piece, number) = nextPiece() {
      let result = work(piece)
      state.withLock { state in
        let position = isOrdered ? number : state.nextToFinish
        state.nextToFinish += 1
        state.results[position % window] = result
        if state.readerWaits, position == state.nextToTake { self.state.notify() }
      }
    }
  }

  /// The next piece of work and its number; nil if there are no more.
  private func nextPiece() -> (Piece, Int)? {
    sourceLock.withLock { _ in
      let isEnded = state.wait { state -> Bool? in
        state.workerWaits = !state.isEnded && state.nextToStart - state.nextToTake >= window
        return state.workerWaits ? nil : state.isEnded
      }
      let piece = isEnded ? nil : source()
      return state.withLock { state in
        guard let piece, !state.isEnded else {
          state.isEnded = true
          if state.readerWaits { self.state.notify() }
          return nil
        }
        state.nextToStart += 1
        return (piece, state.nextToStart - 1)
      }
    }
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
