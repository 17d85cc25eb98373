internal import ByteStreams
internal import ImageModel
internal import JPEGXLStructure
internal import MetadataModel

extension MetadataCollector {
  /// The orientation is that of the codestream; that in Exif is ignored (ISO/IEC 18181-2).
  ///
  /// - Throws: `invalidData` for a file without a header; `io`.
  mutating func readJPEGXL() throws(ImageError) {
    let structure = try structure(JPEGXLStructure.self)
    metadata.blocks = structure.blocks.compactMap { plainBlock($0) }
    var info = structure.imageInfo
    var exif: ExifContent?
    if let block = metadata.blocks.first(where: { $0.kind == .exif }) {
      exif = try readExif(block.bytes, at: block.offset)
      if let exif {
        takeThumbnail(exif, block.bytes)
        complete(&info, from: exif, overridesResolution: true)
        info.orientation = structure.header.orientation
      }
    }
    var image = ImageMetadata.Image(info: info)
    if detail > .essentials {
      image.properties.groups = groups(info, jpegXLGroup(structure), exif)
      // Under ExifTool's name.
      if let box = structure.boxes.first(where: { $0.type == "ftyp" }) {
        let content = try source.bytes(at: box.content.lowerBound, count: min(box.content.count, 256))
        image.properties.groups.append(PropertyGroup("Jpeg2000", FileTypeBox.properties(content)))
      }
    }
    metadata.images = [image]
  }

  /// A block of a box, without the offset that a compressed `Exif` begins with. nil, with a warning, if it cannot be
  /// decompressed.
  private mutating func plainBlock(_ block: MetadataBlock) -> MetadataBlock? {
    guard block.encoding != .plain else { return block }
    guard var found = plain(block, name: "the compressed box '\(block.kind == .exif ? "Exif" : "xml ")'") else {
      return nil
    }
    if found.kind == .exif { found.bytes.removeFirst(min(found.bytes.count, JPEGXLStructure.exifOffset(found.bytes))) }
    return found.bytes.isEmpty ? nil : found
  }

  /// The group `JXL`: what the header of the codestream and the boxes say.
  private func jpegXLGroup(_ structure: JPEGXLStructure) -> PropertyGroup {
    var group = PropertyGroup("JXL")
    func add(_ name: String, _ value: PropertyValue, _ readable: String? = nil) {
      group.properties.append(Property(name, value, readable: readable))
    }
    add("HasContainer", .boolean(!structure.boxes.isEmpty))
    add("HoldsJPEG", .boolean(structure.holdsJPEG))
    if structure.header.hasProfile { add("HasProfile", .boolean(true)) }
    let names = ["alpha", "depth", "spot colour", "selection", "black"]
    let extra = structure.header.extraChannels.map { names.indices.contains($0.kind) ? names[$0.kind] : "other" }
    if !extra.isEmpty { add("ExtraChannels", .array(extra.map { .text($0) })) }
    if let animation = structure.header.animation {
      add("AnimationTicksPerSecond", .decimal(animation.ticksPerSecond))
      let loops = animation.loopCount
      add("AnimationLoopCount", .integer(Int64(loops)), loops == 0 ? "for ever" : nil)
    }
    return group
  }
}
