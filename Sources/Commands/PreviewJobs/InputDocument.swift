package import ByteStreams
package import CommandKit
package import ContentTypes
internal import DesktopCache
internal import Glibc
package import ImageModel
internal import ProviderHost
internal import ProviderProtocol

/// An input as the host takes it: a path that can be read as long as this object lives.
package final class InputDocument: Sendable {
  let reference: DocumentReference
  /// The input's name in messages and reports.
  let name: String
  /// The identity of the file; nil for a pipe.
  let identity: FileIdentity?
  /// A copy of what a pipe sent.
  private let copy: TemporaryFile?

  /// The most bytes that a pipe may send. They go into a temporary file, which must not fill the disk.
  private static let pipeLimit = 1 << 30

  private static var limits: Limits {
    var limits = Limits.standard
    limits.maxInputBytes = pipeLimit
    return limits
  }

  /// The type of a file.
  ///
  /// - Parameter file: a path, or `-` for standard input.
  static func identification(of file: String, by registry: ContentTypeRegistry) throws(ImageError) -> TypeIdentification
  {
    try InputDocument(file == "-" ? .standardInput : .path(file), usesCache: false).identification(by: registry)
  }

  /// - Parameters:
  ///   - usesCache: whether the host may look the document up in the cache of thumbnails.
  ///   - stream: what is read instead of standard input.
  /// - Throws: `io` with the path for devices and for files that cannot be read.
  package init(_ input: InputFile, usesCache: Bool, stream: (any ByteSource)? = nil) throws(ImageError) {
    name = input.name
    switch input {
    case .unusable(let name, let error): throw error.at(path: name)
    case .standardInput:
      let copy = try Self.copy("-") { limits throws(ImageError) in
        if let stream { return stream }
        return try InputOpening.openStandardInput(name: "-", limits: limits)
      }
      (self.copy, identity) = (copy, nil)
      reference = DocumentReference(path: copy.path, name: "stdin")
    case .path(let path, _):
      guard let status = SystemCall.status(of: path) else { throw SystemCall.error("open", path: path) }
      let name = DocumentWalk.name(path)
      guard status.isRegularFile || status.isDirectory else {
        guard status.isFifo else { throw ImageError(.io, "is a device, not a document", path: path) }
        let copy = try Self.copy(path) { limits throws(ImageError) in
          try InputOpening.open(path: path, limits: limits)
        }
        (self.copy, identity) = (copy, nil)
        reference = DocumentReference(path: copy.path, name: name)
        return
      }
      // The host's error would not say why a file cannot be read.
      guard PathText.withCString(path, { access($0, R_OK) }) == 0 else { throw SystemCall.error("open", path: path) }
      copy = nil
      identity = FileIdentity(status)
      reference = DocumentReference(
        path: path, name: name, identity: usesCache ? DocumentIdentity(document: path) : nil)
    }
  }

  /// Identifies the document's type in the same way as the host.
  package func identification(by registry: ContentTypeRegistry) throws(ImageError) -> TypeIdentification {
    guard let copy else { return try registry.identify(path: reference.path) }
    let isNamed = name != InputFile.standardInput.name
    return registry.identify(
      header: try copy.bytes(at: 0, count: registry.headerLength), fileName: isNamed ? reference.name : nil)
  }

  /// Reads a pipe to its end.
  private static func copy(
    _ name: String, _ open: (Limits) throws(ImageError) -> any ByteSource
  ) throws(ImageError) -> TemporaryFile {
    do throws(ImageError) {
      return try TemporaryFile.holding(try open(limits))
    } catch {
      // There is no option that raises the limit.
      guard error.kind == .limitExceeded else { throw error }
      throw ImageError(.limitExceeded, "a pipe may send at most \(pipeLimit) bytes", path: name)
    }
  }
}

/// Finds the documents of a run: those that the user named and, with `-r`, those in directories.
struct DocumentWalk {
  let catalog: ProviderCatalog
  let kind: RenderTarget.Kind

  /// - Returns: the documents, and a note about the files that `-r` has left out because no provider knows them.
  /// - Throws: as `InputSettings.expand`.
  func inputs(_ settings: InputSettings) throws -> (inputs: [InputFile], note: String?) {
    let types = SupportedTypes(catalog: catalog, kind: kind)
    let inputs = try settings.expand(
      limits: .standard, once: true,
      documents: WalkDocuments {
        types.isSupported($0, isPackage: $1)
      } isPackage: { path in
        catalog.registry.isPackage(catalog.registry.identifyDirectory(name: Self.name(path)).type.identifier)
      })
    return (inputs, types.note)
  }

  /// The name of a file or directory; for `.` and `a/..`, the name of the directory that they stand for.
  static func name(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    let name = PathText.split(path).name
    return ["", ".", ".."].contains(name) ? PathText.split(SystemCall.resolved(path) ?? path).name : name
  }

  /// Whether there is a provider for a file name, looked up once for each type.
  private final class SupportedTypes {
    private let catalog: ProviderCatalog
    private let capability: ProviderCapability
    private var answers: [String: Bool] = [:]
    /// The number of files without a provider, by suffix.
    private var unknown: [String: Int] = [:]

    init(catalog: ProviderCatalog, kind: RenderTarget.Kind) {
      self.catalog = catalog
      capability = kind == .thumbnail ? .thumbnail : .preview
    }

    /// How many files have no provider, and the most frequent suffixes.
    var note: String? {
      let count = unknown.values.reduce(0, +)
      guard count > 0 else { return nil }
      let suffixes = unknown.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key).filter { !$0.isEmpty }
      let list = suffixes.prefix(3).joined(separator: ", ") + (suffixes.count > 3 ? " ..." : "")
      return "left out \(count) \(count == 1 ? "file" : "files") that no provider knows"
        + (list.isEmpty ? "" : " (\(list))")
    }

    func isSupported(_ name: String, isPackage: Bool) -> Bool {
      let isSupported = hasProvider(name, isPackage: isPackage)
      if !isSupported {
        unknown[PathText.suffix(of: name).lowercased(), default: 0] += 1
      }
      return isSupported
    }

    private func hasProvider(_ name: String, isPackage: Bool) -> Bool {
      let registry = catalog.registry
      let type = isPackage ? registry.identifyDirectory(name: name).type : registry.type(fileName: name)
      guard let type else { return false }
      if let answer = answers[type.identifier] { return answer }
      let answer = !catalog.candidates(for: type, capability: capability).isEmpty
      answers[type.identifier] = answer
      return answer
    }
  }
}
