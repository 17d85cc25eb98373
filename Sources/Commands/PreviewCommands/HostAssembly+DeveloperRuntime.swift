internal import ByteStreams
internal import ProviderHost

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
