internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import PreviewCommands
internal import ProviderHost
internal import ProviderProtocol
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

  /// The providers that the options find.
  func catalog(_ options: CatalogOptions) throws(ImageError) -> ProviderCatalog {
    try CatalogOptions.checkFolders(options.folders)
    do throws(ProviderError) {
      return try options.assembly.catalog()
    } catch {
      throw error.imageError
    }
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
