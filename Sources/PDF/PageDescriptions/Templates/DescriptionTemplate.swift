internal import ImageModel
internal import StructuredText
internal import Templates

/// The fault of a text that has fields.
struct TemplateError: Error {
  var message: String
  /// Whether it is a usage error: `{pages}` of a stream cannot be known.
  var isUsage = false
  var isLimit = false
}

/// A text of a description, with fields: `Dear {person.name|customer}, page {page} of {pages}`.
///
/// The syntax is that of all templates. A missing value without a default is an error.
struct DescriptionTemplate {
  private struct Field {
    var source: String
    var path: DataPath
    var format: ValueFormat?
    var fallback: String?

    init(_ field: Template.Field) throws(TemplateError) {
      guard let path = DataPath(field.name) else {
        throw TemplateError(
          message: field.name.contains(":")
            ? "'{\(field.source)}': numbers have formats such as %d, %.2f and %'.2f, dates %x and %Y %m %B %d"
            : "'{\(field.source)}' names nothing; a field is {name}, {a.b} or {list[0].name}, '{{' a brace")
      }
      (source, self.path, format, fallback) = (field.source, path, field.format, field.fallback)
    }
  }

  private enum Piece {
    case literal(String)
    case field(Field)
  }

  /// The longest text, in bytes, after its fields have been filled in.
  private static let maxBytes = 4 << 20

  private var pieces: [Piece] = []

  init(_ text: String) throws(TemplateError) {
    let template: Template
    do throws(ImageError) { template = try Template(text) } catch {
      throw TemplateError(message: error.reason)
    }
    for piece in template.pieces {
      switch piece {
      case .literal(let text): pieces.append(.literal(text))
      case .field(let field): pieces.append(.field(try Field(field)))
      }
    }
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
    if let format = field.format {
      guard let text = Self.text(value, format, scope.locale) else {
        throw TemplateError(message: "'{\(field.source)}': \(value.kind) does not fit this format")
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

  /// A text that is a number is taken as one.
  private static func text(_ value: StructuredValue, _ format: ValueFormat, _ locale: ValueLocale?) -> String? {
    switch value.content {
    case .number(let number, _): format.text(number: number, text: nil, .strict, locale: locale)
    case .string(let text):
      format.text(number: Double(decimal: text), text: text, .strict, locale: locale)
    default: nil
    }
  }

  /// The page's number, the number of pages or the page of an ID, which data of the same name do not hide.
  private static func number(_ field: Field, _ scope: Scope) throws(TemplateError) -> StructuredValue? {
    if field.path.name == "pageOf", field.path.steps.count == 1, case .member(let id) = field.path.steps[0] {
      guard let page = try scope.references.page(of: id) else {
        throw TemplateError(message: "'{\(field.source)}': no page and no element has the id '\(id)'")
      }
      return StructuredValue(.number(Double(page), text: String(page)))
    }
    if field.path.name == "sumOf" { return try sum(field, scope) }
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

  /// `{sumOf.items.price}`: the sum of a member of all objects in a list, with as many decimals as they have; nil where
  /// there is no such list.
  private static func sum(_ field: Field, _ scope: Scope) throws(TemplateError) -> StructuredValue? {
    guard case .member(let member)? = field.path.steps.last, let path = field.path.summed else {
      throw TemplateError(message: "'{\(field.source)}': a sum is of a list and a member, as in {sumOf.items.price}")
    }
    guard let value = scope.value(path) else { return nil }
    guard case .array(let elements) = value.content else {
      throw TemplateError(message: "'{\(field.source)}': \(value.kind) has no sum; it is of a list")
    }
    try scope.budget.take(repetitions: elements.count)
    var total = 0.0
    var decimals = 0
    for (index, element) in elements.enumerated() {
      let (number, text): (Double?, String)
      switch element.member(member)?.content {
      case .number(let found, let digits)?: (number, text) = (found, digits)
      case .string(let digits)?: (number, text) = (Double(decimal: digits), digits)
      default: (number, text) = (nil, "")
      }
      guard let number, number.isFinite else {
        throw TemplateError(message: "'{\(field.source)}': the '\(member)' of element \(index) is not a number")
      }
      total += number
      let isPlain = !text.contains { $0 == "e" || $0 == "E" }
      let digits = text.utf8.drop { $0 != UInt8(ascii: ".") }.count - 1
      decimals = max(decimals, isPlain ? min(max(digits, 0), 15) : 15)
    }
    let text =
      decimals == 0
      ? ValueFormat("%1d")?.text(number: total, text: nil, .strict)
      : ValueFormat("%.\(decimals)f")?.text(number: total, text: nil, .strict)
    return StructuredValue(.number(total, text: text ?? total.description))
  }
}
