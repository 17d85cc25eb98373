internal import ByteStreams
internal import Glibc
internal import ImageModel

/// Puts contents under a name: a single file by `AtomicFile`, a package by `PackageWriter`. Callers have the document's
/// lock.
enum DocumentStorage {
  /// The temporary files of this process.
  static let names = TemporaryNames()

  /// A path without links and relative parts. The last part need not exist.
  ///
  /// - Throws: `missing` where the folder does not exist.
  static func resolve(_ path: String) throws(DocumentError) -> String {
    var path = path
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    if let real = SystemCall.resolved(path) { return real }
    guard errno == ENOENT, SystemCall.linkTarget(path) == nil else {
      throw DocumentError.system("open", path: path)
    }
    let (folder, name) = PathText.split(path)
    guard !name.isEmpty, name != ".", name != "..", let real = SystemCall.resolved(folder) else {
      throw DocumentError.system("open", path: path, number: ENOENT)
    }
    return real == "/" ? "/\(name)" : "\(real)/\(name)"
  }

  /// Whether the document at a path can be replaced: whether its folder can be written.
  static func canReplace(_ path: String) -> Bool { SystemCall.mayWrite(PathText.split(path).directory) }

  /// What has to be under the name before.
  enum Expected {
    case nothing
    case state(DiskState)
    case anything
  }

  /// Puts contents under a name.
  ///
  /// - Parameters:
  ///   - location: where the document is.
  ///   - syncs: whether everything is on the disk at the end.
  ///   - model: the document of which a new one is a copy: it gets the permissions and attributes of that one.
  /// - Returns: the new state of the disk.
  /// - Throws: `changed` if another program has changed what is under the name; `exists`, `diskFull`, `notPermitted`,
  ///   `unsafePackage`, `io`. What was under the name is there as it was.
  static func write(
    _ wrapper: FileWrapper, to location: DocumentLocation, replacing expected: Expected, syncs: Bool,
    model: CopiedFile? = nil
  ) throws(DocumentError) -> DiskState {
    let path = location.path
    let old = SystemCall.linkStatus(of: path)
    switch (expected, old) {
    case (.nothing, .some): throw DocumentError.system("write", path: path, number: EEXIST)
    case (.state, nil): throw DocumentError(.changed, "another program has removed it", path: path)
    case (_, let old?) where old.isDirectory != wrapper.isDirectory:
      let kind = old.isDirectory ? "a folder" : "not a folder"
      throw DocumentError(.exists, "cannot be written: what has the name is \(kind)", path: path)
    case (_, let old?) where !old.isDirectory && !old.isRegularFile:
      throw DocumentError(.unsafePackage, "is neither a file nor a folder", path: path)
    default: break
    }
    switch wrapper.node {
    case .link: throw DocumentError(.invalidContents, "a document cannot be a link", path: path)
    case .directory(let children):
      var writer = PackageWriter(location: location, expected: expected, syncs: syncs)
      writer.model = model
      return try writer.write(wrapper, children)
    case .file(let contents):
      do throws(ImageError) {
        let copied = model.flatMap { SystemCall.linkStatus(of: $0.path) }.map { $0.st_mode & 0o777 }
        let permissions = wrapper.permissions ?? (old == nil ? copied ?? wrapper.permissionsRead : nil)
        return try write(contents, to: location, replacing: expected, permissions: permissions, model, syncs: syncs)
      } catch {
        throw error.systemError == ESTALE
          ? DocumentError(.changed, error.message, path: path) : DocumentError(error).at(path: path)
      }
    }
  }

  private static func write(
    _ contents: FileContents, to location: DocumentLocation, replacing expected: Expected, permissions: UInt32?,
    _ model: CopiedFile?, syncs: Bool
  ) throws(ImageError) -> DiskState {
    let path = location.path
    var options = AtomicFile.Options(sync: syncs)
    options.keepsAttributes = true
    options.model = model
    options.fillsEmpty = false
    options.permissions = permissions
    if case .nothing = expected { options.noClobber = true }
    if case .state(let state) = expected { options.expected = state.root }
    let file = try AtomicFile(path: path, options: options, names: names)
    let source = try contents.source()
    guard try file.append(source, 0..<contents.size) else {
      throw ImageError(.io, "another program has changed it", path: contents.path, systemError: ESTALE)
    }
    location.keepOpen(in: path) { _ in false }
    try file.commit()
    guard let stamp = file.stamp else { throw SystemCall.error("write", path: path, number: EIO) }
    contents.settle(at: .init(location: location, below: "", stamp: stamp))
    return try DiskState(stamp, of: source)
  }
}
