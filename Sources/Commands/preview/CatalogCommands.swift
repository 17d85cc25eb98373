internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import ContentTypes
internal import ImageModel
internal import ImagingCommands
internal import PreviewCommands
internal import PreviewJobs
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

/// `preview explain`: why a file has its type, and which provider is used.
struct Explain: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "explain", "Say why a file has its type, and which provider is used.", arguments: "<files> ...")

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
        let identification = try InputDocument(input, usesCache: false).identification(by: catalog.registry)
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

/// `preview can`: whether there is a provider for a file. It is not run.
struct Can: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "can", "Say whether there is a provider for a file.", arguments: "<file>",
    discussion: """
      Prints the file and the provider that would be used, or no. No provider is run, so the file may still turn out to \
      be empty or damaged.

      EXIT STATUS:
        0   yes
        1   no
        2   could not tell: the file cannot be read
        64  the command line is not valid
      """)

  @Argument(help: "A file, a directory that acts as one document, or - for standard input.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("thumbnail or preview. (default: thumbnail)", valueName: "KIND"),
    completion: .list(RenderTarget.Kind.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  var kind: RenderTarget.Kind?

  @OptionGroup var report: ReportOptions
  @OptionGroup(title: "Provider options") var providers: CatalogOptions

  func perform() throws -> ExitStatus {
    let kind = kind ?? .thumbnail
    let catalog = try catalog(providers)
    let identification: TypeIdentification
    do throws(ImageError) {
      let input = file == "-" ? InputFile.standardInput : .path(file)
      identification = try InputDocument(input, usesCache: false).identification(by: catalog.registry)
    } catch {
      Console(program: "preview").report(error.at(path: file))
      if report.json { try answer("unknown", kind, nil, nil, error) }
      return .undecided
    }
    let capability = kind == .thumbnail ? ProviderCapability.thumbnail : .preview
    let provider = catalog.candidates(for: identification.type, capability: capability).first
    if report.json {
      try answer(provider == nil ? "no" : "yes", kind, identification.type, provider, nil)
    } else {
      try show(["\(file): \(provider?.id ?? "no (\(identification.type.identifier))")"])
    }
    return provider == nil ? .failure : .success
  }

  private func answer(
    _ answer: String, _ kind: RenderTarget.Kind, _ type: ContentType?, _ provider: ProviderDescription?,
    _ error: ImageError?
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

/// `preview providers`: which provider shows what.
struct Providers: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "providers", "List the providers: what they show, and where they come from.")

  @OptionGroup var report: ReportOptions
  @OptionGroup(title: "Provider options") var options: CatalogOptions

  func perform() throws -> ExitStatus {
    let catalog = try catalog(options)
    if report.json {
      try show([
        JSONMember("providers", .array(catalog.providers.map(CatalogReport.json))),
        JSONMember("problems", .array(catalog.problems.map(CatalogReport.json))),
      ])
      return .success
    }
    for provider in catalog.providers {
      let version = provider.version.isEmpty ? "" : " " + provider.version
      let kind = provider.level == 0 ? ", a thumbnailer of the desktop" : ""
      try show([
        "\(provider.id)\(version): \(provider.capabilities.map(\.rawValue).joined(separator: ", "))\(kind)",
        "  types: \(Self.listed(provider.supportedContentTypes))", "  from: \(provider.source)",
      ])
    }
    let console = Console(program: "preview")
    for problem in catalog.problems { console.line((problem.isRefused ? "" : "note: ") + problem.line) }
    return .success
  }

  /// The first types, and how many more there are.
  private static func listed(_ types: [String]) -> String {
    types.count <= 12
      ? types.joined(separator: " ") : types.prefix(12).joined(separator: " ") + " and \(types.count - 12) more"
  }
}

/// `preview types`: the known content types.
struct Types: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "types", "List the known content types: identifier, name, extensions, MIME types, origin.")

  @Flag(help: "Show as a tree which type is a special case of which.")
  var tree = false

  @Flag(help: "List the types of the shared-mime-info database, too.")
  var all = false

  @OptionGroup var report: ReportOptions
  @OptionGroup(title: "Provider options") var providers: CatalogOptions

  func perform() throws -> ExitStatus {
    let registry = try catalog(providers).registry
    let types = registry.types.filter { all || $0.origin != .system }
      // Of several types with one identifier, the one that the registry uses.
      .filter { registry.type(identifier: $0.identifier) == $0 }.sorted { $0.identifier < $1.identifier }
    if report.json {
      let tree = tree
      try show([
        JSONMember(
          "types",
          .array(
            types.map { type in
              guard tree, case .object(var members) = CatalogReport.json(type) else { return CatalogReport.json(type) }
              let levels = registry.ancestry(of: type.identifier).dropFirst()
              members.append(JSONMember("ancestry", .array(levels.map { .array($0.map { .string($0) }) })))
              return .object(members)
            }))
      ])
    } else if tree {
      try show(TypeTree(types).lines)
    } else {
      try show(types.map(Self.line))
    }
    return .success
  }

  static func line(_ type: ContentType) -> String {
    let tags = type.allExtensions.map { "." + $0 } + type.mimeTypes
    return ([type.identifier, type.name] + (tags.isEmpty ? [] : [tags.joined(separator: " ")]) + [type.origin.title])
      .joined(separator: "  ")
  }
}

/// A tree of types: each type is below all types that it conforms to.
struct TypeTree {
  private let children: [String: [String]]
  private let roots: [String]
  /// Deeper than any sensible declaration. There are no loops: the registry refuses them.
  private static let maxLevels = 32

  init(_ types: [ContentType]) {
    var children: [String: [String]] = [:]
    let known = Set(types.map(\.identifier))
    for type in types {
      for parent in type.conformsTo { children[parent, default: []].append(type.identifier) }
    }
    self.children = children
    // Parents that are not declared are roots, too.
    let undeclared = children.keys.filter { !known.contains($0) }
    roots = (types.filter { $0.conformsTo.isEmpty }.map(\.identifier) + undeclared).sorted()
  }

  var lines: [String] {
    var lines: [String] = []
    for root in roots { add(root, level: 0, to: &lines) }
    return lines
  }

  private func add(_ identifier: String, level: Int, to lines: inout [String]) {
    lines.append(String(repeating: "  ", count: level) + identifier)
    guard level < Self.maxLevels else { return }
    for child in children[identifier] ?? [] { add(child, level: level + 1, to: &lines) }
  }
}
