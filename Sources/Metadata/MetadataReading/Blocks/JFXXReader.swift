internal import ImageModel
internal import MetadataModel

/// Reads the JFIF extension (JFIF 1.02, JFXX): a thumbnail in one of three forms.
enum JFXXReader {
  /// The group `JFXX`; a thumbnail that is a JPEG is a preview as well.
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
        reading.warn("JFXX: the thumbnail is no JPEG")
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
    default: reading.warn("JFXX: the extension code \(code) is not known")
    }
    reading.groups = [group]
    return reading
  }

  private static let words: [UInt8: String] = [
    0x10: "thumbnail as JPEG", 0x11: "thumbnail with a palette", 0x13: "thumbnail in RGB",
  ]
}
