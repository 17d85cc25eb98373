package import ArgumentParser

/// How a command goes through its inputs and reports.
package struct RunOptions: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .customLong("jobs")], parsing: .unconditional,
    help: ArgumentHelp("Work on N files at once. (default: one for each processor)", valueName: "N"),
    transform: { try OptionText.positive($0) })
  package var jobs: Int?

  @Flag(help: "Write a report of all inputs to standard output.")
  package var json = false

  @Flag(help: "Print errors only: no notes, warnings or progress.")
  package var quiet = false

  @Flag(name: .customLong("warning-exit-0"), help: "End with status 0 when there were warnings but no errors.")
  package var warningExitZero = false

  package init() {}

  /// The values of the options.
  package var settings: RunSettings {
    var settings = RunSettings()
    settings.jobs = jobs
    settings.json = json
    settings.quiet = quiet
    settings.warningExitZero = warningExitZero
    return settings
  }
}
