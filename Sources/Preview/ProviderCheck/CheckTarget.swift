internal import ByteStreams
internal import ContentTypes
internal import ImageModel
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
  /// Samples of types that the provider does not show, with the reason.
  var unsupportedSamples: [String] = []
  /// Samples that cannot be read, with the reason.
  var unreadable: [String] = []

  /// The error for a provider that cannot be found or used.
  struct Absence: Error {
    var reason: String
    /// What to do about it.
    var advice: String
  }

  /// Finds the provider and its samples.
  ///
  /// - Parameter name: a folder with a manifest, the manifest, or an id.
  init(_ name: String, _ options: CheckOptions) throws(Absence) {
    let isManifest = PathText.split(name).name == "provider.json"
    let folder = isManifest ? PathText.split(name).directory : name
    let isFolder = SystemCall.status(of: folder)?.isDirectory == true
    guard isFolder || !(isManifest || name.utf8.contains(UInt8(ascii: "/")) || name.utf8.first == UInt8(ascii: "."))
    else { throw Absence(reason: "there is no folder \(folder)", advice: Self.whatToName) }
    // It may be any folder, even one with thousands of files, so only names are read.
    if isFolder, SystemCall.linkStatus(of: "\(folder)/provider.json") == nil { throw Self.absence(in: folder) }
    catalog = ProviderCatalog(
      folders: isFolder ? [folder] : options.folders, thumbnailerFolders: isFolder ? [] : options.thumbnailerFolders,
      limits: options.limits, registry: options.registry, programs: options.programs)
    let real = SystemCall.resolved(folder)
    let found = isFolder ? catalog.providers.first { $0.folder == real } : catalog.provider(id: name)
    guard let found else { throw isFolder ? Self.refusal(in: folder, catalog) : Self.absence(of: name, catalog) }
    provider = found
    provider.readableFolders += options.readableFolders
    let paths = options.samples.isEmpty ? Self.files(in: found.folder + "/samples") : options.samples
    for path in paths { add(path) }
  }

  private static let whatToName = "name a folder with provider.json, or the id of an installed provider"
  private static let keys = "docs/provider-manifest.md has all keys and their rules"

  /// Why the manifest in a folder is not used.
  private static func refusal(in folder: String, _ catalog: ProviderCatalog) -> Absence {
    let refusal = catalog.problems.first { $0.isRefused && $0.path == "\(folder)/provider.json" }
    return Absence(reason: refusal?.line ?? "\(folder)/provider.json is not read", advice: keys)
  }

  /// Why a folder is not the folder of a provider.
  private static func absence(in folder: String) -> Absence {
    let inner = (SystemCall.entries(of: folder) ?? []).filter {
      SystemCall.linkStatus(of: "\(folder)/\($0)/provider.json") != nil
    }
    return Absence(
      reason: "\(folder) has no provider.json",
      advice: inner.isEmpty
        ? "preview new NAME writes a folder that has one" : "name one of the providers in it: \(listed(inner))")
  }

  /// Why no provider with this id was found.
  private static func absence(of id: String, _ catalog: ProviderCatalog) -> Absence {
    // A refused provider is known by the name of its folder.
    let refusal = catalog.problems.first {
      $0.isRefused && PathText.split(PathText.split($0.path).directory).name == id
    }
    if let refusal { return Absence(reason: refusal.line, advice: keys) }
    let ids = catalog.providers.filter { $0.level > 0 }.map(\.id)
    let alike = ids.filter { $0.utf8.split(separator: UInt8(ascii: ".")).contains { $0.elementsEqual(id.utf8) } }
    return Absence(
      reason: "no provider has the id '\(id)', and no folder here is called that",
      advice: ids.isEmpty
        ? "none is installed: \(whatToName)" : "installed are \(listed(alike.isEmpty ? ids : alike)); or name a folder")
  }

  private static func listed(_ names: [String]) -> String {
    names.sorted().prefix(12).joined(separator: ", ") + (names.count > 12 ? " and others" : "")
  }

  private static func files(in folder: String) -> [String] {
    (SystemCall.entries(of: folder) ?? []).filter { $0.utf8.first != UInt8(ascii: ".") }.sorted()
      .map { "\(folder)/\($0)" }
  }

  private mutating func add(_ path: String) {
    let name = PathText.split(path).name
    let type: String
    do throws(ImageError) {
      type = try catalog.registry.identify(path: path).type.identifier
    } catch {
      return unreadable.append("\(path): \(error.reason)")
    }
    guard provider.supportedContentTypes.contains(where: { catalog.registry.type(type, conformsTo: $0) }) else {
      return unsupportedSamples.append("\(name) is taken for \(type)")
    }
    samples.append(
      Sample(
        path: path, name: name, contentType: type,
        isPackage: SystemCall.status(of: path)?.isDirectory == true))
  }

  /// A request for the first sample; nil where there is none.
  var firstRequest: CheckRequest? {
    guard let sample = leaders.first, let capability = provider.capabilities.first else { return nil }
    return CheckRequest(
      place: .copy(of: sample.path), name: sample.name, contentType: sample.contentType, capability: capability)
  }

  /// One sample of each type, three at most, for the checks that repeat.
  var leaders: [Sample] {
    var types: Set<String> = []
    return Array(samples.filter { types.insert($0.contentType).inserted }.prefix(3))
  }
}
