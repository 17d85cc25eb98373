internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import PreviewCommands
internal import ProviderHost
internal import StructuredText

/// A subcommand of `preview`. It prints text, or one JSON document with `--json`.
protocol Subcommand: CameoCommand {}

extension Subcommand {
  static var program: String? { "preview" }

  static var formerNames: [String: String] { Preview.formerNames }

  /// Prints lines, escaped so that they cannot control the terminal.
  func show(_ lines: [String]) throws(ImageError) {
    let console = Console(program: "preview")
    for line in lines { try console.print(PrintableText.escaped(line) + "\n") }
    try console.flush()
  }

  /// Prints a JSON report, with its version and the command's name.
  func show(_ members: [JSONMember]) throws(ImageError) {
    let console = Console(program: "preview")
    let report = CatalogReport.report(of: "preview \(Self._commandName)", members)
    try console.print(JSONWriter.text(report, layout: .indented) + "\n")
    try console.flush()
  }

  /// Shows what is found out about each file: lines, or one JSON report of all files. A file of which nothing can be
  /// found out is reported, and the next one follows.
  ///
  /// - Parameter describe: returns both forms, and whether the file is as it should be.
  /// - Returns: `failure` if a file is not as it should be.
  /// - Throws: an error of standard output.
  func show(
    _ files: [String], asJSON: Bool,
    _ describe: (String) throws(ImageError) -> (lines: [String], json: JSONValue, isGood: Bool)
  ) throws(ImageError) -> ExitStatus {
    let console = Console(program: "preview")
    var failed = false
    var records: [JSONValue] = []
    for file in files {
      do throws(ImageError) {
        let description = try describe(file)
        if !description.isGood { failed = true }
        if asJSON { records.append(description.json) } else { try show(description.lines) }
      } catch {
        if error.path == BatchRunner.standardOutputName { throw error }
        failed = true
        console.report(error.at(path: file))
        records.append(.object(["input": .path(file), "error": .error(error)]))
      }
    }
    if asJSON { try show([JSONMember("files", .array(records))]) }
    return failed ? .failure : .success
  }

  /// The providers that the options find.
  func catalog(_ options: CatalogOptions) throws(ImageError) -> ProviderCatalog {
    try CatalogOptions.checkFolders(options.folders)
    return try options.assembly.catalogOfCommand()
  }
}

extension CommandConfiguration {
  /// The configuration of a subcommand of `preview`.
  static func subcommand(
    _ name: String, _ abstract: String, arguments: String = "", discussion: String = ""
  ) -> CommandConfiguration {
    CommandConfiguration(
      commandName: name, _superCommandName: "preview", abstract: abstract,
      usage: "preview \(name) [<options>]\(arguments.isEmpty ? "" : " " + arguments)", discussion: discussion,
      version: Version.line("preview"))
  }
}

/// `--json` of the subcommands.
struct ReportOptions: ParsableArguments {
  @Flag(help: "Write a report as JSON.")
  var json = false

  @OptionGroup var configuration: ConfigurationOption
}
