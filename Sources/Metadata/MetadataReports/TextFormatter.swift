internal import ByteStreams
internal import MetadataModel

/// Groups of aligned lines for people.
package struct TextFormatter: MetadataFormatter {
  private let style: ValueStyle
  private let hasColor: Bool

  /// - Parameter hasColor: whether names of files and groups are coloured.
  package init(style: ValueStyle, hasColor: Bool) {
    self.style = style
    self.hasColor = hasColor
  }

  package var separator: String { "\n" }

  package func text(of file: FileMetadata) -> String {
    let all = file.container.groups + file.images.flatMap(\.groups)
    let width = all.flatMap(\.properties).map { PrintableText.escaped($0.name).unicodeScalars.count }.max() ?? 0
    let column = min(width, Self.widestName)
    var text = colored(PrintableText.escaped(file.name), "1") + "\n"
    text += groups(file.container, column)
    for (index, image) in file.images.enumerated() {
      if file.images.count > 1 { text += "  -- Image \(index + 1) of \(file.images.count)\n" }
      text += groups(image, column)
    }
    return text
  }

  /// Names of up to this many characters share a column; a longer name moves only its own value.
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

/// One line for each selected property: `photo.jpg: Exif:ISOSpeedRatings: 200`.
package struct TagLinesFormatter: MetadataFormatter {
  private let style: ValueStyle
  private let namesFiles: Bool

  /// - Parameter namesFiles: whether each line begins with the name of the file.
  package init(style: ValueStyle, namesFiles: Bool) {
    self.style = style
    self.namesFiles = namesFiles
  }

  package func text(of file: FileMetadata) -> String {
    var text = ""
    let prefix = namesFiles ? PrintableText.escaped(file.name) + ": " : ""
    for (index, tree) in ([file.container] + file.images).enumerated() {
      let image = file.images.count > 1 && index > 0 ? "\(index):" : ""
      for group in tree.groups {
        for property in group.properties {
          let label = PrintableText.escaped("\(group.name):\(property.name)")
          text += "\(prefix)\(image)\(label): \(PrintableText.escaped(style.text(property)))\n"
        }
      }
    }
    return text
  }
}
