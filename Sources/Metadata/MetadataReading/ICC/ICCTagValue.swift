internal import MetadataModel

/// The value of one tag. Its data begins with its type (ICC.1:2010, clause 10).
struct ICCTagValue {
  private let data: ArraySlice<UInt8>
  private let type: String
  private let content: ArraySlice<UInt8>

  /// - Parameter data: at least the type and four reserved bytes.
  init(_ data: ArraySlice<UInt8>) {
    self.data = data
    type = String(decoding: data.prefix(4), as: UTF8.self)
    content = data.dropFirst(8)
  }

  /// The text of a tag of one of the three text types; nil for other types. Of texts in several languages it is
  /// the American one, or else another English one, or else the first.
  var text: String? {
    switch type {
    case "desc": oldDescription
    case "mluc": ICCLocalizedText.main(of: localized)?.text
    case "text": ExifText.text(content)
    default: nil
    }
  }

  /// The properties of a tag: one, or several for types with parts and for texts in several languages.
  ///
  /// - Parameter isListed: whether the main text is already listed.
  func properties(named name: String, isListed: Bool) -> [Property] {
    if let parts = ICCTagParts(type: type, content) { return parts.properties }
    if type == "dict", let dictionary = ICCDictionary(data) { return dictionary.properties }
    guard let text else { return [Property(name, value, readable: description)] }
    if type == "text", !isListed, text.unicodeScalars.count > Self.longestText {
      return [Property(name, .bytes(Array(content.prefix { $0 != 0 })), readable: Self.beginning(of: text))]
    }
    var properties = isListed ? [] : [Property(name, .text(text))]
    guard type == "mluc" else { return properties }
    let main = ICCLocalizedText.main(of: localized)
    for other in localized where other != main {
      properties.append(Property("\(name)-\(other.language)", .text(other.text)))
    }
    return properties
  }

  /// The language of the text, if the type of the tag can hold several: `de-DE`.
  var language: String? { type == "mluc" ? ICCLocalizedText.main(of: localized)?.language : nil }

  /// Longer texts, the measurements in `CharTarget`, are kept as bytes with a readable beginning.
  private static let longestText = 1_024

  private static func beginning(of text: String) -> String {
    let scalars = text.unicodeScalars
    return String(String.UnicodeScalarView(scalars.prefix(longestText))) + "... (\(scalars.count) characters)"
  }

  /// The limit on numbers in a list. Longer lists are kept as bytes.
  private static let maxNumbers = 1_024

  private var value: PropertyValue {
    guard content.count <= Self.maxNumbers * 4 else { return .bytes(Array(data)) }
    switch type {
    case "XYZ ", "sf32": return Self.fixedNumbers(content)
    case "uf32":
      var cursor = BigEndianCursor(content)
      return Self.list { cursor.unsignedFixed().map { .decimal($0) } }
    case "sig ": return Self.signature(content.prefix(4)).map { .text($0) } ?? .bytes(Array(data))
    case "dtim": return Self.date(content).map { .text($0) } ?? .bytes(Array(data))
    case "ui08" where content.count <= Self.maxNumbers: return Self.one(content.map { .integer(Int64($0)) })
    case "ui16" where content.count <= Self.maxNumbers * 2:
      var cursor = BigEndianCursor(content)
      return Self.list { cursor.uint16().map { .integer(Int64($0)) } }
    case "ui32":
      var cursor = BigEndianCursor(content)
      return Self.list { cursor.uint32().map { .integer(Int64($0)) } }
    case "ui64":
      var cursor = BigEndianCursor(content)
      return Self.list {
        cursor.uint64().map { value in Int64(exactly: value).map { .integer($0) } ?? .unsigned(value) }
      }
    default: return .bytes(Array(data))
    }
  }

  private var description: String? {
    var cursor = BigEndianCursor(content)
    switch type {
    case "curv":
      guard let count = cursor.uint32() else { return nil }
      switch count {
      case 0: return "linear"
      case 1: return cursor.uint16().map { "gamma \(Double($0) / 256)" }
      default: return "a table of \(count) values"
      }
    case "para":
      guard let kind = cursor.uint16(), cursor.uint16() != nil, let gamma = cursor.signedFixed() else { return nil }
      return "parametric, kind \(kind), gamma \((gamma * 10_000).rounded() / 10_000)"
    case "sig ": return Self.signature(content.prefix(4)).flatMap { ICCDescriptions.technologies[$0] }
    default: return nil
    }
  }

  /// textDescriptionType: a length, then ASCII up to a NUL byte.
  private var oldDescription: String? {
    var cursor = BigEndianCursor(content)
    guard let length = cursor.uint32() else { return nil }
    return ExifText.text(cursor.rest.prefix(Int(length)))
  }

  private var localized: [ICCLocalizedText] { ICCLocalizedText.texts(data) }
}

extension ICCTagValue {
  /// Four characters without trailing spaces; nil if they are 0 or not printable.
  static func signature(_ letters: ArraySlice<UInt8>) -> String? {
    guard letters.count == 4, letters.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
    return String(decoding: letters, as: UTF8.self).trimmingTrailingSpaces
  }

  /// dateTimeNumber in the format of Exif's dates; nil if it is 0.
  static func date(_ bytes: ArraySlice<UInt8>) -> String? {
    var cursor = BigEndianCursor(bytes)
    var parts: [UInt16] = []
    while parts.count < 6, let part = cursor.uint16() { parts.append(part) }
    guard parts.count == 6, parts.contains(where: { $0 != 0 }) else { return nil }
    func digits(_ value: UInt16, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day = digits(parts[0], 4) + ":" + digits(parts[1], 2) + ":" + digits(parts[2], 2)
    return day + " " + digits(parts[3], 2) + ":" + digits(parts[4], 2) + ":" + digits(parts[5], 2)
  }

  /// An array of s15Fixed16Number, exactly.
  static func fixedNumbers(_ bytes: ArraySlice<UInt8>) -> PropertyValue {
    var cursor = BigEndianCursor(bytes)
    return list { cursor.signedFixed().map { .decimal($0) } }
  }

  private static func list(_ next: () -> PropertyValue?) -> PropertyValue {
    var values: [PropertyValue] = []
    while let value = next() { values.append(value) }
    return one(values)
  }

  private static func one(_ values: [PropertyValue]) -> PropertyValue { values.count == 1 ? values[0] : .array(values) }
}

/// One text of a multiLocalizedUnicodeType (ICC.1:2010, 10.13).
struct ICCLocalizedText: Hashable {
  /// Language and country, `en-US`, or the language alone.
  var language: String
  var text: String

  /// Apple's profiles have about forty.
  private static let maxTexts = 256
  /// All texts together may have twice the bytes of the tag, and at least this many: languages may share their bytes.
  private static let minTextBytes = 16_384

  /// The texts of a tag, without those that lie outside it.
  static func texts(_ tag: ArraySlice<UInt8>) -> [ICCLocalizedText] {
    var head = BigEndianCursor(tag.dropFirst(8))
    guard let count = head.uint32(), let recordSize = head.uint32(), recordSize >= 12 else { return [] }
    var texts: [ICCLocalizedText] = []
    var room = max(2 * tag.count, minTextBytes)
    for _ in 0..<min(Int(count), maxTexts) {
      guard let record = head.bytes(Int(recordSize)) else { break }
      var cursor = BigEndianCursor(record)
      guard let letters = cursor.bytes(4), let length = cursor.uint32(), let offset = cursor.uint32(),
        Int(offset) <= tag.count, Int(length) <= min(room, tag.count - Int(offset))
      else { continue }
      room -= Int(length)
      let start = tag.startIndex + Int(offset)
      texts.append(
        ICCLocalizedText(
          language: code(letters), text: ExifText.utf16(tag[start..<start + Int(length)], bigEndian: true)))
    }
    return texts
  }

  /// The American text, or else another English one, or else the first.
  static func main(of texts: [ICCLocalizedText]) -> ICCLocalizedText? {
    texts.first { $0.language == "en-US" } ?? texts.first { $0.language.hasPrefix("en") } ?? texts.first
  }

  private static func code(_ letters: ArraySlice<UInt8>) -> String {
    let parts = [letters.prefix(2), letters.dropFirst(2)].map { part in
      String(decoding: part.filter { (0x21..<0x7F).contains($0) }, as: UTF8.self)
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "-")
  }
}
