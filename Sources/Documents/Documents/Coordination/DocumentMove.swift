internal import ByteStreams
internal import Glibc

/// Gives documents other names. Callers have the locks of both.
enum DocumentMove {
  /// - Returns: the state of the document in its new place.
  /// - Throws: `exists` if there is something under the new name.
  static func move(_ path: String, to other: String) throws(DocumentError) -> DiskState {
    guard let before = try DiskState.read(path) else { throw DocumentError.system("move", path: path, number: ENOENT) }
    if SystemCall.renameWithoutReplacing(path, to: other) { return before }
    guard errno == EXDEV else {
      throw DocumentError.system("move", path: errno == EEXIST ? other : path)
    }
    // To another file system: a copy, which is complete before the document goes.
    guard DocumentStorage.canReplace(path) else { throw DocumentError.system("move", path: path) }
    let wrapper = try FileWrapper(path: path)
    let copy = try DocumentStorage.write(
      wrapper, to: DocumentLocation(other), replacing: .nothing, syncs: true,
      model: CopiedFile(path: path, isMoved: true))
    var checked = before
    guard try checked.isCurrent(path) else {
      try remove(other)
      throw DocumentError(.changed, "another program has changed it", path: path)
    }
    do throws(DocumentError) {
      try remove(path)
    } catch {
      try? remove(other)
      throw error
    }
    return copy
  }

  /// Removes a document as a whole.
  ///
  /// - Throws: `missing`, `notPermitted`, `io`; it is there as it was then.
  static func remove(_ path: String) throws(DocumentError) {
    let isDirectory = SystemCall.linkStatus(of: path)?.isDirectory ?? false
    guard isDirectory ? PackageStage.removePackage(path) : SystemCall.remove(path) else {
      throw DocumentError.system("remove", path: path)
    }
  }
}
