internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import ContentTypes
internal import PDFJobs

/// The output, and what is reported.
struct PDFOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "Write the document to this path, or to standard output for -. With a single input, it may have the fields {dir} "
        + "{name} {stem} {ext}, and a directory gets {stem}.pdf. {{ and }} are braces.", valueName: "OUT.pdf"),
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

  /// The names of several documents: what `-o` says, and a name of their own where it says a directory.
  static func template(_ output: String, inFolder name: String) -> String {
    if output.hasSuffix("/") { return output + name }
    return SystemCall.status(of: output)?.isDirectory ?? false ? "\(output)/\(name)" : output
  }

  /// Checks that the name of a document is not that of a file of another type. A suffix that no type has is accepted.
  ///
  /// - Throws: `ValidationError`.
  static func checkSuffix(_ output: PDFJob.Output) throws {
    guard let path = output.path, let type = ContentTypeRegistry().type(fileName: path),
      type.identifier != "com.adobe.pdf"
    else { return }
    throw ValidationError("mkpdf writes PDF documents, and '\(path)' has the suffix of \(type.name) files")
  }

  func validate() throws {
    if output == "" { throw ValidationError("-o needs a path") }
    if output == "-", reporting.json, !dryRun { throw ValidationError("-o - and --json both write to standard output") }
  }
}
