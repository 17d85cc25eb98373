package import ContentTypes
package import ImageModel
package import ProviderProtocol
package import StructuredText

/// Why a document is shown as it is: its type, how that was found, and which providers are used.
package struct DocumentExplanation: Hashable, Sendable {
  /// nil where the type was told.
  package var identification: TypeIdentification?
  /// For each thing that can be made of a document.
  package var selections: [SelectionExplanation]

  package init(identification: TypeIdentification? = nil, selections: [SelectionExplanation]) {
    self.identification = identification
    self.selections = selections
  }

  /// All of it, one step a line. The ancestry is the same for all selections, and stands once.
  package var lines: [String] {
    (identification?.lines ?? []) + (selections.first?.lines ?? []) + selections.dropFirst().compactMap(\.lines.last)
  }

  /// The same for programs: what stands beside the document's name.
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
  /// Which providers are used for a document; none is run.
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

  /// The same for a file or directory, which is looked at as the host would.
  ///
  /// - Throws: what `ContentTypeRegistry.identify(path:)` throws.
  package func explain(path: String, pixels: Int? = nil) throws(ImageError) -> DocumentExplanation {
    explain(try registry.identify(path: path), pixels: pixels)
  }
}
