internal import ByteStreams
internal import HEIFStructure
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

extension MetadataCollector {
  /// In HEIF the orientation in Exif is ignored: the picture's own transformations are used.
  ///
  /// - Throws: `invalidData` for a file without a picture; `io`.
  mutating func readHEIF() throws(ImageError) {
    let structure = try structure(HEIFStructure.self)
    metadata.blocks = structure.blocks
    // The video of a motion photo (Android, Motion photo format 1.0).
    for box in structure.boxes where box.type == "mpvd" {
      metadata.blocks.append(MetadataBlock(.video, offset: box.content.lowerBound, bytes: []))
      metadata.video = metadata.video ?? box.content
    }
    let frame = structure.shownSequence?.picture
    if let sequence = structure.sequence {
      metadata.animation = sequence.animation
      metadata.showsFrames = frame != nil
      // A decoder that shows the still picture leaves no frame out.
      if lent == nil || frame != nil { note(limits.leftOut(frames: sequence.frameCount)) }
    }
    let shown = frame.map { [$0] } ?? Array(structure.pictures.prefix(limits.maxImages))
    var images = shown.map { ImageMetadata.Image(info: $0.info) }
    let primary = frame == nil ? min(structure.primaryIndex, images.count - 1) : 0
    var exif: ExifContent?
    if let block = structure.blocks.first(where: { $0.kind == .exif }) {
      exif = try readExif(block.bytes, at: block.offset)
      if let exif {
        takeThumbnail(exif, block.bytes)
        if var info = images[primary].info {
          let orientation = info.orientation
          complete(&info, from: exif, overridesResolution: true)
          info.orientation = orientation
          images[primary].info = info
        }
      }
    }
    if detail > .essentials {
      for index in images.indices {
        guard let info = images[index].info else { continue }
        if index == primary {
          images[index].properties.groups = groups(info, try Self.quickTimeGroup(structure, source), exif)
          if let end = structure.boxes.first(where: { $0.type == "sefd" })?.content.upperBound,
            let group = try SamsungTrailer(source, end: end)?.properties(source)
          {
            images[index].properties.groups.append(group)
          }
        } else {
          let name = profileGroup(info.profile).name
          images[index].properties.groups = [ImageProperties.group(info, profileName: name)]
        }
      }
    }
    metadata.images = images
  }

  /// The group `QuickTime`: the boxes, under ExifTool's names where it has some. It lists the properties of all items
  /// as one.
  ///
  /// - Throws: `io`.
  private static func quickTimeGroup(
    _ structure: HEIFStructure, _ source: any ByteSource
  ) throws(ImageError) -> PropertyGroup {
    var group = HEIFGroup()
    group.add("MajorBrand", .text(structure.majorBrand))
    let version = structure.minorVersion
    group.add(
      "MinorVersion",
      .text([version >> 16, version >> 8 & 0xFF, version & 0xFF].map { String($0, radix: 16) }.joined(separator: ".")))
    group.add("CompatibleBrands", .array(structure.compatibleBrands.map { .text($0) }))
    group.add("HandlerType", .text(structure.handler))
    if !structure.handlerName.isEmpty { group.add("HandlerDescription", .text(structure.handlerName)) }
    group.add("PrimaryItemReference", Int(structure.primaryID))
    if !structure.itemData.isEmpty { group.add("MetaImageSize", structure.itemData) }
    let primary = structure.pictures[structure.primaryIndex]
    for (index, property) in structure.properties.enumerated() {
      // Sizes and codecs are those of the primary picture.
      let isOwn = !["ispe", "hvcC"].contains(property.type) || primary.item.properties.contains(index)
      group.add(property, replaces: isOwn)
    }
    for box in structure.boxes where box.type == "mdat" {
      group.set("MediaDataSize", .integer(Int64(box.content.count)))
      group.set("MediaDataOffset", .integer(Int64(clamping: box.content.lowerBound)))
    }
    // Properties that ExifTool does not list.
    if let mirror = structure.property(primary.item, \.mirror) {
      group.add("Mirror", mirror, mirror == 0 ? "top and bottom exchanged" : "left and right exchanged")
    }
    let thumbnails = try structure.thumbnails(of: primary, source).map(\.info.size)
    if !thumbnails.isEmpty { group.add("ThumbnailSizes", .array(thumbnails.map { .text("\($0)") })) }
    let auxiliaries = structure.auxiliaries(of: primary).map(\.name)
    if !auxiliaries.isEmpty { group.add("AuxiliaryImages", .array(auxiliaries.map { .text($0) })) }
    return group.group
  }
}

/// The properties of a HEIF file while they are collected. If a name occurs several times the last value is used, as in
/// ExifTool.
private struct HEIFGroup {
  private(set) var group = PropertyGroup("QuickTime")

  mutating func add(_ name: String, _ value: PropertyValue, _ readable: String? = nil) {
    group.properties.append(Property(name, value, readable: readable))
  }

  mutating func add(_ name: String, _ value: some BinaryInteger, _ readable: String? = nil) {
    add(name, .integer(Int64(value)), readable)
  }

  mutating func add(_ name: String, _ values: [Int]) { add(name, .array(values.map { .integer(Int64($0)) })) }

  /// - Parameter replaces: whether a value replaces one that is there.
  mutating func set(_ name: String, _ value: PropertyValue, _ readable: String? = nil, replaces: Bool = true) {
    let property = Property(name, value, readable: readable)
    guard let index = group.properties.firstIndex(where: { $0.name == name }) else {
      return group.properties.append(property)
    }
    if replaces { group.properties[index] = property }
  }

  mutating func add(_ property: HEIFProperty, replaces: Bool) {
    func put(_ name: String, _ value: some BinaryInteger, _ readable: String? = nil) {
      set(name, .integer(Int64(value)), readable, replaces: replaces)
    }
    func put(_ name: String, _ values: [Int]) {
      set(name, .array(values.map { .integer(Int64($0)) }), replaces: replaces)
    }
    let bytes = property.bytes
    if let size = property.size { put("ImageSpatialExtent", [size.width, size.height]) }
    if let bits = property.bits { put("ImagePixelDepth", bits) }
    if let turns = property.rotation { put("Rotation", 90 * turns, "\(90 * turns) degrees anticlockwise") }
    if let type = property.auxiliaryType { set("AuxiliaryImageType", .text(type), replaces: replaces) }
    if let points = property.codePoints {
      set("ColorProfiles", .text("nclx"), replaces: replaces)
      put("ColorPrimaries", points.primaries)
      put("TransferCharacteristics", points.transfer)
      put("MatrixCoefficients", points.matrix)
    }
    switch property.type {
    case "pasp" where bytes.count >= 8:
      put("PixelAspectRatio", [0, 4].map { Int(bigEndianBytes: bytes[$0..<$0 + 4]) })
    case "clap" where bytes.count >= 32:
      let values = stride(from: 0, to: 32, by: 8).map { place in
        PropertyValue.rational(
          .init(
            Int64(Int32(bigEndianBytes: bytes[place..<place + 4])),
            Int64(Int32(bigEndianBytes: bytes[place + 4..<place + 8]))))
      }
      set("CleanAperture", .array(values), replaces: replaces)
    case "hvcC" where bytes.count >= 22:
      // ISO/IEC 14496-15, 8.3.3.1.
      put("HEVCConfigurationVersion", bytes[0])
      put("GeneralProfileSpace", bytes[1] >> 6)
      put("GeneralTierFlag", bytes[1] >> 5 & 1)
      put("GeneralProfileIDC", bytes[1] & 0x1F)
      put("GenProfileCompatibilityFlags", UInt32(bigEndianBytes: bytes[2..<6]))
      put("ConstraintIndicatorFlags", bytes[6..<12].map { Int($0) })
      put("GeneralLevelIDC", bytes[12])
      put("MinSpatialSegmentationIDC", Int(bytes[13] & 0x0F) << 8 | Int(bytes[14]))
      put("ParallelismType", bytes[15] & 3)
      put("ChromaFormat", bytes[16] & 3)
      put("BitDepthLuma", bytes[17] & 7 + 8)
      put("BitDepthChroma", bytes[18] & 7 + 8)
      set(
        "AverageFrameRate", .decimal(Double(UInt16(bigEndianBytes: bytes[19..<21])) / 256), replaces: replaces)
      put("ConstantFrameRate", bytes[21] >> 6)
      put("NumTemporalLayers", bytes[21] >> 3 & 7)
      put("TemporalIDNested", bytes[21] >> 2 & 1)
    case "av1C" where bytes.count >= 3:
      // AV1 Codec ISO Media File Format Binding, 2.3.
      put("AV1ConfigurationVersion", bytes[0] & 0x7F)
      put("ChromaFormat", bytes[2] >> 2 & 7)
      put("ChromaSamplePosition", bytes[2] & 3)
    default: break
    }
  }
}
