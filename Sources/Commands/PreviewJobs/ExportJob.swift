internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
package import ImageModel
internal import PreviewCommands
package import ProviderHost

/// Makes the providers usable by file managers: what `preview export` writes.
package struct ExportJob: Sendable {
  package struct Result: Sendable {
    package var files: [(provider: String, path: String)] = []
    /// The command to run next; nil where no types were written.
    package var nextCommand: String?
  }

  /// The data directory.
  private let folder: String
  /// The absolute path of the `preview` that file managers run.
  private let program: String

  /// - Parameters:
  ///   - folder: the data directory; nil for the user's (XDG Base Directory Specification).
  ///   - program: the path of `preview`; nil for the running program.
  /// - Throws: `ValidationError`.
  package init(folder: String?, program: String?) throws {
    guard let folder = folder ?? Self.dataHome, !folder.isEmpty else {
      throw ValidationError("there is no home directory: --to DIR says where to write")
    }
    self.folder = folder
    self.program = program ?? SystemCall.resolved("/proc/self/exe") ?? ""
    guard self.program.hasPrefix("/") else { throw ValidationError("--program needs an absolute path") }
  }

  /// - Parameter namedFolders: folders of providers that `preview` does not search by default.
  package func run(_ catalog: ProviderCatalog, namedFolders: [String]) throws(ImageError) -> Result {
    let named = try namedFolders.map { folder throws(ImageError) in
      guard let path = SystemCall.resolved(folder) else { throw SystemCall.error("open", path: folder) }
      return path
    }
    let export = ProviderExport(catalog: catalog, program: program, namedFolders: named)
    let names = TemporaryNames()
    var result = Result()
    for provider in catalog.providers {
      if let text = export.thumbnailer(for: provider) {
        let path = "\(folder)/thumbnailers/cameo-\(provider.id).thumbnailer"
        try Self.write(text, to: path, names)
        result.files.append((provider.id, path))
      }
      if let text = export.mimeInfo(for: provider) {
        let path = "\(folder)/mime/packages/cameo-\(provider.id).xml"
        try Self.write(text, to: path, names)
        result.files.append((provider.id, path))
        result.nextCommand = "update-mime-database \(folder)/mime"
      }
    }
    return result
  }

  private static var dataHome: String? {
    let environment = HostAssembly.processEnvironment
    return UserFolder.data.path { environment[$0] }
  }

  private static func write(_ text: String, to path: String, _ names: TemporaryNames) throws(ImageError) {
    try OutputFolder.prepare(for: path, parents: true)
    let file = try AtomicFile(path: path, names: names)
    try PreviewWriter.write(Array(text.utf8), to: file)
    try file.commit()
  }
}
