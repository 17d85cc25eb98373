package import ArgumentParser
internal import ByteStreams
internal import ImageModel

/// Jobs as lines of JSON, and what is done about those that fail.
package struct JobOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Read jobs from FILE, or from standard input for -: a JSON object a line, with input, output and any option by "
        + "its long name. Write a JSON object a line with the result of each. The command line has the defaults.",
      valueName: "FILE"),
    completion: .file())
  package var jobs: String?

  @Flag(help: "With --jobs: write results as they are done, not in the order of the jobs.")
  package var unordered = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("With --jobs: write counts, bytes, seconds and errors by kind to this file.", valueName: "FILE"),
    completion: .file())
  package var summary: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --jobs: end with status 1 if more than P percent of the jobs failed. (default: with 0, whatever failed)",
      valueName: "P"), transform: { try OptionText.decimal($0, in: 0...100) })
  package var maxFailedPercent: Double?

  @Flag(help: "With --jobs: after the first job that fails, start no other, and end with status 1.")
  package var failFast = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --jobs: try a job up to N times more if the system failed or its time was over.", valueName: "N"),
    transform: { try OptionText.number($0, in: 0...100) })
  package var retries: Int?

  @Flag(help: "With --jobs: leave existing outputs alone. The same as --no-clobber for each job.")
  package var skipExisting = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --jobs: do the part I of N only, from 0/N to N-1/N, by a hash of the job's id, or of its input without "
        + "one.",
      valueName: "I/N"), transform: { try JobShard($0) })
  package var shard: JobShard?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --jobs: leave out the jobs that have a result in LOG, which an earlier run wrote. Append to it with >> "
        + "LOG.",
      valueName: "LOG"), completion: .file())
  package var resume: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --jobs: the time that SIGTERM leaves to running jobs. (default: 5)", valueName: "SECONDS"),
    transform: { try OptionText.decimal($0, in: 0...86_400) })
  package var grace: Double?

  @Option(help: ArgumentHelp("The number of the first line, for the processes of --isolate.", visibility: .private))
  var firstLine: Int?

  /// Whether this is the process of one job of `--isolate`.
  package var isPartOfRun: Bool { firstLine != nil }

  /// The options of all commands that are not a job's. `JobCommand.optionsOfRun` has those of one command.
  static let optionsOfRun: Set<String> = [
    "--jobs", "--unordered", "--summary", "--max-failed-percent", "--fail-fast", "--timeout", "--retries",
    "--skip-existing", "--shard", "--resume", "--grace", "--jobs-memory", "--isolate", "--first-line", "--workers",
    "--confine", "--json", "--quiet", "--print-config", "--warning-exit-0", "--output", "--help", "--version",
  ]

  /// The options of all commands that cannot be used with `--jobs`, whose jobs name their inputs.
  static let optionsWithoutJobs: Set<String> = ["--files-from", "--recursive", "--ext", "--exclude"]

  package init() {}

  package func validate() throws {
    try OptionRules.need(
      "--jobs", jobs,
      for: [
        "--unordered": unordered, "--summary": summary, "--max-failed-percent": maxFailedPercent,
        "--fail-fast": failFast, "--retries": retries, "--skip-existing": skipExisting, "--shard": shard,
        "--resume": resume, "--grace": grace,
      ])
  }
}

/// Jobs as lines of JSON, for a command that has neither a `--timeout` nor a sandbox of its own.
package struct TimedJobOptions: ParsableArguments {
  @OptionGroup package var jobs: JobOptions

  @Flag(
    help: ArgumentHelp(
      "With --jobs: do each job in a process of its own, which sees the job's files and the directory of its output. "
        + "One that crashes, hangs (--timeout) or needs too much memory is an error of its job. Needs Linux 5.13 with "
        + "Landlock."))
  package var isolate = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("With --jobs: the time for one job. (default: any)", valueName: "SECONDS"),
    transform: {
      let seconds = try OptionText.decimal($0, in: 0...86_400)
      guard seconds > 0 else { throw ValidationError("expected more than 0 seconds") }
      return seconds
    })
  package var timeout: Double?

  package init() {}

  /// The bytes of memory for the process of one job; nil: all jobs are done in this process.
  package func isolatedMemory(_ limits: LimitOptions) -> Int? {
    isolate ? min(limits.limits.maxMemory, .max / 2) * 2 : nil
  }

  package func validate() throws {
    try OptionRules.need("--jobs", jobs.jobs, for: ["--isolate": isolate, "--timeout": timeout])
  }
}

/// One of several parts of all jobs, which different machines may do.
package struct JobShard: Hashable, Sendable {
  let index: UInt64
  let count: UInt64

  init(_ text: String) throws {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { UInt64($0) }
    guard numbers.count == 2, let index = numbers[0], let count = numbers[1], index < count else {
      throw ValidationError("expected I/N with I from 0 to N-1, as in 0/4")
    }
    (self.index, self.count) = (index, count)
  }

  /// Whether the part has a key. The hash is FNV-1a with 64 bits; the finisher of MurmurHash3 mixes its low bits.
  func contains(_ key: some Sequence<UInt8>) -> Bool {
    var hash = StableHash.fnv1a(key)
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return (hash ^ hash >> 33) % count == index
  }
}
