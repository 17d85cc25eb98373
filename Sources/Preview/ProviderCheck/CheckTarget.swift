internal import ByteStreams
internal import ContentTypes
internal import ProviderHost
internal import ProviderProtocol

/// The provider that is checked, and the documents that it should show.
struct CheckTarget: Sendable {
  struct Sample: Sendable {
    var path: String
    var name: String
    var contentType: String
    var isPackage: Bool
  }

  var provider: ProviderDescription
  var catalog: ProviderCatalog
  var samples: [Sample] = []
  /// Samples that are not what the provider says it shows, with the reason.
  var strangers: [String] = []

  /// - Parameter name: a folder with a manifest, the manifest, or an id.
  /// - Throws: `unsupportedType` for what is no provider, with the reason.
  init(_ name: String, _ options: CheckOptions) throws(ProviderError) {
    let folder = PathText.split(name).name == "provider.json" ? PathText.split(name).directory : name
    let isFolder = SystemCall.status(of: folder)?.isDirectory == true
    catalog = ProviderCatalog(
      folders: isFolder ? [folder] : options.folders, thumbnailerFolders: [], limits: options.limits,
      registry: options.registry, programs: options.programs)
    let real = SystemCall.resolved(folder)
    let found = isFolder ? catalog.providers.first { $0.folder == real } : catalog.provider(id: name)
    guard let found else {
      let refusal = catalog.problems.first { $0.isRefused && (isFolder || $0.path.contains(name)) }
      throw ProviderError(
        .unsupportedType,
        refusal?.line ?? (isFolder ? "there is no provider.json" : "there is no provider with this id"))
    }
    provider = found
    provider.readableFolders += options.readableFolders
    let paths = options.samples.isEmpty ? Self.files(in: found.folder + "/samples") : options.samples
    for path in paths { add(path) }
  }

  private static func files(in folder: String) -> [String] {
    (SystemCall.entries(of: folder) ?? []).filter { $0.utf8.first != UInt8(ascii: ".") }.sorted()
      .map { "\(folder)/\($0)" }
  }

  private mutating func add(_ path: String) {
    let name = PathText.split(path).name
    guard let identification = try? catalog.registry.identify(path: path) else {
      return strangers.append("\(name) cannot be read")
    }
    let type = identification.type.identifier
    guard provider.supportedContentTypes.contains(where: { catalog.registry.type(type, conformsTo: $0) }) else {
      return strangers.append("\(name) is taken for \(type)")
    }
    samples.append(
      Sample(
        path: path, name: name, contentType: type,
        isPackage: SystemCall.status(of: path)?.isDirectory == true))
  }

  /// One sample of each type, three at most: what is tried again and again with each.
  var leaders: [Sample] {
    var types: Set<String> = []
    return Array(samples.filter { types.insert($0.contentType).inserted }.prefix(3))
  }
}
