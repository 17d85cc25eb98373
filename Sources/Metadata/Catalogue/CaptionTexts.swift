internal import MetadataModel

/// The texts of a file that people search for.
struct CaptionTexts {
  let title: String
  let caption: String
  let keywords: String

  init(_ trees: [PropertyTree]) {
    title = Self.text(["dc:title", "photoshop:Headline", "IPTC:ObjectName", "IPTC:Headline", "IFD0:XPTitle"], trees)
    caption = Self.text(
      [
        "dc:description", "IPTC:Caption-Abstract", "IFD0:ImageDescription", "Exif:UserComment", "IFD0:XPComment",
        "Text:Description", "Text:Comment", "Comment:Comment",
      ], trees)
    keywords = Self.text(
      ["dc:subject", "digiKam:TagsList", "lr:hierarchicalSubject", "IPTC:Keywords", "IFD0:XPKeywords"], trees)
  }

  var isEmpty: Bool { title.isEmpty && caption.isEmpty && keywords.isEmpty }

  /// The texts of these properties, one on each line. Of equal texts only the first is kept.
  private static func text(_ names: [String], _ trees: [PropertyTree]) -> String {
    var lines: [String] = []
    for query in names.map({ PropertyQuery($0) }) {
      for match in trees.flatMap({ query.matches(in: $0) }) {
        for line in texts(match.property.value) where !line.isEmpty && !lines.contains(line) { lines.append(line) }
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func texts(_ value: PropertyValue) -> [String] {
    switch value {
    case .text(let text): [text.split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ")]
    case .array(let values): values.flatMap(texts)
    case .structure(let fields): fields.flatMap { texts($0.value) }
    default: []
    }
  }
}
