internal import MetadataModel

/// The contents of resources that hold several things.
enum PhotoshopParts {
  /// ResolutionInfo: always in pixels per inch; the units are those that Photoshop shows.
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

  /// What was chosen when the file was saved as JPEG. The quality is stored from -4 to 8, and shown from 0 to 12.
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

  /// The name and the number of slices, in version 6; later versions are descriptors.
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
