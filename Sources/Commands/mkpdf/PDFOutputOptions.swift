internal import ArgumentParser

/// The output, and what is reported.
struct PDFOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp("Write the document to this path, or to standard output for -.", valueName: "OUT.pdf"),
    completion: .file(extensions: ["pdf"]))
  var output: String?

  @Flag(help: "Create missing directories of the output.")
  var parents = false

  @Flag(help: "Keep an existing file.")
  var noClobber = false

  @Flag(help: "Flush the output to the disk before it is renamed.")
  var sync = false

  @Flag(help: "Write nothing, and print the content of each page.")
  var dryRun = false

  @Flag(help: "Write a report of all inputs to standard output.")
  var json = false

  @Flag(help: "Print errors only: no notes, warnings or progress.")
  var quiet = false

  @Flag(name: .customLong("warning-exit-0"), help: "Exit with status 0 where there were warnings but no errors.")
  var warningExitZero = false

  /// Checks that there is an output, after everything else on the command line was checked.
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
