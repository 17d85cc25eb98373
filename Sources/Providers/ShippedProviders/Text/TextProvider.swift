internal import Drawing
package import ProviderKit

extension ProviderDefinition {
  /// The provider of texts: plain text, source code, Markdown, comma-separated values, JSON, XML, property lists and
  /// RTF.
  package static let text = ProviderDefinition(
    id: "org.cameo.text", version: "1.0", thumbnail: { TextThumbnails() }, preview: { TextPreviews() },
    prepare: { FontCatalog.load([TextStyle(families: ["monospace"]), TextStyle()]) })
}

/// The kinds of text. Each is shown in its own way.
enum TextKind: Hashable {
  case plain
  case source(SourceLanguage)
  case markdown
  case table(separator: Character)
  case json
  case propertyList
  case richText

  /// Finds the kind by the document's type, or by its file name if the type says only that it is text.
  init(contentType: String, fileName: String) {
    // A name without an extension, such as Makefile, is looked up whole.
    let suffix = fileName.split(separator: ".").last.map { $0.lowercased() } ?? ""
    self =
      Self.byType[contentType] ?? SourceLanguage.byType[contentType].map { .source($0) } ?? Self.bySuffix[suffix]
      ?? SourceLanguage.bySuffix[suffix].map { .source($0) } ?? Self.bySyntax(contentType) ?? .plain
  }

  /// The kind by a MIME type's structured syntax suffix (RFC 6838, 4.2.8).
  private static func bySyntax(_ contentType: String) -> TextKind? {
    contentType.hasSuffix("+json") ? .json : contentType.hasSuffix("+xml") ? .source(.markup) : nil
  }

  private static let byType: [String: TextKind] = [
    "net.daringfireball.markdown": .markdown, "public.markdown": .markdown, "public.json": .json,
    "public.comma-separated-values-text": .table(separator: ","),
    "public.tab-separated-values-text": .table(separator: "\t"), "com.apple.property-list": .propertyList,
    "public.rtf": .richText, "com.apple.xml-property-list": .propertyList,
    "com.apple.binary-property-list": .propertyList,
    "public.xml": .source(.markup), "public.html": .source(.markup),
  ]

  private static let bySuffix: [String: TextKind] = [
    "md": .markdown, "markdown": .markdown, "csv": .table(separator: ","), "tsv": .table(separator: "\t"),
    "json": .json, "geojson": .json, "webmanifest": .json, "plist": .propertyList, "rtf": .richText,
  ]
}
