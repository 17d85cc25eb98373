internal import Glibc
internal import MetadataModel
internal import StructuredText

/// The group XMP as flat tags. The name of a field is the name of its structure followed by its own. Several values of
/// one name are a list. A text in another language has the language at the end of its name.
struct XMPTags {
  /// Values of one name in one property are a list.
  private struct Key: Hashable {
    var property: String
    var name: String
    var priority: Int
  }

  private var order: [Key] = []
  private var values: [Key: [JSONValue]] = [:]
  /// The number of fields that were taken for properties of their own.
  private var count = 0

  /// The position of a value in the tree. Its type and the name of its tag follow from it.
  fileprivate struct Place {
    /// The name of the property that contains it.
    var property: String
    /// The prefix whose rows in the table are used.
    var prefix: String
    /// The names of all steps from the property on, each with a capital first letter.
    var path: String
    var name: String
    var type: XMPTagTable.ValueType?
    var priority: Int
    var isNested = false
  }

  mutating func take(_ property: Property) {
    let (prefix, local) = Self.parts(property.name)
    let path = Self.capitalized(local)
    let schema = XMPTagTable.schema(prefix)
    let tag = XMPTagTable.tag(schema, path)
    let place = Place(
      property: property.name, prefix: schema, path: path, name: tag?.name ?? Self.name(prefix, local), type: tag?.type,
      priority: XMPTagTable.priority(prefix, path))
    take(property.value, place)
  }

  func add(to record: inout TagRecord) {
    var chosen: [String: Key] = [:]
    for key in order {
      if let other = chosen[key.name]?.priority, key.priority < other || key.priority == other && other < 1 { continue }
      chosen[key.name] = key
    }
    for key in order where chosen[key.name] == key {
      if let values = values[key] { record.add("XMP", key.name, TagValue.list(values)) }
    }
  }

  private mutating func take(_ value: PropertyValue, _ place: Place) {
    switch value {
    case .array(let elements): for element in elements { take(element, place) }
    case .structure(let fields): take(fields, place)
    case .text(let text): append(Self.json(text, place), place)
    default: if let value = TagValue.json(value) { append(value, place) }
    }
  }

  private mutating func take(_ fields: [Property], _ place: Place) {
    if let first = fields.first, first.name == "rdf:value" {
      // Of all qualifiers only the language becomes part of the name.
      let language = fields.first { $0.name == "xml:lang" }?.value.text
      return take(first.value, place.inLanguage(language))
    }
    let isText = !fields.isEmpty && fields.allSatisfy { !$0.name.utf8.contains(UInt8(ascii: ":")) }
    for field in fields {
      if isText {
        take(field.value, place.inLanguage(field.name))
      } else {
        var place = place.field(Self.word(Self.parts(field.name).local))
        if place.isApart, !field.value.isArray {
          count += 1
          place.property = "\(count)"
        }
        take(field.value, place)
      }
    }
  }

  private mutating func append(_ value: JSONValue, _ place: Place) {
    // A structure whose name is empty may have a text instead of fields.
    let name = place.name.isEmpty ? place.path : place.name
    let key = Key(property: place.property, name: Self.tagName(name), priority: place.priority)
    if values[key] == nil { order.append(key) }
    if place.keepsLast { values[key] = [] }
    values[key, default: []].append(value)
  }

  // MARK: Names

  private static func parts(_ name: String) -> (prefix: String, local: String) {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return ("", name) }
    return (String(name[..<colon]), String(name[name.utf8.index(after: colon)...]))
  }

  /// The name of a tag without a row in the table.
  private static func name(_ prefix: String, _ local: String) -> String {
    var name = word(local)
    // An unknown name in capital letters becomes lowercase.
    if !XMPTagTable.knows(prefix), !name.contains(where: \.isLowercase) { name = capitalized(name.lowercased()) }
    return name
  }

  /// A part of a tag's name: only the ASCII letters, digits, - and _ of a text, with a capital first letter.
  static func word(_ text: some StringProtocol) -> String {
    let kept = text.unicodeScalars.filter {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "_"
    }
    return capitalized(String(String.UnicodeScalarView(kept)))
  }

  /// The name of a tag: one that is short or does not begin with a letter gets the prefix `Tag`.
  static func tagName(_ name: String) -> String {
    name.utf8.count > 1 && name.first?.isLetter == true ? name : "Tag" + name
  }

  static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  /// `de-ch` is `de-CH`.
  static func language(_ code: String) -> String {
    let parts = code.split { $0 == "-" || $0 == "_" }
    return parts.enumerated().map { index, part in
      index == 0 ? part.lowercased() : part.count == 2 ? part.uppercased() : String(part)
    }.joined(separator: "-")
  }

  // MARK: Values

  private static func json(_ text: String, _ place: Place) -> JSONValue {
    if place.prefix == "plus", text.hasPrefix(vocabulary) { return .string(String(text.dropFirst(vocabulary.count))) }
    switch place.type {
    // 32 bits with the value for "uncalibrated", which has 16.
    case .number? where place.path == "ColorSpace" && text == "4294967295": return .int(65_535)
    case .number?: return number(text)
    case .rational?: return rational(text) { $0 }
    case .rationals?:
      return .string(
        text.split(separator: " ").map { TagValue.plain(rational(String($0)) { $0 }) }.joined(separator: " "))
    case .date?: return .string(date(text, isKnown: true))
    case .boolean?: return boolean(text)
    case .shutterSpeed?: return rational(text) { abs($0) < 100 ? exp2(-$0) : 0 }
    case .aperture?: return rational(text) { exp2($0 / 2) }
    case .coordinate?: return degrees(text) ?? .string(text)
    case .base64?: return TagValue.binary(base64Count(text))
    case .binary?: return TagValue.binary(text.utf8.count)
    case .text?, nil:
      if !XMPTagTable.knows(place.prefix) {
        return fraction(text) { $0 } ?? boolean(date(text, isKnown: false))
      }
      return place.isNested && place.prefix == "crs" ? boolean(text) : .string(text)
    }
  }

  /// The start of all terms of the PLUS coalition.
  private static let vocabulary = "http://ns.useplus.org/ldf/vocab/"

  /// The number of bytes that a text encodes (RFC 4648, section 4).
  private static func base64Count(_ text: String) -> Int {
    text.utf8.count { $0 > 0x20 && $0 != UInt8(ascii: "=") } * 3 / 4
  }

  /// `True` and `False` (ISO 16684-1, 8.2.1.1); Camera Raw writes them in lowercase.
  private static func boolean(_ text: String) -> JSONValue {
    switch text {
    case "True", "true": .bool(true)
    case "False", "false": .bool(false)
    default: .string(text)
    }
  }

  /// Digits as a number; `+5` and `007` remain texts.
  private static func number(_ text: String) -> JSONValue {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
    guard let first = digits.first, (0x30...0x39).contains(first), text.utf8.count - digits.count < 2,
      digits.count <= 15, !(first == 0x30 && digits.dropFirst().first.map { (0x30...0x39).contains($0) } ?? false)
    else { return .string(text) }
    if let value = Int64(text) { return .int(value) }
    guard digits.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }), let value = Double(text) else {
      return .string(text)
    }
    return .double(value)
  }

  private static func rational(_ text: String, _ change: (Double) -> Double) -> JSONValue {
    if let value = fraction(text, change) { return value }
    guard let value = TagValue.double(number(text)) else { return .string(text) }
    return TagValue.number(change(value), digits: 15)
  }

  /// `1/250` as a number; nil for other texts.
  private static func fraction(_ text: String, _ change: (Double) -> Double) -> JSONValue? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int64($0) }
    guard parts.count == 2, !text.hasPrefix("+"), let numerator = parts[0], let denominator = parts[1] else {
      return nil
    }
    guard denominator != 0 else { return .string(numerator == 0 ? "undef" : "inf") }
    return TagValue.number(change(Double(numerator) / Double(denominator)), digits: 15)
  }

  /// `2024-05-06T07:08:09+02:00` as `2024:05:06 07:08:09+02:00`.
  ///
  /// - Parameter isKnown: whether the property is known to be a date. Otherwise only a date with a time is taken for
  ///   one.
  static func date(_ text: String, isKnown: Bool) -> String {
    let bytes = Array(text.utf8)
    func matches(_ pattern: String, _ start: Int = 0) -> Bool {
      guard bytes.count >= start + pattern.utf8.count else { return false }
      return zip(pattern.utf8, bytes[start...]).allSatisfy {
        $0 == UInt8(ascii: "0") ? (0x30...0x39).contains($1) : $0 == $1
      }
    }
    if matches("0000-00-00"), bytes.count > 10, bytes[10] == UInt8(ascii: "T") || bytes[10] == 0x20,
      matches("00:00", 11)
    {
      var date = bytes
      date[4] = UInt8(ascii: ":")
      date[7] = UInt8(ascii: ":")
      date[10] = 0x20
      return String(decoding: date, as: UTF8.self)
    }
    guard isKnown, matches("0000-00"), bytes.count == 7 || bytes.count == 10 && matches("-00", 7) else { return text }
    return String(decoding: bytes.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: ":") : $0 }, as: UTF8.self)
  }

  /// `47,33.3583S`, `47,33,21S` or `-47.56`: signed degrees.
  private static func degrees(_ text: String) -> JSONValue? {
    guard text.utf8.count <= 64, let last = text.last?.uppercased() else { return nil }
    let parts = ("NSEW".contains(last) ? text.dropLast() : text[...]).split(
      separator: ",", omittingEmptySubsequences: false
    ).map { Double($0) }
    guard (1...3).contains(parts.count), !parts.contains(nil) else { return nil }
    let numbers = parts.compactMap { $0 } + [0, 0]
    let value = numbers[0] + (numbers[1] + numbers[2] / 60) / 60
    return TagValue.number(last == "S" || last == "W" ? -value : value, digits: 15)
  }
}

extension XMPTags.Place {
  /// Whether a simple field is treated like a property of its own: its values in several structures do not form one
  /// list. This holds for fields of unknown structures, and for those that makers add to faces.
  var isApart: Bool { !XMPTagTable.knows(prefix) || path.hasPrefix("RegionsRegionListExtensions") }

  /// Whether the last of several values counts: of Camera Raw's local corrections ExifTool makes no lists, except for
  /// their names and identifiers.
  fileprivate var keepsLast: Bool {
    prefix == "crs" && isNested && XMPTagTable.isLocalCorrection(name) && !name.hasSuffix("CorrectionName")
      && !name.hasSuffix("CorrectionSyncID")
  }

  /// The place of a field in a structure.
  fileprivate func field(_ field: String) -> Self {
    var place = self
    place.path += field
    place.isNested = true
    let tag = XMPTagTable.tag(prefix, place.path)
    place.name = tag?.name ?? name + XMPTagTable.fieldName(field, prefix, name)
    place.type = tag?.type ?? XMPTagTable.type(ofField: field, prefix)
    place.priority = min(priority, XMPTagTable.priority(prefix, place.path))
    return place
  }

  /// The place of a text in a language.
  fileprivate func inLanguage(_ language: String?) -> Self {
    guard let language, language.lowercased() != "x-default" else { return self }
    var place = self
    place.name += "-" + XMPTags.language(language)
    return place
  }
}

extension PropertyValue {
  fileprivate var isArray: Bool { if case .array = self { true } else { false } }
}
