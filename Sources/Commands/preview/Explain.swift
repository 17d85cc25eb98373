internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import ImagingCommands
internal import ProviderHost
internal import StructuredText

/// `preview explain`: why a file has its type, and why which provider is asked.
struct Explain: Subcommand {
  static let configuration = CommandConfiguration.below(
    "explain", "Say why a file has its type, and which provider is asked.", arguments: "<files> ...")

  @Argument(help: "Files, or directories that act as one document.", completion: .file())
  var files: [String]

  @Option(
    name: [.customShort("s", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp("The long side of the thumbnail, in pixels. (default: 256)", valueName: "N"),
    transform: { try OptionText.positive($0) })
  var size: Int?

  @OptionGroup var report: ReportOptions
  @OptionGroup(title: "Provider options") var providers: CatalogOptions

  func perform() throws -> ExitStatus {
    let catalog = try catalog(providers)
    let console = Console(program: "preview")
    var failed = false
    var records: [JSONValue] = []
    for file in files {
      do throws(ImageError) {
        let input = file == "-" ? InputFile.standardInput : .path(file)
        let identification = try DocumentSource(input, usesCache: false).identification(by: catalog.registry)
        let explanation = catalog.explain(identification, pixels: size ?? 256)
        if report.json {
          records.append(.object([JSONMember("input", .path(file))] + explanation.members))
        } else {
          try show([file] + explanation.lines.map { "  " + $0 })
        }
      } catch {
        if error.path == BatchRunner.standardOutputName { throw error }
        failed = true
        console.report(error.at(path: file))
        records.append(.object(["input": .path(file), "error": .error(error)]))
      }
    }
    if report.json { try show([JSONMember("files", .array(records))]) }
    return failed ? .failure : .success
  }
}
