internal import ByteStreams
public import ImageModel

/// The folders of one application among those of the user (XDG Base Directory Specification 0.8).
///
///     let directories = StandardDirectories("people-groups")
///     directories.configuration    // ~/.config/people-groups
///
/// A folder is nil where neither its variable nor `HOME` is an absolute path. None of them is made by asking.
public struct StandardDirectories: Sendable {
  private let application: String
  private let environment: [String: String]?

  /// - Parameters:
  ///   - application: the name of the application's folders; it has no slash.
  ///   - environment: all variables; nil for those of this process.
  public init(_ application: String, environment: [String: String]? = nil) {
    self.application = application
    self.environment = environment
  }

  /// What the user chooses: `$XDG_CONFIG_HOME`, or `~/.config`.
  public var configuration: String? { folder(.configuration) }
  /// What the user would miss: `$XDG_DATA_HOME`, or `~/.local/share`.
  public var data: String? { folder(.data) }
  /// What should stay between two runs, and is not worth a backup: `$XDG_STATE_HOME`, or `~/.local/state`.
  public var state: String? { folder(.state) }
  /// What can be made anew: `$XDG_CACHE_HOME`, or `~/.cache`.
  public var cache: String? { folder(.cache) }
  /// Sockets and locks, until the user logs out: `$XDG_RUNTIME_DIR`, without a default.
  public var runtime: String? { folder(.runtime) }
  /// Documents that other programs hand over: `inbox` in `data`.
  public var inbox: String? { data.map { "\($0)/inbox" } }

  /// A file in `configuration`, for `Preferences`.
  public func file(_ name: String) -> String? { configuration.map { "\($0)/\(name)" } }

  /// Makes a folder with those above it, which only the user can enter.
  ///
  /// - Parameter directory: one of these folders, or one in them.
  /// - Throws: `io`.
  public static func make(_ directory: String) throws(ImageError) {
    if SystemCall.status(of: directory)?.isDirectory ?? false { return }
    let parent = PathText.split(directory).directory
    if parent != directory, parent != ".", parent != "/" { try make(parent) }
    if !SystemCall.makeDirectory(directory, mode: 0o700), !(SystemCall.status(of: directory)?.isDirectory ?? false) {
      throw SystemCall.error("make the folder", path: directory)
    }
  }

  private func folder(_ kind: UserFolder) -> String? {
    let path = environment.map { variables in kind.path { variables[$0] } } ?? kind.path()
    return path.map { "\($0)/\(application)" }
  }
}
