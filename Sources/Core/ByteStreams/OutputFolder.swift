internal import Glibc
package import ImageModel

/// The folder of an output file.
package enum OutputFolder {
  /// Makes the missing folders above a path (`mkdir -p`), or throws if the folder is missing.
  ///
  /// - Parameter parents: whether to make missing folders.
  /// - Throws: `io`.
  package static func prepare(for path: String, parents: Bool) throws(ImageError) {
    if parents { return try make(for: path) }
    if let folder = folder(of: path), SystemCall.status(of: folder) == nil, errno == ENOENT {
      throw ImageError(
        .io, "cannot write: the folder \(folder) does not exist (--parents makes it)", path: path, systemError: ENOENT)
    }
  }

  /// Checks whether a file could be written to a path. Nothing is made or opened.
  ///
  /// - Parameter parents: whether missing folders would be made.
  /// - Throws: `io`, as a run that writes would.
  package static func check(for path: String, parents: Bool) throws(ImageError) {
    let status = SystemCall.status(of: path)
    if status?.isDirectory ?? path.hasSuffix("/") { throw SystemCall.error("write", path: path, number: EISDIR) }
    // A device or fifo is opened; any other file is made anew in its folder.
    var place = path
    if status?.isRegularFile ?? true {
      if !parents { try prepare(for: path, parents: false) }
      place = PathText.split(SystemCall.resolved(path) ?? path).directory
      while parents, SystemCall.status(of: place) == nil, place != "." { place = PathText.split(place).directory }
      guard let folder = SystemCall.status(of: place), folder.isDirectory else {
        throw SystemCall.error("write", path: path, number: ENOTDIR)
      }
    }
    guard SystemCall.mayWrite(place) else { throw SystemCall.error("write", path: path) }
  }

  /// The folder part of a path; nil for the current and the root directory.
  private static func folder(of path: String) -> String? {
    let folder = PathText.split(path).directory
    return folder == "." || folder == "/" ? nil : folder
  }

  private static func make(for path: String) throws(ImageError) {
    guard let folder = folder(of: path) else { return }
    if SystemCall.status(of: folder) != nil { return }
    try make(for: folder)
    if !SystemCall.makeDirectory(folder), errno != EEXIST { throw SystemCall.error("make the folder", path: folder) }
  }
}
