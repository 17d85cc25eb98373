internal import ByteStreams
internal import Glibc
internal import ProviderHost
internal import ProviderProtocol
internal import Synchronization

/// Sends requests to a worker, and starts a new worker after a fault.
actor CheckSession {
  /// The result of a request. Files were read and checked as the host checks them.
  enum Outcome: Sendable {
    case made(CheckedReply)
    /// The provider says what is wrong with the document.
    case refused(ProviderError)
    /// The provider is at fault.
    case fault(ProviderError)
  }

  nonisolated let provider: ProviderDescription
  nonisolated let sandbox: Sandbox
  nonisolated let policy: WorkerPolicy
  nonisolated let standardErrors: StandardErrorLog
  private var client: ProviderClient?
  /// Decodes the pictures that the provider encodes; nil where they are taken as they are.
  private var decoder: PictureDecoder?

  init(
    _ provider: ProviderDescription, _ sandbox: Sandbox, _ policy: WorkerPolicy, _ standardErrors: StandardErrorLog
  ) {
    self.provider = provider
    self.sandbox = sandbox
    self.policy = policy
    self.standardErrors = standardErrors
  }

  /// Decodes the encoded pictures of later answers.
  func decode(by decoder: PictureDecoder) { self.decoder = decoder }

  /// Another session, which has its own workers and decodes no pictures.
  nonisolated func another(in sandbox: Sandbox? = nil) -> CheckSession {
    CheckSession(provider, sandbox ?? self.sandbox, policy, standardErrors)
  }

  /// A client that is not started.
  nonisolated func makeClient(
    protocols: [Int]? = nil, rewrite: (@Sendable (String) -> String)? = nil
  ) throws(ProviderError) -> ProviderClient {
    try ProviderClient(
      provider: provider, sandbox: sandbox, policy: policy, protocols: protocols, quotesOutput: true, rewrite: rewrite)
  }

  /// The provider's limit for a kind of request, in seconds.
  nonisolated func seconds(_ capability: ProviderCapability) -> Double {
    capability == .thumbnail ? provider.limits.thumbnailSeconds : provider.limits.previewSeconds
  }

  /// The worker that the next request goes to, started.
  func worker() async throws(ProviderError) -> ProviderClient {
    if let client { return client }
    let client = try makeClient()
    do throws(ProviderError) {
      try await client.start()
    } catch {
      await discard(client)
      throw error
    }
    self.client = client
    return client
  }

  /// Sends a request and waits for its outcome.
  func ask(_ request: CheckRequest) async -> Outcome {
    let client: ProviderClient
    do throws(ProviderError) {
      client = try await worker()
    } catch {
      return .fault(error)
    }
    let outcome = await outcome(of: request, client)
    if case .fault = outcome {
      await discard(client)
      self.client = nil
    } else {
      client.directory.clear()
    }
    return outcome
  }

  private func outcome(of request: CheckRequest, _ client: ProviderClient) async -> Outcome {
    do throws(ProviderError) {
      let output = try await send(request, to: client)
      switch await answer(of: client, within: seconds(request.capability)) {
      case .success(let reply):
        var checked = try CheckedReply(reply, to: request, at: output, limits: provider.limits)
        if case .image = reply.content, let decoder {
          checked.decodedSize = try await decoder.size(of: checked.bytes, for: request, by: provider.id)
        }
        return .made(checked)
      case .failure(let error):
        return await client.failure == nil && ProviderError.Code.ofProviders.contains(error.code)
          ? .refused(error) : .fault(error)
      }
    } catch {
      return .fault(error)
    }
  }

  /// The answer to the last request.
  nonisolated func answer(
    of client: ProviderClient, within seconds: Double
  ) async -> Result<ProviderMessage.Reply, ProviderError> {
    do throws(ProviderError) {
      return .success(try await client.answer(within: seconds))
    } catch {
      return .failure(error)
    }
  }

  /// Puts the document into the worker's directory and sends the request.
  ///
  /// - Returns: the path of the output file.
  nonisolated func send(_ request: CheckRequest, to client: ProviderClient) async throws(ProviderError) -> String {
    let id = await client.nextID
    let directory = client.directory
    let path: String
    switch request.place {
    case .copy(let document): path = try directory.add(document: document).path
    case .bytes(let bytes): path = try directory.add(bytes: bytes, extension: nil)
    case .missing: path = directory.inFolder + "/missing"
    case .locked:
      path = directory.inFolder + "/locked-\(id)"
      let file = SystemCall.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: 0)
      guard file >= 0 else { throw ProviderError(.providerUnavailable, "the worker's directory cannot be written") }
      close(file)
    }
    let output = directory.outputPath(id: String(id))
    try await client.send(
      request.message(id: id, path: path, output: output, seconds: seconds(request.capability)))
    return output
  }

  /// Ends a worker that is at fault, and keeps its standard error for the report.
  nonisolated func discard(_ client: ProviderClient) async {
    await client.kill()
    standardErrors.keep(await client.standardError)
  }

  /// Ends the worker as a host does.
  func end() async {
    await client?.end()
    client = nil
  }
}

/// Keeps the standard error of the last worker at fault, until a check takes it.
final class StandardErrorLog: Sendable {
  private let text = Mutex("")

  /// Lines that a report shows.
  private static let maxLines = 10
  private static let longestLine = 300

  /// Keeps the end of a worker's standard error, instead of an earlier worker's. An empty text is ignored.
  func keep(_ errors: String) {
    if errors.contains(where: { !$0.isWhitespace }) { text.withLock { $0 = errors } }
  }

  /// Returns and removes the last lines that were kept. The launcher's lines are left out, because they repeat the
  /// error.
  func take() -> [String] {
    let kept = text.withLock { text in
      defer { text = "" }
      return text
    }
    return kept.split(whereSeparator: \.isNewline).filter { line in
      !line.hasPrefix("cameo-launcher: ") && line.contains { !$0.isWhitespace }
    }.suffix(Self.maxLines).map { line in
      line.count > Self.longestLine ? line.prefix(Self.longestLine) + "..." : String(line)
    }
  }
}
