package import ProviderKit
package import ProviderProtocol

/// Runs one test body against a provider in more than one way: in this process, and through a process of its own.
///
/// Both speak the wire: messages go through their JSON, and an answer's files are checked as the host checks them.
package struct ProviderTrial: Sendable {
  /// How the provider is reached.
  package enum Route: Sendable {
    /// The provider is called here. Quick, and a debugger sees it.
    case inProcess(ProviderDefinition)
    /// A program and its arguments, which speak level 1 on standard input and output.
    case program(String, [String])
  }

  /// What a provider answered, with the files that it wrote.
  package struct Outcome: Sendable {
    package var reply: ProviderMessage.Reply
    package var bytes: [UInt8]
    /// By their identifiers.
    package var attachments: [String: [UInt8]]
    /// First pictures that came before, with their files.
    package var partials: [(reply: ProviderMessage.Reply, bytes: [UInt8])]
    /// What the provider had to say besides.
    package var log: [String]
  }

  package let route: Route
  package var limits = HostMessage.RenderLimits()
  package var locale = "en"

  package init(_ route: Route) { self.route = route }

  /// Asks for a thumbnail.
  ///
  /// - Parameters:
  ///   - name: the name that people know; nil is that of the file.
  ///   - side: of the square that the thumbnail has to fit, in points.
  /// - Throws: `ProviderError`: what the provider says, and `protocolViolation` for what breaks the rules.
  package func thumbnail(
    of path: String, name: String? = nil, contentType: String, side: Double = 256, scale: Double = 1, page: Int? = nil
  ) async throws -> Outcome {
    let spool = try TrialSpool()
    let order = HostMessage.ThumbnailOrder(
      id: 7, input: Self.input(path, name, contentType), output: spool.output,
      maximumSize: .init(width: side, height: side), minimumSize: .init(width: 0, height: 0), scale: scale, page: page,
      deadlineMs: Int(limits.thumbnailSeconds * 1_000))
    return try await run(.thumbnail(order), spool)
  }

  /// Asks for a preview; otherwise as `thumbnail`.
  package func preview(
    of path: String, name: String? = nil, contentType: String, side: Double = 800, scale: Double = 1, page: Int? = nil,
    accept: [String] = []
  ) async throws -> Outcome {
    let spool = try TrialSpool()
    let order = HostMessage.PreviewOrder(
      id: 8, input: Self.input(path, name, contentType), output: spool.output,
      maximumSize: .init(width: side, height: side), scale: scale, page: page, accept: accept,
      deadlineMs: Int(limits.previewSeconds * 1_000))
    return try await run(.preview(order), spool)
  }

  private static func input(_ path: String, _ name: String?, _ contentType: String) -> HostMessage.Input {
    HostMessage.Input(
      path: path, name: name ?? path.split(separator: "/").last.map(String.init) ?? path, contentType: contentType)
  }

  private func run(_ order: HostMessage, _ spool: TrialSpool) async throws -> Outcome {
    let hello = HostMessage.hello(
      .init(limits: limits, capabilities: ProviderCapability.allCases, locale: locale))
    let lines: [String]
    switch route {
    case .inProcess(let definition): lines = try await InProcessTalk.lines(definition, [hello, order])
    case .program(let path, let arguments):
      lines = try await ProcessTalk.lines(path, arguments, [hello, order])
    }
    var reader = TrialReader(limits: limits, spool: spool)
    for line in lines { try reader.take(line) }
    return try reader.outcome()
  }
}
