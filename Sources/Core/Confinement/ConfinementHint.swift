internal import ByteStreams
internal import Glibc
package import ImageModel

/// What the messages of a confined command say besides.
package enum ConfinementHint {
  /// Whether this process has confined itself. `SelfConfinement.begin` sets it while there is one thread.
  nonisolated(unsafe) static var isActive = false

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
    guard error.systemError == EACCES, let path = error.path else { return false }
    guard let status = SystemCall.status(of: path) else {
      return isForbidden(path, F_OK) || isForbidden(PathText.split(path).directory, W_OK | X_OK)
    }
    // A new file replaces an output that exists.
    let isWritten = error.reason.contains("write")
    return isForbidden(path, status.isDirectory ? R_OK | X_OK : R_OK)
      || isWritten && isForbidden(PathText.split(path).directory, W_OK | X_OK)
  }

  private static func isForbidden(_ path: String, _ mode: Int32) -> Bool {
    PathText.withCString(path) { access($0, mode) } != 0 && errno == EACCES
  }
}
