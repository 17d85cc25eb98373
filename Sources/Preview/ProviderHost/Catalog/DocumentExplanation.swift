package import ContentTypes
package import ImageModel
package import ProviderProtocol
package import StructuredText

/// Explains how a document is shown: its type, how the type was found, and which providers are asked.
package struct DocumentExplanation: Hashable, Sendable {
  /// nil where the caller named the type.
  package var identification: TypeIdentification?
  /// One for each capability.
  package var selections: [SelectionExplanation]

  package init(identification: TypeIdentification? = nil, selections: [SelectionExplanation]) {
    self.identification = identification
    self.selections = selections
  }

  /// The explanation, one step a line. The ancestry is the same for all selections, and is listed once.
  package var lines: [String] {
    // The identification ends with the type, and the search begins with it.
    let search = selections.first?.lines.dropFirst(identification == nil ? 0 : 1) ?? []
    return (identification?.lines ?? []) + search + selections.dropFirst().compactMap(\.lines.last)
  }

  /// The explanation for programs: members of a report, in addition to the document's name.
  package var members: [JSONMember] {
    [
      JSONMember("identification", identification.map(Self.json) ?? .null),
      JSONMember("selection", .array(selections.map(\.json))),
    ]
  }

  private static func json(_ identification: TypeIdentification) -> JSONValue {
    let type = identification.type
    return .object([
      "type": .string(type.identifier), "name": .string(type.name), "origin": .string(type.origin.title),
      "reason": .string(identification.reason.rawValue),
      "contentEvidence": .array(identification.contentEvidence.map { .path($0.summary) }),
      "nameEvidence": .array(identification.nameEvidence.map { .path($0.summary) }),
      "contradicted": identification.contradicted.map { .string($0) } ?? .null,
    ])
  }
}

extension ProviderCatalog {
  /// Explains which providers are asked for a document. No provider is run.
  ///
  /// - Parameter pixels: the long side of a thumbnail.
  package func explain(
    _ identification: TypeIdentification, capabilities: [ProviderCapability] = [.thumbnail, .preview],
    pixels: Int? = nil
  ) -> DocumentExplanation {
    DocumentExplanation(
      identification: identification,
      selections: capabilities.map { explain(identification.type, capability: $0, pixels: pixels) })
  }

  /// Variant for a file or directory. Its type is found in the same way as for rendering.
  ///
  /// - Throws: what `ContentTypeRegistry.identify(path:)` throws.
  package func explain(path: String, pixels: Int? = nil) throws(ImageError) -> DocumentExplanation {
    explain(try registry.identify(path: path), pixels: pixels)
  }
}
