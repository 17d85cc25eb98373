internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure
internal import WebPStructure

extension MetadataCollector {
  /// - Throws: `invalidData` for a file without a picture; `io`.
  mutating func readWebP() throws(ImageError) {
    let structure = try WebPStructure.read(source, limits: limits)
    note(structure.diagnostics)
    metadata.blocks = structure.blocks
    metadata.animation = structure.animation
    var info = structure.imageInfo
    var exif: ExifContent?
    if let block = metadata.blocks.first(where: { $0.kind == .exif }) {
      exif = try readExif(block.bytes, at: block.offset)
      if let exif {
        takeThumbnail(exif, block.bytes)
        complete(&info, from: exif, overridesResolution: true)
      }
      completeProfile(&info, from: block.bytes)
    }
    if exif?[.chain(0)]?[TIFFTag.orientation] == nil, let orientation = orientationOfXMP() {
      info.orientation = orientation
    }
    var image = ImageMetadata.Image(info: info)
    if detail > .essentials { image.properties.groups = groups(info, try riffGroup(structure), exif) }
    metadata.images = [image]
  }

  /// The group `RIFF`: the headers of the chunks, under ExifTool's names where it has some.
  private func riffGroup(_ structure: WebPStructure) throws(ImageError) -> PropertyGroup {
    var group = PropertyGroup("RIFF")
    func add(_ name: String, _ value: some BinaryInteger, _ readable: String? = nil) {
      group.properties.append(Property(name, .integer(Int64(value)), readable: readable))
    }
    if let flags = structure.flags {
      let names = [
        (WebPFlag.animation, "animation"), (WebPFlag.xmp, "XMP"), (WebPFlag.exif, "Exif"), (WebPFlag.alpha, "alpha"),
        (WebPFlag.icc, "ICC profile"),
      ]
      let set = names.filter { flags & $0.0 != 0 }.map(\.1)
      add("WebP_Flags", flags, set.isEmpty ? "none" : set.joined(separator: ", "))
    }
    add("ImageWidth", structure.size.width)
    add("ImageHeight", structure.size.height)
    if structure.isAnimated {
      group.properties.append(
        Property("BackgroundColor", .array(structure.background.map { .integer(Int64($0)) })))
      add("AnimationLoopCount", structure.loopCount, structure.loopCount == 0 ? "for ever" : nil)
      add("FrameCount", structure.frames.count)
      let durations = structure.frames.map(\.duration)
      let total = Double(durations.reduce(0, +)) / 1_000
      group.properties.append(
        Property("Duration", .decimal(total), readable: "\(DecimalText.text(total, places: 3)) s"))
    } else if !structure.picture.isLossless {
      let picture = structure.picture
      let version = ["bicubic reconstruction, normal loop", "bilinear reconstruction, simple loop"]
      add(
        "VP8Version", picture.version,
        version.indices.contains(Int(picture.version)) ? version[Int(picture.version)] : nil)
      add("HorizontalScale", picture.scaleX)
      add("VerticalScale", picture.scaleY)
    }
    if let alpha = structure.chunks.first(where: { $0.name == "ALPH" }), alpha.length > 0,
      let bits = try source.bytes(at: alpha.contentOffset, count: 1).first
    {
      add("AlphaPreprocessing", bits >> 4 & 3, bits >> 4 & 3 == 0 ? "none" : "level reduction")
      add("AlphaFiltering", bits >> 2 & 3, ["none", "horizontal", "vertical", "gradient"][Int(bits >> 2 & 3)])
      add("AlphaCompression", bits & 3, bits & 3 == 0 ? "none" : "lossless")
    }
    return group
  }
}
