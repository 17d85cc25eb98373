internal import ByteStreams
internal import ContentTypes
internal import Glibc
package import ProviderHost
package import ProviderProtocol

/// Puts a host together from what is installed: providers, the launcher, the strongest sandbox that works, the encoders of the
/// image layer. `preview` and services over the same host begin here.
///
/// ```swift
/// var assembly = HostAssembly()
/// assembly.providerFolders = ["share/providers"]
/// let host = try await assembly.host(HostConfiguration(version: "0.1.0"), over: assembly.catalog())
/// ```
package struct HostAssembly: Sendable {
  /// Folders of manifests that count more than the installed ones.
  package var providerFolders: [String] = []
  /// Whether `.thumbnailer` files are providers, too.
  package var usesThumbnailers = true
  /// The only provider to ask; nil for the one that fits best.
  package var provider: String?
  /// The tier of the sandbox; nil for the strongest that works.
  package var tier: SandboxTier?
  /// The host's limits, which manifests may lower.
  package var limits = ProviderLimits()
  /// Where data, programs and the launcher are looked for.
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

  /// The folders of manifests, the one that counts most first.
  package var manifestFolders: [String] {
    // A sandbox shows folders by absolute paths.
    let named = providerFolders.map { SystemCall.resolved($0) ?? $0 }
    return ProviderFolders.manifests(named: named, environment: environment)
  }

  /// The folders of `.thumbnailer` files; none where those are not asked.
  package var thumbnailerFolders: [String] {
    usesThumbnailers ? ProviderFolders.thumbnailers(environment: environment) : []
  }

  /// Reads what is installed.
  ///
  /// - Throws: `requestInvalid` where the only provider to ask does not exist.
  package func catalog() throws(ProviderError) -> ProviderCatalog {
    let registry = ContentTypeRegistry.system(environment: environment)
    let all = ProviderCatalog(
      folders: manifestFolders, thumbnailerFolders: thumbnailerFolders, limits: limits, registry: registry,
      programs: ProgramLookup(environment: environment))
    guard let provider else { return all }
    guard let only = all.provider(id: provider) else {
      throw ProviderError(.requestInvalid, "there is no provider \(provider)")
    }
    // The provider of pictures stays, to decode what the other one encodes; it is not asked for documents.
    var kept = [only]
    if provider != imageProvider, var images = all.provider(id: imageProvider) {
      images.capabilities = []
      kept.append(images)
    }
    return ProviderCatalog(kept, registry: registry, problems: all.problems)
  }

  /// The launcher, absolute; nil where it is not installed.
  package var launcher: String? { LauncherLocation.launcher(environment: environment) }

  /// Tries tiers by running them.
  ///
  /// - Parameter stopsEarly: whether the weaker tiers are left untried where a stronger one works, which saves their time.
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
  /// - Parameter onProbe: is told which tiers were tried, and what came of it.
  /// - Throws: `sandboxUnavailable`: nothing is run without the tier that is wanted, or any at all.
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
