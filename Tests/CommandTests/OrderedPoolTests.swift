@testable internal import CommandKit
internal import Glibc
internal import Synchronization
internal import Testing

@Suite("Work in parallel")
struct OrderedPoolTests {
  @Test("Results come in the order of the numbers, whichever is done first", arguments: [0, 1, 2, 8])
  func order(_ workers: Int) {
    let pool = OrderedPool(count: 500, window: 16) { number in
      // Uneven work, so that later numbers are often done before earlier ones.
      (0..<(number % 7) * 2_000).reduce(number) { $0 ^ $1 } & 0 | number
    }
    pool.start(workers: workers)
    #expect((0..<500).compactMap { _ in pool.next() } == Array(0..<500))
  }

  @Test("Workers stop when their window of untaken results is full")
  func window() {
    let started = Mutex(0)
    let pool = OrderedPool(count: 1_000, window: 10) { number in
      started.withLock { $0 = max($0, number + 1) }
      return number
    }
    pool.start(workers: 4)
    for taken in 1...1_000 {
      #expect(pool.next() == taken - 1)
      #expect(started.withLock { $0 } <= taken + 10)
    }
  }
}
