internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import PreviewCommands
internal import PreviewService
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

@main
enum Program {
  static func main() {
    // A SIGHUP that arrives this early must not end the process.
    ServiceRun.holdReloads()
    Previewd.main()
  }
}

struct Previewd: CameoCommand {
  static let configuration = CommandConfiguration(
    commandName: "previewd", abstract: "Serve thumbnails and previews of documents over HTTP.",
    usage: "previewd [<options>] [sign | openapi]",
    discussion: helpText, version: Version.line("previewd"),
    subcommands: subcommandTypes)

  private static let subcommandTypes: [any ParsableCommand.Type] = [SignCommand.self, InterfaceCommand.self]

  static func subcommand(_ name: String) -> (any CameoCommand.Type)? {
    subcommandTypes.first { $0._commandName == name } as? any CameoCommand.Type
  }

  /// Its settings have a file of their own (`--config`).
  static var takesDefaults: Bool { false }

  static let shortHelp = (
    options: [
      "root", "browse", "listen", "unix", "config", "tokens", "signing-keys", "allow-origin", "concurrency",
      "check-config", "print-config",
    ],
    arguments: ""
  )

  @Option(help: ArgumentHelp("Read settings from this JSON file.", valueName: "FILE"))
  var config: String?

  @Flag(help: "Print each setting with the value that is used and its origin, and end.")
  var printConfig = false

  @Flag(help: "Check the settings and the files that they name, and end.")
  var checkConfig = false

  @Flag(help: "With --print-config: as JSON.")
  var json = false

  @OptionGroup(title: "Settings") var settings: SettingOptions

  func perform() throws -> ExitStatus {
    let console = Console(program: "previewd")
    var configuration = try configuration()
    if json && !printConfig { throw ValidationError("--json goes with --print-config") }
    if printConfig {
      let report = configuration.report
      try console.print(json ? JSONWriter.text(report.json, layout: .indented) + "\n" : report.text)
      try console.flush()
      return .success
    }
    try configuration.load(readOverlay: ConfiguredOverlay.read)
    if checkConfig {
      try PreviewServer.check(configuration)
      return .success
    }
    return try serve(configuration)
  }

  /// Flags override the environment, which overrides the file, which overrides the defaults.
  private func configuration() throws -> ServiceConfiguration {
    let environment = ProcessEnvironment.variables
    let variable = "CAMEO_PREVIEWD_CONFIG"
    let path = config ?? environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    let file = try path.map { path in
      let bytes = try OptionFile.read(config == nil ? variable : "--config") { () throws(ImageError) in
        try SmallFile.bytes(path, onlyRegular: true)
      }
      return (name: path, bytes: bytes)
    }
    return try ServiceConfiguration(flags: settings.given, environment: environment, file: file)
  }

  /// Calls `mallopt(M_ARENA_MAX, 2)`, found by its name because Swift does not import malloc.h. Without it, the process
  /// only uses more memory.
  private static func limitArenas() {
    typealias Call = @convention(c) (Int32, Int32) -> Int32
    guard let symbol = dlsym(nil, "mallopt") else { return }
    _ = unsafeBitCast(symbol, to: Call.self)(-8, 2)
  }

  private func serve(_ configuration: ServiceConfiguration) throws -> ExitStatus {
    // Threads come and go with processes. With a heap for each of them, memory would grow by some megabytes with
    // every ten thousand requests (mallopt(3), M_ARENA_MAX).
    Self.limitArenas()
    // Checked before the sandbox is tried, because its messages about a wrong configuration say less.
    try PreviewServer.check(configuration)
    let end: ServiceRun.End
    do {
      end = try run(configuration)
    } catch let error as ProviderError {
      // Without a sandbox there is no service.
      throw ImageError(.io, error.message)
    }
    return end == .drained ? .success : .failure
  }

  private func run(_ configuration: ServiceConfiguration) throws -> ServiceRun.End {
    let log = configuration.log
    return try ServiceRun.untilSignal(
      drainDelay: configuration.drainDelay, drainSeconds: configuration.drainSeconds, log: log
    ) {
      // Before the sandbox is tried, so that it is tried with a group.
      switch WorkerGroups.begin() {
      case .begun(let controllers): log.write("each worker has a control group: \(controllers.joined(separator: ", "))")
      case .failed(let reason): log.write("workers have no control groups: \(reason)")
      case .notDelegated: break
      }
      let assembly = Self.assembly(configuration)
      return try await PreviewServer(
        configuration: configuration, host: Self.host(configuration, assembly, log), log: log
      ) { () throws(ProviderError) in HostAssembly.runnable(try assembly.catalog()) }
    }
  }

  private static func assembly(_ configuration: ServiceConfiguration) -> HostAssembly {
    var assembly = HostAssembly()
    assembly.providerFolders = configuration.providerFolders
    assembly.tier = SandboxTier(name: configuration.sandbox)
    assembly.limits.thumbnailSeconds = configuration.thumbnailSeconds
    assembly.limits.previewSeconds = configuration.previewSeconds
    assembly.limits.memoryMiB = configuration.memoryMiB
    assembly.limits.outputMiB = configuration.outputMiB
    assembly.limits.megapixels = configuration.megapixels
    return assembly
  }

  /// Assembles a host from the installed providers and the strongest sandbox that works here.
  ///
  /// - Throws: `sandboxUnavailable`: providers that cannot be confined are not run.
  private static func host(
    _ configuration: ServiceConfiguration, _ assembly: HostAssembly, _ log: ServiceLog
  ) async throws(ProviderError) -> PreviewHost {
    let catalog = try assembly.catalog()
    for problem in catalog.problems { log.write(problem.line) }
    return try await assembly.host(
      configuration.host(version: Version.number, log: log), over: catalog
    ) { probe in
      guard let tier = probe.tier else { return }
      let failed = probe.trials.filter { !$0.works }.map { "; tier \($0.tier.rawValue) does not work: \($0.reason)" }
      log.write("providers run in tier \(tier.rawValue)\(failed.joined())")
    }
  }
}

private let helpText = """
  Answers POST /v1/thumbnail and POST /v1/preview with a picture or preview of the document in the body. GET with \
  ?path= does the same for a file below a root. The document /v1/openapi.json describes the whole interface; /livez, \
  /readyz and /metrics are at an address of their own. Providers render the documents, in sandboxed processes.

  With --browse true, /browse/ has pages for people: the folders of --root with thumbnails, a viewer, search, and, for \
  those with a token of --write-tokens, changes. docs/browse.md describes them.

  Each setting is a flag, a variable such as CAMEO_PREVIEWD_QUEUE_SECONDS, or a member such as queueSeconds of the \
  JSON file that --config names. A flag overrides a variable, and a variable overrides the file.

  On SIGTERM or SIGINT the service answers the requests that have arrived, for at most --drain-seconds, and ends; a \
  second signal ends it at once. On SIGHUP it reads the files of tokens and keys and the folders of providers again.

  EXAMPLES:
    previewd --root ~/Pictures
    previewd --root ~/Pictures --browse true
        the pictures in a browser, at http://127.0.0.1:8880/browse/
    curl -o t.jpg 'http://127.0.0.1:8880/v1/thumbnail?path=photo.jpg&size=256'
        a picture of a file below the root
    curl -o t.jpg --data-binary @a.pdf '127.0.0.1:8880/v1/thumbnail?name=a.pdf'
        a picture of the document in the body
    previewd --listen 0.0.0.0:8880 --tokens /etc/cameo/tokens
        for other machines, which need one of the tokens
    previewd sign --keys /etc/cameo/keys '/v1/thumbnail?path=photo.jpg'
        an address that works without a token for an hour
  """
