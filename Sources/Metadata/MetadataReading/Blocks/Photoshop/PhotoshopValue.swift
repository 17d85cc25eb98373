internal import MetadataModel

/// The contents of resources that are one value.
enum PhotoshopValue {
  /// Longer lists are bytes: there is no channel or flag for each.
  private static let mostElements = 256

  /// A number of one to four bytes.
  static func unsigned(_ content: ArraySlice<UInt8>) -> PropertyValue? {
    guard (1...4).contains(content.count) else { return nil }
    return .integer(content.reduce(0) { $0 << 8 | Int64($1) })
  }

  static func signed(_ content: ArraySlice<UInt8>) -> PropertyValue? {
    var cursor = BigEndianCursor(content)
    return cursor.int32().map { .integer(Int64($0)) }
  }

  /// One byte; writers that fill it up to two do not make it a number of 16 bits.
  static func flag(_ content: ArraySlice<UInt8>) -> PropertyValue? {
    content.count == 1 ? content.first.map { .integer(Int64($0)) } : smallNumbers(content)
  }

  /// Each byte is a number.
  static func smallNumbers(_ content: ArraySlice<UInt8>) -> PropertyValue? {
    content.count <= mostElements ? .array(content.map { .integer(Int64($0)) }) : .bytes(Array(content))
  }

  /// Each pair of bytes is a number.
  static func numbers(_ content: ArraySlice<UInt8>) -> PropertyValue? {
    guard content.count <= 2 * mostElements else { return .bytes(Array(content)) }
    var cursor = BigEndianCursor(content)
    var values: [PropertyValue] = []
    while let value = cursor.uint16() { values.append(.integer(Int64(value))) }
    return .array(values)
  }

  static func text(_ content: ArraySlice<UInt8>) -> PropertyValue? { .text(ExifText.text(content)) }

  static func pascalText(_ content: ArraySlice<UInt8>) -> PropertyValue? {
    var cursor = BigEndianCursor(content)
    return cursor.pascalText().map { .text($0) }
  }

  static func pascalTexts(_ content: ArraySlice<UInt8>) -> PropertyValue? {
    var cursor = BigEndianCursor(content)
    var values: [PropertyValue] = []
    while values.count < mostElements, let text = cursor.pascalText() { values.append(.text(text)) }
    return .array(values)
  }

  static func unicodeTexts(_ content: ArraySlice<UInt8>) -> PropertyValue? {
    var cursor = BigEndianCursor(content)
    var values: [PropertyValue] = []
    while values.count < mostElements, let text = cursor.unicodeText() { values.append(.text(text)) }
    return .array(values)
  }

  /// A number of addresses, each behind a long and an identifier.
  static func addresses(_ content: ArraySlice<UInt8>) -> PropertyValue? {
    var cursor = BigEndianCursor(content)
    guard let count = cursor.uint32(), Int(count) <= mostElements else { return nil }
    var values: [PropertyValue] = []
    while values.count < Int(count), cursor.bytes(8) != nil, let text = cursor.unicodeText() {
      values.append(.text(text))
    }
    return values.count == Int(count) ? .array(values) : nil
  }

  static func hexadecimal(_ content: ArraySlice<UInt8>) -> PropertyValue? { .text(HexText.digits(content)) }
}
