package import ContentTypes
package import ImageModel
internal import ProviderProtocol
package import StructuredText

/// What `preview explain` tells of a document: its type, how that was found, and which providers are asked.
package struct DocumentExplanation: Hashable, Sendable {
  package var path: String
  package var identification: TypeIdentification
  package var thumbnail: SelectionExplanation
  package var preview: SelectionExplanation

  /// All of it, one step a line.
  package var lines: [String] { identification.lines + thumbnail.lines + (preview.lines.last.map { [$0] } ?? []) }

  /// The same for programs.
  package var json: JSONValue {
    let type = identification.type
    return .object([
      "path": .path(path),
      "type": .object([
        "identifier": .string(type.identifier), "name": .string(type.name), "origin": .string(type.origin.title),
        "mimeTypes": .array(type.mimeTypes.map { .string($0) }), "reason": .string(identification.reason.rawValue),
        "contradicted": identification.contradicted.map { .string($0) } ?? .null,
        "content": .array(identification.contentEvidence.map(Self.json)),
        "names": .array(identification.nameEvidence.map(Self.json)),
      ]),
      "thumbnail": thumbnail.json, "preview": preview.json,
    ])
  }

  private static func json(_ evidence: TypeIdentification.Evidence) -> JSONValue {
    .object(["type": .string(evidence.type), "summary": .string(evidence.summary)])
  }
}

extension ProviderCatalog {
  /// Looks at a file or directory as the host would; no provider is run.
  ///
  /// - Throws: what `ContentTypeRegistry.identify(path:)` throws.
  package func explain(path: String) throws(ImageError) -> DocumentExplanation {
    let identification = try registry.identify(path: path)
    return DocumentExplanation(
      path: path, identification: identification, thumbnail: explain(identification.type, capability: .thumbnail),
      preview: explain(identification.type, capability: .preview))
  }
}
