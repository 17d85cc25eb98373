package import ArgumentParser

/// Jobs as lines of JSON, for a command that decodes pictures and knows how much memory each of them takes.
package struct PictureJobOptions: ParsableArguments {
  @OptionGroup package var timed: TimedJobOptions

  @Option(
    name: .customLong("jobs-memory"), parsing: .unconditional,
    help: ArgumentHelp(
      "With --jobs: start a job only if its picture, whole and with 4 bytes a pixel, fits into N bytes beside those of "
        + "the running jobs; smaller ones pass it. One that never fits runs alone. (default: any)", valueName: "N"),
    transform: { try OptionText.positiveAmount($0) })
  package var memory: Int?

  package init() {}

  package func validate() throws {
    try OptionRules.need("--jobs", timed.jobs.jobs, for: ["--jobs-memory": memory])
    if memory != nil, timed.isolate {
      throw ValidationError("--jobs-memory and --isolate cannot be used together: --max-memory limits each process")
    }
  }
}
