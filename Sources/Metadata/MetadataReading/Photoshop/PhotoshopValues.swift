internal import ImageModel
internal import MetadataModel

/// Resources with several values.
enum PhotoshopParts {
  /// ResolutionInfo. The resolution is always in pixels per inch; the units are those that Photoshop displays.
  static func resolution(_ content: ArraySlice<UInt8>) -> [Property] {
    var cursor = BigEndianCursor(content)
    guard let x = cursor.unsignedFixed(), let unitX = cursor.uint16(), cursor.uint16() != nil,
      let y = cursor.unsignedFixed(), let unitY = cursor.uint16()
    else { return [] }
    return [
      Property("XResolution", .decimal(x)), units("DisplayedUnitsX", unitX),
      Property("YResolution", .decimal(y)), units("DisplayedUnitsY", unitY),
    ]
  }

  private static func units(_ name: String, _ value: UInt16) -> Property {
    Property(name, .integer(Int64(value)), readable: value == 1 ? "inches" : value == 2 ? "centimetres" : nil)
  }

  /// The settings with which the file was saved as JPEG. Quality 0 to 12 is stored as -4 to 8.
  static func quality(_ content: ArraySlice<UInt8>) -> [Property] {
    var cursor = BigEndianCursor(content)
    guard let quality = cursor.int16(), let format = cursor.int16() else { return [] }
    let formats: [Int16: String] = [0: "baseline", 1: "baseline optimised", 0x101: "progressive"]
    var properties = [
      Property("PhotoshopQuality", .integer(Int64(quality)), readable: "\(Int(quality) + 4) of 12"),
      Property("PhotoshopFormat", .integer(Int64(format)), readable: formats[format]),
    ]
    if format == 0x101, let scans = cursor.int16() {
      properties.append(Property("ProgressiveScans", .integer(Int64(scans)), readable: "\(Int(scans) + 2) scans"))
    }
    return properties
  }

  /// The name and the number of slices of version 6. Later versions are descriptors, which are not read.
  static func slices(_ content: ArraySlice<UInt8>) -> [Property] {
    var cursor = BigEndianCursor(content)
    guard let version = cursor.uint32() else { return [] }
    guard version == 6 else { return [Property("SlicesVersion", .integer(Int64(version)))] }
    guard cursor.bytes(16) != nil, let name = cursor.unicodeText(), let count = cursor.uint32() else { return [] }
    return [Property("SlicesGroupName", .text(name)), Property("NumSlices", .integer(Int64(count)))]
  }

  static func version(_ content: ArraySlice<UInt8>) -> [Property] {
    var cursor = BigEndianCursor(content)
    guard cursor.uint32() != nil, let isReal = cursor.uint8(), let writer = cursor.unicodeText(),
      let reader = cursor.unicodeText()
    else { return [] }
    return [
      Property("HasRealMergedData", .integer(Int64(isReal)), readable: isReal == 0 ? "no" : "yes"),
      Property("WriterName", .text(writer)), Property("ReaderName", .text(reader)),
    ]
  }

  static func printScale(_ content: ArraySlice<UInt8>) -> [Property] {
    var cursor = BigEndianCursor(content)
    guard let style = cursor.uint16(), let x = cursor.float(), let y = cursor.float(), let scale = cursor.float() else {
      return []
    }
    let styles = ["centred", "size to fit", "user-defined"]
    return [
      Property(
        "PrintStyle", .integer(Int64(style)), readable: styles.indices.contains(Int(style)) ? styles[Int(style)] : nil),
      Property("PrintPosition", .array([.decimal(x), .decimal(y)])), Property("PrintScale", .decimal(scale)),
    ]
  }

  static func pixelAspectRatio(_ content: ArraySlice<UInt8>) -> [Property] {
    var cursor = BigEndianCursor(content)
    guard cursor.uint32() != nil, let ratio = cursor.double() else { return [] }
    return [Property("PixelAspectRatio", .decimal(ratio))]
  }
}

/// Resources with one value.
enum PhotoshopValue {
  /// Longer lists are kept as bytes: there are not that many channels or flags.
  private static let maxElements = 256

  /// A number of one to four bytes.
  static func unsigned(_ content: ArraySlice<UInt8>) -> PropertyValue? {
    guard (1...4).contains(content.count) else { return nil }
    return .integer(Int64(bigEndianBytes: content))
  }

  static func signed(_ content: ArraySlice<UInt8>) -> PropertyValue? {
    var cursor = BigEndianCursor(content)
    return cursor.int32().map { .integer(Int64($0)) }
  }

  /// One byte. A second byte is padding, not a number of 16 bits.
  static func flag(_ content: ArraySlice<UInt8>) -> PropertyValue? {
    content.count == 1 ? content.first.map { .integer(Int64($0)) } : smallNumbers(content)
  }

  /// Each byte is a number.
  static func smallNumbers(_ content: ArraySlice<UInt8>) -> PropertyValue? {
    content.count <= maxElements ? .array(content.map { .integer(Int64($0)) }) : .bytes(Array(content))
  }

  /// Each pair of bytes is a number.
  static func numbers(_ content: ArraySlice<UInt8>) -> PropertyValue? {
    guard content.count <= 2 * maxElements else { return .bytes(Array(content)) }
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
    while values.count < maxElements, let text = cursor.pascalText() { values.append(.text(text)) }
    return .array(values)
  }

  static func unicodeTexts(_ content: ArraySlice<UInt8>) -> PropertyValue? {
    var cursor = BigEndianCursor(content)
    var values: [PropertyValue] = []
    while values.count < maxElements, let text = cursor.unicodeText() { values.append(.text(text)) }
    return .array(values)
  }

  /// A list of addresses, each after a number and an identifier of four bytes each.
  static func addresses(_ content: ArraySlice<UInt8>) -> PropertyValue? {
    var cursor = BigEndianCursor(content)
    guard let count = cursor.uint32(), Int(count) <= maxElements else { return nil }
    var values: [PropertyValue] = []
    while values.count < Int(count), cursor.bytes(8) != nil, let text = cursor.unicodeText() {
      values.append(.text(text))
    }
    return values.count == Int(count) ? .array(values) : nil
  }

  static func hexadecimal(_ content: ArraySlice<UInt8>) -> PropertyValue? { .text(Hexadecimal.text(content)) }
}
