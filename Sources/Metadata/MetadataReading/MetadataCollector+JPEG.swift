internal import ImageModel
internal import JPEGStructure
internal import MetadataModel

extension MetadataCollector {
  /// - Throws: `invalidData` where the file does not begin as a JPEG; `io`.
  mutating func readJPEG() throws(ImageError) {
    let structure = try JPEGStructure.read(source, limits: limits)
    note(structure.diagnostics)
    metadata.blocks = structure.blocks
    var image = ImageMetadata.Image(info: nil)
    var exif: ExifContent?
    for block in structure.blocks where block.kind == .exif {
      if exif != nil {
        warn("Exif: there is a second block at \(block.offset), which is not read")
        break
      }
      exif = try readExif(block.bytes, at: block.offset)
      if let exif { takeThumbnail(exif, block.bytes) }
    }
    do throws(ImageError) {
      var info = try structure.imageInfo()
      if let exif { complete(&info, from: exif, overridesResolution: true) }
      image.info = info
    } catch {
      if error.kind == .io { throw error }
      // Headers without a picture still tell about it.
      if structure.blocks.isEmpty { throw error }
      if !metadata.diagnostics.contains(where: { $0.message == error.message }) { warn(error.message) }
    }
    if detail > .essentials {
      metadata.comments = structure.blocks.filter { $0.kind == .comment }.map { ExifText.text($0.bytes) }
      describe(structure, exif, &image)
    }
    metadata.images = [image]
  }

  private mutating func describe(
    _ structure: JPEGStructure, _ exif: ExifContent?, _ image: inout ImageMetadata.Image
  ) {
    let (profileGroup, profileName) = profileGroup(structure.profile)
    if let info = image.info { image.properties.groups.append(ImageProperties.group(info, profileName: profileName)) }
    for block in structure.blocks where block.kind == .jfif {
      if let group = Self.jfifGroup(block.bytes) { image.properties.groups.append(group) }
    }
    if let exif { image.properties.groups += groups(of: exif) }
    image.properties.groups += groups(of: structure.blocks)
    if let profileGroup { image.properties.groups.append(profileGroup) }
    if let adobe = structure.adobe {
      image.properties.groups.append(
        PropertyGroup("Adobe", [Property("ColorTransform", .integer(Int64(adobe.transform)))]))
    }
    if !metadata.comments.isEmpty {
      metadata.properties.groups.append(
        PropertyGroup(
          "Comment",
          metadata.comments.enumerated().map { index, text in
            Property(index == 0 ? "Comment" : "Comment\(index + 1)", .text(text))
          }))
    }
  }

  /// JFIF 1.02: version, units, densities.
  private static func jfifGroup(_ content: [UInt8]) -> PropertyGroup? {
    guard content.count >= 7 else { return nil }
    let units = ["none", "dots per inch", "dots per centimetre"]
    let minor = content[1] < 10 ? "0\(content[1])" : "\(content[1])"
    return PropertyGroup(
      "JFIF",
      [
        Property("JFIFVersion", .text("\(content[0]).\(minor)")),
        Property(
          "ResolutionUnit", .integer(Int64(content[2])),
          readable: units.indices.contains(Int(content[2])) ? units[Int(content[2])] : nil),
        Property("XResolution", .integer(Int64(content[3]) << 8 | Int64(content[4]))),
        Property("YResolution", .integer(Int64(content[5]) << 8 | Int64(content[6]))),
      ])
  }
}
