internal import ByteStreams
internal import ProviderHost

extension HostAssembly {
  /// Folders that the sandbox must show so that programs of a development build can run; none in releases.
  package static var developerFolders: [String] { DeveloperRuntime.folder.map { [$0] } ?? [] }
}

extension ProviderCatalog {
  /// The same catalog, for a host, in which providers whose program lies beside this one may read one more folder.
  func showing(_ folder: String) -> ProviderCatalog {
    let own = PathText.split(SystemCall.resolved("/proc/self/exe") ?? "").directory
    let shown = providers.map { provider in
      var provider = provider
      if provider.level > 0, provider.command.first.map({ PathText.split($0).directory }) == own {
        provider.readableFolders.append(folder)
      }
      // The registry has these types already.
      (provider.exportedTypes, provider.importedTypes) = ([], [])
      return provider
    }
    return ProviderCatalog(shown, registry: registry, problems: problems)
  }
}
