internal import ByteStreams
internal import ContentTypes
internal import ImageModel
internal import ProviderProtocol

/// Reads the folders of providers, in the order of precedence. A problem with one provider does not affect others.
struct ProviderReader {
  let limits: ProviderLimits
  let programs: ProgramLookup
  private(set) var providers: [ProviderDescription] = []
  private(set) var problems: [CatalogProblem] = []

  /// The maximum number of entries of one folder that are read.
  static let maxEntries = 1_000

  init(limits: ProviderLimits, programs: ProgramLookup) {
    self.limits = limits
    self.programs = programs
  }

  /// Reads `FOLDER/*/provider.json`, and `FOLDER/provider.json` for the folder of a single provider.
  mutating func readManifests(in folder: String) {
    guard let status = SystemCall.status(of: folder), status.isDirectory else { return }
    var folders = [folder]
    for name in entries(of: folder) where SystemCall.status(of: "\(folder)/\(name)")?.isDirectory == true {
      folders.append("\(folder)/\(name)")
    }
    for folder in folders {
      let path = "\(folder)/provider.json"
      guard SystemCall.linkStatus(of: path) != nil else { continue }
      read(path) { reader, bytes throws(ImageError) in try reader.provider(manifest: bytes, path: path, folder: folder)
      }
    }
  }

  /// Reads `FOLDER/*.thumbnailer`.
  mutating func readThumbnailers(in folder: String) {
    guard SystemCall.status(of: folder)?.isDirectory == true else { return }
    for name in entries(of: folder) where name.hasSuffix(".thumbnailer") {
      let path = "\(folder)/\(name)"
      read(path) { reader, bytes throws(ImageError) in
        try reader.provider(thumbnailer: bytes, path: path, name: String(name.dropLast(".thumbnailer".count)))
      }
    }
  }

  private mutating func entries(of folder: String) -> [String] {
    guard let names = SystemCall.entries(of: folder) else {
      problems.append(CatalogProblem(folder, SystemCall.error("read the directory", path: nil).reason))
      return []
    }
    if names.count > Self.maxEntries {
      problems.append(CatalogProblem(folder, "only the first \(Self.maxEntries) entries are read"))
    }
    return Array(names.prefix(Self.maxEntries).filter { $0.utf8.first != UInt8(ascii: ".") })
  }

  private mutating func read(
    _ path: String, _ make: (inout ProviderReader, [UInt8]) throws(ImageError) -> ProviderDescription?
  ) {
    do throws(ImageError) {
      let source = try FileByteSource(path: path)
      // Reads one byte more than is allowed, so that a file that is too long is noticed.
      let bytes = try source.bytes(at: 0, count: ProviderManifest.longest + 1)
      guard let provider = try make(&self, bytes) else { return }
      if let other = providers.first(where: { $0.id == provider.id }) {
        let reason = "\(provider.id) is already read from \(other.source), which takes precedence"
        problems.append(CatalogProblem(path, reason))
      } else {
        providers.append(provider)
      }
    } catch {
      problems.append(CatalogProblem(path, error.reason))
    }
  }

  private func provider(manifest bytes: [UInt8], path: String, folder: String) throws(ImageError)
    -> ProviderDescription?
  {
    let manifest = try ProviderManifest(bytes, limits: limits)
    let real = SystemCall.resolved(folder) ?? folder
    let program = try programs.program(manifest.exec[0], folder: real)
    // `./x` is a file beside the manifest: a script, or data.
    let arguments = manifest.exec.dropFirst().map { word in
      word.utf8.starts(with: "./".utf8) ? "\(real)/\(word.dropFirst(2))" : word
    }
    return ProviderDescription(
      id: manifest.id, version: manifest.version, level: 1, source: path, folder: real, command: [program] + arguments,
      protocols: manifest.protocols, capabilities: manifest.capabilities,
      supportedContentTypes: manifest.supportedContentTypes,
      thumbnailMinimumDimension: manifest.thumbnailMinimumDimension, priority: manifest.priority,
      exportedTypes: manifest.exportedTypes, importedTypes: manifest.importedTypes, limits: manifest.limits,
      readableFolders: ProgramLookup.readableFolders(program: program, folder: real))
  }

  private func provider(thumbnailer bytes: [UInt8], path: String, name: String) throws(ImageError)
    -> ProviderDescription?
  {
    let file = try ThumbnailerFile(bytes)
    // `preview export` made this file. Its program is `preview` itself, which would start itself again.
    if file.exportedFor != nil { return nil }
    // A percent sign in the program's own path is doubled, as in all words of the command.
    let word = file.command[0].replacing("%%", with: "%")
    if let tried = file.tryExec { _ = try programs.program(tried, folder: "") }
    let program = try programs.program(word, folder: "")
    return ProviderDescription(
      id: "thumbnailer.\(name)", version: "", level: 0, source: path, folder: "",
      command: [program.replacing("%", with: "%%")] + file.command.dropFirst(), protocols: [],
      capabilities: [.thumbnail],
      supportedContentTypes: file.mimeTypes, thumbnailMinimumDimension: 0, priority: 0, exportedTypes: [],
      importedTypes: [], limits: limits, readableFolders: ProgramLookup.readableFolders(program: program, folder: ""))
  }
}
