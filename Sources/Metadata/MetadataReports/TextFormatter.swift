internal import ByteStreams
internal import MetadataModel
internal import StructuredText

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
    // Enough for the properties of a photograph.
    let text = ByteBuffer(capacity: 16_384)
    let column = min(([file.container] + file.images).map(Self.width).max() ?? 0, Self.widestName)
    write(file.name, "1", to: text)
    text.append("\n" as StaticString)
    write(file.container, column, to: text)
    for (index, image) in file.images.enumerated() {
      if file.images.count > 1 { text.append("  -- Image \(index + 1) of \(file.images.count)\n") }
      write(image, column, to: text)
    }
    return text.text
  }

  /// Names of up to this many characters share a column; a longer name moves only its own value.
  private static let widestName = 32

  /// The number of characters of the longest name.
  private static func width(of tree: PropertyTree) -> Int {
    var width = 0
    // By index: an iterator would copy each property.
    for group in tree.groups.indices {
      for index in tree.groups[group].properties.indices {
        width = max(width, PrintableText.width(of: tree.groups[group].properties[index].name))
      }
    }
    return width
  }

  private func write(_ tree: PropertyTree, _ column: Int, to text: ByteBuffer) {
    for group in tree.groups.indices where !tree.groups[group].properties.isEmpty {
      text.append("  " as StaticString)
      write(tree.groups[group].name, "36", to: text)
      text.append("\n" as StaticString)
      for index in tree.groups[group].properties.indices {
        write(tree.groups[group].properties[index], column, to: text)
      }
    }
  }

  private func write(_ property: Property, _ column: Int, to text: ByteBuffer) {
    text.append("    " as StaticString)
    text.append(printable: property.name)
    text.append(UInt8(ascii: " "), count: max(0, column - PrintableText.width(of: property.name)) + 2)
    text.appendPrintable { style.write(property, to: text) }
    text.append("\n" as StaticString)
  }

  /// ECMA-48, select graphic rendition.
  private func write(_ heading: String, _ rendition: String, to text: ByteBuffer) {
    if hasColor { text.append("\u{1B}[\(rendition)m") }
    text.append(printable: heading)
    if hasColor { text.append("\u{1B}[0m" as StaticString) }
  }
}

extension ByteBuffer {
  /// Appends a text with its control characters escaped.
  fileprivate func append(printable text: String) { appendPrintable { append(text) } }

  /// Escapes the control characters of what a function appends.
  fileprivate func appendPrintable(_ write: () -> Void) {
    let first = count
    write()
    guard !PrintableText.isPlain(bytes(from: first)) else { return }
    let text = PrintableText.escaped(text(from: first))
    remove(from: first)
    append(text)
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
