internal import GIFStructure
internal import ImageModel
internal import MetadataModel

extension MetadataCollector {
  /// - Throws: `invalidData` for a file without a picture; `io`.
  mutating func readGIF() throws(ImageError) {
    let structure = try GIFStructure.read(source, limits: limits)
    note(structure.diagnostics)
    metadata.blocks = structure.blocks
    metadata.animation = structure.animation
    var info = structure.imageInfo
    if let orientation = orientationOfXMP() { info.orientation = orientation }
    var image = ImageMetadata.Image(info: info)
    if detail > .essentials {
      image.properties.groups = groups(info, Self.gifGroup(structure))
      takeComments(of: structure.blocks)
    }
    metadata.images = [image]
  }

  /// The group `GIF`: the screen and the animation, under ExifTool's names.
  private static func gifGroup(_ structure: GIFStructure) -> PropertyGroup {
    var group = PropertyGroup("GIF")
    func add(_ name: String, _ value: PropertyValue, _ readable: String? = nil) {
      group.properties.append(Property(name, value, readable: readable))
    }
    func add(_ name: String, _ value: Int, _ readable: String? = nil) { add(name, .integer(Int64(value)), readable) }
    let flags = structure.screenFlags
    add("GIFVersion", .text(structure.version))
    add("ImageWidth", structure.declaredSize.width)
    add("ImageHeight", structure.declaredSize.height)
    add("HasColorMap", flags & 0x80 != 0 ? 1 : 0, flags & 0x80 != 0 ? "yes" : "no")
    add("ColorResolutionDepth", Int(flags >> 4 & 7) + 1)
    add("BitsPerPixel", Int(flags & 7) + 1)
    add("BackgroundColor", structure.backgroundIndex)
    if structure.aspectCode != 0 { add("PixelAspectRatio", .decimal(Double(structure.aspectCode + 15) / 64)) }
    if let loops = structure.loopCount { add("AnimationIterations", loops, loops == 0 ? "for ever" : nil) }
    let transparent = structure.frames.compactMap(\.transparentIndex)
    if let index = transparent.last { add("TransparentColor", index) }
    if structure.isAnimated {
      add("FrameCount", structure.frames.count)
      let seconds = Double(structure.frames.reduce(0) { $0 + $1.delay }) / 100
      if seconds > 0 { add("Duration", .decimal(seconds), "\(DecimalText.text(seconds, places: 2)) s") }
    }
    return group
  }
}
