internal import ArgumentParser
internal import CommandKit
internal import ContentTypes
internal import ImageModel
internal import PreviewCommands
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

/// `preview can`: whether there is a provider for a file. Nothing is run.
struct Can: Subcommand {
  static let configuration = CommandConfiguration.below(
    "can", "Say whether there is a provider for a file.", arguments: "<file>",
    discussion: """
      Prints the file with the provider that would be asked, or with no. The file may still turn out to be damaged: no provider \
      is started.

      EXIT STATUS:
        0   yes
        1   no
        2   could not tell: the file cannot be read
        64  the command line makes no sense
      """)

  @Argument(help: "A file, a directory that acts as one document, or - for standard input.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("thumbnail or preview. (default: thumbnail)", valueName: "KIND"),
    completion: .list(Want.Kind.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  var kind: Want.Kind?

  @OptionGroup var report: ReportOptions
  @OptionGroup(title: "Provider options") var providers: CatalogOptions

  func perform() throws -> ExitStatus {
    let kind = kind ?? .thumbnail
    let catalog = try catalog(providers)
    let identification: TypeIdentification
    do throws(ImageError) {
      let input = file == "-" ? InputFile.standardInput : .path(file)
      identification = try DocumentSource(input, usesCache: false).identification(by: catalog.registry)
    } catch {
      Console(program: "preview").report(error.at(path: file))
      if report.json { try answer("unknown", kind, nil, nil, error) }
      return .undecided
    }
    let capability = kind == .thumbnail ? ProviderCapability.thumbnail : .preview
    let provider = catalog.candidates(for: identification.type, capability: capability).first { provider in
      // Thumbnailers of the desktop make thumbnails only.
      kind == .thumbnail || provider.level > 0
    }
    if report.json {
      try answer(provider == nil ? "no" : "yes", kind, identification.type, provider, nil)
    } else {
      try show(["\(file): \(provider?.id ?? "no (\(identification.type.identifier))")"])
    }
    return provider == nil ? .failure : .success
  }

  private func answer(
    _ answer: String, _ kind: Want.Kind, _ type: ContentType?, _ provider: ProviderDescription?, _ error: ImageError?
  ) throws(ImageError) {
    var members = [
      JSONMember("input", .path(file)), JSONMember("kind", .string(kind.rawValue)),
      JSONMember("answer", .string(answer)), JSONMember("type", type.map { .string($0.identifier) } ?? .null),
      JSONMember("provider", provider.map { .string($0.id) } ?? .null),
    ]
    if let error { members.append(JSONMember("error", .error(error))) }
    try show(members)
  }
}
