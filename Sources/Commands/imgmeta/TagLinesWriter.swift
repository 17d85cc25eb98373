internal import CommandKit
internal import MetadataCommands
internal import MetadataModel

/// One line for each property that was asked for: `photo.jpg: Exif:ISOSpeedRatings: 200`.
struct TagLinesWriter: MetadataWriter {
  var style = ValueStyle.readable
  /// With one input its name is not repeated on each line.
  var namesFiles: Bool

  func text(of file: FileMetadata) -> String {
    var text = ""
    let prefix = namesFiles ? PrintableText.escaped(file.input.name) + ": " : ""
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
