package import ByteStreams
internal import ImageModel
package import MetadataModel

extension GIFStructure {
  /// The group `GIF`: the screen and the animation, under ExifTool's names.
  package func properties(in source: any ByteSource) -> PropertyGroup? {
    var group = PropertyGroup("GIF")
    func add(_ name: String, _ value: PropertyValue, _ readable: String? = nil) {
      group.properties.append(Property(name, value, readable: readable))
    }
    func add(_ name: String, _ value: Int, _ readable: String? = nil) { add(name, .integer(Int64(value)), readable) }
    let flags = screenFlags
    add("GIFVersion", .text(version))
    add("ImageWidth", declaredSize.width)
    add("ImageHeight", declaredSize.height)
    add("HasColorMap", flags & 0x80 != 0 ? 1 : 0, flags & 0x80 != 0 ? "yes" : "no")
    add("ColorResolutionDepth", Int(flags >> 4 & 7) + 1)
    add("BitsPerPixel", Int(flags & 7) + 1)
    add("BackgroundColor", backgroundIndex)
    if aspectCode != 0 { add("PixelAspectRatio", .decimal(Double(aspectCode + 15) / 64)) }
    if let loops = loopCount { add("AnimationIterations", loops, loops == 0 ? "for ever" : nil) }
    let transparent = frames.compactMap(\.transparentIndex)
    if let index = transparent.last { add("TransparentColor", index) }
    if isAnimated {
      add("FrameCount", frames.count)
      let seconds = Double(frames.reduce(0) { $0 + $1.delay }) / 100
      if seconds > 0 { add("Duration", .decimal(seconds), "\(DecimalText.text(seconds, places: 2)) s") }
    }
    return group
  }
}
