package import ArgumentParser

/// How many files are worked on at once.
package struct WorkerOption: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .customLong("workers")], parsing: .unconditional,
    help: ArgumentHelp(
      "Work on N files at once. (default: one per processor, fewer if memory does not suffice)", valueName: "N"),
    transform: { try OptionText.positive($0) })
  package var workers: Int?

  package init() {}
}

/// How a command works through its inputs and reports results.
package struct RunOptions: ParsableArguments {
  @OptionGroup package var count: WorkerOption

  @OptionGroup package var reporting: ReportingOptions

  package init() {}

  package var settings: RunSettings {
    var settings = reporting.settings
    settings.workers = count.workers
    return settings
  }
}

/// How a command reports results.
package struct ReportingOptions: ParsableArguments {
  @Flag(help: "Write a report of all inputs to standard output.")
  package var json = false

  @Flag(help: "Print errors only: no notes, warnings or progress.")
  package var quiet = false

  @Flag(name: .customLong("warning-exit-0"), help: "End with status 0 when there were warnings but no errors.")
  package var warningExitZero = false

  @OptionGroup package var configuration: ConfigurationOption

  package init() {}

  package var settings: RunSettings { RunSettings(json: json, quiet: quiet, warningExitZero: warningExitZero) }
}

/// The values of `RunOptions`, which jobs and tests can make without a command line.
package struct RunSettings: Hashable, Sendable {
  /// The number of files that are worked on at once; nil: one per processor, fewer if memory does not suffice.
  package var workers: Int?
  package var json = false
  package var quiet = false
  package var warningExitZero = false

  package init(workers: Int? = nil, json: Bool = false, quiet: Bool = false, warningExitZero: Bool = false) {
    self.workers = workers
    self.json = json
    self.quiet = quiet
    self.warningExitZero = warningExitZero
  }
}
