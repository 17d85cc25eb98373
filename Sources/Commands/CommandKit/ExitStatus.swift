/// How a command ends; docs/exit-codes.md is the list for users.
package enum ExitStatus: Int32, Sendable {
  /// Everything was done, perhaps with notes.
  case success = 0
  /// At least one input failed; the others were done.
  case failure = 1
  /// The answer to a question could not be found (`preview can`).
  case undecided = 2
  /// Everything was done, some of it with warnings.
  case warnings = 3
  /// The command line makes no sense (`EX_USAGE` of sysexits.h); nothing was done.
  case usage = 64
  /// Whoever reads our output has gone: what a shell reports for a process that SIGPIPE ends.
  case brokenPipe = 141
}
