internal import ByteStreams
internal import ContentTypes
internal import Glibc
internal import ImageModel

/// Finds the program that a manifest names.
package struct ProgramLookup: Hashable, Sendable {
  /// Folders that are searched after the provider's own: the folders of our executables. So `cameo-providers` is found
  /// beside `preview` wherever the suite is installed.
  package var besides: [String]
  /// The folders of `$PATH`.
  package var path: [String]

  package init(besides: [String], path: [String]) {
    self.besides = besides
    self.path = path
  }

  /// Searches the folder of the running executable, then `../libexec/cameo` beside it, where an installation has its
  /// providers, and then `$PATH`.
  package init(environment: [String: String] = DataFolders.environment) {
    let own = SystemCall.resolved("/proc/self/exe").map { PathText.split($0).directory }
    let prefix = PathText.split(own ?? "/bin").directory
    self.init(
      besides: own.map { [$0, (prefix == "/" ? "" : prefix) + "/libexec/cameo"] } ?? [],
      path: (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").utf8.split(separator: UInt8(ascii: ":"))
        .compactMap { String($0) }.filter { $0.utf8.first == UInt8(ascii: "/") })
  }

  /// The absolute path of a program; nil where no program of that name is executable and visible in a sandbox.
  ///
  /// - Parameter folder: the provider's folder; empty where it has none. A name with slashes is searched only there.
  package func find(_ name: String, folder: String) -> String? {
    if name.utf8.first == UInt8(ascii: "/") { return Self.isProgram(name) ? name : nil }
    let own = folder.isEmpty ? [] : [folder]
    if name.utf8.contains(UInt8(ascii: "/")) { return Self.programs(name, in: own).first }
    // Programs elsewhere in `$PATH` do not run in a sandbox: those of a version manager in a home folder, for example,
    // need more than their own folder.
    return Self.programs(name, in: own + besides).first ?? Self.programs(name, in: path).first(where: Self.isOfSystem)
  }

  /// The absolute path of a program for the user, who may run it outside of a sandbox; nil where there is none.
  ///
  /// - Parameter name: a name in `$PATH`, or an absolute path.
  package func findForUser(_ name: String) -> String? {
    if name.utf8.first == UInt8(ascii: "/") { return Self.isProgram(name) ? name : nil }
    return name.utf8.contains(UInt8(ascii: "/")) ? nil : Self.programs(name, in: path).first
  }

  /// Variant that throws the reason where the program is not found.
  ///
  /// - Throws: `io`.
  func program(_ name: String, folder: String) throws(ImageError) -> String {
    if let program = find(name, folder: folder) { return program }
    let isPath = name.utf8.contains(UInt8(ascii: "/"))
    let isAbsolute = name.utf8.first == UInt8(ascii: "/")
    let candidate = isAbsolute ? name : folder.isEmpty ? nil : "\(folder)/\(name)"
    if let candidate, let status = SystemCall.status(of: candidate) {
      throw ImageError(
        .io,
        status.isRegularFile
          ? "the program '\(name)' is not executable: chmod +x makes it so"
          : "the program '\(name)' is \(status.isDirectory ? "a directory" : "not a file")")
    }
    if !isPath, let stray = Self.programs(name, in: path).first {
      throw ImageError(
        .io,
        "the program '\(name)' is in PATH only as \(stray), which the sandbox does not show: install it below /usr, "
          + "put it beside the manifest, or name it by its absolute path")
    }
    let places =
      isAbsolute
      ? "" : folder.isEmpty ? " in PATH" : isPath ? " in its folder" : " in its folder, beside this one, or in PATH"
    throw ImageError(.io, "there is no program '\(name)'\(places)")
  }

  private static func programs(_ name: String, in folders: [String]) -> [String] {
    folders.map { "\($0)/\(name)" }.filter(isProgram)
  }

  /// Whether every sandbox shows a program, and the target of its links.
  private static func isOfSystem(_ path: String) -> Bool {
    readableFolders(program: path, folder: "").isEmpty
  }

  private static func isProgram(_ path: String) -> Bool {
    guard let status = SystemCall.status(of: path) else { return false }
    return status.isRegularFile && status.st_mode & 0o111 != 0
  }

  /// The paths that a sandbox must show for a program and a folder: both paths, with links resolved. Paths that every
  /// sandbox shows are left out.
  static func readableFolders(program: String, folder: String) -> [String] {
    let programs = [program, SystemCall.resolved(program) ?? program].map { PathText.split($0).directory }
    var folders: [String] = []
    for path in [folder] + programs
    where !path.isEmpty && !folders.contains(path) && !system.contains(where: { isInside(path, $0) }) {
      folders.append(path)
    }
    return folders
  }

  private static let system = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"]

  private static func isInside(_ path: String, _ folder: String) -> Bool {
    path == folder || path.utf8.starts(with: (folder + "/").utf8)
  }
}
