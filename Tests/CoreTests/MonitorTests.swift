internal import ByteStreams
internal import TestKit
internal import Testing

@Suite("State that threads share and wait for", .timed)
struct MonitorTests {
  @Test("Two threads take turns, and neither misses a change", .timeLimit(.minutes(2)))
  func turns() {
    let count = Monitor(0)
    let started = DetachedThread.start {
      for _ in 0..<1_000 {
        _ = count.wait { count -> Bool? in
          guard count % 2 == 1 else { return nil }
          count += 1
          return true
        }
        count.notify()
      }
    }
    #expect(started)
    for turn in 0..<1_000 {
      let seen = count.wait { count -> Int? in
        guard count % 2 == 0 else { return nil }
        defer { count += 1 }
        return count
      }
      #expect(seen == 2 * turn)
      count.notify()
    }
    #expect(count.wait { $0 == 2_000 ? $0 : nil } == 2_000)
  }

  @Test("A wait ends with its time, and at once if there is nothing to wait for")
  func time() {
    let state = Monitor("a")
    for seconds in [-1, 0, 0.001] { #expect(state.wait(seconds: seconds) { $0 == "b" ? $0 : nil } == nil) }
    #expect(state.wait(seconds: .infinity) { $0 == "a" ? $0 : nil } == "a")
    state.withLock { $0 = "b" }
    #expect(state.wait(seconds: 0) { $0 == "b" ? $0 : nil } == "b")
  }
}
