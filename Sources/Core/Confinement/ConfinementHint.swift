internal import ByteStreams
internal import Glibc
package import ImageModel

/// What the messages of a confined command say besides.
package enum ConfinementHint {
  /// Whether this process has confined itself. `SelfConfinement.begin` sets it while there is one thread.
  nonisolated(unsafe) static var isActive = false
  /// The folders in which it may write, as they were named. Set as `isActive`.
  nonisolated(unsafe) static var writtenFolders: [String] = []

  /// Text for the end of an error's message, if the confinement may be its cause; else nothing.
  package static func text(for error: ImageError) -> String {
    guard isActive, error.kind == .io, let number = error.systemError, [EACCES, EPERM, EXDEV].contains(number),
      !isOrdinary(error)
    else { return "" }
    return " (this command confines itself to its inputs and outputs: --confine off)"
  }

  /// Whether the modes of the file, or of the folder of a file that does not exist, forbid the access. Landlock does
  /// not change what `access` says.
  private static func isOrdinary(_ error: ImageError) -> Bool {
    guard error.systemError == EACCES, let path = error.path.map(followed) else { return false }
    let folder = PathText.split(path).directory
    guard let status = SystemCall.status(of: path) else {
      return isForbidden(path, F_OK) || isForbidden(folder, W_OK | X_OK)
    }
    // A new file replaces an output that exists. Files are moved only out of folders that may be written.
    let isWritten = error.reason.contains("write") || mayWrite(in: folder)
    return isForbidden(path, status.isDirectory ? R_OK | X_OK : R_OK) || isWritten && isForbidden(folder, W_OK | X_OK)
  }

  /// Where links lead, also to what does not exist.
  private static func followed(_ path: String) -> String {
    var path = path
    for _ in 0..<40 {
      guard let target = SystemCall.linkTarget(path) else { break }
      path = target.hasPrefix("/") ? target : PathText.split(path).directory + "/" + target
    }
    return path
  }

  /// Whether the rules of the confinement allow writing in a folder.
  private static func mayWrite(in folder: String) -> Bool {
    guard let real = SystemCall.resolved(folder) else { return false }
    return writtenFolders.contains { name in
      guard let written = SystemCall.resolved(name) else { return false }
      return written == "/" || real.utf8.elementsEqual(written.utf8) || real.utf8.starts(with: "\(written)/".utf8)
    }
  }

  private static func isForbidden(_ path: String, _ mode: Int32) -> Bool {
    PathText.withCString(path) { access($0, mode) } != 0 && errno == EACCES
  }
}
