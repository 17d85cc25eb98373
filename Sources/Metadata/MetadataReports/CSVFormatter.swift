internal import ByteStreams
package import MetadataModel
internal import Synchronization

/// Comma-separated values (RFC 4180, with line feeds): a line of names, then a line for each image.
package struct CSVFormatter: MetadataFormatter {
  package enum Column: Sendable {
    /// The first property that matches.
    case query(PropertyQuery)
    /// The property with this name in a group with this name.
    case property(group: String, name: String)

    var title: String {
      switch self {
      case .query(let query): query.text
      case .property(let group, let name): "\(group):\(name)"
      }
    }
  }

  private let style: ValueStyle
  private let columns: [Column]
  private let guardsFormulas: Bool

  /// - Parameter guardsFormulas: whether an apostrophe is put before text that a spreadsheet takes for a formula.
  package init(style: ValueStyle, columns: [Column], guardsFormulas: Bool = false) {
    self.style = style
    self.columns = columns
    self.guardsFormulas = guardsFormulas
  }

  package var opening: String { line(["input", "image"] + columns.map(\.title)) }

  package func text(of file: FileMetadata) -> String {
    // A file without images still has its own properties.
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
        guard let property, !property.value.isUnknown else { return "" }
        return style.single(property)
      }
      return line([file.name, String(index + 1)] + values)
    }.joined()
  }

  private var hasNamedColumns: Bool {
    columns.contains { column in if case .property = column { true } else { false } }
  }

  /// The properties by the titles of their columns, if there are `property` columns. Of several with one name the first
  /// is used.
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

  private func line(_ fields: [String]) -> String {
    fields.map { Self.quoted(guardsFormulas && Self.looksLikeFormula($0) ? "'" + $0 : $0) }.joined(separator: ",")
      + "\n"
  }

  /// Whether a spreadsheet may take a cell for a formula (OWASP, CSV injection). A number with a sign is not one.
  private static func looksLikeFormula(_ field: String) -> Bool {
    guard let first = field.unicodeScalars.first, "=+-@\t\r\n".unicodeScalars.contains(first) else { return false }
    return Double(field) == nil
  }

  /// Line breaks and tabs stay in a cell. Other control characters could steer the terminal, or end a cell early.
  private static let kept: Set<Unicode.Scalar> = ["\n", "\r", "\t"]

  private static func quoted(_ value: String) -> String {
    let field = PrintableText.escaped(value, keeping: kept)
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

/// Collects the columns of a table in a first pass over the files: each property that any file has.
package final class ColumnSurvey: MetadataFormatter {
  private struct Column: Hashable, Comparable {
    var rank: Int
    var group: String
    var name: String

    static func < (one: Column, other: Column) -> Bool {
      (one.rank, one.group, one.name) < (other.rank, other.group, other.name)
    }
  }

  private let found = Mutex<Set<Column>>([])

  /// The usual order of groups; others follow by name.
  private static let order = [
    "File", "Image", "Derived", "JFIF", "PNG", "IFD0", "Exif", "GPS", "Interop", "IFD1", "MakerNotes", "XMP", "IPTC",
    "Photoshop", "ICC", "MPF",
  ]

  package init() {}

  package func text(of file: FileMetadata) -> String {
    let columns = ([file.container] + file.images).flatMap(\.groups).flatMap { group in
      let rank = Self.order.firstIndex(of: group.name) ?? Self.order.count
      return group.properties.map { Column(rank: rank, group: group.name, name: $0.name) }
    }
    found.withLock { $0.formUnion(columns) }
    return ""
  }

  /// The columns, in an order that does not depend on the order of the files.
  package var columns: [CSVFormatter.Column] {
    found.withLock { $0 }.sorted().map { .property(group: $0.group, name: $0.name) }
  }
}
