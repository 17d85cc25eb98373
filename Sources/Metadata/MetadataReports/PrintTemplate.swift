internal import ByteStreams
package import ImageModel
package import MetadataModel
internal import Templates

/// A template for a text about a file: `{name} {exif.DateTimeOriginal:%Y-%m-%d} {gps.latitude|-}`, a line of `--print`.
///
/// A field is a variable of the caller, the file's position among the inputs (`n`), or a `FileField`: a part of the
/// file's path, or a property. `\\n`, `\\t`, `\\0` and `\\\\` are a line feed, a tab, a NUL byte and a
/// backslash.
package struct PrintTemplate: Sendable {
  /// The kind of a variable's values.
  package enum Variable: Sendable {
    case number
    /// In ISO 8601. Without a format, the day is shown.
    case date
    case text
  }

  private enum Source: Sendable {
    case number
    case variable(String, Variable)
    case field(FileField)
  }

  private enum Piece: Sendable {
    case literal(String)
    case field(Source, Template.Field)
  }

  private var pieces: [Piece] = []
  /// Whether lines end with a NUL byte. File names are then not escaped, for they are read by programs.
  package let endsWithNUL: Bool

  /// - Parameters:
  ///   - variables: the names of fields that the caller fills in.
  ///   - isLine: whether a line feed is added, unless the template itself ends with one or with a NUL byte.
  /// - Throws: `usage` that says what is wrong with the template.
  package init(_ text: String, variables: [String: Variable] = [:], isLine: Bool = true) throws(ImageError) {
    let text = Self.unescaped(text)
    let last = text.unicodeScalars.last
    endsWithNUL = last == "\0"
    for piece in try Template(text).pieces {
      switch piece {
      case .literal(let text): pieces.append(.literal(text))
      case .field(let field): pieces.append(.field(try Self.source(field, variables), field))
      }
    }
    if isLine, last != "\n", last != "\0" { pieces.append(.literal("\n")) }
  }

  private static func unescaped(_ text: String) -> String {
    var result = ""
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\", let next = scalars.next() else {
        result.unicodeScalars.append(scalar)
        continue
      }
      switch next {
      case "n": result += "\n"
      case "t": result += "\t"
      case "0": result += "\0"
      case "\\": result += "\\"
      default:
        result.unicodeScalars.append(scalar)
        result.unicodeScalars.append(next)
      }
    }
    return result
  }

  private static func source(
    _ field: Template.Field, _ variables: [String: Variable]
  ) throws(ImageError) -> Source {
    let source: Source =
      switch field.name {
      case "": throw ImageError(.usage, "'{\(field.source)}' names nothing")
      case let name where variables[name] != nil: .variable(name, variables[name] ?? .text)
      case "n": .number
      case let name: .field(FileField(name))
      }
    switch (source, field.format) {
    case (.field(.path), _?):
      throw ImageError(.usage, "'{\(field.source)}': the name of a file takes no format")
    case (.variable(_, .text), _?): throw ImageError(.usage, "'{\(field.source)}': a text takes no format")
    case (.variable(_, .date), .number?):
      throw ImageError(.usage, "'{\(field.source)}': a date takes a format such as %Y-%m-%d or %d %B %Y")
    case (.number, .date(let format)?) where format != "%d",
      (.variable(_, .number), .date(let format)?) where format != "%d":
      throw ImageError(.usage, "'{\(field.source)}': a number takes %d or %03d")
    default: return source
    }
  }

  // MARK: Fields

  private var properties: [(queries: [PropertyQuery], field: Template.Field)] {
    pieces.compactMap {
      if case .field(.field(.properties(let queries)), let field) = $0 { (queries, field) } else { nil }
    }
  }

  /// All properties that the text contains.
  package var allQueries: [PropertyQuery] { properties.flatMap(\.queries) }

  /// The properties without a fallback. Those with one are expected to be missing at times.
  package var queries: [PropertyQuery] {
    properties.filter { $0.field.fallback == nil }.compactMap(\.queries.first)
  }

  /// Whether the text depends on the content of a file, not on its name alone.
  package var asksForProperties: Bool { !properties.isEmpty }

  /// Whether the text has a field that the caller fills in.
  package func has(variable: String) -> Bool {
    pieces.contains { if case .field(.variable(variable, _), _) = $0 { true } else { false } }
  }

  // MARK: Text

  /// The text for a file. Control characters in values are escaped, so that no file can add lines of its own.
  ///
  /// - Parameter variables: the values of the fields that the caller fills in, by their names.
  package func text(of file: FileMetadata, style: ValueStyle, variables: [String: String] = [:]) -> String {
    pieces.map { piece in
      switch piece {
      case .literal(let text): text
      case .field(.field(.path(let part)), _): fileName(part.text(of: file))
      case .field(.number, let field): Self.text(String(file.number + 1), .number, field.format)
      case .field(.variable(let name, let kind), let field):
        variables[name].map { Self.text($0, kind, field.format) } ?? PrintableText.escaped(field.fallback ?? "")
      case .field(.field(.properties(let queries)), let field):
        queries.lazy.compactMap { file.first($0) }.first.flatMap { Self.text($0, field.format, style) }.map {
          PrintableText.escaped($0)
        }
          ?? field.fallback ?? ""
      }
    }.joined()
  }

  private func fileName(_ text: String) -> String { endsWithNUL ? text : PrintableText.escaped(text) }

  /// A variable's value in a format; unchanged where it does not fit.
  private static func text(_ value: String, _ kind: Variable, _ format: ValueFormat?) -> String {
    let formatted: String? =
      switch kind {
      case .number: Int64(value).flatMap { format?.text(number: Double($0), text: nil, .lenient) }
      case .date: (format ?? .date("%Y-%m-%d")).text(number: nil, text: value, .lenient)
      case .text: nil
      }
    return formatted ?? PrintableText.escaped(value)
  }

  /// nil for a value that does not fit the format.
  private static func text(_ property: Property, _ format: ValueFormat?, _ style: ValueStyle) -> String? {
    guard let format else { return style.single(property) }
    return format.text(number: property.value.number, text: property.value.text, .lenient)
  }
}
