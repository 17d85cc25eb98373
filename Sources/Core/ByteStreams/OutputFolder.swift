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
