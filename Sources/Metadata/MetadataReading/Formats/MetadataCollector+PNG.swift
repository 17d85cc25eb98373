internal import ImageModel
internal import MetadataModel
internal import PNGStructure
internal import TIFFStructure

extension MetadataCollector {
  /// - Throws: `invalidData` or `unsupported` for a file that does not begin as a PNG; `io`.
  mutating func readPNG() throws(ImageError) {
    let structure = try structure(PNGStructure.self)
    metadata.animation = structure.animation
    let isFull = detail > .essentials
    var profile: [UInt8]?
    var exif: ExifContent?
    for block in structure.blocks {
      switch block.kind {
      case .icc:
        guard isFull, let block = plain(block, name: "iCCP") else { continue }
        profile = block.bytes
        metadata.blocks.append(block)
      case .xmp:
        // This is for the orientation; damage matters only to those who want the properties.
        let known = metadata.diagnostics.count
        if let block = plain(block, name: "the XMP packet") { metadata.blocks.append(block) }
        if !isFull { metadata.diagnostics.removeSubrange(min(known, metadata.diagnostics.count)...) }
      case .exif:
        try takeExif(block, at: block.offset, &exif)
      case .text: break
      default: metadata.blocks.append(block)
      }
    }
    let texts = try takeTexts(structure, &exif)
    var info = structure.imageInfo(iccProfile: profile)
    if let exif { complete(&info, from: exif, overridesResolution: false) }
    if let block = metadata.blocks.first(where: { $0.kind == .exif }) { completeProfile(&info, from: block.bytes) }
    if exif?[.chain(0)]?[TIFFTag.orientation] == nil, let orientation = orientationOfXMP() {
      info.orientation = orientation
    }
    var image = ImageMetadata.Image(info: info)
    if isFull { describe(structure, exif, info, texts: texts, &image) }
    metadata.images = [image]
  }

  /// The orientation in the XMP packet (tiff:Orientation), used if Exif has none: PNG had no place for Exif for twenty
  /// years.
  func orientationOfXMP() -> Orientation? {
    guard let packet = metadata.blocks.first(where: { $0.kind == .xmp }) else { return nil }
    let properties = XMPReader.read([packet], limits: limits).groups.flatMap(\.properties)
    guard let property = properties.first(where: { $0.name == "tiff:Orientation" }) else { return nil }
    return Int(property.value.plainText).flatMap { Orientation(rawValue: $0) }
  }

  /// The first of several blocks that can be read is used.
  ///
  /// - Parameter place: the offset of the bytes in the file; nil if the file has them in hexadecimal digits.
  private mutating func takeExif(
    _ block: MetadataBlock, at place: UInt64?, _ exif: inout ExifContent?
  ) throws(ImageError) {
    guard exif == nil, let content = try readExif(block.bytes, at: place) else { return }
    exif = content
    let bytes = block.bytes
    var block = block
    if block.bytes.starts(with: Self.exifPrefix) {
      block.bytes.removeFirst(Self.exifPrefix.count)
      block.offset += UInt64(Self.exifPrefix.count)
    }
    metadata.blocks.append(block)
    takeThumbnail(content, bytes)
  }

  /// Reads the texts, and the raw profiles that ImageMagick and others store in texts.
  ///
  /// - Returns: the texts as properties, named by their keywords. The language is part of the name (`Title-de`),
  ///   because a file may have one text in several languages; the translated keyword is the title.
  private mutating func takeTexts(
    _ structure: PNGStructure, _ exif: inout ExifContent?
  ) throws(ImageError) -> [Property] {
    var properties: [Property] = []
    for text in structure.texts {
      let isProfile = text.keyword.hasPrefix(PNGText.rawProfilePrefix)
      guard detail > .essentials || isProfile else { continue }
      let stored = MetadataBlock(
        .text(keyword: text.keyword), offset: text.offset, bytes: text.bytes,
        encoding: text.isCompressed ? .zlib : .plain)
      guard let block = plain(stored, name: "the text \(text.keyword)") else { continue }
      guard isProfile else {
        let value = value(of: text, block.bytes)
        metadata.texts.append(ImageMetadata.Text(keyword: text.keyword, text: value))
        properties.append(
          Property(
            text.language.isEmpty ? text.keyword : "\(text.keyword)-\(text.language)", .text(value),
            title: text.translatedKeyword.isEmpty ? nil : text.translatedKeyword))
        continue
      }
      guard let profile = PNGRawProfile(keyword: text.keyword, block.bytes) else {
        warn("the text \(text.keyword) is not a valid raw profile")
        continue
      }
      switch profile.kind {
      case .exif: try takeExif(MetadataBlock(.exif, offset: text.offset, bytes: profile.bytes), at: nil, &exif)
      case .xmp where metadata.blocks.contains { $0.kind == .xmp }: break
      case let kind: metadata.blocks.append(MetadataBlock(kind, offset: text.offset, bytes: profile.bytes))
      }
    }
    return properties
  }

  /// Text that should be UTF-8 and is not is read as Latin-1.
  private mutating func value(of text: PNGText, _ bytes: [UInt8]) -> String {
    guard text.isUTF8 else { return PNGText.latin1(bytes) }
    if let value = String(validating: bytes, as: UTF8.self) { return value }
    warn("the text \(text.keyword) at \(text.offset) is not UTF-8; it is read as Latin-1")
    return PNGText.latin1(bytes)
  }

  private mutating func describe(
    _ structure: PNGStructure, _ exif: ExifContent?, _ info: ImageInfo, texts: [Property],
    _ image: inout ImageMetadata.Image
  ) {
    let (profileGroup, profileName) = profileGroup(info.profile)
    let name = profileName ?? structure.profileName
    image.properties.groups.append(ImageProperties.group(info, profileName: name, metadata.animation))
    image.properties.groups.append(PNGProperties(structure).group)
    if let exif { image.properties.groups += groups(of: exif) }
    image.properties.groups += groups(of: metadata.blocks + [exif?.iptc].compactMap { $0 })
    if let profileGroup {
      image.properties.groups.append(profileGroup)
    } else if let raw = metadata.blocks.first(where: { $0.kind == .icc }),
      let group = self.profileGroup(.icc(raw.bytes)).group
    {
      // A profile in a text is shown, but no decoder applies it.
      image.properties.groups.append(group)
    }
    if !texts.isEmpty { metadata.properties.groups.append(PropertyGroup("Text", texts)) }
  }
}

/// A block of metadata in hexadecimal digits, as ImageMagick writes it into PNG texts: a name, a length, lines of
/// digits.
struct PNGRawProfile {
  let kind: MetadataBlock.Kind
  /// The block, without the prefix of its JPEG segment.
  let bytes: [UInt8]

  /// nil for other keywords, and for text in another format.
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
