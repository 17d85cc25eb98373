internal import Glibc

/// A user's folder for one kind of files, by the variable that names it (XDG Base Directory Specification 0.8).
package enum UserFolder: String, Sendable {
  case cache = "XDG_CACHE_HOME"
  case configuration = "XDG_CONFIG_HOME"
  case data = "XDG_DATA_HOME"
  /// What should stay between two runs, and is not worth a backup.
  case state = "XDG_STATE_HOME"
  /// Sockets and the like; it has no default.
  case runtime = "XDG_RUNTIME_DIR"

  /// Below the user's home.
  private var standard: String? {
    switch self {
    case .cache: ".cache"
    case .configuration: ".config"
    case .data: ".local/share"
    case .state: ".local/state"
    case .runtime: nil
    }
  }

  /// The path; nil where neither the variable nor `HOME` is an absolute path. Other paths are ignored, as the
  /// specification asks.
  ///
  /// - Parameter variable: the value of a variable of the environment.
  package func path(_ variable: (String) -> String? = { Self.variable($0) }) -> String? {
    func absolute(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    if let path = absolute(rawValue) { return path }
    guard let standard, let home = absolute("HOME") else { return nil }
    return home.hasSuffix("/") ? home + standard : "\(home)/\(standard)"
  }

  /// A variable of this process; nil where it is not set.
  package static func variable(_ name: String) -> String? { getenv(name).map { PathText.text($0) } }
}
