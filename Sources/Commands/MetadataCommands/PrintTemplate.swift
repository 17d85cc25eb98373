internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
package import MetadataModel
package import MetadataReports

/// A pattern for text about a file, as for the lines of `--print`: `{name} {exif.DateTimeOriginal:%Y-%m-%d} {gps.latitude|-}`.
///
/// A field names a part of the file's name (`path`, `dir`, `name`, `stem`, `n`) or asks for a property. Behind `:%` follows
/// a form, of a date or a number; behind `|` what stands for a property that is not there. `{{` and `}}` stand for
/// braces; `\\n`, `\\t`, `\\0` and `\\\\` for a line feed, a tab, a NUL byte and a backslash.
package struct PrintTemplate: Sendable {
  private enum Source: Sendable {
    case path, dir, name, stem, number
    case property(PropertyQuery)
    /// What only the command knows, by its name: `pages`.
    case variable(String)
  }

  private struct Field: Sendable {
    var source: Source
    var form: ValueForm?
    var fallback: String
    /// Whether the pattern says what stands for a property that is not there.
    var hasFallback: Bool
  }

  private enum Piece: Sendable {
    case literal(String)
    case field(Field)
  }

  private var pieces: [Piece] = []
  /// Whether lines end with a NUL byte: names then stand as they are, for programs.
  package let endsWithNUL: Bool

  /// - Parameters:
  ///   - variables: names of fields that the command itself fills.
  ///   - isLine: whether the text ends with a line feed, unless the pattern says how lines end.
  /// - Throws: `ValidationError` that says what is wrong; the argument library adds the option and its value.
  package init(
    _ text: String, variables: Set<String> = [], isLine: Bool = true
  ) throws {
    var literal = ""
    var rest = Self.unescaped(text)[...]
    endsWithNUL = rest.unicodeScalars.last == "\0"
    let ending = rest.unicodeScalars.last == "\n" || endsWithNUL || !isLine ? "" : "\n"
    while let character = rest.popFirst() {
      if (character == "{" || character == "}") && rest.first == character {
        rest.removeFirst()
        literal.append(character)
      } else if character == "{" {
        guard let end = rest.firstIndex(of: "}") else {
          throw ValidationError("'{\(rest)' lacks its '}'; write '{{' for a brace")
        }
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        literal = ""
        pieces.append(.field(try Self.field(rest[..<end], variables)))
        rest = rest[rest.index(after: end)...]
      } else if character == "}" {
        throw ValidationError("a '}' without '{'; write '}}' for a brace")
      } else {
        literal.append(character)
      }
    }
    pieces.append(.literal(literal + ending))
  }

  /// All properties that it asks for.
  package var allQueries: [PropertyQuery] {
    pieces.compactMap { piece in
      guard case .field(let field) = piece, case .property(let query) = field.source else { return nil }
      return query
    }
  }

  /// The properties that it asks for; those with a default are known to be missing at times.
  package var queries: [PropertyQuery] {
    pieces.compactMap { piece in
      guard case .field(let field) = piece, !field.hasFallback, case .property(let query) = field.source else {
        return nil
      }
      return query
    }
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

  private static func field(_ text: Substring, _ variables: Set<String>) throws -> Field {
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let question = String(parts[0])
    let fallback = parts.count == 2 ? String(parts[1]) : ""
    let bytes = Array(question.utf8)
    let mark = bytes.indices.dropLast().last { bytes[$0] == UInt8(ascii: ":") && bytes[$0 + 1] == UInt8(ascii: "%") }
    // The last colon before the first per cent sign: dates have further ones.
    let first = bytes.firstIndex(of: UInt8(ascii: "%")).map { $0 - 1 }
    let split = first.flatMap { $0 >= 0 && bytes[$0] == UInt8(ascii: ":") ? $0 : nil } ?? mark
    let name = split.map { String(decoding: bytes[..<$0], as: UTF8.self) } ?? question
    guard !name.isEmpty else { throw ValidationError("'{\(text)}' names nothing") }
    let form = try split.map { try ValueForm(String(decoding: bytes[($0 + 1)...], as: UTF8.self)) }
    let source: Source =
      switch name {
      case _ where variables.contains(name): .variable(name)
      case "path": .path
      case "dir": .dir
      case "name": .name
      case "stem": .stem
      case "n": .number
      default: .property(PropertyQuery(name))
      }
    switch source {
    case .path, .dir, .name, .stem:
      guard form == nil else { throw ValidationError("'{\(text)}': the name of a file takes no form") }
    case .number, .variable:
      if case .date(let form)? = form, form != "%d" {
        throw ValidationError("'{\(text)}': a number takes %d or %03d")
      }
    case .property: break
    }
    return Field(source: source, form: form, fallback: fallback, hasFallback: parts.count == 2)
  }

  /// Whether the text depends on what a file says, not on its name alone.
  package var asksForProperties: Bool {
    pieces.contains { if case .field(let field) = $0, case .property = field.source { true } else { false } }
  }

  /// Whether the text has a field that the command itself fills.
  package func has(variable: String) -> Bool {
    pieces.contains {
      if case .field(let field) = $0, case .variable(let name) = field.source { name == variable } else { false }
    }
  }

  /// The text for a file. Control characters in values are escaped, so that no file can add lines of its own.
  ///
  /// - Parameter variables: the values of the fields that the command fills, by their names.
  package func text(of file: FileMetadata, style: ValueStyle, variables: [String: String] = [:]) -> String {
    let name = InputName(file.path.map { .path($0) } ?? .standardInput, number: file.number + 1)
    return pieces.map { piece in
      switch piece {
      case .literal(let text): text
      case .field(let field):
        switch field.source {
        case .path: self.name(file.name)
        case .dir: self.name(name.directory)
        case .name: self.name(name.name)
        case .stem: self.name(name.stem)
        case .number: field.form?.text(.integer(Int64(name.number))) ?? String(name.number)
        case .variable(let name):
          variables[name].map { Self.text($0, field.form) } ?? PrintableText.escaped(field.fallback)
        case .property(let query):
          Self.text(file.first(query), field, style).map(PrintableText.escaped) ?? field.fallback
        }
      }
    }.joined()
  }

  /// What a command fills a field with: a number takes the field's form.
  private static func text(_ value: String, _ form: ValueForm?) -> String {
    form.flatMap { form in Int64(value).flatMap { form.text(.integer($0)) } } ?? PrintableText.escaped(value)
  }

  private func name(_ text: String) -> String { endsWithNUL ? text : PrintableText.escaped(text) }

  /// nil where there is no such property, or its value cannot take the form.
  private static func text(_ property: Property?, _ field: Field, _ style: ValueStyle) -> String? {
    guard let property else { return nil }
    return field.form.map { $0.text(property.value) } ?? style.single(property)
  }
}
