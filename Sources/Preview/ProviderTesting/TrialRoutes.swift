internal import ByteStreams
internal import Confinement
internal import ContentTypes
internal import ProviderHost
internal import ProviderKit
internal import ProviderProtocol

/// A trial of a provider in this process.
struct InProcessTrial {
  let definition: ProviderDefinition
  let files: TrialFiles
  let seconds: Double

  /// Gives the provider hello and one request, and returns its answer.
  ///
  /// - Throws: what the provider throws; `protocolViolation`; `timeout`. A provider that hangs keeps its thread,
  ///   because a thread cannot be ended from outside.
  func outcome(_ hello: HostMessage, _ request: HostMessage) async throws -> ProviderTrial.Outcome {
    let (messages, continuation) = AsyncStream<ProviderMessage>.makeStream()
    let session = ProviderSession(definition) { continuation.yield($0) }
    let deadline = Task {
      try await Task.sleep(for: .seconds(seconds))
      continuation.finish()
      _ = session.take(line: Array(HostMessage.cancel(id: 1).line.utf8))
    }
    defer { deadline.cancel() }
    for message in [hello, request] {
      if case .ends = session.take(line: Array(message.line.utf8)) {
        throw ProviderError(.protocolViolation, "the provider ended the conversation")
      }
    }
    var conversation = Conversation(policy: WorkerPolicy(), protocols: WireLimits.protocols)
    for await message in messages {
      switch try conversation.receive(Array(message.line.utf8)) {
      case .nothing: break
      case .greeted: conversation.requested(1)
      case .partial(let reply): try files.take(partial: reply)
      case .replied(let reply): return try files.outcome(reply, log: conversation.log)
      case .refused(let error): throw error
      }
    }
    throw ProviderError.tooLate(seconds)
  }
}

/// A trial of a provider in a process of its own.
struct ProcessTrial {
  private let files: TrialFiles
  private let client: ProviderClient
  private let locale: String
  private let seconds: Double

  /// A trial of a program, in the environment of this process.
  init(
    _ program: String, _ arguments: [String], _ files: TrialFiles, _ limits: HostMessage.RenderLimits, locale: String,
    seconds: Double
  ) {
    let environment = DataFolders.environment
    let path = program.contains("/") ? program : Self.found(program, environment) ?? program
    var provider = ProviderDescription(
      id: program, version: "", command: [path] + arguments, supportedContentTypes: [])
    provider.capabilities = ProviderCapability.allCases
    provider.limits.take(limits)
    let command = SandboxCommand(
      executable: path, arguments: arguments, environment: environment,
      workingDirectory: SystemCall.resolved(".") ?? "/")
    var policy = Self.policy(seconds)
    // Without a launcher, no time is needed to end descendants.
    policy.forceSeconds = 0.2
    self.init(
      files, ProviderClient(provider: provider, directory: files.directory, command: command, policy: policy), locale,
      seconds)
  }

  /// A trial of the provider whose manifest is in a folder, in a sandbox.
  ///
  /// - Throws: `providerUnavailable` for a manifest that is refused, with the reason; `sandboxUnavailable`.
  init(
    manifestIn folder: String, _ tier: ProviderTrial.Tier?, _ files: TrialFiles, _ limits: HostMessage.RenderLimits,
    locale: String, seconds: Double
  ) async throws {
    let catalog = ProviderCatalog(
      folders: [folder], thumbnailerFolders: [], limits: ProviderLimits(), registry: ContentTypeRegistry())
    guard var provider = catalog.providers.first else {
      let refusal = catalog.problems.first { $0.isRefused }
      throw ProviderError(.providerUnavailable, refusal?.line ?? "there is no provider.json in \(folder)")
    }
    // Debug builds load the Swift runtime from the toolchain.
    provider.readableFolders += DeveloperRuntime.folder.map { [$0] } ?? []
    provider.capabilities = ProviderCapability.allCases
    provider.limits.take(limits)
    let environment = DataFolders.environment
    let probe = await Sandbox.probe(
      launcher: LauncherLocation.launcher(environment: environment)
        ?? LauncherLocation.installedLauncher(environment: environment),
      bubblewrap: LauncherLocation.bubblewrap(environment: environment), wanted: tier?.sandboxTier)
    let command = try probe.sandbox().command(
      provider.command, directory: files.directory, readable: provider.readableFolders,
      limits: SandboxLimits(provider.limits))
    self.init(
      files,
      ProviderClient(provider: provider, directory: files.directory, command: command, policy: Self.policy(seconds)),
      locale, seconds)
  }

  private init(_ files: TrialFiles, _ client: ProviderClient, _ locale: String, _ seconds: Double) {
    (self.files, self.client, self.locale, self.seconds) = (files, client, locale, seconds)
  }

  private static func policy(_ seconds: Double) -> WorkerPolicy {
    var policy = WorkerPolicy()
    policy.helloSeconds = seconds
    policy.killSeconds = seconds
    return policy
  }

  private static func found(_ program: String, _ environment: [String: String]) -> String? {
    (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").lazy.map { "\($0)/\(program)" }
      .first { SystemCall.status(of: $0)?.isRegularFile == true }
  }

  /// Gives the provider one request. The provider has to exit with status 0 when its input ends.
  func outcome(_ request: HostMessage) async throws -> ProviderTrial.Outcome {
    let answer: Result<ProviderMessage.Reply, ProviderError>
    do throws(ProviderError) {
      try await client.start(locale: locale)
      let files = files
      answer = .success(
        try await client.perform(request, seconds: seconds) { partial throws(ProviderError) in
          try files.take(partial: partial)
        })
    } catch {
      answer = .failure(error)
    }
    let failure = await client.failure
    let end = await client.leave(sendsShutdown: false)
    guard let end, failure?.code != .timeout else { throw ProviderError.tooLate(seconds) }
    if let failure { throw await withStandardError(failure) }
    guard end.cause == .exited(0) else { throw await withStandardError(end.error(client.provider.limits)) }
    return try files.outcome(try answer.get(), log: await client.log)
  }

  /// The error with the provider's standard error. The author has no other way to see that.
  private func withStandardError(_ error: ProviderError) async -> ProviderError {
    let text = await client.standardError
    return ProviderError(error.code, error.message + (text.isEmpty ? "" : "; standard error: \(text)"))
  }
}

extension ProviderLimits {
  /// Lowers the limits to those of a trial.
  fileprivate mutating func take(_ limits: HostMessage.RenderLimits) {
    thumbnailSeconds = limits.thumbnailSeconds
    previewSeconds = limits.previewSeconds
    memoryMiB = min(memoryMiB, limits.memoryMiB)
    outputMiB = min(outputMiB, limits.outputMiB)
    megapixels = min(megapixels, limits.megapixels)
  }
}

extension ProviderError {
  fileprivate static func tooLate(_ seconds: Double) -> ProviderError {
    let text = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    return ProviderError(.timeout, "no answer, or no end after it, within \(text) s")
  }
}
