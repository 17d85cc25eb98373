internal import ImageModel
internal import StructuredText

/// `"for": "item in people"`, `"for": "n, item in people"`, `"for": "some in people by 24"`.
struct Repetition {
  private var number: String?
  private var variable: String
  private var list: String
  private var path: DataPath
  private var batch: Int?

  init(_ reader: ValueReader) throws(ImageError) {
    let text = try reader.literal("\"item in list\"")
    let words = text.split(separator: " ").map(String.init)
    let form = "expected \"item in list\", \"n, item in list\" or \"some in list by 24\", not '\(text.prefix(60))'"
    guard let mark = words.firstIndex(of: "in"), words.count > mark + 1, let path = DataPath(words[mark + 1]) else {
      throw reader.error(form)
    }
    let names = words[..<mark].joined(separator: " ").split(separator: ",").map { $0.filter { $0 != " " } }
    guard (1...2).contains(names.count), names.allSatisfy(DataPath.isName), let variable = names.last else {
      throw reader.error(form)
    }
    guard !names.contains(where: { ["page", "pages", "pageOf", "sumOf", "data"].contains($0) }) else {
      throw reader.error("page, pages, pageOf, sumOf and data cannot be names of variables")
    }
    let rest = Array(words[(mark + 2)...])
    if !rest.isEmpty {
      guard rest.count == 2, rest[0] == "by", let count = Int(rest[1]), (1...1_000_000).contains(count) else {
        throw reader.error(form)
      }
      batch = count
    }
    (number, self.variable, list, self.path) = (names.count == 2 ? names[0] : nil, variable, words[mark + 1], path)
  }

  /// The scopes and places of the repetitions, one for each element of the list (or each batch of them).
  ///
  /// A list that is not there is an error, as any value is; an empty one gives nothing.
  func readers(_ reader: ValueReader) throws(ImageError) -> [ValueReader] {
    let here = reader.peek("for") ?? reader
    guard let value = reader.scope.value(path) else { throw here.error("there is no '\(list)' in the data") }
    guard case .array(let elements) = value.content else {
      throw here.error("'\(list)' is \(value.kind) and not a list")
    }
    try here.here { () throws(TemplateError) in
      try reader.scope.budget.take(repetitions: elements.count / (batch ?? 1) + 1)
    }
    let items =
      batch.map { size in
        stride(from: 0, to: elements.count, by: size).map {
          StructuredValue(.array(Array(elements[$0..<min($0 + size, elements.count)])))
        }
      } ?? elements
    return items.indices.map { index in
      var scope = reader.scope.with(variable, items[index])
      if let number {
        scope = scope.with(number, StructuredValue(.number(Double(index + 1), text: String(index + 1))))
      }
      return ValueReader(value: reader.value, path: .repetition(reader.path, of: list, index), scope: scope)
    }
  }
}

extension ValueReader {
  /// Expands a page, an element or a row with `for` and `if` into none, one or several.
  func repeated() throws(ImageError) -> [ValueReader] {
    guard isObject else { return [self] }
    var readers = [self]
    if let repetition = peek("for") { readers = try Repetition(repetition).readers(self) }
    guard let condition = peek("if") else { return readers }
    var kept: [ValueReader] = []
    for reader in readers where try condition.with(reader.scope).condition() { kept.append(reader) }
    return kept
  }

  /// `"if": "item.isPaid"` or `"if": "not item.isPaid"`: whether a value is there and is not false, 0, or empty.
  private func condition() throws(ImageError) -> Bool {
    let words = try literal("\"value\" or \"not value\"").split(separator: " ")
    let isNegated = words.first == "not" && words.count == 2
    guard words.count == 1 || isNegated, let path = words.last.flatMap({ DataPath($0) }) else {
      throw expected("\"value\" or \"not value\"")
    }
    let holds =
      switch scope.value(path)?.content {
      case nil, .null?: false
      case .bool(let flag)?: flag
      case .number(let number, _)?: number != 0
      case .string(let text)?: !text.isEmpty
      case .bytes(let bytes)?: !bytes.isEmpty
      case .array(let elements)?: !elements.isEmpty
      case .object?: true
      }
    return holds != isNegated
  }
}
