package import ProviderProtocol

/// One run of a provider of level 0: a freedesktop thumbnailer, one process for one document.
package struct ThumbnailerRun: Sendable {
  package var provider: ProviderDescription
  package var sandbox: Sandbox
  package var policy: WorkerPolicy
  /// The thumbnailer's environment.
  package var environment: [String: String]

  package init(provider: ProviderDescription, sandbox: Sandbox, policy: WorkerPolicy, environment: [String: String]) {
    self.provider = provider
    self.sandbox = sandbox
    self.policy = policy
    self.environment = environment
  }

  /// Runs the thumbnailer; the picture then lies at `output`.
  ///
  /// - Parameters:
  ///   - size: the wanted width and height in pixels.
  ///   - output: the file to make, as the process sees it.
  /// - Throws: `corruptInput` where the thumbnailer ends with another status than 0, which is how it says that it cannot show
  ///   the document; `crashed`, `timeout`, `resourceExhausted`, `providerUnavailable`, `cancelled`.
  package func run(
    spool: Spool, document: String, output: String, size: Int, seconds: Double
  ) async throws(ProviderError) {
    let arguments = ThumbnailerCommand.expand(provider.command, input: document, output: output, size: size)
    let command = sandbox.command(
      arguments, spool: spool, readable: provider.readableFolders, limits: SandboxLimits(provider.limits),
      environment: environment)
    let end: ProcessEnd
    do throws(ProviderError) {
      // What a thumbnailer prints is nobody's business, however much it is.
      end = try await BoundedRun(command: command, policy: policy, seconds: seconds).run().end
    } catch {
      throw ProviderError(error.code, error.message, provider: provider.id)
    }
    guard end.cause != .exited(0) else { return }
    var error = end.error
    if case .provider(let status) = end.verdict, !(129...192).contains(status) {
      error = ProviderError(.corruptInput, "the thumbnailer cannot show the document (status \(status))")
    }
    error.provider = provider.id
    throw error
  }
}
