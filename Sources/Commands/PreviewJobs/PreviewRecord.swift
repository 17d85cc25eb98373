internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import PreviewCommands
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText
internal import Synchronization

/// What a run reports about a document.
enum PreviewRecord {
  /// Renders a document, writes it and reports both. Failures of the host are reported with their code.
  static func make(
    _ renderer: DocumentRenderer, _ source: InputDocument,
    write: (RenderedDocument) throws(ImageError) -> BatchRecord
  ) throws(ImageError) -> BatchRecord {
    let reference = source.reference
    let notes = StandardErrorNotes()
    let result = Blocking.wait {
      await StandardErrorNotes.$current.withValue(notes) {
        await Result.awaiting { () async throws(ProviderError) in try await renderer.render(reference) }
      }
    }
    switch result {
    case .success(let rendered):
      var record = try write(rendered)
      record.diagnostics += diagnostics(warnings: rendered.warnings, notes: rendered.notes)
      record.members = facts(rendered) + record.members
      return record
    case .failure(let error):
      renderer.waitIfTerminating()
      var record = failure(error, source.name)
      record.diagnostics += notes.lines(for: error).map { Diagnostic(.note, $0) }
      return record
    }
  }

  /// The record of a document that cannot be shown.
  ///
  /// - Parameter name: the input's.
  static func failure(_ error: ProviderError, _ name: String) -> BatchRecord {
    var record = BatchRecord(error: error.imageError.at(path: name))
    record.members = [
      JSONMember("code", .string(error.code.rawValue)),
      JSONMember("provider", error.provider.map { .string($0) } ?? .null),
    ]
    return record
  }

  /// The record of a document that became a section of an HTML page.
  static func section(_ section: HTMLSection) -> BatchRecord {
    var record = BatchRecord()
    record.diagnostics = diagnostics(warnings: section.warnings, notes: section.notes)
    record.members = facts(provider: section.provider, title: section.title, pageCount: section.pageCount)
    return record
  }

  private static func diagnostics(warnings: [String], notes: [String]) -> [Diagnostic] {
    warnings.map { Diagnostic(.warning, $0) } + notes.map { Diagnostic(.note, $0) }
  }

  private static func facts(provider: ProviderName?, title: String?, pageCount: Int?) -> [JSONMember] {
    [
      JSONMember("provider", provider.map { .string($0.id) } ?? .null),
      JSONMember("title", title.map { .string($0) } ?? .null),
      JSONMember("pageCount", pageCount.map { .int(Int64($0)) } ?? .null),
    ]
  }

  /// - Parameter rendered: nil where nothing was rendered.
  static func facts(_ rendered: RenderedDocument?) -> [JSONMember] {
    facts(provider: rendered?.provider, title: rendered?.title, pageCount: rendered?.pageCount)
      + [JSONMember("cached", .bool(rendered?.isCached ?? false))]
  }

  /// An output that was left alone before its document was rendered: only its name and format are known.
  static func skipped(_ format: RenderTarget.Format, path: String, _ reason: String) -> JSONValue {
    let types = [
      RenderTarget.Format.png: "image/png", .jpeg: "image/jpeg", .pdf: "application/pdf", .html: "text/html",
    ]
    return .object([
      "path": .path(path), "format": .string(format.rawValue),
      "contentType": types[format].map { .string($0) } ?? .null, "width": .null, "height": .null,
      "bytes": .uint(SystemCall.byteCount(of: path)), "skipped": .string(reason),
    ])
  }

  /// One output in the report.
  ///
  /// - Parameter skipped: why it was left alone; nil where it was written.
  static func output(_ rendered: RenderedDocument, path: String, skipped: String? = nil) -> JSONValue {
    .object([
      "path": .path(path), "format": .string(rendered.format), "contentType": .string(rendered.contentType),
      "width": rendered.width > 0 ? .int(Int64(rendered.width)) : .null,
      "height": rendered.height > 0 ? .int(Int64(rendered.height)) : .null,
      "bytes": .uint(skipped == nil ? UInt64(rendered.bytes.count) : SystemCall.byteCount(of: path)),
      "skipped": skipped.map { .string($0) } ?? .null,
    ])
  }
}

/// The last lines that a provider wrote to standard error before it failed: they help the provider's author.
///
/// The host logs them (`HostConfiguration.log`) within the task that renders the document.
final class StandardErrorNotes: Sendable {
  /// The notes of the document that the current task renders.
  @TaskLocal static var current: StandardErrorNotes?

  private let log = Mutex("")

  private static let maxLines = 5
  /// The longest part of a line that is shown, in characters.
  private static let longestLine = 300
  /// Failures that are the provider's own fault. Its standard error may say more about them.
  private static let codes: Set<ProviderError.Code> = [
    .crashed, .protocolViolation, .providerUnavailable, .timeout, .resourceExhausted,
  ]

  static func take(_ event: HostEvent) {
    guard let current, codes.contains(event.error.code) else { return }
    current.log.withLock { $0 = event.log }
  }

  /// A note for each of the last lines, not yet escaped; none for an error that is not the provider's own.
  func lines(for error: ProviderError) -> [String] {
    guard Self.codes.contains(error.code) else { return [] }
    let lines = log.withLock { $0 }.split(whereSeparator: \.isNewline).filter { line in
      !line.hasPrefix("cameo-launcher: ") && line.contains { !$0.isWhitespace }
    }
    return lines.suffix(Self.maxLines).map { line in
      "the provider's standard error: \(line.prefix(Self.longestLine))"
    }
  }
}
