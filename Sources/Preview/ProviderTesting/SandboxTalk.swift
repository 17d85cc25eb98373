internal import ByteStreams
internal import ContentTypes
internal import Glibc
internal import ProviderHost
internal import ProviderProtocol

/// Holds a conversation with a provider that runs as hosts run it: by its manifest, in the strongest sandbox that works here.
struct SandboxTalk {
  let provider: ProviderDescription
  let sandbox: Sandbox

  /// - Parameter folder: of `provider.json`.
  /// - Throws: `providerUnavailable` for a manifest that is refused, with the reason; `sandboxUnavailable`.
  init(folder: String, tier: ProviderTrial.Tier?) async throws {
    let catalog = ProviderCatalog(
      folders: [folder], thumbnailerFolders: [], limits: ProviderLimits(), registry: ContentTypeRegistry())
    guard var provider = catalog.providers.first else {
      let refusal = catalog.problems.first { $0.isRefused }
      throw ProviderError(.providerUnavailable, refusal?.line ?? "there is no provider.json in \(folder)")
    }
    // Swift's own libraries, where programs that were built for debugging use them from the toolchain.
    provider.readableFolders += DeveloperRuntime.folder.map { [$0] } ?? []
    self.provider = provider
    let environment = DataFolders.environment
    let probe = await Sandbox.probe(
      launcher: LauncherLocation.launcher(environment: environment) ?? Self.installedLauncher(environment),
      bubblewrap: LauncherLocation.bubblewrap(environment: environment), wanted: tier?.sandboxTier)
    sandbox = try probe.sandbox()
  }

  /// The provider's lines up to its answer to the last message. It has to end, with status 0, when its input does.
  func lines(_ messages: [HostMessage], spool: Spool, seconds: Double) async throws -> [String] {
    let command = sandbox.command(
      provider.command, spool: spool, readable: provider.readableFolders, limits: SandboxLimits(provider.limits))
    let process = SandboxedProcess(command: command, policy: WorkerPolicy())
    for message in messages { process.write(message.line) }
    let hearing = Hearing()
    let deadline = Task {
      try await Task.sleep(for: .seconds(seconds))
      await hearing.giveUp()
      await process.stop()
    }
    let end = await process.run { bytes in
      guard await hearing.take(bytes) else { return }
      process.closeInput()
    }
    deadline.cancel()
    if await hearing.isTooLate {
      throw TrialDeadline.error(seconds)
    }
    let lines = try await hearing.result()
    guard end.cause == .exited(0) else {
      // What a crash leaves on standard error is for the author, who has no other way to see it.
      let words = end.errors.isEmpty ? "" : "; standard error: \(end.errors)"
      throw ProviderError(end.error.code, end.error.message + words)
    }
    return lines
  }

  /// The lines that were heard.
  private actor Hearing {
    private var splitter = LineSplitter()
    private var lines: [String] = []
    private var violation: ProviderError?
    private(set) var isTooLate = false

    /// Whether there is no more to wait for.
    func take(_ bytes: [UInt8]) -> Bool {
      do throws(ProviderError) {
        for line in try splitter.take(bytes) {
          lines.append(String(decoding: line, as: UTF8.self))
          switch try ProviderMessage(line: line) {
          case .reply, .error: return true
          case .hello, .partial, .ready, .pong, .log: continue
          }
        }
        return false
      } catch {
        violation = violation ?? error
        return true
      }
    }

    func giveUp() { isTooLate = true }

    func result() throws(ProviderError) -> [String] {
      if let violation { throw violation }
      return lines
    }
  }

  /// The launcher of the `preview` in `$PATH`.
  private static func installedLauncher(_ environment: [String: String]) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").lazy
      .flatMap { ["\($0)/cameo-launcher", "\($0)/../libexec/cameo/cameo-launcher"] }
      .compactMap { SystemCall.resolved($0) }.first { access($0, X_OK) == 0 }
  }
}
