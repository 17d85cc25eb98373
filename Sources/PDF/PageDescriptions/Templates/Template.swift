internal import StructuredText

/// What is wrong with a text that has fields.
struct TemplateError: Error {
  var message: String
  /// The caller asked for something that cannot be known: `{pages}` of a stream.
  var isUsage = false
  var isLimit = false
}

/// A text with fields: `Dear {person.name|customer}, page {page} of {pages}`.
///
/// The syntax is that of `imgmeta --print`: behind `:%` follows a form of a number or a date, behind `|` what stands for a value
/// that is not there; `{{` and `}}` are braces. A value that is not there and has no default is an error.
struct Template {
  private struct Field {
    var source: String
    var path: DataPath
    var form: ValueForm?
    var fallback: String?
  }

  private enum Piece {
    case literal(Substring)
    case field(Field)
  }

  /// Bytes of a text after its fields have been filled in.
  private static let maxBytes = 4 << 20

  private var pieces: [Piece] = []

  init(_ text: String) throws(TemplateError) {
    // By bytes: a brace is one whatever mark follows it.
    let bytes = text.utf8
    var start = bytes.startIndex
    var position = start
    while position < bytes.endIndex {
      let byte = bytes[position]
      let next = bytes.index(after: position)
      guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") else {
        position = next
        continue
      }
      if next < bytes.endIndex, bytes[next] == byte {
        pieces.append(.literal(text[start..<next]))
        position = bytes.index(after: next)
      } else if byte == UInt8(ascii: "{") {
        guard let end = bytes[next...].firstIndex(of: UInt8(ascii: "}")) else {
          throw TemplateError(message: "'\(text[position...].prefix(40))' lacks its '}'; write '{{' for a brace")
        }
        pieces.append(.literal(text[start..<position]))
        pieces.append(.field(try Self.field(text[next..<end])))
        position = bytes.index(after: end)
      } else {
        throw TemplateError(message: "a '}' without '{'; write '}}' for a brace")
      }
      start = position
    }
    pieces.append(.literal(text[start...]))
  }

  private static func field(_ text: Substring) throws(TemplateError) -> Field {
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let question = parts[0]
    let fallback = parts.count == 2 ? String(parts[1]) : nil
    var name = question
    var form: ValueForm?
    if let colon = question.firstIndex(of: ":") {
      name = question[..<colon]
      let letters = String(question[question.index(after: colon)...])
      form = ValueForm(letters)
      guard form != nil else {
        throw TemplateError(
          message: "'{\(text)}': numbers have forms such as %d, %.2f and %05d, dates %Y %m %d %H %M %S")
      }
    }
    guard let path = DataPath(name) else {
      throw TemplateError(
        message: "'{\(text)}' names nothing; a field is {name}, {a.b} or {list[0].name}, '{{' a brace")
    }
    return Field(source: String(text), path: path, form: form, fallback: fallback)
  }

  /// The text for a scope.
  ///
  /// - Throws: for a value that is not there and has no default, and for one that is a list or an object.
  func text(in scope: Scope) throws(TemplateError) -> String {
    var result = ""
    for piece in pieces {
      switch piece {
      case .literal(let text): result += text
      case .field(let field): result += try Self.text(field, scope)
      }
      guard result.utf8.count <= Self.maxBytes else {
        throw TemplateError(message: "the text is longer than \(Self.maxBytes) bytes", isLimit: true)
      }
    }
    return result
  }

  private static func text(_ field: Field, _ scope: Scope) throws(TemplateError) -> String {
    guard let value = try number(field, scope) ?? scope.value(field.path) else {
      if let fallback = field.fallback { return fallback }
      let source = scope.data == nil ? "; there is no data" : " in the data"
      throw TemplateError(
        message: "'{\(field.source)}' is not there\(source); {\(field.source)|...} gives it a default")
    }
    if let form = field.form {
      guard let text = form.text(value) else {
        throw TemplateError(message: "'{\(field.source)}': \(value.kind) cannot take this form")
      }
      return text
    }
    switch value.content {
    case .string(let text): return text
    case .number(_, let text): return text
    case .bool(let flag): return flag ? "true" : "false"
    default: throw TemplateError(message: "'{\(field.source)}' is \(value.kind), which no text can hold")
    }
  }

  /// The page's number or the number of pages, which data of the same name do not hide.
  private static func number(_ field: Field, _ scope: Scope) throws(TemplateError) -> StructuredValue? {
    guard field.path.steps.isEmpty else { return nil }
    let number: Int
    switch (field.path.name, scope.pages) {
    case ("page", _):
      guard let page = scope.page else { return nil }
      number = page
    case ("pages", .known(let count)): number = count
    case ("pages", .counting): number = 999
    case ("pages", .unknown):
      throw TemplateError(
        message: "{pages} is not known while pages come line by line; the header can give it as \"pages\"",
        isUsage: true)
    default: return nil
    }
    return StructuredValue(.number(Double(number), text: String(number)))
  }
}
