/// The exit statuses of cameo-launcher itself (launcher.h). A program that exits with one from `memory` to `leftover`
/// is reported with another status, so these are certain.
package enum LauncherStatus: Int {
  /// The sandbox could not be made: nothing was run.
  case noSandbox = 120
  /// The program and its children held more memory than allowed.
  case memory
  /// There were more processes or threads than allowed.
  case processes
  /// They wrote more than allowed.
  case output
  /// The end was asked for, or the parent is gone.
  case stopped
  /// Something could not be killed.
  case leftover
  case notExecutable
  case notFound
}
