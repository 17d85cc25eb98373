internal import Drawing
package import ProviderKit

extension ProviderDefinition {
  /// Texts: plain, source code, Markdown, tables of comma-separated values, JSON, XML and property lists.
  package static let text = ProviderDefinition(
    id: "org.cameo.text", version: "1.0", thumbnail: { TextThumbnails() }, preview: { TextPreviews() },
    prepare: { FontCatalog.load([TextStyle(families: ["monospace"]), TextStyle()]) })
}
