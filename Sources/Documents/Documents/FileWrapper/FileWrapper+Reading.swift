internal import ByteStreams
internal import Glibc
internal import ImageModel

extension FileWrapper {
  /// Reads a file or a directory. Of a directory, the names of everything in it are read; the bytes of its files are
  /// read when they are asked for. Links on the way to it are followed, links in it are not.
  ///
  /// - Throws: `missing`; `unsafePackage` for links that lead out of it, for children that are neither files nor
  ///   folders nor links, and for two names that look the same; `limitExceeded`, `notPermitted`, `io`.
  public init(path: String, limits: Limits = Limits()) throws(DocumentError) {
    self = try Self.read(DocumentLocation(try DocumentStorage.resolve(path)), limits).file
  }

  /// Reads a document.
  ///
  /// - Returns: also its state, for a single file without the hash.
  static func read(
    _ location: DocumentLocation, _ limits: Limits
  ) throws(DocumentError) -> (file: FileWrapper, state: DiskState) {
    let path = location.path
    var status = SystemCall.linkStatus(of: path)
    let number = errno
    if status == nil, number == ENOENT, PackageStage.finish(path) { status = SystemCall.linkStatus(of: path) }
    guard let status else { throw DocumentError.system("open", path: path, number: number) }
    let name = PathText.split(path).name
    if status.isRegularFile {
      try Self.check(UInt64(clamping: status.st_size), limits, path)
      let place = FileContents.Place(location: location, below: "", stamp: FileStamp(status))
      let file = FileWrapper(.file(FileContents(place)), permissionsRead: status.st_mode & 0o777, name: name)
      return (file, DiskState(place.stamp, isDirectory: false))
    }
    guard status.isDirectory else {
      throw DocumentError(.unsafePackage, "is neither a file nor a folder", path: path)
    }
    let entries: [FolderTree.Entry]
    do throws(ImageError) {
      entries = try FolderTree.entries(of: path, maxDepth: limits.maxDepth, maxCount: limits.maxCount)
    } catch {
      throw DocumentError(error)
    }
    var byteCount: UInt64 = 0
    for entry in entries where entry.status.isRegularFile {
      byteCount = byteCount.addingReportingOverflow(UInt64(clamping: entry.status.st_size)).partialValue
      try Self.check(byteCount, limits, path)
    }
    var rest = entries[...]
    let children = try Self.children(below: "", depth: 0, location, &rest)
    let file = FileWrapper(.directory(children), permissionsRead: status.st_mode & 0o777, name: name)
    return (file, DiskState(status, entries))
  }

  private static func check(_ byteCount: UInt64, _ limits: Limits, _ path: String) throws(DocumentError) {
    guard byteCount <= limits.maxBytes else { throw limits.tooManyBytes.at(path: path) }
  }

  /// The children of one folder, which are at the beginning of the entries, each folder before what is in it.
  private static func children(
    below folder: String, depth: Int, _ location: DocumentLocation, _ entries: inout ArraySlice<FolderTree.Entry>
  ) throws(DocumentError) -> [String: FileWrapper] {
    var children: [String: FileWrapper] = [:]
    while let entry = entries.first, entry.path.utf8.starts(with: folder.utf8) {
      entries.removeFirst()
      let path = location.path(below: entry.path)
      let name = PathText.split(entry.path).name
      let status = entry.status
      let node: Node
      if status.isRegularFile {
        node = .file(FileContents(.init(location: location, below: entry.path, stamp: FileStamp(status))))
      } else if status.isDirectory {
        node = .directory(try Self.children(below: entry.path + "/", depth: depth + 1, location, &entries))
      } else if status.isLink {
        guard let destination = SystemCall.linkTarget(path) else { throw DocumentError.system("read", path: path) }
        do { try ChildNames.check(destination: destination, depth: depth) } catch { throw error.at(path: path) }
        node = .link(destination)
      } else {
        throw DocumentError(.unsafePackage, "is neither a file nor a folder nor a link", path: path)
      }
      let child = FileWrapper(node, permissionsRead: status.st_mode & 0o777, name: name)
      guard children.updateValue(child, forKey: name) == nil else {
        throw DocumentError(.unsafePackage, "is one of two names that look the same", path: path)
      }
    }
    return children
  }
}
