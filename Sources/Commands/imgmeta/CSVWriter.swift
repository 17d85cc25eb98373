internal import ByteStreams
internal import CommandKit
internal import MetadataCommands
internal import MetadataModel

/// Comma-separated values (RFC 4180, with line feeds): a line of names, then a line for each image.
struct CSVWriter: MetadataWriter {
  var style = ValueStyle.raw
  /// What each column asks for.
  var columns: [Column]

  /// A column of a table.
  enum Column: Sendable {
    case query(PropertyQuery)
    /// One property by the names that it and its group have.
    case property(group: String, name: String)

    var title: String {
      switch self {
      case .query(let query): query.text
      case .property(let group, let name): "\(group):\(name)"
      }
    }
  }

  var opening: String { Self.line(["input", "image"] + columns.map(\.title)) }

  func text(of file: FileMetadata) -> String {
    // A file without images has what it says of itself.
    let images = file.images.isEmpty ? [PropertyTree()] : file.images
    let container = indexed(file.container)
    return images.enumerated().map { index, image in
      let own = indexed(image)
      let values = columns.map { column -> String in
        let property: Property? =
          switch column {
          case .query(let query): (query.first(in: image) ?? query.first(in: file.container))?.property
          case .property: own[column.title] ?? container[column.title]
          }
        return property.map(style.single) ?? ""
      }
      return Self.line([PathText.readable(file.input.name), String(index + 1)] + values)
    }.joined()
  }

  /// Whether there are columns that are found by their titles.
  private var hasNamedColumns: Bool {
    columns.contains { column in if case .property = column { true } else { false } }
  }

  /// The properties by the titles of their columns, where columns need them; of two with one name the first.
  private func indexed(_ tree: PropertyTree) -> [String: Property] {
    guard hasNamedColumns else { return [:] }
    var properties: [String: Property] = [:]
    for group in tree.groups {
      for property in group.properties {
        let title = "\(group.name):\(property.name)"
        if properties[title] == nil { properties[title] = property }
      }
    }
    return properties
  }

  private static func line(_ fields: [String]) -> String {
    fields.map(quoted).joined(separator: ",") + "\n"
  }

  private static func quoted(_ field: String) -> String {
    let needsQuotes = field.utf8.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r")
    }
    guard needsQuotes else { return field }
    var text = "\""
    for scalar in field.unicodeScalars {
      if scalar == "\"" { text += "\"" }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }
}
