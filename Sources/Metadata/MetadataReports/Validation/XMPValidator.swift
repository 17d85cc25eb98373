internal import ImageModel
internal import MetadataModel

/// Checks what the reader of XMP does not: the frame of a packet, and values of properties whose type is known.
enum XMPValidator {
  /// - Parameter isFile: it is a sidecar file, which needs no frame.
  static func findings(packet: [UInt8], isFile: Bool) -> [Finding] {
    let (begin, end) = (Array("<?xpacket begin=".utf8), Array("<?xpacket end=".utf8))
    // The frame of a packet in UTF-16 is not looked for.
    guard !isFile, !packet.prefix(64).contains(0) else { return [] }
    // White space and a byte-order mark may precede the frame.
    let start = packet.prefix(256).split(separator: 0x3C, maxSplits: 1, omittingEmptySubsequences: false)
    guard start.count == 2, start[1].starts(with: begin.dropFirst()) else {
      return [Finding(.xmpPacket, "XMP", "the packet has no header <?xpacket begin=...?>", .note)]
    }
    let tail = packet.suffix(256)
    guard let place = tail.lastIndex(of: 0x3C), packet[place...].starts(with: end) else {
      return [Finding(.xmpPacket, "XMP", "the packet has no trailer <?xpacket end=...?> at its end", .note)]
    }
    let mode = packet[(place + end.count)...].dropFirst().first
    return mode == UInt8(ascii: "w") || mode == UInt8(ascii: "r")
      ? [] : [Finding(.xmpPacket, "XMP", "the trailer of the packet has neither end=\"w\" nor end=\"r\"", .note)]
  }

  static func findings(_ group: PropertyGroup) -> [Finding] {
    group.properties.flatMap { property -> [Finding] in
      let place = "XMP: \(property.name)"
      return texts(property.value).compactMap { text in
        guard let expected = expectation(property.name, text) else { return nil }
        return Finding(.xmpValue, place, "'\(text.prefix(64))' is not \(expected)")
      }
    }
  }

  private static func texts(_ value: PropertyValue) -> [String] {
    switch value {
    case .text(let text): [text]
    case .array(let values): values.compactMap(\.text)
    default: []
    }
  }

  private static let dates: Set<String> = [
    "xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate", "photoshop:DateCreated", "dc:date", "tiff:DateTime",
    "exif:DateTimeOriginal", "exif:DateTimeDigitized", "exif:GPSTimeStamp", "xmpRights:ExpiryDate",
  ]
  private static let integers: [String: ClosedRange<Int>] = [
    "tiff:Orientation": 1...8, "tiff:ResolutionUnit": 2...3, "exif:ExposureProgram": 0...8,
    "exif:MeteringMode": 0...255,
    "exif:WhiteBalance": 0...1, "exif:ColorSpace": 1...65_535, "exif:PixelXDimension": 0...Int(UInt32.max),
    "exif:PixelYDimension": 0...Int(UInt32.max),
  ]

  /// What a value should be; nil for one that is right, or whose type is not known.
  private static func expectation(_ name: String, _ text: String) -> String? {
    if dates.contains(name) { return isDate(text) ? nil : "a date such as 2024-05-06T07:08:09+02:00" }
    if let range = integers[name] {
      return Int(text).map(range.contains) ?? false ? nil : "a number from \(range.lowerBound) to \(range.upperBound)"
    }
    if name == "xmp:Rating" {
      let number = Double(text) ?? .nan
      return (-1...5).contains(number) ? nil : "a number from -1 to 5"
    }
    if name == "xmpRights:Marked" { return ["True", "False"].contains(text) ? nil : "True or False" }
    return nil
  }

  /// The date of XMP, part 1, 8.2.1.2: ISO 8601 from the year on, in its extended format.
  private static func isDate(_ text: String) -> Bool {
    let form = /[0-9]{4}(-[0-9]{2}(-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})?)?)?)?/
    return text.wholeMatch(of: form) != nil && MetadataDate(text) != nil
  }
}
