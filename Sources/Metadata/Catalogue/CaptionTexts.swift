internal import MetadataModel
internal import MetadataReading

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
    // `Derived` also has those of a sidecar file.
    let derived = trees.flatMap { tree in tree["Derived"]?["Keywords"].map { Self.texts($0) } ?? [] }
    keywords = Self.lines(trees.flatMap { DerivedKeywords($0).all }.map(Self.line) + derived)
  }

  var isEmpty: Bool { title.isEmpty && caption.isEmpty && keywords.isEmpty }

  /// The texts of these properties, one on each line.
  private static func text(_ names: [String], _ trees: [PropertyTree]) -> String {
    let matches = names.map { PropertyQuery($0) }.flatMap { query in trees.flatMap { query.matches(in: $0) } }
    return lines(matches.flatMap { texts($0.property.value) })
  }

  /// Of equal texts only the first is kept.
  private static func lines(_ texts: [String]) -> String {
    var kept: [String] = []
    for text in texts where !text.isEmpty && !kept.contains(text) { kept.append(text) }
    return kept.joined(separator: "\n")
  }

  private static func line(_ text: String) -> String {
    text.split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ")
  }

  private static func texts(_ value: PropertyValue) -> [String] {
    switch value {
    case .text(let text): [line(text)]
    case .array(let values): values.flatMap(texts)
    case .structure(let fields): fields.flatMap { texts($0.value) }
    default: []
    }
  }
}
