internal import ImageModel
internal import StructuredText

/// A value at its place in a description, with readers for the types of the schema.
///
/// All errors have the place. Fields of texts are filled in from the scope; numbers and booleans may be texts with
/// fields.
struct ValueReader {
  let value: StructuredValue
  let path: ValuePath
  let scope: Scope

  /// The line of the file, from 1; 0 where it is not known.
  var line: Int { value.line }

  /// The path and the line.
  var place: String { path.description + (value.line > 0 ? " (line \(value.line))" : "") }

  /// The error for this place.
  func error(_ message: String, _ kind: ImageError.Kind = .invalidData) -> ImageError {
    ImageError(
      kind, "\(place): \(message)", format: kind == .invalidData ? "page description" : nil)
  }

  func expected(_ what: String) -> ImageError { error("expected \(what), not \(shown)") }

  /// The value, for a message.
  private var shown: String {
    switch value.content {
    case .string(let text): "'\(text.prefix(60))'"
    case .number(_, let text): text
    case .bool(let flag): flag ? "true" : "false"
    default: value.kind
    }
  }

  /// The reader with another scope.
  func with(_ scope: Scope) -> ValueReader { ValueReader(value: value, path: path, scope: scope) }

  /// A text with its fields filled in. A number becomes its digits.
  func text(_ what: String = "a text") throws(ImageError) -> String {
    switch value.content {
    case .string(let text): return try filled(text)
    case .number(_, let text): return text
    default: throw expected(what)
    }
  }

  /// A text without fields.
  func literal(_ what: String = "a text") throws(ImageError) -> String {
    guard case .string(let text) = value.content else { throw expected(what) }
    return text
  }

  private func filled(_ text: String) throws(ImageError) -> String {
    try here { () throws(TemplateError) in
      try scope.budget.take(textBytes: text.utf8.count)
      guard text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else { return text }
      let filled = try DescriptionTemplate(text).text(in: scope)
      try scope.budget.take(textBytes: filled.utf8.count)
      return filled
    }
  }

  /// Adds this place to the errors of a template.
  func here<Result>(_ body: () throws(TemplateError) -> Result) throws(ImageError) -> Result {
    do throws(TemplateError) {
      return try body()
    } catch {
      throw self.error(error.message, error.isLimit ? .limitExceeded : error.isUsage ? .usage : .invalidData)
    }
  }

  /// A number, or a text that is a number when its fields have been filled in.
  func number(_ what: String = "a number") throws(ImageError) -> Double {
    switch value.content {
    case .number(let number, _): return number
    case .string(let text) where text.utf8.contains(UInt8(ascii: "{")):
      let filled = try filled(text)
      guard let number = Double(decimal: filled) else {
        throw error("expected \(what), not '\(filled.prefix(60))'")
      }
      return number
    default: throw expected(what)
    }
  }

  /// A number within bounds.
  func number(_ what: String, in range: ClosedRange<Double>) throws(ImageError) -> Double {
    let number = try number(what)
    guard range.contains(number) else { throw error("expected \(what), not \(shown)") }
    return number
  }

  /// A whole number within bounds.
  func integer(_ what: String, in range: ClosedRange<Int>) throws(ImageError) -> Int {
    let number = try number(what)
    guard let integer = Int(exactly: number), range.contains(integer) else { throw expected(what) }
    return integer
  }

  func flag() throws(ImageError) -> Bool {
    switch value.content {
    case .bool(let flag): return flag
    case .string(let text) where text.utf8.contains(UInt8(ascii: "{")):
      switch try filled(text) {
      case "true": return true
      case "false": return false
      default: throw expected("true or false")
      }
    default: throw expected("true or false")
    }
  }

  /// One of the cases of an enumeration.
  func word<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) throws(ImageError) -> Word
  where Word.RawValue == String {
    let words = Word.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    let text = try text("one of \(words)")
    guard let word = Word(rawValue: text) else { throw error("expected one of \(words), not '\(text.prefix(60))'") }
    return word
  }

  /// The elements of a list.
  func list(_ what: String = "a list") throws(ImageError) -> [ValueReader] {
    guard case .array(let elements) = value.content else { throw expected(what) }
    return elements.indices.map {
      ValueReader(value: elements[$0], path: .element(path, $0), scope: scope)
    }
  }

  /// The elements at some indices; nil for all.
  func list(_ what: String, at indices: [Int]?) throws(ImageError) -> [(index: Int, reader: ValueReader)] {
    guard case .array(let elements) = value.content else { throw expected(what) }
    return (indices ?? Array(elements.indices)).map {
      ($0, ValueReader(value: elements[$0], path: .element(path, $0), scope: scope))
    }
  }

  /// An object whose keys are all in the schema.
  ///
  /// - Throws: `invalidData` with the first unknown key.
  func object(_ what: String, _ names: [String]) throws(ImageError) -> MemberReader {
    let object = try anyObject("\(what)")
    for member in object.members where !names.contains(member.name) {
      let unknown = ValueReader(value: member.value, path: .member(path, member.name), scope: scope)
      throw unknown.error("\(what) has no such key; there are \(names.sorted().joined(separator: ", "))")
    }
    return MemberReader(reader: self, object: object)
  }

  /// An object with any keys.
  func anyObject(_ what: String) throws(ImageError) -> StructuredObject {
    guard case .object(let object) = value.content else { throw expected(what) }
    return object
  }

  /// A member, without checking the others; nil where it is missing.
  func peek(_ name: String) -> ValueReader? {
    value.member(name).map { ValueReader(value: $0, path: .member(path, name), scope: scope) }
  }

  var isText: Bool { if case .string = value.content { true } else { false } }
  var isNumber: Bool { if case .number = value.content { true } else { false } }
  var isList: Bool { if case .array = value.content { true } else { false } }
  var isObject: Bool { if case .object = value.content { true } else { false } }
}

/// An object whose keys have been checked.
struct MemberReader {
  let reader: ValueReader
  let object: StructuredObject

  /// The member with a name; nil where it is missing.
  subscript(name: String) -> ValueReader? {
    object[name].map { ValueReader(value: $0, path: .member(reader.path, name), scope: reader.scope) }
  }

  /// - Throws: `invalidData` where the member is missing.
  func required(_ name: String) throws(ImageError) -> ValueReader {
    guard let member = self[name] else { throw reader.error("lacks '\(name)'") }
    return member
  }
}

/// The path of a value in a description: `pages[3].elements[2].x`, counted from 0 as in JSON.
indirect enum ValuePath: Sendable {
  case root
  case member(ValuePath, String)
  case element(ValuePath, Int)
  /// The same place, for one repetition; counted from 0.
  case repetition(ValuePath, of: String, Int)

  /// The path without repetitions.
  var unrepeated: String { text(withRepetitions: false) }

  var description: String { text(withRepetitions: true) }

  private func text(withRepetitions: Bool) -> String {
    var text = ""
    var repetitions: [String] = []
    var path = self
    // Built from the end, because a path refers to its parent.
    while true {
      switch path {
      case .root:
        let place = text.isEmpty ? "the description" : text
        return repetitions.isEmpty ? place : place + " (for " + repetitions.joined(separator: ", ") + ")"
      case .member(let outer, let name):
        let isPlain = !name.isEmpty && name.utf8.allSatisfy { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
        var step = isPlain ? name : "[\"\(name)\"]"
        if isPlain, case .root = outer {} else if isPlain { step = "." + step }
        text = step + text
        path = outer
      case .element(let outer, let index):
        text = "[\(index)]" + text
        path = outer
      case .repetition(let outer, let list, let index):
        if withRepetitions { repetitions.insert("\(list)[\(index)]", at: 0) }
        path = outer
      }
    }
  }
}
