internal import ProviderHost
public import ProviderKit
public import ProviderProtocol

/// Runs one test body against a provider in more than one way: in this process, through a process of its own, and as hosts run it, in
/// a sandbox.
///
/// All speak the wire: messages go through their JSON, and an answer's files are checked as the host checks them.
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
    /// The provider is called here. Quick, and a debugger sees it.
    case inProcess(ProviderDefinition)
    /// A program and its arguments, which speak level 1 on standard input and output.
    case program(String, [String])
    /// The provider whose manifest is in this folder, started as hosts start it: in a sandbox of this tier, nil for the strongest that
    /// works here. The launcher is `$CAMEO_LAUNCHER`, or that of the `preview` in `$PATH`.
    case sandboxed(String, tier: Tier? = nil)
  }

  /// How strongly a provider is kept apart (docs/sandbox.md).
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
    /// By their identifiers.
    public var attachments: [String: [UInt8]]
    /// First pictures that came before, with their files.
    public var partials: [(reply: ProviderMessage.Reply, bytes: [UInt8])]
    /// What the provider had to say besides.
    public var log: [String]
  }

  public let route: Route
  public var limits = HostMessage.RenderLimits()
  public var locale = "en"
  /// How long an answer is waited for, in seconds, before the trial throws `timeout`; nil for the time that `limits` grant, and 60 more for a
  /// machine that is busy with other tests. A debugger needs more.
  public var deadlineSeconds: Double?

  public init(_ route: Route) { self.route = route }

  /// Asks for a thumbnail.
  ///
  /// - Parameters:
  ///   - name: the name that people know; nil is that of the file.
  ///   - side: of the square that the thumbnail has to fit, in points.
  /// - Throws: `ProviderError`: what the provider says, `protocolViolation` for what breaks the rules, and `timeout` where no answer comes. A
  ///   provider in this process cannot be ended: it is told to cancel, and left to itself where it does not.
  public func thumbnail(
    of path: String, name: String? = nil, contentType: String, side: Double = 256, scale: Double = 1, page: Int? = nil
  ) async throws -> Outcome {
    let document = path
    let seconds = limits.thumbnailSeconds
    return try await run(path, seconds) { path, output in
      .thumbnail(
        HostMessage.ThumbnailOrder(
          id: 7, input: Self.input(path, name ?? Self.name(of: document), contentType), output: output,
          maximumSize: .init(width: side, height: side), minimumSize: .init(width: 0, height: 0), scale: scale,
          page: page, deadlineMs: Int(seconds * 1_000)))
    }
  }

  /// Asks for a preview; otherwise as `thumbnail`.
  public func preview(
    of path: String, name: String? = nil, contentType: String, side: Double = 800, scale: Double = 1, page: Int? = nil,
    accept: [String] = []
  ) async throws -> Outcome {
    let document = path
    let seconds = limits.previewSeconds
    return try await run(path, seconds) { path, output in
      .preview(
        HostMessage.PreviewOrder(
          id: 8, input: Self.input(path, name ?? Self.name(of: document), contentType), output: output,
          maximumSize: .init(width: side, height: side), scale: scale, page: page, accept: accept,
          deadlineMs: Int(seconds * 1_000)))
    }
  }

  private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  private static func input(_ path: String, _ name: String, _ contentType: String) -> HostMessage.Input {
    HostMessage.Input(path: path, name: name, contentType: contentType)
  }

  /// - Parameter order: for the path at which the provider finds the document, and that of its output.
  private func run(
    _ path: String, _ seconds: Double, _ order: (_ path: String, _ output: String) -> HostMessage
  ) async throws -> Outcome {
    let hello = HostMessage.hello(.init(limits: limits, capabilities: ProviderCapability.allCases, locale: locale))
    let spool: TrialSpool
    let lines: [String]
    // A program and a sandbox take their time to start, which the provider's does not count.
    let wait = deadlineSeconds ?? seconds + 60
    switch route {
    case .inProcess(let definition):
      spool = try TrialSpool()
      lines = try await InProcessTalk.lines(definition, [hello, order(path, spool.output)], seconds: wait)
    case .program(let program, let arguments):
      spool = try TrialSpool()
      lines = try await ProcessTalk.lines(program, arguments, [hello, order(path, spool.output)], seconds: wait)
    case .sandboxed(let folder, let tier):
      let talk = try await SandboxTalk(folder: folder, tier: tier)
      let shared = try Spool()
      spool = TrialSpool(shared)
      let order = order(try shared.add(document: path).path, spool.output)
      lines = try await talk.lines([hello, order], spool: shared, seconds: wait)
    }
    var reader = TrialReader(limits: limits, spool: spool)
    for line in lines { try reader.take(line) }
    return try reader.outcome()
  }
}
