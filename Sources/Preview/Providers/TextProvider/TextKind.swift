/// What a text is, as far as it is shown in a way of its own.
enum TextKind: Hashable {
  case plain
  case source(SourceLanguage)
  case markdown
  case table(separator: Character)
  case json
  case propertyList

  /// The kind by the document's type, or the end of its name where the type says no more than that it is a text.
  init(contentType: String, fileName: String) {
    let suffix = fileName.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
    self =
      Self.byType[contentType] ?? Self.bySuffix[suffix] ?? SourceLanguage.bySuffix[suffix].map { .source($0) } ?? .plain
  }

  private static let byType: [String: TextKind] = [
    "net.daringfireball.markdown": .markdown, "public.markdown": .markdown, "public.json": .json,
    "public.comma-separated-values-text": .table(separator: ","),
    "public.tab-separated-values-text": .table(separator: "\t"), "com.apple.property-list": .propertyList,
    "com.apple.xml-property-list": .propertyList, "com.apple.binary-property-list": .propertyList,
    "public.xml": .source(.markup), "public.html": .source(.markup),
  ]

  private static let bySuffix: [String: TextKind] = [
    "md": .markdown, "markdown": .markdown, "csv": .table(separator: ","), "tsv": .table(separator: "\t"),
    "json": .json, "plist": .propertyList,
  ]
}
