package import ArgumentParser
internal import ByteStreams

/// Jobs as lines of JSON, for a command that decodes pictures and knows how much memory each of them takes.
package struct PictureJobOptions: ParsableArguments {
  @OptionGroup package var timed: TimedJobOptions

  @Option(
    name: .customLong("memory"), parsing: .unconditional,
    help: ArgumentHelp(
      "With --jobs: start a job only if its picture, whole and with 4 bytes a pixel, fits into N bytes beside those of "
        + "the running jobs; smaller ones pass it. One that never fits runs alone. (default: any)", valueName: "N"),
    transform: { try OptionText.positiveAmount($0) })
  package var memory: Int?

  package init() {}

  package func validate() throws {
    try OptionRules.need("--jobs", timed.jobs.jobs, for: ["--memory": memory])
    if memory != nil, timed.isolate {
      throw ValidationError("--memory and --isolate cannot be used together: --max-memory limits each process")
    }
  }
}

/// Memory that the jobs of a run share. A large job waits for room; small ones pass it, but not for ever.
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

  init(_ total: Int) {
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
