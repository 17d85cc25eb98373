internal import ArgumentParser
internal import CommandKit
internal import ContentTypes
internal import ImageModel
internal import ProviderProtocol
internal import ProviderSkeleton

/// `preview new`: a provider to begin with.
struct NewCommand: Subcommand {
  static let configuration = CommandConfiguration.below(
    "new", "Write a provider to begin with: manifest, program, sample and README.",
    arguments: "<name>",
    discussion: """
      Makes the folder ID in the current directory. NAME is the provider's id (org.example.notes), or a word, which becomes \
      org.example.WORD. The new provider passes 'preview check ID' as it is; one in Swift has to be built before, as its README says.
      """)

  @Argument(help: "The new provider's id, or a word.")
  var name: String

  @Option(help: ArgumentHelp("swift or python.", valueName: "LANGUAGE"))
  var language = "python"

  @Option(help: ArgumentHelp("The content type that it shows (ID.document).", valueName: "ID"))
  var type: String?

  @Option(
    name: .customLong("extension"),
    help: ArgumentHelp("What names of documents end in, without the dot.", valueName: "EXT"))
  var fileExtension: String?

  @Option(help: ArgumentHelp("Where a Swift package finds Cameo: a folder or a URL.", valueName: "PATH"))
  var package: String?

  @Option(
    name: [.customShort("d"), .customLong("directory")],
    help: ArgumentHelp("Make the folder in this one, not in the current directory.", valueName: "DIR"))
  var directory: String?

  func perform() throws -> ExitStatus {
    guard let chosen = ProviderSkeleton.Language(rawValue: language) else {
      throw ValidationError("--language is swift or python, not '\(language)'")
    }
    if chosen == .swift, package == nil {
      throw ValidationError("a provider in Swift needs --package: the folder or the URL of Cameo's sources")
    }
    do {
      let skeleton = try ProviderSkeleton(
        name, language: chosen, type: type, fileExtension: fileExtension, packageLocation: package ?? "",
        registry: ContentTypeRegistry.system())
      let folder = try skeleton.write(in: directory ?? ".")
      try show(skeleton.files.map { "\(folder)/\($0.path)" })
      return .success
    } catch let error as ProviderError {
      throw error.code == .requestInvalid ? ValidationError(error.message) : ImageError(.io, error.message)
    }
  }
}
