internal import ImageModel
internal import JPEGStructure
internal import MetadataModel

extension MetadataCollector {
  /// - Throws: `invalidData` for a file that does not begin as a JPEG; `io`.
  mutating func readJPEG() throws(ImageError) {
    // The first bytes are not read again: they hold all metadata of most photographs.
    let structure =
      if let lent = lent as? JPEGStructure { lent } else { try JPEGStructure.read(source, limits: limits, head: head) }
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
      if let block = structure.blocks.first(where: { $0.kind == .exif }) { completeProfile(&info, from: block.bytes) }
      image.info = info
    } catch {
      if error.kind == .io { throw error }
      // Headers without a picture still have metadata.
      if structure.blocks.isEmpty { throw error }
      if !metadata.diagnostics.contains(where: { $0.message == error.message }) { note([.warning(error.message)]) }
    }
    if detail > .essentials {
      var trailers = TrailerReader(
        source, limits: limits, bytesRead: structure.blocks.reduce(0) { $0 + $1.bytes.count })
      try trailers.read()
      describe(structure, exif, trailers, &image)
      takeComments(of: structure.blocks)
      metadata.blocks += trailers.blocks.filter { $0.kind != .iptc }
      metadata.video = trailers.video
      if metadata.video == nil, let xmp = image.properties["XMP"] {
        metadata.video = try MotionVideo.range(xmp, in: source)
      }
    }
    metadata.images = [image]
  }

  /// Real files have one or two of each kind.
  private static let maxSegments = 16

  private mutating func describe(
    _ structure: JPEGStructure, _ exif: ExifContent?, _ trailers: TrailerReader, _ image: inout ImageMetadata.Image
  ) {
    let (profileGroup, profileName) = profileGroup(structure.profile)
    if let info = image.info {
      var group = ImageProperties.group(info, profileName: profileName)
      group.properties += JPEGSegmentProperties.coding(structure)
      image.properties.groups.append(group)
    }
    for block in structure.blocks.filter({ $0.kind == .jfif }).prefix(Self.maxSegments) {
      if let group = JPEGSegmentProperties.jfif(block.bytes) { image.properties.groups.append(group) }
    }
    if let exif { image.properties.groups += groups(of: exif) }
    image.properties.groups += groups(of: structure.blocks + [exif?.iptc].compactMap { $0 } + trailers.blocks)
    if let group = Self.flir(structure.blocks) { image.properties.groups.append(group) }
    image.properties.groups += take(trailers.reading)
    if let profileGroup { image.properties.groups.append(profileGroup) }
    let others = structure.blocks.filter { $0.kind == .adobe || $0.kind == .other("APP12") }
    for block in others.prefix(Self.maxSegments) {
      switch block.kind {
      case .adobe:
        if let group = JPEGSegmentProperties.adobe(block.bytes) { image.properties.groups.append(group) }
      case .other("APP12"):
        if let group = JPEGSegmentProperties.ducky(block.bytes) { image.properties.groups.append(group) }
      default: break
      }
    }
  }

  /// The position in the data of an infrared camera of FLIR.
  private static func flir(_ blocks: [MetadataBlock]) -> PropertyGroup? {
    let segments = blocks.filter { $0.kind == .other("APP1") && $0.bytes.starts(with: FLIRData.signature) }
    guard let (latitude, longitude, altitude, datum) = FLIRData(segments.map(\.bytes)).position else { return nil }
    var group = PropertyGroup(
      "FLIR",
      [
        Property("GPSLatitude", .decimal(latitude)), Property("GPSLongitude", .decimal(longitude)),
        Property("GPSAltitude", .decimal(altitude)),
      ])
    if !datum.isEmpty { group.properties.append(Property("GPSMapDatum", .text(datum))) }
    return group
  }

  /// The comments of a JPEG or GIF file, and the group `Comment`.
  mutating func takeComments(of blocks: [MetadataBlock]) {
    metadata.comments = blocks.filter { $0.kind == .comment }.map { ExifText.paddedText($0.bytes) }
    guard !metadata.comments.isEmpty else { return }
    metadata.properties.groups.append(
      PropertyGroup(
        "Comment",
        metadata.comments.enumerated().map { index, text in
          Property(index == 0 ? "Comment" : "Comment\(index + 1)", .text(text))
        }))
  }
}
