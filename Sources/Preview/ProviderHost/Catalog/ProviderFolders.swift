package import ContentTypes
internal import ByteStreams

/// Where providers are looked for, the folder that counts most first.
package enum ProviderFolders {
  /// Folders of manifests: those that a caller names, the user's, that of the installation which the executable belongs to,
  /// `/usr/local/share` and `/usr/share`, each with `cameo/providers`.
  ///
  /// - Parameter executable: the running program; its `../share` is looked into.
  package static func manifests(
    named: [String] = [], environment: [String: String] = DataFolders.environment,
    executable: String? = SystemCall.resolved("/proc/self/exe")
  ) -> [String] {
    var folders = named
    let home = DataFolders.all(environment: environment.merging(["XDG_DATA_DIRS": "relative"]) { _, new in new })
    let prefix = executable.map { PathText.split(PathText.split($0).directory).directory }
    let roots =
      home + (prefix.map { [$0 == "/" ? "/share" : $0 + "/share"] } ?? []) + ["/usr/local/share", "/usr/share"]
    for root in roots where !folders.contains(root + "/cameo/providers") { folders.append(root + "/cameo/providers") }
    return folders
  }

  /// Folders of `.thumbnailer` files: `thumbnailers` in the XDG data folders.
  package static func thumbnailers(environment: [String: String] = DataFolders.environment) -> [String] {
    DataFolders.all(environment: environment).map { $0 + "/thumbnailers" }
  }
}
