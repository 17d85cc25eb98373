internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import ContentTypes
internal import ImageModel
internal import PreviewCommands
internal import ProviderHost
internal import ProviderProtocol
internal import ProviderSkeleton
internal import StructuredText

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
    help: ArgumentHelp(
      "What names of documents end in, without the dot. (default: the type's, or the provider's name where no other type has it)",
      valueName: "EXT"))
  var fileExtension: String?

  @Option(help: ArgumentHelp("Where a Swift package finds Cameo: a folder or a URL.", valueName: "PATH"))
  var package: String?

  @Option(
    name: [.customShort("d"), .customLong("directory")],
    help: ArgumentHelp("Make the folder in this one, not in the current directory.", valueName: "DIR"))
  var directory: String?

  @OptionGroup var report: ReportOptions

  /// A folder that is there is named for the new package, which lies elsewhere.
  private var packageLocation: String {
    guard let package, !package.contains("://") else { return package ?? "" }
    return SystemCall.resolved(package) ?? package
  }

  /// What was chosen because of what is there already.
  private func notes(_ skeleton: ProviderSkeleton, _ catalog: ProviderCatalog) -> [String] {
    var notes: [String] = []
    if skeleton.declaresType, skeleton.fileExtension != (fileExtension ?? skeleton.shortName) {
      notes.append(
        "documents end in .\(skeleton.fileExtension), for .\(skeleton.shortName) is another type's; or say --extension")
    }
    switch skeleton.importedType?.origin {
    case .exported(by: let other), .imported(by: let other):
      notes.append(
        "\(skeleton.type) is declared by \(other): this provider only reads it; whichever has the higher \"priority\" is asked first"
      )
    case .builtIn, .system, nil: break
    }
    if let type = catalog.registry.type(identifier: skeleton.type),
      let first = firstAsked(for: type, besides: skeleton.id, catalog)
    {
      notes.append(
        "\(first.id) shows \(type.identifier), too, and is asked first: a \"priority\" above \(first.priority) in the manifest changes that"
      )
    }
    if let package, !package.contains("://"), SystemCall.status(of: package)?.isDirectory != true {
      notes.append("there is no folder \(package) yet: the package cannot be built before")
    }
    if let other = catalog.provider(id: skeleton.id) {
      let place = other.folder.isEmpty ? "" : " (\(other.folder))"
      notes.append("there is a provider of this id already\(place); of the two the one that is found first is asked")
    }
    return notes
  }

  /// The provider that is asked for a type before a new one, whose priority is 0.
  private func firstAsked(
    for type: ContentType, besides id: String, _ catalog: ProviderCatalog
  ) -> ProviderDescription? {
    let first = catalog.candidates(for: type, capability: .thumbnail).first { $0.id != id && $0.level > 0 }
    return first.flatMap { $0.priority >= 0 && $0.id < id ? $0 : nil }
  }

  func perform() throws -> ExitStatus {
    guard let chosen = ProviderSkeleton.Language(rawValue: language) else {
      throw ValidationError("--language is swift or python, not '\(language)'")
    }
    if chosen == .swift, package == nil {
      throw ValidationError("a provider in Swift needs --package: the folder or the URL of Cameo's sources")
    }
    do {
      let catalog = try HostAssembly().catalog()
      let id = ProviderSkeleton.id(of: name)
      let others = ProviderCatalog(catalog.providers.filter { $0.id != id }, registry: ContentTypeRegistry.system())
      let skeleton = try ProviderSkeleton(
        name, language: chosen, type: type, fileExtension: fileExtension, packageLocation: packageLocation,
        registry: others.registry)
      let folder = try skeleton.write(in: directory ?? ".")
      let console = Console(program: "preview")
      let notes = notes(skeleton, catalog)
      let files = skeleton.files.map { "\(folder)/\($0.path)" }
      if report.json {
        try show([
          JSONMember("id", .string(skeleton.id)), JSONMember("folder", .path(folder)),
          JSONMember("files", .array(files.map { .path($0) })),
          JSONMember("notes", .array(notes.map { .string($0) })),
        ])
      } else {
        for note in notes { console.report(Diagnostic(.note, note), of: folder) }
        try show(files)
      }
      return .success
    } catch let error as ProviderError {
      throw error.code == .requestInvalid ? ValidationError(error.message) : ImageError(.io, error.message)
    }
  }
}
