internal import ImageModel
internal import PNGStructure

/// A block of metadata in hexadecimal, as ImageMagick writes it into PNG texts: a name, a length and digits on lines.
struct PNGRawProfile {
  let kind: MetadataBlock.Kind
  /// The block, with the prefix of its JPEG segment taken off.
  let bytes: [UInt8]

  /// nil for keywords of other kinds and for text that is not of that form.
  init?(keyword: String, _ text: [UInt8]) {
    let type = keyword.dropFirst(PNGText.rawProfilePrefix.count).lowercased()
    var rest = text[...]
    // An empty line, the name, the number of bytes.
    guard Self.line(&rest) != nil, Self.line(&rest) != nil, let count = Self.line(&rest),
      let length = Int(String(decoding: count, as: UTF8.self).filter { $0 != " " })
    else { return nil }
    guard length >= 0, length <= rest.count / 2 else { return nil }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(length)
    var high: UInt8?
    for character in rest where decoded.count < length {
      guard let digit = Self.digit(character) else { continue }
      if let first = high {
        decoded.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    guard decoded.count == length else { return nil }
    let xmpPrefix = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    switch type {
    case "exif": (kind, bytes) = (.exif, Self.without(MetadataCollector.exifPrefix, decoded))
    case "app1" where decoded.starts(with: xmpPrefix): (kind, bytes) = (.xmp, Self.without(xmpPrefix, decoded))
    case "app1": (kind, bytes) = (.exif, Self.without(MetadataCollector.exifPrefix, decoded))
    case "xmp": (kind, bytes) = (.xmp, decoded)
    case "8bim", "iptc":
      let prefix = Array("Photoshop 3.0\0".utf8)
      let content = Self.without(prefix, decoded)
      (kind, bytes) = (content.starts(with: "8BIM".utf8) ? .photoshop : .iptc, content)
    case "icc", "icm": (kind, bytes) = (.icc, decoded)
    default: return nil
    }
  }

  private static func without(_ prefix: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: prefix) ? Array(bytes.dropFirst(prefix.count)) : bytes
  }

  private static func line(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let end = rest.firstIndex(of: 0x0A) else { return nil }
    let line = rest[..<end]
    rest = rest[(end + 1)...]
    return line
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x30...0x39: character - 0x30
    case 0x41...0x46: character - 0x41 + 10
    case 0x61...0x66: character - 0x61 + 10
    default: nil
    }
  }
}
