@testable internal import CommandKit
internal import Glibc
internal import Synchronization
internal import TestKit
internal import Testing

@Suite("Work in parallel", .timed)
struct OrderedPoolTests {
  @Test("Results come in the order of the numbers, whichever is done first", arguments: [0, 1, 2, 8])
  func order(_ workers: Int) {
    let pool = OrderedPool(count: 500, window: 16) { number in
      // Uneven work, so that later numbers are often done before earlier ones.
      (0..<(number % 7) * 200).reduce(number) { $0 ^ $1 } & 0 | number
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

  @Test("The end of the pieces ends the reader, whenever it comes", .timeLimit(.minutes(2)))
  func end() {
    for delay in 0..<40 {
      let given = Mutex(0)
      let pool = OrderedPool(window: 16) {
        let number = given.withLock { given -> Int in
          given += 1
          return given
        }
        guard number > 40 else { return Optional(number) }
        // After quick results the reader sleeps for a millisecond.
        usleep(UInt32(delay * 50))
        return nil
      } work: {
        $0
      }
      pool.start(workers: 2)
      var taken: [Int] = []
      while let result = pool.next() { taken.append(result) }
      #expect(taken == Array(1...40))
    }
  }
}
