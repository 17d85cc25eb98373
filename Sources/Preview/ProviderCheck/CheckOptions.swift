package import ContentTypes
package import ProviderHost

/// How a provider is checked.
package struct CheckOptions: Sendable {
  /// Documents that the provider should show; none takes the files of `samples` beside the manifest.
  package var samples: [String] = []
  /// Where a provider that is named by its id is looked for: `ProviderFolders.manifests`.
  package var folders: [String] = []
  /// Where `.thumbnailer` files are, which can be named but not checked.
  package var thumbnailerFolders: [String] = []
  package var limits = ProviderLimits()
  package var programs = ProgramLookup()
  /// The types that are known without the provider.
  package var registry = ContentTypeRegistry()
  /// cameo-launcher, absolute; nil where there is none: then nothing is run.
  package var launcher: String?
  package var bubblewrap: String?
  /// The tier in which everything is tried; nil for the strongest that works. One short trial is made in each tier that works.
  package var tier: SandboxTier?
  /// Orders that one worker gets in a row.
  package var orders = 100
  /// Where damaged documents are written for a moment.
  package var scratch = "/tmp"
  /// Folders that the sandbox shows besides the provider's own: the Swift runtime of a build for development.
  package var readableFolders: [String] = []
  /// The patience of hosts, with which the provider is treated.
  package var policy = WorkerPolicy()
  /// Is told of each result as soon as it is there.
  package var onResult: (@Sendable (CheckResult) -> Void)?

  package init() {}
}
