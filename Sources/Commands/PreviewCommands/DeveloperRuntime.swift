internal import ByteStreams
internal import Glibc
internal import ProviderHost

/// The Swift runtime of a build for development: its programs load it from the toolchain, which no sandbox shows. Release builds have
/// it inside.
enum DeveloperRuntime {
  /// The folder that this program loaded libswiftCore.so from; nil where it has the runtime inside, or where the system's folders
  /// hold it, which every sandbox shows.
  static let folder: String? = {
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

extension HostAssembly {
  /// What the sandbox has to show so that programs of a build for development can be run: none in releases.
  package static var developerFolders: [String] { DeveloperRuntime.folder.map { [$0] } ?? [] }
}

extension ProviderCatalog {
  /// The same catalog, for a host, in which providers whose program lies beside this one may read a further folder.
  func showing(_ folder: String) -> ProviderCatalog {
    let own = PathText.split(SystemCall.resolved("/proc/self/exe") ?? "").directory
    let shown = providers.map { provider in
      var provider = provider
      if provider.level > 0, provider.command.first.map({ PathText.split($0).directory }) == own {
        provider.readableFolders.append(folder)
      }
      // The registry knows them already.
      (provider.exportedTypes, provider.importedTypes) = ([], [])
      return provider
    }
    return ProviderCatalog(shown, registry: registry, problems: problems)
  }
}
