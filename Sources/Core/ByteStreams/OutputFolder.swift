internal import Glibc
package import ImageModel

/// The folder that an output goes into.
package enum OutputFolder {
  /// Makes the missing folders above a path (`mkdir -p`), or says that there is none.
  ///
  /// - Parameter parents: whether folders may be made.
  /// - Throws: `io`.
  package static func prepare(for path: String, parents: Bool) throws(ImageError) {
    if parents { return try make(for: path) }
    if let folder = folder(of: path), SystemCall.status(of: folder) == nil, errno == ENOENT {
      throw ImageError(
        .io, "cannot write: the folder \(folder) does not exist (--parents makes it)", path: path, systemError: ENOENT)
    }
  }

  /// The folder that a path names; nil for the current and the root directory.
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
