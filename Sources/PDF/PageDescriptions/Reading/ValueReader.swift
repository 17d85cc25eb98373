internal import ImageModel
internal import StructuredText

/// A value at its place in a description, to be read as what the schema wants there.
///
/// All errors name the place. Texts have their fields filled in from the scope; numbers and the like may be texts with fields.
struct ValueReader {
  let value: StructuredValue
  let path: ValuePath
  let scope: Scope

  /// The line of the file, from 1; 0 where it is not known.
  var line: Int { value.line }

  /// The place and its line.
  var place: String { path.description + (value.line > 0 ? " (line \(value.line))" : "") }

  /// The error for this place.
  func error(_ message: String, _ kind: ImageError.Kind = .invalidData) -> ImageError {
    ImageError(
      kind, "\(place): \(message)", format: kind == .invalidData ? "page description" : nil)
  }

  func expected(_ what: String) -> ImageError { error("expected \(what), not \(shown)") }

  /// What stands here, for a message.
  private var shown: String {
    switch value.content {
    case .string(let text): "'\(text.prefix(60))'"
    case .number(_, let text): text
    case .bool(let flag): flag ? "true" : "false"
    default: value.kind
    }
  }

  /// This place with another scope.
  func with(_ scope: Scope) -> ValueReader { ValueReader(value: value, path: path, scope: scope) }

  /// A text with its fields filled in. A number stands for its digits.
  func text(_ what: String = "a text") throws(ImageError) -> String {
    switch value.content {
    case .string(let text): return try filled(text)
    case .number(_, let text): return text
    default: throw expected(what)
    }
  }

  /// A text of the description itself, in which braces mean nothing.
  func literal(_ what: String = "a text") throws(ImageError) -> String {
    guard case .string(let text) = value.content else { throw expected(what) }
    return text
  }

  private func filled(_ text: String) throws(ImageError) -> String {
    try here { () throws(TemplateError) in
      try scope.budget.take(textBytes: text.utf8.count)
      guard text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else { return text }
      let filled = try Template(text).text(in: scope)
      try scope.budget.take(textBytes: filled.utf8.count)
      return filled
    }
  }

  /// What a template says is wrong, with this place.
  func here<Result>(_ body: () throws(TemplateError) -> Result) throws(ImageError) -> Result {
    do throws(TemplateError) {
      return try body()
    } catch {
      throw self.error(error.message, error.isLimit ? .limitExceeded : error.isUsage ? .usage : .invalidData)
    }
  }

  /// A number; a text must be one when its fields have been filled in.
  func number(_ what: String = "a number") throws(ImageError) -> Double {
    switch value.content {
    case .number(let number, _): return number
    case .string(let text) where text.utf8.contains(UInt8(ascii: "{")):
      let filled = try filled(text)
      guard let number = Double(filled), number.isFinite else {
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

  /// One of a few words.
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

  /// An object whose members all have names that the schema knows.
  ///
  /// - Throws: `invalidData` naming the first member that it does not know.
  func object(_ what: String, _ names: [String]) throws(ImageError) -> ObjectReader {
    let object = try anyObject("\(what)")
    for member in object.members where !names.contains(member.name) {
      let unknown = ValueReader(value: member.value, path: .member(path, member.name), scope: scope)
      throw unknown.error("\(what) has no such key; there are \(names.sorted().joined(separator: ", "))")
    }
    return ObjectReader(reader: self, object: object)
  }

  /// An object with members of any names.
  func anyObject(_ what: String) throws(ImageError) -> StructuredObject {
    guard case .object(let object) = value.content else { throw expected(what) }
    return object
  }

  /// A member, without any check of the others; nil where there is none.
  func peek(_ name: String) -> ValueReader? {
    value.member(name).map { ValueReader(value: $0, path: .member(path, name), scope: scope) }
  }

  var isText: Bool { if case .string = value.content { true } else { false } }
  var isNumber: Bool { if case .number = value.content { true } else { false } }
  var isList: Bool { if case .array = value.content { true } else { false } }
  var isObject: Bool { if case .object = value.content { true } else { false } }
}

/// An object whose names have been checked.
struct ObjectReader {
  let reader: ValueReader
  let object: StructuredObject

  /// The member with a name; nil where the object leaves it out.
  subscript(name: String) -> ValueReader? {
    object[name].map { ValueReader(value: $0, path: .member(reader.path, name), scope: reader.scope) }
  }

  /// - Throws: `invalidData` where the object leaves it out.
  func required(_ name: String) throws(ImageError) -> ValueReader {
    guard let member = self[name] else { throw reader.error("lacks '\(name)'") }
    return member
  }
}

/// Where a value stands in a description: `pages[3].elements[2].x`, counted from 0 as in JSON.
indirect enum ValuePath: Sendable {
  case root
  case member(ValuePath, String)
  case element(ValuePath, Int)
  /// The same place, for one of the things that it is repeated for; counted from 0.
  case repetition(ValuePath, of: String, Int)

  /// The place without what it is repeated for.
  var unrepeated: String { text(withRepetitions: false) }

  var description: String { text(withRepetitions: true) }

  private func text(withRepetitions: Bool) -> String {
    var text = ""
    var repetitions: [String] = []
    var path = self
    // Built from the end, since a path knows what it lies in.
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
