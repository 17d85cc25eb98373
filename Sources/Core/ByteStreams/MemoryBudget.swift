internal import Glibc

/// Memory that several threads share. Large work waits for room; smaller one passes it, but not for ever.
package final class MemoryBudget: Sendable {
  private struct State: Sendable {
    var free: Int
    var waiting: [(need: Int, number: Int)] = []
    /// The numbers of jobs that may start, but have not noticed it yet.
    var admitted: Set<Int> = []
    var lastNumber = 0
    /// How many jobs have passed the first one that waits.
    var passed = 0
  }

  private static let mostPassing = 64
  private let total: Int
  private let state: Monitor<State>

  /// Three quarters of the machine's memory, for pictures that are encoded as a whole.
  package static let ofEncoders = MemoryBudget(
    sysconf(Int32(_SC_PHYS_PAGES)) / 4 * 3 * sysconf(Int32(_SC_PAGESIZE)))

  package init(_ total: Int) {
    self.total = total
    state = Monitor(State(free: total))
  }

  /// Calls a function when there is room for it. One that needs more than there is runs alone.
  package func holding<Result, Failure: Error>(
    _ bytes: Int, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let need = max(0, min(bytes, total))
    let number = state.withLock { state in
      state.lastNumber += 1
      state.waiting.append((need, state.lastNumber))
      Self.admit(&state)
      return state.lastNumber
    }
    state.notify()
    _ = state.wait { $0.admitted.remove(number) }
    defer {
      state.withLock { state in
        state.free += need
        Self.admit(&state)
      }
      state.notify()
    }
    return try body()
  }

  /// Admits the jobs that fit, the longest waiting first.
  private static func admit(_ state: inout State) {
    var index = 0
    while index < state.waiting.count, index == 0 || state.passed < mostPassing {
      let (need, number) = state.waiting[index]
      guard need <= state.free else {
        index += 1
        continue
      }
      state.free -= need
      state.waiting.remove(at: index)
      state.passed = index == 0 ? 0 : state.passed + 1
      state.admitted.insert(number)
    }
  }
}
