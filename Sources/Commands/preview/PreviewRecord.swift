internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import PreviewCommands
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

/// What a run reports of a document.
enum PreviewRecord {
  /// Renders a document and writes it, and says what came of it. Failures of the host are reported with their code.
  static func make(
    _ renderer: DocumentRenderer, _ source: DocumentSource,
    write: (Deliverable) throws(ImageError) -> BatchRecord
  ) throws(ImageError) -> BatchRecord {
    let reference = source.reference
    let words = ProviderWords()
    let result = Blocking.wait { () -> Result<Deliverable, ProviderError> in
      await ProviderWords.$current.withValue(words) {
        do throws(ProviderError) {
          return .success(try await renderer.deliverable(reference))
        } catch {
          return .failure(error)
        }
      }
    }
    switch result {
    case .success(let made):
      var record = try write(made)
      record.diagnostics += made.warnings.map { Diagnostic(.warning, $0) } + made.notes.map { Diagnostic(.note, $0) }
      record.members = facts(made) + record.members
      return record
    case .failure(let error):
      renderer.waitIfEnding()
      var record = failure(error, source.name)
      record.diagnostics += words.notes(for: error).map { Diagnostic(.note, $0) }
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

  /// - Parameter made: nil where nothing was made.
  static func facts(_ made: Deliverable?) -> [JSONMember] {
    [
      JSONMember("provider", (made?.provider).map { .string($0.id) } ?? .null),
      JSONMember("title", (made?.title).map { .string($0) } ?? .null),
      JSONMember("pageCount", (made?.pageCount).map { .int(Int64($0)) } ?? .null),
      JSONMember("cached", .bool(made?.isCached ?? false)),
    ]
  }

  /// An output that was left alone, and of which nothing is known but its name.
  static func skipped(_ format: Want.Format, path: String, _ reason: String) -> JSONValue {
    let types = [Want.Format.png: "image/png", .jpeg: "image/jpeg", .pdf: "application/pdf", .html: "text/html"]
    return .object([
      "path": .path(path), "format": .string(format.rawValue),
      "contentType": types[format].map { .string($0) } ?? .null, "width": .null, "height": .null, "bytes": 0,
      "skipped": .string(reason),
    ])
  }

  /// One output in the report.
  static func output(_ made: Deliverable, path: String, skipped: String? = nil) -> JSONValue {
    .object([
      "path": .path(path), "format": .string(made.format), "contentType": .string(made.contentType),
      "width": made.width > 0 ? .int(Int64(made.width)) : .null,
      "height": made.height > 0 ? .int(Int64(made.height)) : .null,
      "bytes": .int(Int64(skipped == nil ? made.bytes.count : 0)), "skipped": skipped.map { .string($0) } ?? .null,
    ])
  }
}
