internal import ByteStreams
internal import Glibc

/// Where the programs are that the sandbox is made with.
package enum LauncherLocation {
  /// The launcher: `$CAMEO_LAUNCHER`, else `cameo-launcher` beside this program, else in `../libexec/cameo`; nil where it is nowhere.
  ///
  /// - Parameter environment: the host's.
  package static func launcher(environment: [String: String]) -> String? {
    // Named, it is that one or none.
    if let named = environment["CAMEO_LAUNCHER"], !named.isEmpty {
      return named.hasPrefix("/") && isExecutable(named) ? named : nil
    }
    guard let own = SystemCall.linkTarget("/proc/self/exe") else { return nil }
    let folder = PathText.split(own).directory
    let prefix = PathText.split(folder).directory
    return ["\(folder)/cameo-launcher", "\(prefix)/libexec/cameo/cameo-launcher"].first(where: isExecutable)
  }

  /// bubblewrap in `$PATH`; nil where there is none.
  package static func bubblewrap(environment: [String: String]) -> String? {
    (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").lazy
      .filter { $0.hasPrefix("/") }.map { "\($0)/bwrap" }.first(where: isExecutable)
  }

  private static func isExecutable(_ path: String) -> Bool {
    SystemCall.status(of: path)?.isRegularFile == true
      && PathText.withCString(path) { access($0, X_OK) } == 0
  }
}
