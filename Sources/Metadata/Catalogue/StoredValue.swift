internal import MetadataModel
internal import MetadataReports
internal import StructuredText

/// A value as the columns of a row: the value that SQL compares, and the value in the JSON of imgmeta if the first is
/// not all of it.
///
/// Whole numbers, decimal numbers, texts and bytes are themselves. A fraction is its quotient, and its JSON has the
/// parts. Arrays and structures are plain text. For more than 256 bytes only the count is kept, as in JSON.
struct StoredValue {
  var value = SQLValue.null
  var json: String?

  init(_ property: PropertyValue) {
    switch property {
    case .integer(let number): value = .integer(number)
    case .decimal(let number) where number.isFinite: value = .real(number)
    case .text(let text) where !text.utf8.contains(0): value = .text(text)
    case .bytes(let bytes) where bytes.count <= JSONWriter.longestBytes: value = .blob(bytes)
    case .boolean(let flag): (value, json) = (.integer(flag ? 1 : 0), MetadataRecord.json(of: property))
    case .rational(let fraction): (value, json) = (SQLValue(fraction.value), MetadataRecord.json(of: property))
    case .unsigned(let number): (value, json) = (.real(Double(number)), MetadataRecord.json(of: property))
    case .decimal, .bytes: json = MetadataRecord.json(of: property)
    // In a column a text ends at a NUL byte.
    case .text, .array, .structure: (value, json) = (.text(property.plainText), MetadataRecord.json(of: property))
    }
  }

  /// The value of a row.
  static func property(_ value: SQLValue, json: String?) -> PropertyValue {
    if let json {
      var parser = JSONParser(Array(json.utf8), limits: StructuredLimits())
      if let content = (try? parser.parse())?.content { return property(content) }
    }
    switch value {
    case .integer(let number): return .integer(number)
    case .real(let number): return .decimal(number)
    case .text(let text): return .text(text)
    case .blob(let bytes): return .bytes(bytes)
    case .null: return .decimal(.nan)
    }
  }

  private static func property(_ content: StructuredValue.Content) -> PropertyValue {
    switch content {
    case .null: return .decimal(.nan)
    case .bool(let flag): return .boolean(flag)
    case .number(let number, let text):
      return Int64(text).map { .integer($0) } ?? UInt64(text).map { .unsigned($0) } ?? .decimal(number)
    case .string(let text): return .text(text)
    case .bytes(let bytes): return .bytes(bytes)
    case .array(let elements): return .array(elements.map { property($0.content) })
    case .object(let object): return property(object)
    }
  }

  private static func property(_ object: StructuredObject) -> PropertyValue {
    func integer(_ name: String) -> Int64? {
      if case .number(_, let text)? = object[name]?.content { Int64(text) } else { nil }
    }
    switch object.members.map(\.name) {
    case ["numerator", "denominator", "value"]:
      if let numerator = integer("numerator"), let denominator = integer("denominator") {
        return .rational(.init(numerator, denominator))
      }
    case ["byteCount", "base64"]:
      if case .string(let text)? = object["base64"]?.content, let bytes = Base64.bytes(text.utf8) {
        return .bytes(bytes)
      }
    case ["byteCount"]:
      // Only their number is known and shown.
      if let count = integer("byteCount"), (0...1 << 30).contains(count) {
        return .bytes([UInt8](repeating: 0, count: Int(count)))
      }
    default: break
    }
    return .structure(object.members.map { Property($0.name, property($0.value.content)) })
  }
}
