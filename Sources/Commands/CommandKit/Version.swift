/// The suite's version.
package enum Version {
  package static let number = "0.1.0"

  /// What `--version` prints for a command: `thumb (Cameo) 0.1.0`.
  package static func line(_ command: String) -> String { "\(command) (Cameo) \(number)" }
}
