/// What to start in order to run a program in the sandbox.
package struct SandboxCommand: Hashable, Sendable {
  /// The launcher, absolute.
  package var executable: String
  /// What follows the program's name.
  package var arguments: [String]
  /// The whole environment: nothing is inherited.
  package var environment: [String: String]
}
