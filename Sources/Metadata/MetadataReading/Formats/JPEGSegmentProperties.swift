internal import ImageModel
internal import JPEGStructure
internal import MetadataModel

/// The groups of the small segments of a JPEG file: JFIF, Adobe, Ducky, and the frame header.
enum JPEGSegmentProperties {
  /// JFIF 1.02: version, units, densities and the thumbnail.
  static func jfif(_ content: [UInt8]) -> PropertyGroup? {
    guard content.count >= 7 else { return nil }
    let units = ["none", "dots per inch", "dots per centimetre"]
    let minor = DecimalText.padded(Int(content[1]))
    var group = PropertyGroup(
      "JFIF",
      [
        Property("JFIFVersion", .text("\(content[0]).\(minor)")),
        Property(
          "ResolutionUnit", .integer(Int64(content[2])),
          readable: units.indices.contains(Int(content[2])) ? units[Int(content[2])] : nil),
        Property("XResolution", .integer(Int64(content[3]) << 8 | Int64(content[4]))),
        Property("YResolution", .integer(Int64(content[5]) << 8 | Int64(content[6]))),
      ])
    if content.count >= 9, content[7] > 0 || content[8] > 0 {
      group.properties.append(Property("ThumbnailWidth", .integer(Int64(content[7]))))
      group.properties.append(Property("ThumbnailHeight", .integer(Int64(content[8]))))
      let count = 3 * Int(content[7]) * Int(content[8])
      if count > 0, content.count >= 9 + count {
        group.properties.append(Property("ThumbnailPixels", .bytes(Array(content[9..<9 + count]))))
      }
    }
    return group
  }

  /// Adobe TN 5116, section 18: version, two 16-bit flags, the colour transform.
  static func adobe(_ content: [UInt8]) -> PropertyGroup? {
    var cursor = BigEndianCursor(content)
    guard let version = cursor.uint16(), let flags0 = cursor.uint16(), let flags1 = cursor.uint16(),
      let transform = cursor.uint8()
    else { return nil }
    let transforms = ["none: RGB or CMYK", "YCbCr", "YCCK"]
    return PropertyGroup(
      "Adobe",
      [
        Property("DCTEncodeVersion", .integer(Int64(version))),
        Property(
          "APP14Flags0", .integer(Int64(flags0)),
          readable: flags0 & 0x8000 != 0 ? "encoded with Blend=1 downsampling" : nil),
        Property("APP14Flags1", .integer(Int64(flags1))),
        Property(
          "ColorTransform", .integer(Int64(transform)),
          readable: transforms.indices.contains(Int(transform)) ? transforms[Int(transform)] : nil),
      ])
  }

  private static let duckyPrefix = Array("Ducky".utf8)

  /// The APP12 segment of Adobe's Save for Web: numbered fields with a length, ended by 0. nil for other segments.
  static func ducky(_ content: [UInt8]) -> PropertyGroup? {
    guard content.starts(with: duckyPrefix) else { return nil }
    var cursor = BigEndianCursor(content.dropFirst(duckyPrefix.count))
    var group = PropertyGroup("Ducky")
    while let number = cursor.uint16(), number != 0, let size = cursor.uint16(), let field = cursor.bytes(Int(size)) {
      var value = BigEndianCursor(field)
      switch number {
      case 1: if let quality = value.uint32() { group.properties.append(Property("Quality", .integer(Int64(quality)))) }
      case 2: if let text = value.unicodeText() { group.properties.append(Property("Comment", .text(text))) }
      case 3: if let text = value.unicodeText() { group.properties.append(Property("Copyright", .text(text))) }
      default: group.properties.append(Property(Hexadecimal.number(number), .bytes(Array(field)), tag: Int(number)))
      }
    }
    return group.properties.isEmpty ? nil : group
  }

  /// The coding process (the n of the marker SOFn), and the quality estimated from the quantization tables.
  static func coding(_ structure: JPEGStructure) -> [Property] {
    guard let frame = structure.frame else { return [] }
    let number = Int64(frame.marker.code & 15)
    var properties = [Property("EncodingProcess", .integer(number), readable: processes[number])]
    if let quality = structure.estimatedQuality {
      properties.append(Property("EstimatedQuality", .integer(Int64(quality))))
    }
    return properties
  }

  /// ITU-T T.81, table B.1.
  private static let processes: [Int64: String] = [
    0: "baseline DCT, Huffman coding", 1: "extended sequential DCT, Huffman coding",
    2: "progressive DCT, Huffman coding",
    3: "lossless, Huffman coding", 5: "differential sequential DCT, Huffman coding",
    6: "differential progressive DCT, Huffman coding", 7: "differential lossless, Huffman coding",
    9: "extended sequential DCT, arithmetic coding", 10: "progressive DCT, arithmetic coding",
    11: "lossless, arithmetic coding", 13: "differential sequential DCT, arithmetic coding",
    14: "differential progressive DCT, arithmetic coding", 15: "differential lossless, arithmetic coding",
  ]
}

/// Reads the JFIF extension (JFIF 1.02, JFXX): a thumbnail in one of three formats.
enum JFXXReader {
  /// The group `JFXX`. A JPEG thumbnail becomes a preview as well.
  static func read(_ block: MetadataBlock) -> BlockReading {
    var reading = BlockReading()
    var cursor = BigEndianCursor(block.bytes)
    guard let code = cursor.uint8() else {
      reading.warn("JFXX: the segment is cut short")
      return reading
    }
    var group = PropertyGroup("JFXX", [Property("ExtensionCode", .integer(Int64(code)), readable: words[code])])
    let content = cursor.rest
    switch code {
    case 0x10:
      group.properties.append(Property("ThumbnailImage", .bytes(Array(content))))
      if content.starts(with: [0xFF, 0xD8]) {
        let start = block.offset + UInt64(content.startIndex)
        reading.previews.append(
          ImageMetadata.Preview(origin: "JFXX", format: "jpeg", range: start..<start + UInt64(content.count)))
      } else {
        reading.warn("JFXX: the thumbnail is not a JPEG")
      }
    case 0x11, 0x13:
      guard let width = cursor.uint8(), let height = cursor.uint8() else {
        reading.warn("JFXX: the segment is cut short")
        break
      }
      group.properties.append(Property("ThumbnailWidth", .integer(Int64(width))))
      group.properties.append(Property("ThumbnailHeight", .integer(Int64(height))))
      let count = Int(width) * Int(height)
      let needed = code == 0x11 ? 768 + count : 3 * count
      if cursor.rest.count < needed {
        reading.warn("JFXX: the thumbnail is cut short: \(cursor.rest.count) of \(needed) bytes")
      }
      group.properties.append(Property("ThumbnailPixels", .bytes(Array(cursor.rest.prefix(needed)))))
    default: reading.warn("JFXX: the extension code \(code) is unknown")
    }
    reading.groups = [group]
    return reading
  }

  private static let words: [UInt8: String] = [
    0x10: "thumbnail as JPEG", 0x11: "thumbnail with a palette", 0x13: "thumbnail in RGB",
  ]
}
