internal import ByteStreams
internal import ContentTypes

/// The folders of providers, in the order of precedence.
package enum ProviderFolders {
  /// Folders of manifests: those that the caller names; the user's; `share/providers` of the package whose `.build`
  /// contains the executable; those of the executable's installation, `/usr/local/share` and `/usr/share`. The user's
  /// folder and those of installations end in `cameo/providers`.
  ///
  /// - Parameter executable: the running program, whose `../share` is searched.
  package static func manifests(
    named: [String] = [], environment: [String: String] = DataFolders.environment,
    executable: String? = SystemCall.resolved("/proc/self/exe")
  ) -> [String] {
    var folders = named
    let home = DataFolders.all(environment: environment.merging(["XDG_DATA_DIRS": "relative"]) { _, new in new })
    let prefix = executable.map { PathText.split(PathText.split($0).directory).directory }
    let roots = (prefix.map { [$0 == "/" ? "/share" : $0 + "/share"] } ?? []) + ["/usr/local/share", "/usr/share"]
    func installed(_ root: String) -> String { root + "/cameo/providers" }
    let own = executable.flatMap(Self.ofPackage).map { [$0] } ?? []
    for folder in home.map(installed) + own + roots.map(installed) where !folders.contains(folder) {
      folders.append(folder)
    }
    return folders
  }

  /// The manifests in the sources of a package, for an executable that was built there and is not installed.
  private static func ofPackage(_ executable: String) -> String? {
    let steps = executable.utf8.split(separator: UInt8(ascii: "/")).map { String($0) ?? "" }
    guard let build = steps.lastIndex(of: ".build"), build > 0 else { return nil }
    let root = "/" + steps[..<build].joined(separator: "/")
    let folder = root + "/share/providers"
    guard SystemCall.status(of: root + "/Package.swift")?.isRegularFile ?? false,
      SystemCall.status(of: folder)?.isDirectory ?? false
    else { return nil }
    return folder
  }

  /// Folders that may have the files of the viewer (`ViewerFiles`): `viewer` beside each folder of manifests, first of
  /// those that are found, then of those that the caller names.
  package static func viewers(
    named: [String] = [], environment: [String: String] = DataFolders.environment,
    executable: String? = SystemCall.resolved("/proc/self/exe")
  ) -> [String] {
    (manifests(environment: environment, executable: executable) + named).map {
      PathText.split($0).directory + "/viewer"
    }
  }

  /// Folders of `.thumbnailer` files: `thumbnailers` in the XDG data folders.
  package static func thumbnailers(environment: [String: String] = DataFolders.environment) -> [String] {
    DataFolders.all(environment: environment).map { $0 + "/thumbnailers" }
  }
}
