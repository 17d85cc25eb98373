package import ImageModel
package import ProviderHost
package import StructuredText

/// Why a file has its type, and which provider is used: what `preview explain` finds.
package struct ExplainReport {
  private let file: String
  private let explanation: DocumentExplanation

  /// - Parameters:
  ///   - file: a path, or `-` for standard input.
  ///   - pixels: the long side of the thumbnail.
  /// - Throws: `io` where the file cannot be read.
  package init(_ file: String, pixels: Int, _ catalog: ProviderCatalog) throws(ImageError) {
    self.file = file
    explanation = catalog.explain(try InputDocument.identification(of: file, by: catalog.registry), pixels: pixels)
  }

  package var lines: [String] { [file] + explanation.lines.map { "  " + $0 } }

  package var json: JSONValue { .object([JSONMember("input", .path(file))] + explanation.members) }
}
