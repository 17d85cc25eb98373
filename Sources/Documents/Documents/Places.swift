internal import ByteStreams
internal import Glibc

/// The user's folders for data (XDG Base Directory Specification 0.8).
enum Places {
  /// Versions of documents: `$XDG_DATA_HOME/cameo/versions`.
  static var versions: String? { base("XDG_DATA_HOME", ".local/share").map { "\($0)/cameo/versions" } }

  /// Unsaved changes: `$XDG_STATE_HOME/cameo/documents`.
  static var recovery: String? { base("XDG_STATE_HOME", ".local/state").map { "\($0)/cameo/documents" } }

  /// nil without a home folder.
  private static func base(_ variable: String, _ below: String) -> String? {
    absolute(variable) ?? absolute("HOME").map { "\($0)/\(below)" }
  }

  private static func absolute(_ variable: String) -> String? {
    getenv(variable).map { PathText.text($0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
