internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Confinement
internal import ContentTypes
internal import ImageModel
internal import PreviewCommands
internal import PreviewJobs
internal import ProviderCheck
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

/// `preview check`: tests a provider, with hostile documents and hosts, too.
struct Check: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "check", "Test a provider with documents, damaged documents and hosts that behave oddly.",
    arguments: "<provider>",
    discussion: """
      PROVIDER is a folder with provider.json, or the id of an installed provider. It is tested with the documents of \
      --sample, else with the files in samples/ beside the manifest. Everything runs in the sandbox.

      EXIT STATUS:
        0   the provider passed
        1   a check failed, or no provider can be run here
        3   it passed, with warnings
      """)

  @Argument(help: ArgumentHelp("A folder, or an id.", valueName: "PROVIDER"))
  var provider: String

  @Option(
    name: .customLong("sample"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A document that the provider should show. May be given several times.", valueName: "FILE"))
  var samples: [String] = []

  @Option(
    name: .customLong("providers"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Look for PROVIDER in this directory first. May be given several times.", valueName: "DIR"))
  var folders: [String] = []

  @Option(help: ArgumentHelp("How many requests one process serves in a row.", valueName: "N"))
  var orders = 100

  @OptionGroup var report: ReportOptions
  @OptionGroup(title: "Sandbox options") var sandbox: SandboxOptions

  func validate() throws {
    guard (10...100_000).contains(orders) else { throw ValidationError("--orders is 10 to 100000") }
  }

  func perform() throws -> ExitStatus {
    try CatalogOptions.checkFolders(folders)
    _ = try DescriptorBudget()
    let (options, provider) = (options, provider)
    let result = TerminationHandler().wait {
      await Result.awaiting { () async throws(ProviderError) in try await ProviderCheck(options).run(provider) }
    }
    let found = try result.mapError(\.imageError).get()
    if report.json, case .object(let members) = found.json {
      try show(members)
    } else if let last = found.lines.last {
      // The other lines were printed as soon as they were known.
      try show([last])
    }
    guard found.isPassed else { return .failure }
    return found.count(.warning) > 0 ? .warnings : .success
  }

  private var options: CheckOptions {
    var assembly = HostAssembly()
    assembly.providerFolders = folders
    var options = CheckOptions()
    options.samples = samples
    options.requests = orders
    options.tier = sandbox.tier
    if let seconds = sandbox.timeout {
      options.limits.thumbnailSeconds = seconds
      options.limits.previewSeconds = seconds
    }
    options.folders = assembly.manifestFolders
    options.thumbnailerFolders = assembly.thumbnailerFolders
    options.registry = ContentTypeRegistry.system(environment: assembly.environment)
    options.programs = ProgramLookup(environment: assembly.environment)
    options.launcher = assembly.launcher
    options.readableFolders = HostAssembly.developerFolders
    options.bubblewrap = LauncherLocation.bubblewrap(environment: assembly.environment)
    if !report.json {
      options.onResult = { result in try? self.show(CheckReport.lines(result)) }
    }
    return options
  }
}
