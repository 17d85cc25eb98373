internal import ImageModel
internal import MetadataModel
internal import PNGStructure

extension MetadataCollector {
  /// - Throws: `invalidData` or `unsupported` where the file does not begin as a PNG; `io`.
  mutating func readPNG() throws(ImageError) {
    let structure = try PNGStructure.read(source, limits: limits)
    note(structure.diagnostics)
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
        if isFull, let block = plain(block, name: "the XMP packet") { metadata.blocks.append(block) }
      case .exif:
        try takeExif(block, at: block.offset, &exif)
      case .text: break
      default: metadata.blocks.append(block)
      }
    }
    let texts = try takeTexts(structure, &exif)
    var info = structure.imageInfo(iccProfile: profile)
    if let exif { complete(&info, from: exif, overridesResolution: false) }
    var image = ImageMetadata.Image(info: info)
    if isFull { describe(structure, exif, info, texts: texts, &image) }
    metadata.images = [image]
  }

  /// The first block that can be read counts.
  ///
  /// - Parameter place: where the bytes lie in the file as they are; nil where they lie there in another form.
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

  /// Texts, and the raw profiles that ImageMagick and others hide in texts.
  ///
  /// - Returns: the texts as properties, by their keywords. One in a stated language has that in its name (`Title-de`), as one
  ///   file may have the same text in several; the keyword in that language is the title.
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
        warn("the text \(text.keyword) does not hold what it should")
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

  /// A text that should be UTF-8 and is not is read as Latin-1.
  private mutating func value(of text: PNGText, _ bytes: [UInt8]) -> String {
    guard text.isUTF8 else { return PNGText.latin1(bytes) }
    if let value = String(validating: bytes, as: UTF8.self) { return value }
    warn("the text \(text.keyword) at \(text.offset) is not UTF-8; it is taken as Latin-1")
    return PNGText.latin1(bytes)
  }

  private mutating func describe(
    _ structure: PNGStructure, _ exif: ExifContent?, _ info: ImageInfo, texts: [Property],
    _ image: inout ImageMetadata.Image
  ) {
    let (profileGroup, profileName) = profileGroup(info.profile)
    let name = profileName ?? structure.profileName
    image.properties.groups.append(ImageProperties.group(info, profileName: name))
    image.properties.groups.append(PNGProperties(structure).group)
    if let exif { image.properties.groups += groups(of: exif) }
    image.properties.groups += groups(of: metadata.blocks)
    if let profileGroup {
      image.properties.groups.append(profileGroup)
    } else if let raw = metadata.blocks.first(where: { $0.kind == .icc }),
      let group = self.profileGroup(.icc(raw.bytes)).group
    {
      // A profile in a text: it is there to read, but no decoder applies it.
      image.properties.groups.append(group)
    }
    if !texts.isEmpty { metadata.properties.groups.append(PropertyGroup("Text", texts)) }
  }
}
