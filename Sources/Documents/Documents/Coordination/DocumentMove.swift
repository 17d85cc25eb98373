internal import ByteStreams
internal import Glibc

/// Gives documents other names. Callers have the locks of both.
enum DocumentMove {
  /// - Throws: `exists` if there is something under the new name.
  static func move(_ path: String, to other: String) throws(DocumentError) {
    guard SystemCall.linkStatus(of: path) != nil else { throw DocumentError.system("move", path: path) }
    if SystemCall.renameWithoutReplacing(path, to: other) { return }
    guard errno == EXDEV else {
      throw DocumentError.system("move", path: errno == EEXIST ? other : path)
    }
    // To another file system: a copy, which is complete before the document goes.
    let before = try DiskState.read(path)
    let wrapper = try FileWrapper(path: path)
    let copy = try DocumentStorage.write(wrapper, to: DocumentLocation(other), replacing: .nothing, syncs: true)
    guard var before, try before.isCurrent(path) else {
      remove(other, copy.isDirectory)
      throw DocumentError(.changed, "another program has changed it", path: path)
    }
    remove(path, copy.isDirectory)
  }

  static func remove(_ path: String, _ isDirectory: Bool) {
    if isDirectory { FolderRemoval.remove(path) } else { SystemCall.remove(path) }
  }
}
