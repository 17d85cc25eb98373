/// How a command goes through its inputs and reports: what `RunOptions` reads from the command line.
package struct RunSettings: Hashable, Sendable {
  /// The number of files that are worked on at once; nil is one for each processor.
  package var jobs: Int?
  package var json = false
  package var quiet = false
  package var warningExitZero = false

  package init() {}
}
