internal import ByteStreams
internal import Confinement
internal import ContentTypes
internal import Glibc
package import ImageModel
package import ProviderHost
package import ProviderProtocol

/// Puts a host together from what is installed: providers, the launcher, the strongest sandbox that works, and the
/// encoders of Imaging. `preview` and `previewd` begin here.
///
/// ```swift
/// var assembly = HostAssembly()
/// assembly.providerFolders = ["share/providers"]
/// let host = try await assembly.host(HostConfiguration(version: "0.1.0"), over: assembly.catalog())
/// ```
package struct HostAssembly: Sendable {
  /// Folders of manifests that are searched before the installed ones.
  package var providerFolders: [String] = []
  /// Whether `.thumbnailer` files count as providers.
  package var usesThumbnailers = true
  /// The only provider that is used; nil for the best one for each document.
  package var provider: String?
  /// The tier of the sandbox; nil for the strongest that works.
  package var tier: SandboxTier?
  /// The host's limits, which manifests may lower.
  package var limits = ProviderLimits()
  /// The variables that say where data, programs and the launcher are.
  package var environment: [String: String]
  /// The provider that decodes the encoded pictures of others.
  package var imageProvider = "org.cameo.images"

  package init(environment: [String: String] = HostAssembly.processEnvironment) { self.environment = environment }

  /// The variables of this process.
  package static var processEnvironment: [String: String] {
    var values = DataFolders.environment
    if let launcher = getenv("CAMEO_LAUNCHER") { values["CAMEO_LAUNCHER"] = PathText.text(launcher) }
    return values
  }

  /// The folders of manifests in the order of the search.
  package var manifestFolders: [String] {
    ProviderFolders.manifests(named: namedFolders, environment: environment)
  }

  /// The folders in which the files of the viewer are searched.
  package var viewerFolders: [String] { ProviderFolders.viewers(named: namedFolders, environment: environment) }

  /// A sandbox mounts folders by absolute paths.
  private var namedFolders: [String] { providerFolders.map { SystemCall.resolved($0) ?? $0 } }

  /// The folders of `.thumbnailer` files; none where those are not used.
  package var thumbnailerFolders: [String] {
    usesThumbnailers ? ProviderFolders.thumbnailers(environment: environment) : []
  }

  /// Reads what is installed.
  ///
  /// - Throws: `requestInvalid` where the only provider to use does not exist.
  package func catalog() throws(ProviderError) -> ProviderCatalog {
    let registry = ContentTypeRegistry.system(environment: environment)
    let all = ProviderCatalog(
      folders: manifestFolders, thumbnailerFolders: thumbnailerFolders, limits: limits, registry: registry,
      programs: ProgramLookup(environment: environment))
    guard let provider else { return all }
    guard let only = all.provider(id: provider) else {
      throw ProviderError(.requestInvalid, "there is no provider \(provider)")
    }
    // The provider of pictures stays, to decode the encoded pictures of the other one. It gets no documents.
    var kept = [only]
    if provider != imageProvider, var images = all.provider(id: imageProvider) {
      images.capabilities = []
      kept.append(images)
    }
    return ProviderCatalog(kept, registry: registry, problems: all.problems)
  }

  /// The same for a command.
  ///
  /// - Throws: `usage` where the only provider to use does not exist.
  package func catalogOfCommand() throws(ImageError) -> ProviderCatalog {
    try Result { () throws(ProviderError) in try catalog() }.mapError(\.imageError).get()
  }

  /// A catalog whose providers can run in the sandbox, also those of development builds: for `PreviewHost.exchange`.
  package static func runnable(_ catalog: ProviderCatalog) -> ProviderCatalog {
    DeveloperRuntime.folder.map { catalog.allowingReads(of: $0) } ?? catalog
  }

  /// The absolute path of the launcher; nil where it is not installed.
  package var launcher: String? { LauncherLocation.launcher(environment: environment) }

  /// Tries the tiers of the sandbox by running them.
  ///
  /// - Parameter stopsEarly: whether weaker tiers are skipped once a stronger one works, to save time.
  package func probe(stopsEarly: Bool = true) async -> SandboxProbe {
    let (launcher, bubblewrap) = (launcher, LauncherLocation.bubblewrap(environment: environment))
    if tier == nil, stopsEarly {
      let strongest = await Sandbox.probe(launcher: launcher, bubblewrap: bubblewrap, wanted: .a)
      if strongest.tier != nil { return strongest }
    }
    return await Sandbox.probe(launcher: launcher, bubblewrap: bubblewrap, wanted: tier)
  }

  /// A host over a catalog, in the sandbox that works.
  ///
  /// - Parameter onProbe: gets the tiers that were tried, with the results.
  /// - Throws: `sandboxUnavailable` where the chosen tier does not work, or none does.
  package func host(
    _ configuration: HostConfiguration, over catalog: ProviderCatalog, onProbe: (SandboxProbe) -> Void = { _ in }
  ) async throws(ProviderError) -> PreviewHost {
    var configuration = configuration
    configuration.imageProvider = imageProvider
    let probe = await probe()
    onProbe(probe)
    return PreviewHost(
      configuration: configuration, catalog: Self.runnable(catalog), sandbox: try probe.sandbox(),
      encoder: ImagingPixelEncoder())
  }
}

extension HostAssembly {
  /// The folders that the sandbox must show so that development builds can run; none for releases.
  package static var developerFolders: [String] { DeveloperRuntime.folder.map { [$0] } ?? [] }
}

extension ProviderCatalog {
  /// The catalog with a folder that the providers beside this program may read, too.
  func allowingReads(of folder: String) -> ProviderCatalog {
    let own = PathText.split(SystemCall.resolved("/proc/self/exe") ?? "").directory
    let shown = providers.map { provider in
      var provider = provider
      // Level 0 is a `.thumbnailer` file: its program is not part of this suite, although it may lie in the same
      // folder.
      if provider.level > 0, provider.command.first.map({ PathText.split($0).directory }) == own {
        provider.readableFolders.append(folder)
      }
      // The registry has their types already.
      (provider.exportedTypes, provider.importedTypes) = ([], [])
      return provider
    }
    return ProviderCatalog(shown, registry: registry, problems: problems)
  }
}
