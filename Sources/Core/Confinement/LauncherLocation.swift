internal import ByteStreams
internal import Glibc

/// Finds the programs that the sandbox needs.
package enum LauncherLocation {
  /// The absolute path of the launcher: `$CAMEO_LAUNCHER`, else `cameo-launcher` beside this program, else in
  /// `../libexec/cameo`; nil where it is not found.
  ///
  /// - Parameter environment: the host's.
  package static func launcher(environment: [String: String]) -> String? {
    // If a launcher is named, no other one is used.
    if let named = environment["CAMEO_LAUNCHER"], !named.isEmpty {
      return named.hasPrefix("/") && isExecutable(named) ? named : nil
    }
    return sibling("cameo-launcher")
      ?? sibling("../libexec/cameo/cameo-launcher").flatMap { SystemCall.resolved($0) }
  }

  /// The absolute path of another program of the suite, which is installed beside this one; nil where it is missing.
  package static func sibling(_ name: String) -> String? {
    guard let own = SystemCall.linkTarget("/proc/self/exe") else { return nil }
    let path = PathText.split(own).directory + "/" + name
    return isExecutable(path) ? path : nil
  }

  /// The launcher of the `preview` in `$PATH`, for programs that are installed elsewhere.
  package static func installedLauncher(environment: [String: String]) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").lazy
      .flatMap { ["\($0)/cameo-launcher", "\($0)/../libexec/cameo/cameo-launcher"] }
      .compactMap { SystemCall.resolved($0) }.first(where: isExecutable)
  }

  /// bubblewrap in `$PATH`; nil if it is missing.
  package static func bubblewrap(environment: [String: String]) -> String? {
    (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").lazy
      .filter { $0.hasPrefix("/") }.map { "\($0)/bwrap" }.first(where: isExecutable)
  }

  private static func isExecutable(_ path: String) -> Bool {
    SystemCall.status(of: path)?.isRegularFile == true
      && PathText.withCString(path) { access($0, X_OK) } == 0
  }
}

/// Finds the Swift runtime of a debug build. Debug builds load it from the toolchain, which no sandbox shows. Release
/// builds link it statically.
package enum DeveloperRuntime {
  /// The folder from which this program loaded libswiftCore.so; nil where the runtime is linked statically, or is below
  /// /usr, which every sandbox shows.
  package static let folder: String? = {
    guard let file = fopen("/proc/self/maps", "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 8_192)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = PathText.text(line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
      guard text.hasSuffix("/libswiftCore.so\n"), let start = text.firstIndex(of: "/") else { continue }
      let folder = PathText.split(String(text[start...].dropLast())).directory
      return folder.hasPrefix("/usr/") ? nil : folder
    }
    return nil
  }()
}
