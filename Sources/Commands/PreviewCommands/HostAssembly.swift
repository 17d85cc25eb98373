internal import ByteStreams
internal import ContentTypes
internal import Glibc
package import ProviderHost
package import ProviderProtocol

/// Makes a host from what is installed: providers, the launcher, the strongest sandbox that works, the encoders of the
/// image layer. `preview` and `previewd` begin here.
///
/// ```swift
/// var assembly = HostAssembly()
/// assembly.providerFolders = ["share/providers"]
/// let host = try await assembly.host(HostConfiguration(version: "0.1.0"), over: assembly.catalog())
/// ```
package struct HostAssembly: Sendable {
  /// Folders of manifests that come before the installed ones.
  package var providerFolders: [String] = []
  /// Whether `.thumbnailer` files count as providers.
  package var usesThumbnailers = true
  /// The only provider to use; nil for the best one for each document.
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

  /// The variables of this process that say where things are.
  package static var processEnvironment: [String: String] {
    var values = DataFolders.environment
    if let launcher = getenv("CAMEO_LAUNCHER") { values["CAMEO_LAUNCHER"] = PathText.text(launcher) }
    return values
  }

  /// The folders of manifests; earlier ones take precedence.
  package var manifestFolders: [String] {
    // A sandbox shows folders by absolute paths.
    let named = providerFolders.map { SystemCall.resolved($0) ?? $0 }
    return ProviderFolders.manifests(named: named, environment: environment)
  }

  /// The folders of `.thumbnailer` files; none where these are not used.
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
    // The provider of pictures stays to decode what the other one encodes, but gets no documents.
    var kept = [only]
    if provider != imageProvider, var images = all.provider(id: imageProvider) {
      images.capabilities = []
      kept.append(images)
    }
    return ProviderCatalog(kept, registry: registry, problems: all.problems)
  }

  /// The launcher, absolute; nil where it is not installed.
  package var launcher: String? { LauncherLocation.launcher(environment: environment) }

  /// Tries the tiers of the sandbox by running them.
  ///
  /// - Parameter stopsEarly: whether weaker tiers are skipped where a stronger one works, which saves time.
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
  /// - Parameter onProbe: receives the tiers that were tried, with the results.
  /// - Throws: `sandboxUnavailable` where the requested tier does not work, or none does.
  package func host(
    _ configuration: HostConfiguration, over catalog: ProviderCatalog, onProbe: (SandboxProbe) -> Void = { _ in }
  ) async throws(ProviderError) -> PreviewHost {
    var configuration = configuration
    configuration.imageProvider = imageProvider
    let catalog = DeveloperRuntime.folder.map { catalog.showing($0) } ?? catalog
    let probe = await probe()
    onProbe(probe)
    return PreviewHost(
      configuration: configuration, catalog: catalog, sandbox: try probe.sandbox(),
      encoder: ImagingPixelEncoder())
  }
}
