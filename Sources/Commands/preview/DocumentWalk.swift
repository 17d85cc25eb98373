internal import ByteStreams
internal import CommandKit
internal import ContentTypes
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol

/// Finds the documents that a run is about: what is named, and with `-r` what lies in directories.
struct DocumentWalk {
  let catalog: ProviderCatalog
  let kind: Want.Kind

  /// - Throws: as `InputSettings.expand`.
  func inputs(_ settings: InputSettings) throws -> [InputFile] {
    let known = KnownTypes(catalog: catalog, kind: kind)
    return try settings.expand(
      limits: .standard,
      documents: WalkDocuments {
        known.isShown($0, isPackage: $1)
      } isPackage: { path in
        catalog.registry.isPackage(catalog.registry.identifyDirectory(name: Self.name(path)).type.identifier)
      })
  }

  /// Of `.` and `a/..` the name of the directory itself.
  private static func name(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    let name = PathText.split(path).name
    return ["", ".", ".."].contains(name) ? PathText.split(SystemCall.resolved(path) ?? path).name : name
  }

  /// Whether there is a provider, asked once for each type.
  private final class KnownTypes {
    private let catalog: ProviderCatalog
    private let capabilities: [ProviderCapability]
    private var answers: [String: Bool] = [:]

    init(catalog: ProviderCatalog, kind: Want.Kind) {
      self.catalog = catalog
      // What has no preview is shown by its thumbnail.
      capabilities = kind == .thumbnail ? [.thumbnail] : [.preview, .thumbnail]
    }

    func isShown(_ name: String, isPackage: Bool) -> Bool {
      let registry = catalog.registry
      let type = isPackage ? registry.identifyDirectory(name: name).type : registry.type(fileName: name)
      guard let type else { return false }
      if let answer = answers[type.identifier] { return answer }
      let answer = capabilities.contains { !catalog.candidates(for: type, capability: $0).isEmpty }
      answers[type.identifier] = answer
      return answer
    }
  }
}
