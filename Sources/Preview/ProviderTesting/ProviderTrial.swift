internal import ImageModel
internal import ProviderHost
public import ProviderKit
public import ProviderProtocol

/// Runs one test body against a provider in several ways: in this process, as a program, and in a sandbox as hosts run
/// it.
///
/// All of them use the protocol's JSON messages, and check the files of an answer as the host does.
///
/// ```swift
/// let path = "Samples/sky.swatch"
/// for route: ProviderTrial.Route in [.inProcess(Swatches.definition), .sandboxed("org.example.swatch")] {
///   let outcome = try await ProviderTrial(route).thumbnail(of: path, contentType: "org.example.swatch", side: 64)
///   #expect(outcome.reply.title == "#3366CC")
/// }
/// ```
public struct ProviderTrial: Sendable {
  /// How the provider is reached.
  public enum Route: Sendable {
    /// The provider is called in this process: fast, and visible to a debugger.
    case inProcess(ProviderDefinition)
    /// A program and its arguments. It uses the protocol on standard input and output.
    case program(String, [String])
    /// The provider whose manifest is in this folder, started as hosts start it, in a sandbox. A tier of nil stands for
    /// the strongest that works here. The launcher is `$CAMEO_LAUNCHER`, or that of the `preview` in `$PATH`.
    case sandboxed(String, tier: Tier? = nil)
  }

  /// How strongly a provider is isolated (docs/sandbox.md).
  public enum Tier: String, CaseIterable, Sendable {
    /// bubblewrap, and in it Landlock and seccomp.
    case a = "A"
    /// Landlock and seccomp alone.
    case b = "B"

    var sandboxTier: SandboxTier { self == .a ? .a : .b }
  }

  /// What a provider answered, with the files that it wrote.
  public struct Outcome: Sendable {
    public var reply: ProviderMessage.Reply
    public var bytes: [UInt8]
    /// The contents of the attachments, by their identifiers.
    public var attachments: [String: [UInt8]]
    /// Pictures of lower quality that came first, with their files.
    public var partials: [(reply: ProviderMessage.Reply, bytes: [UInt8])]
    /// The lines of the provider's log messages, at most the last 4 KiB.
    public var log: [String]
  }

  public let route: Route
  public var limits = HostMessage.RenderLimits()
  public var locale = "en"
  /// How long the trial waits for an answer, in seconds, before it throws `timeout`. nil is the time that `limits`
  /// grant and 60 s more, for a machine that is busy with other tests. A debugger needs more.
  public var deadlineSeconds: Double?

  public init(_ route: Route) { self.route = route }

  /// Asks for a thumbnail.
  ///
  /// - Parameters:
  ///   - name: the document's name for people; nil for the file's name.
  ///   - side: the side of the square that the thumbnail has to fit, in points.
  /// - Throws: `ProviderError`: the provider's own, `protocolViolation` where it breaks the rules, `timeout` where no
  ///   answer comes. A provider in this process cannot be ended: it is cancelled, and goes on if it ignores that.
  public func thumbnail(
    of path: String, name: String? = nil, contentType: String, side: Double = 256, scale: Double = 1, page: Int? = nil
  ) async throws -> Outcome {
    try await run(.thumbnail, path, name, contentType, side, scale, page, seconds: limits.thumbnailSeconds)
  }

  /// Asks for a preview. Otherwise it works as `thumbnail`.
  public func preview(
    of path: String, name: String? = nil, contentType: String, side: Double = 800, scale: Double = 1, page: Int? = nil,
    accept: [String] = []
  ) async throws -> Outcome {
    try await run(
      .preview, path, name, contentType, side, scale, page, accept: accept, seconds: limits.previewSeconds)
  }

  private func run(
    _ capability: ProviderCapability, _ path: String, _ name: String?, _ contentType: String, _ side: Double,
    _ scale: Double, _ page: Int?, accept: [String] = [], seconds: Double
  ) async throws -> Outcome {
    let name = name ?? path.split(separator: "/").last.map(String.init) ?? path
    func message(at path: String, _ files: TrialFiles) -> HostMessage {
      .request(
        capability, input: HostMessage.Input(path: path, name: name, contentType: contentType), output: files.output,
        maximumSize: Size(width: side, height: side), scale: scale, page: page, accept: accept,
        seconds: seconds)
    }
    // A program and a sandbox need time to start, which the provider's limit does not include. A debugger may ask for
    // more seconds than fit a duration.
    let wait = min(max(0, deadlineSeconds ?? seconds + 60), 1e9)
    switch route {
    case .inProcess(let definition):
      let files = TrialFiles(try WorkerDirectory(), limits)
      let hello = HostMessage.hello(.init(limits: limits, capabilities: ProviderCapability.allCases, locale: locale))
      return try await InProcessTrial(definition: definition, files: files, seconds: wait)
        .outcome(hello, message(at: path, files))
    case .program(let program, let arguments):
      let files = TrialFiles(try WorkerDirectory(), limits)
      let trial = ProcessTrial(program, arguments, files, limits, locale: locale, seconds: wait)
      return try await trial.outcome(message(at: path, files))
    case .sandboxed(let folder, let tier):
      let files = TrialFiles(try WorkerDirectory(), limits, isHome: true)
      let trial = try await ProcessTrial(manifestIn: folder, tier, files, limits, locale: locale, seconds: wait)
      return try await trial.outcome(message(at: try files.directory.add(document: path).path, files))
    }
  }
}
