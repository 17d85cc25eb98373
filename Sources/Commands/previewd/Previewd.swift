internal import ArgumentParser
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import PreviewCommands
internal import PreviewService
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

@main
struct Previewd: CameoCommand {
  static let configuration = CommandConfiguration(
    commandName: "previewd", abstract: "Serve thumbnails and previews of documents over HTTP.",
    usage: "previewd [<options>] [sign | openapi]",
    discussion: PreviewdHelp.discussion, version: Version.line("previewd"),
    subcommands: [SignCommand.self, InterfaceCommand.self])

  @Option(help: ArgumentHelp("Read settings from this JSON file.", valueName: "FILE"))
  var config: String?

  @Flag(help: "Print each setting with where it came from, and end.")
  var printConfig = false

  @Flag(help: "Check the settings and the files that they name, and end.")
  var checkConfig = false

  @Flag(help: "With --print-config: as JSON.")
  var json = false

  @OptionGroup(title: "Listening options") var listening: ListenOptions
  @OptionGroup(title: "Load options") var load: LoadOptions
  @OptionGroup(title: "Client options") var clients: ClientOptions
  @OptionGroup(title: "Rendering options") var rendering: RenderingOptions

  func perform() throws -> ExitStatus {
    let console = Console(program: "previewd")
    let settings = try resolved()
    if json && !printConfig { throw ValidationError("--json goes with --print-config") }
    if printConfig {
      try console.print(json ? JSONWriter.text(settings.json, layout: .indented) + "\n" : settings.shown)
      try console.flush()
      return .success
    }
    let configuration = try ServiceConfiguration(settings)
    if checkConfig {
      try PreviewServer.check(configuration)
      return .success
    }
    return try serve(configuration)
  }

  /// Flags before the environment, that before the file, that before the defaults.
  private func resolved() throws -> ResolvedSettings {
    var flags: [String: [String]] = [:]
    for group in [listening.given, load.given, clients.given, rendering.given] {
      for (name, texts) in group {
        var values: [String] = []
        for text in texts { values.append(try OptionText.unicode(text)) }
        flags[name] = values
      }
    }
    let environment = ProcessEnvironment.variables
    let path = config ?? environment["CAMEO_PREVIEWD_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    let file = try path.map { (name: $0, bytes: try SecretFile.bytes($0)) }
    return try ResolvedSettings(flags: flags, environment: environment, file: file)
  }

  /// `mallopt(M_ARENA_MAX, 2)`, found by its name: Swift does not see malloc.h. Without it there is only more memory.
  private static func limitArenas() {
    typealias Call = @convention(c) (Int32, Int32) -> Int32
    guard let symbol = dlsym(nil, "mallopt") else { return }
    _ = unsafeBitCast(symbol, to: Call.self)(-8, 2)
  }

  private func serve(_ configuration: ServiceConfiguration) throws -> ExitStatus {
    // Threads come and go with processes, and each would have what others freed in a heap of its own: some megabytes more with every ten
    // thousand requests (mallopt(3), M_ARENA_MAX).
    Self.limitArenas()
    // Before the sandbox is tried: its words about what is wrong with the system would say less.
    try PreviewServer.check(configuration)
    let end: ServiceRun.End
    do {
      end = try run(configuration)
    } catch let error as ProviderError {
      // What cannot be confined is not run: there is no service without a sandbox.
      throw ImageError(.io, error.message)
    }
    return end == .drained ? .success : .failure
  }

  private func run(_ configuration: ServiceConfiguration) throws -> ServiceRun.End {
    try ServiceRun.untilSignal(drainSeconds: configuration.drainSeconds) {
      try await PreviewServer(
        configuration: configuration, service: HostRenderService(Self.host(configuration), configuration),
        log: { ServiceLog.write($0) })
    } onListening: { addresses in
      for address in addresses { ServiceLog.write("listening at \(address)") }
    }
  }

  /// Finds the providers and the strongest isolation that works here.
  ///
  /// - Throws: `sandboxUnavailable`: what cannot be confined is not run.
  private static func host(_ configuration: ServiceConfiguration) async throws(ProviderError) -> PreviewHost {
    var assembly = HostAssembly()
    assembly.providerFolders = configuration.providerFolders
    assembly.tier = SandboxTier(name: configuration.sandbox)
    assembly.limits.thumbnailSeconds = configuration.thumbnailSeconds
    assembly.limits.previewSeconds = configuration.previewSeconds
    let catalog = try assembly.catalog()
    for problem in catalog.problems { ServiceLog.write(problem.line) }
    return try await assembly.host(
      HostRenderService.hostConfiguration(configuration, version: Version.number) { ServiceLog.write($0) },
      over: catalog
    ) { probe in
      guard let tier = probe.tier else { return }
      let failed = probe.trials.filter { !$0.works }.map { "; tier \($0.tier.rawValue) does not work: \($0.reason)" }
      ServiceLog.write("providers run in tier \(tier.rawValue)\(failed.joined())")
    }
  }
}
