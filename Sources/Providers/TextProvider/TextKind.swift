/// What a text is, as far as it is shown in a way of its own.
enum TextKind: Hashable {
  case plain
  case source(SourceLanguage)
  case markdown
  case table(separator: Character)
  case json
  case propertyList
  case richText

  /// The kind by the document's type, or the end of its name where the type says no more than that it is a text.
  init(contentType: String, fileName: String) {
    // Of names such as Makefile the whole says what they are.
    let suffix = fileName.split(separator: ".").last.map { $0.lowercased() } ?? ""
    self =
      Self.byType[contentType] ?? SourceLanguage.byType[contentType].map { .source($0) } ?? Self.bySuffix[suffix]
      ?? SourceLanguage.bySuffix[suffix].map { .source($0) } ?? Self.bySyntax(contentType) ?? .plain
  }

  /// The types of shared-mime-info whose names end with the syntax that they are written in (RFC 6838, 4.2.8).
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
    "json": .json, "geojson": .json, "ipynb": .json, "webmanifest": .json, "plist": .propertyList, "rtf": .richText,
  ]
}
