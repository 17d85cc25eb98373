internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import PreviewJobs
internal import ProviderProtocol
internal import ProviderSkeleton
internal import StructuredText

/// `preview new`: writes a provider to begin with.
struct New: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "new", "Write a provider to begin with: manifest, program, sample and README.",
    arguments: "<name>",
    discussion: """
      Makes the folder ID in the current directory. NAME is the provider's id (org.example.notes), or a word, which \
      becomes org.example.WORD. The new provider passes 'preview check ID' as it is; one in Swift must be built first, \
      as its README says.
      """)

  @Argument(help: "The new provider's id, or a word.")
  var name: String

  @Option(help: ArgumentHelp("swift or python.", valueName: "LANGUAGE"))
  var language = "python"

  @Option(help: ArgumentHelp("The content type that it shows. (default: ID.document)", valueName: "ID"))
  var type: String?

  @Option(
    name: .customLong("extension"),
    help: ArgumentHelp(
      "The extension of documents, without the dot. (default: the type's, or the provider's name if it is free)",
      valueName: "EXT"))
  var fileExtension: String?

  @Option(help: ArgumentHelp("Where a Swift package finds Cameo: a folder or a URL.", valueName: "PATH"))
  var package: String?

  @Option(
    name: [.customShort("d"), .customLong("directory")],
    help: ArgumentHelp("Make the folder in this one, not in the current directory.", valueName: "DIR"))
  var directory: String?

  @OptionGroup var report: ReportOptions

  func perform() throws -> ExitStatus {
    guard let language = ProviderSkeleton.Language(rawValue: language) else {
      throw ValidationError("--language is swift or python, not '\(language)'")
    }
    if language == .swift, package == nil {
      throw ValidationError("a provider in Swift needs --package: the folder or the URL of Cameo's sources")
    }
    var job = NewProviderJob(name: name)
    job.language = language
    job.type = type
    job.fileExtension = fileExtension
    job.package = package
    job.directory = directory ?? "."
    let result: NewProviderJob.Result
    do throws(ProviderError) {
      result = try job.run()
    } catch {
      throw error.code == .requestInvalid ? ValidationError(error.message) : ImageError(.io, error.message)
    }
    if report.json {
      try show([
        JSONMember("id", .string(result.id)), JSONMember("folder", .path(result.folder)),
        JSONMember("files", .array(result.files.map { .path($0) })),
        JSONMember("notes", .array(result.notes.map { .string($0) })),
      ])
    } else {
      let console = Console(program: "preview")
      for note in result.notes { console.report(Diagnostic(.note, note), of: result.folder) }
      try show(result.files)
    }
    return .success
  }
}
