internal import Glibc
package import ImageModel
package import MetadataModel

/// A condition on the properties of a file: `exif.ISO >= 800 and not (iptc.Keywords ~ 'draft*' or xmp:Rating < 3)`.
///
/// A property alone is true if the file has it. `=`, `!=`, `<`, `<=`, `>` and `>=` compare as numbers if the right
/// side is a number without quotes and the property is a number, or text that can be read as one. Otherwise they
/// compare texts character by character, which orders dates correctly. `~` matches a pattern with `*` and `?`,
/// ignoring case. An array meets a comparison if one of its elements does. If a property is missing, or its value is
/// unknown (0/0), every comparison is false, `!=` too.
///
/// `camera` is `Derived:Camera` or the name of the model alone (`Model`), and `date` is `Derived:DateCreated`. `path`,
/// `dir`, `name` and `stem` are parts of the file's path, as in templates.
/// `near(48.1, 11.6, 20 km)` is true for a picture at most 20 km from a place, which is given in degrees.
package indirect enum FileCondition: Sendable {
  case exists(FileField)
  case compare(FileField, Comparison, Literal)
  /// The position is at most this many metres from a place in degrees.
  case near(latitude: Double, longitude: Double, metres: Double)
  case not(FileCondition)
  case and(FileCondition, FileCondition)
  case or(FileCondition, FileCondition)

  package enum Comparison: String, Sendable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case like = "~"
  }

  package struct Literal: Sendable {
    var text: String
    /// The text as a number; nil if it is in quotes or is not a number.
    var number: Double?
  }

  /// - Throws: `ImageError` of kind `usage` that names the place of the mistake.
  package init(_ text: String) throws(ImageError) {
    var parser = try ConditionParser(text)
    self = try parser.whole()
  }

  /// The properties that the condition names.
  package var queries: [PropertyQuery] {
    switch self {
    case .exists(let field), .compare(let field, _, _): field.queries
    case .near: [Self.latitude, Self.longitude]
    case .not(let condition): condition.queries
    case .and(let one, let other), .or(let one, let other): one.queries + other.queries
    }
  }

  package func holds(for file: FileMetadata) -> Bool {
    switch self {
    case .exists(.path): true
    case .exists(.properties(let queries)): queries.contains { file.first($0) != nil }
    case .near(let latitude, let longitude, let metres):
      ([file.container] + file.images).contains { tree in
        guard let own = Self.latitude.first(in: tree)?.property.value.number,
          let other = Self.longitude.first(in: tree)?.property.value.number
        else { return false }
        return Self.metres(from: (latitude, longitude), to: (own, other)) <= metres
      }
    case .not(let condition): !condition.holds(for: file)
    case .and(let one, let other): one.holds(for: file) && other.holds(for: file)
    case .or(let one, let other): one.holds(for: file) || other.holds(for: file)
    case .compare(.path(let part), let comparison, let literal):
      Self.compare(.text(part.text(of: file)), comparison, literal)
    case .compare(.properties(let queries), let comparison, let literal):
      queries.contains { query in
        file.trees(for: query).contains { tree in
          query.matches(in: tree).contains { Self.compare($0.property.value, comparison, literal) }
        }
      }
    }
  }

  private static let latitude = PropertyQuery("Derived:Latitude")
  private static let longitude = PropertyQuery("Derived:Longitude")

  /// The distance of two places in degrees on a sphere with the Earth's mean radius (the haversine formula). The true
  /// distance differs by at most 0.6 %.
  private static func metres(from one: (Double, Double), to other: (Double, Double)) -> Double {
    let radians = Double.pi / 180
    let across = sin((other.1 - one.1) * radians / 2)
    let up = sin((other.0 - one.0) * radians / 2)
    let part = up * up + cos(one.0 * radians) * cos(other.0 * radians) * across * across
    return 2 * 6_371_008.8 * asin(min(1, part.squareRoot()))
  }

  private static func compare(_ value: PropertyValue, _ comparison: Comparison, _ literal: Literal) -> Bool {
    if value.isUnknown { return false }
    if case .array(let elements) = value { return elements.contains { compare($0, comparison, literal) } }
    if comparison == .like {
      return PropertyQuery.pattern(comparable(literal.text), matches: comparable(value.plainText))
    }
    if let number = literal.number, let own = Self.number(of: value) {
      return ordered(own, number, comparison)
    }
    return ordered(comparable(value.plainText), comparable(literal.text), comparison)
  }

  /// The number that a value is, or that its text can be read as.
  static func number(of value: PropertyValue) -> Double? { value.number ?? value.text.flatMap { Double($0) } }

  /// Dates as Exif writes them (`2024:05:06 07:08`), also those of ISO 8601 and XMP (`2024-05-06T07:08`).
  static func comparable(_ text: String) -> String {
    var bytes = Array(text.utf8)
    func areDigits(_ range: Range<Int>) -> Bool {
      range.upperBound <= bytes.count
        && bytes[range].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    guard areDigits(0..<4), bytes.count > 4, bytes[4] == UInt8(ascii: "-") else { return text }
    bytes[4] = UInt8(ascii: ":")
    if bytes.count > 7, areDigits(5..<7), bytes[7] == UInt8(ascii: "-") { bytes[7] = UInt8(ascii: ":") }
    if bytes.count > 10, bytes[10] == UInt8(ascii: "T") { bytes[10] = UInt8(ascii: " ") }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func ordered<Value: Comparable>(_ one: Value, _ other: Value, _ comparison: Comparison) -> Bool {
    switch comparison {
    case .equal: one == other
    case .notEqual: one != other
    case .less: one < other
    case .lessOrEqual: one <= other
    case .greater: one > other
    case .greaterOrEqual: one >= other
    case .like: false
    }
  }
}

/// Parses conditions: `or` binds least, then `and`, then `not`.
private struct ConditionParser {
  private enum Token: Equatable {
    case word(String)
    case quoted(String)
    case symbol(String)
  }

  private let text: String
  private var tokens: [Token] = []
  private var place = 0
  private var depth = 0

  init(_ text: String) throws(ImageError) {
    self.text = text
    tokens = try Self.tokens(text)
  }

  mutating func whole() throws(ImageError) -> FileCondition {
    let condition = try alternatives()
    guard place == tokens.count else { throw error() }
    return condition
  }

  private mutating func alternatives() throws(ImageError) -> FileCondition {
    var condition = try conjunction()
    while takeWord("or") { condition = .or(condition, try conjunction()) }
    return condition
  }

  private mutating func conjunction() throws(ImageError) -> FileCondition {
    var condition = try single()
    while takeWord("and") { condition = .and(condition, try single()) }
    return condition
  }

  private static let deepest = 50

  private mutating func single() throws(ImageError) -> FileCondition {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw ImageError(.usage, "more than \(Self.deepest) levels") }
    if takeWord("not") { return .not(try single()) }
    if take(.symbol("(")) {
      let condition = try alternatives()
      guard take(.symbol(")")) else { throw error() }
      return condition
    }
    guard case .word(let name)? = next() else { throw error() }
    if name.lowercased() == "near", take(.symbol("(")) { return try position() }
    return try comparison(FileField(name))
  }

  /// The arguments of `near`: latitude, longitude and distance.
  private mutating func position() throws(ImageError) -> FileCondition {
    var words: [String] = []
    while case .word(let word)? = peek {
      words.append(word)
      place += 1
    }
    guard take(.symbol(")")) else { throw error() }
    let parts = words.joined(separator: " ").split(separator: ",", omittingEmptySubsequences: false).map {
      $0.split(separator: " ").joined()
    }
    guard parts.count == 3, let latitude = Double(decimal: parts[0]), (-90...90).contains(latitude),
      let longitude = Double(decimal: parts[1]), (-180...180).contains(longitude),
      let (suffix, unit) = Self.units.first(where: { parts[2].hasSuffix($0.0) }),
      let distance = Double(decimal: parts[2].dropLast(suffix.count)), distance >= 0
    else {
      throw ImageError(.usage, "near takes degrees and a distance in m, km or mi; an example: near(48.1, 11.6, 20 km)")
    }
    return .near(latitude: latitude, longitude: longitude, metres: distance * unit)
  }

  private static let units = [("km", 1_000.0), ("mi", 1_609.344), ("m", 1.0)]

  /// What follows a name.
  private mutating func comparison(_ field: FileField) throws(ImageError) -> FileCondition {
    guard case .symbol(let symbol)? = peek, symbol != "(", symbol != ")" else { return .exists(field) }
    place += 1
    guard let comparison = FileCondition.Comparison(rawValue: symbol == "==" ? "=" : symbol) else { throw error() }
    let literal: FileCondition.Literal
    switch next() {
    case .word(let word)?: literal = try Self.literal(word, comparison)
    case .quoted(let text)?: literal = .init(text: text, number: nil)
    default: throw error()
    }
    if field.isDate, comparison != .like { try Self.checkDate(literal.text) }
    return .compare(field, comparison, literal)
  }

  /// - Throws: `usage` for a day or a time that does not exist. An hour may stand without minutes.
  private static func checkDate(_ text: String) throws(ImageError) {
    let isHour = text.contains("T") && !text.contains(":")
    guard let date = MetadataDate(isHour ? text + ":00" : text), date.hour != nil || !text.contains("T") else {
      throw ImageError(.usage, "'\(text)' is not a date such as 2024, 2024-05-31 or 2024-05-31T18:30")
    }
  }

  /// A word without quotes: a number, also as a fraction (`1/250`), or a text.
  ///
  /// - Throws: `usage` for a text that looks like a number, such as `1MB` and `2,8`, if an order or the comma shows
  ///   that a number was meant: with a text, the order of the characters would decide.
  private static func literal(
    _ word: String, _ comparison: FileCondition.Comparison
  ) throws(ImageError) -> FileCondition.Literal {
    let parts = word.split(separator: "/", omittingEmptySubsequences: false).map { Double(decimal: $0) }
    if parts.count == 2, let numerator = parts[0], let denominator = parts[1], denominator != 0 {
      return .init(text: word, number: numerator / denominator)
    }
    if let number = Double(decimal: word) { return .init(text: word, number: number) }
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    let rest = word.dropFirst(digits.count)
    let isDate = digits.count == 4 && (rest.first == "-" || rest.first == ":")
    let decimals = rest.dropFirst()
    let isDecimalComma = rest.first == "," && !decimals.isEmpty && decimals.allSatisfy { $0.isASCII && $0.isNumber }
    let isOrder = [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(comparison)
    if isDate, comparison != .like, word.allSatisfy({ $0.isASCII && ($0.isNumber || "-:.+TZ".contains($0)) }) {
      try checkDate(word)
    }
    guard !digits.isEmpty, !isDate, comparison != .like, isOrder || isDecimalComma else {
      return .init(text: word, number: nil)
    }
    throw ImageError(
      .usage, "'\(word)' is neither a number such as 2.8 nor a date such as 2024-05-31; put a text in quotes")
  }

  private var peek: Token? { place < tokens.count ? tokens[place] : nil }

  private mutating func next() -> Token? {
    guard let token = peek else { return nil }
    place += 1
    return token
  }

  private mutating func take(_ token: Token) -> Bool {
    guard peek == token else { return false }
    place += 1
    return true
  }

  private mutating func takeWord(_ word: String) -> Bool {
    guard case .word(let text)? = peek, text.lowercased() == word else { return false }
    place += 1
    return true
  }

  private func error() -> ImageError {
    let found: String =
      switch peek {
      case .word(let text)?, .quoted(let text)?, .symbol(let text)?: "something else is expected at '\(text)'"
      case nil: "it ends too early"
      }
    return ImageError(.usage, "\(found); an example: exif.ISO >= 800 and gps.latitude")
  }

  private static func tokens(_ text: String) throws(ImageError) -> [Token] {
    var tokens: [Token] = []
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.first {
      rest = rest.dropFirst()
      switch scalar {
      case " ", "\t", "\n": continue
      case "(", ")", "~": tokens.append(.symbol(String(scalar)))
      case "=", "!", "<", ">":
        var symbol = String(scalar)
        if rest.first == "=" {
          rest = rest.dropFirst()
          symbol += "="
        }
        tokens.append(.symbol(symbol))
      case "'", "\"":
        guard let end = rest.firstIndex(of: scalar) else { throw ImageError(.usage, "a quote is not closed") }
        tokens.append(.quoted(string(rest[..<end])))
        rest = rest[(end + 1)...]
      default:
        let end = rest.firstIndex { " \t\n()~=!<>".unicodeScalars.contains($0) } ?? rest.endIndex
        tokens.append(.word(String(scalar) + string(rest[..<end])))
        rest = rest[end...]
      }
    }
    return tokens
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }
}
