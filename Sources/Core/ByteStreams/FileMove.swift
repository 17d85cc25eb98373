internal import Glibc
package import ImageModel

/// Gives a file another path, or copies it, without changing a byte of it and without replacing anything.
package enum FileMove {
  /// Moves a file: by a new name, or, to another file system, by a copy that is on the disk before the old name goes.
  ///
  /// - Throws: `unsupported` for a symbolic link; `io`, with `EEXIST` if there is something at the new path. The file
  ///   is then where it was.
  package static func move(_ path: String, to other: String, names: TemporaryNames) throws(ImageError) {
    try checkKind(path)
    if SystemCall.renameWithoutReplacing(path, to: other) { return }
    guard errno == EXDEV else { throw failure("move", path, other) }
    guard let before = SystemCall.linkStatus(of: path).map({ FileStamp($0) }) else {
      throw SystemCall.error("move", path: path)
    }
    try copy(path, to: other, isMoved: true, names: names)
    let isSame = SystemCall.linkStatus(of: path).map { FileStamp($0) } == before
    guard isSame, SystemCall.remove(path) else {
      let error =
        isSame
        ? SystemCall.error("remove", path: path)
        : ImageError(.io, "another program has changed it", path: path, systemError: ESTALE)
      SystemCall.remove(other)
      throw error
    }
  }

  /// Copies a file with its mode, times and extended attributes.
  ///
  /// - Throws: as `move`.
  package static func copy(_ path: String, to other: String, names: TemporaryNames) throws(ImageError) {
    try checkKind(path)
    try copy(path, to: other, isMoved: false, names: names)
  }

  private static func copy(
    _ path: String, to other: String, isMoved: Bool, names: TemporaryNames
  ) throws(ImageError) {
    guard let status = SystemCall.status(of: path) else { throw SystemCall.error("open", path: path) }
    let source = try FileByteSource(path: path)
    var options = AtomicFile.Options(noClobber: true, sync: isMoved)
    options.keepsAttributes = true
    options.fillsEmpty = false
    options.model = CopiedFile(path: path, isMoved: true)
    options.permissions = status.st_mode & 0o777
    if SystemCall.linkStatus(of: other) != nil { throw SystemCall.error("write", path: other, number: EEXIST) }
    let file = try AtomicFile(path: other, options: options, names: names)
    guard try file.append(source, 0..<source.size) else {
      throw ImageError(.io, "another program has shortened it", path: path, systemError: ESTALE)
    }
    try file.commit()
  }

  /// A link would lead elsewhere from another folder.
  private static func checkKind(_ path: String) throws(ImageError) {
    guard let status = SystemCall.linkStatus(of: path) else { throw SystemCall.error("open", path: path) }
    guard !status.isLink else { throw ImageError(.unsupported, "is a symbolic link, which stays", path: path) }
    guard status.isRegularFile else { throw ImageError(.unsupported, "is not a regular file", path: path) }
  }

  private static func failure(_ action: String, _ path: String, _ other: String) -> ImageError {
    SystemCall.error(action, path: errno == EEXIST ? other : path)
  }
}
