internal import ByteStreams
internal import ContentTypes
internal import PreviewCommands
internal import ProviderHost
package import ProviderProtocol
package import ProviderSkeleton

/// Writes a new provider, and notes how it relates to the existing ones: what `preview new` does.
package struct NewProviderJob: Sendable {
  package struct Result: Sendable {
    package var id: String
    package var folder: String
    /// Paths of the files in the folder.
    package var files: [String]
    package var notes: [String]
  }

  /// The provider's id, or a word.
  package var name: String
  package var language = ProviderSkeleton.Language.python
  package var type: String?
  package var fileExtension: String?
  /// The location of Cameo for a Swift package: a folder or a URL.
  package var package: String?
  /// The folder in which the provider's folder is made.
  package var directory = "."

  package init(name: String) { self.name = name }

  /// - Throws: `requestInvalid` for names and types that cannot be used, `sourceUnavailable` where nothing can be
  ///   written.
  package func run() throws(ProviderError) -> Result {
    let catalog = try HostAssembly().catalog()
    let id = ProviderSkeleton.id(of: name)
    let others = ProviderCatalog(catalog.providers.filter { $0.id != id }, registry: ContentTypeRegistry.system())
    let skeleton = try ProviderSkeleton(
      name, language: language, type: type, fileExtension: fileExtension, packageLocation: packageLocation,
      registry: others.registry)
    let folder = try skeleton.write(in: directory)
    return Result(
      id: skeleton.id, folder: folder, files: skeleton.files.map { "\(folder)/\($0.path)" },
      notes: notes(skeleton, catalog))
  }

  /// Cameo's location. An existing folder becomes an absolute path, because the new package lies in another folder.
  private var packageLocation: String {
    guard let package, !package.contains("://") else { return package ?? "" }
    return SystemCall.resolved(package) ?? package
  }

  private func notes(_ skeleton: ProviderSkeleton, _ catalog: ProviderCatalog) -> [String] {
    var notes: [String] = []
    if skeleton.declaresType, skeleton.fileExtension != (fileExtension ?? skeleton.shortName) {
      notes.append(
        "documents end in .\(skeleton.fileExtension), because .\(skeleton.shortName) belongs to another type; "
          + "--extension chooses another one")
    }
    switch skeleton.importedType?.origin {
    case .exported(by: let other), .imported(by: let other):
      notes.append(
        "\(skeleton.type) is declared by \(other): this provider only reads it; of both, the one with the higher "
          + "\"priority\" is used")
    case .builtIn, .system, nil: break
    }
    if let type = catalog.registry.type(identifier: skeleton.type),
      let first = preferredProvider(for: type, besides: skeleton.id, catalog)
    {
      notes.append(
        "\(first.id) also shows \(type.identifier) and is preferred: a \"priority\" above \(first.priority) in the "
          + "manifest changes that")
    }
    if let package, !package.contains("://"), SystemCall.status(of: package)?.isDirectory != true {
      notes.append("the folder \(package) does not exist yet: the package cannot be built until it does")
    }
    if let other = catalog.provider(id: skeleton.id) {
      let place = other.folder.isEmpty ? "" : " (\(other.folder))"
      notes.append("a provider with this id exists already\(place): the one that is found first is used")
    }
    return notes
  }

  /// The provider that is preferred to a new one, whose priority is 0.
  private func preferredProvider(
    for type: ContentType, besides id: String, _ catalog: ProviderCatalog
  ) -> ProviderDescription? {
    let first = catalog.candidates(for: type, capability: .thumbnail).first { $0.id != id && $0.level > 0 }
    return first.flatMap { $0.priority >= 0 && $0.id < id ? $0 : nil }
  }
}
