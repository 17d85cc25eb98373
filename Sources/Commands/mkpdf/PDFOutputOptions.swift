internal import ArgumentParser
internal import CommandKit

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

  @OptionGroup var reporting: ReportingOptions

  /// Checks that there is an output, after everything else on the command line was checked.
  ///
  /// - Throws: `ValidationError`.
  func checkTarget() throws {
    guard output != nil || dryRun else { throw ValidationError("no output: give -o OUT.pdf, or - for standard output") }
  }

  /// Checks that the name of a document is not that of a picture.
  ///
  /// - Throws: `ValidationError`.
  func checkSuffix() throws {
    guard let output, !dryRun, let dot = output.lastIndex(of: "."),
      let format = FormatOptions.format(ofExtension: String(output[output.index(after: dot)...]))
    else { return }
    throw ValidationError("mkpdf writes PDF documents, and '\(output)' has the suffix of \(format) files")
  }

  func validate() throws {
    if output == "" { throw ValidationError("-o needs a path") }
    if output == "-", reporting.json, !dryRun { throw ValidationError("-o - and --json both write to standard output") }
  }
}
