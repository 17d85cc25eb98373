internal import ArgumentParser

/// Where the document goes, and what is told of it.
struct PDFOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp("Write the document to this path, or to standard output for -.", valueName: "OUT.pdf"),
    completion: .file(extensions: ["pdf"]))
  var output: String?

  @Flag(help: "Make missing directories of the output.")
  var parents = false

  @Flag(help: "Leave an existing file alone.")
  var noClobber = false

  @Flag(help: "Flush the output to the disk before it takes its place.")
  var sync = false

  @Flag(help: "Write nothing, and print what would be on each page.")
  var dryRun = false

  @Flag(help: "Write a report of all inputs to standard output.")
  var json = false

  @Flag(help: "Print errors only: no notes, warnings or progress.")
  var quiet = false

  @Flag(name: .customLong("warning-exit-0"), help: "End with status 0 when there were warnings but no errors.")
  var warningExitZero = false

  /// Checks that there is an output, once all else on the command line is known to make sense.
  ///
  /// - Throws: `ValidationError`.
  func checkTarget() throws {
    guard output != nil || dryRun else { throw ValidationError("no output: give -o OUT.pdf, or - for standard output") }
  }

  func validate() throws {
    if output == "" { throw ValidationError("-o needs a path") }
    if output == "-", json, !dryRun { throw ValidationError("-o - and --json both write to standard output") }
  }
}
