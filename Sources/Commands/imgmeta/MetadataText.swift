internal import CommandKit
internal import MetadataModel

/// Metadata as text for people.
enum MetadataText {
  /// Groups of aligned lines.
  static func text(container: PropertyTree, images: [PropertyTree]) -> String {
    let all = container.groups + images.flatMap(\.groups)
    let width = all.flatMap(\.properties).map { $0.name.unicodeScalars.count }.max() ?? 0
    var text = groups(container, width)
    for (index, image) in images.enumerated() {
      if images.count > 1 { text += "  -- Image \(index + 1) of \(images.count)\n" }
      text += groups(image, width)
    }
    return text
  }

  private static func groups(_ tree: PropertyTree, _ width: Int) -> String {
    var text = ""
    for group in tree.groups where !group.properties.isEmpty {
      text += "  \(group.name)\n"
      for property in group.properties {
        let name = PrintableText.escaped(property.name)
        let gap = String(repeating: " ", count: max(0, width - name.unicodeScalars.count) + 2)
        text += "    \(name)\(gap)\(PrintableText.escaped(property.words))\n"
      }
    }
    return text
  }

  /// One line for each property.
  ///
  /// - Parameter name: begins each line, where it is not nil.
  static func lines(container: PropertyTree, images: [PropertyTree], name: String?) -> String {
    var text = ""
    let prefix = name.map { $0 + ": " } ?? ""
    for (index, tree) in ([container] + images).enumerated() {
      let image = images.count > 1 && index > 0 ? "\(index):" : ""
      for group in tree.groups {
        for property in group.properties {
          let label = PrintableText.escaped("\(group.name):\(property.name)")
          text += "\(prefix)\(image)\(label): \(PrintableText.escaped(property.words))\n"
        }
      }
    }
    return text
  }
}
