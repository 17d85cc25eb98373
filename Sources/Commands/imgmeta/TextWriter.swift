internal import CommandKit
internal import MetadataCommands
internal import MetadataModel

/// Groups of aligned lines for people.
struct TextWriter: MetadataWriter {
  var style = ValueStyle.readable
  /// Whether names of files and groups stand out in colour.
  var hasColor = false

  var separator: String { "\n" }

  func text(of file: FileMetadata) -> String {
    let all = file.container.groups + file.images.flatMap(\.groups)
    let width = all.flatMap(\.properties).map { PrintableText.escaped($0.name).unicodeScalars.count }.max() ?? 0
    let shared = min(width, Self.widestName)
    var text = colored(PrintableText.escaped(file.input.name), "1") + "\n"
    text += groups(file.container, shared)
    for (index, image) in file.images.enumerated() {
      if file.images.count > 1 { text += "  -- Image \(index + 1) of \(file.images.count)\n" }
      text += groups(image, shared)
    }
    return text
  }

  /// Longer names push their values to the right alone.
  private static let widestName = 32

  private func groups(_ tree: PropertyTree, _ width: Int) -> String {
    var text = ""
    for group in tree.groups where !group.properties.isEmpty {
      text += "  \(colored(PrintableText.escaped(group.name), "36"))\n"
      for property in group.properties {
        let name = PrintableText.escaped(property.name)
        let gap = String(repeating: " ", count: max(0, width - name.unicodeScalars.count) + 2)
        text += "    \(name)\(gap)\(PrintableText.escaped(style.text(property)))\n"
      }
    }
    return text
  }

  /// ECMA-48, select graphic rendition.
  private func colored(_ text: String, _ rendition: String) -> String {
    hasColor ? "\u{1B}[\(rendition)m\(text)\u{1B}[0m" : text
  }
}
