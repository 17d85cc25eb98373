package import ByteStreams
package import ImageModel
package import MetadataModel

extension WebPStructure {
  /// The group `RIFF`: the headers of the chunks, under ExifTool's names where it has some.
  package func properties(in source: any ByteSource) throws(ImageError) -> PropertyGroup? {
    var group = PropertyGroup("RIFF")
    func add(_ name: String, _ value: some BinaryInteger, _ readable: String? = nil) {
      group.properties.append(Property(name, .integer(Int64(value)), readable: readable))
    }
    if let flags {
      let names = [
        (WebPFlag.animation, "animation"), (WebPFlag.xmp, "XMP"), (WebPFlag.exif, "Exif"), (WebPFlag.alpha, "alpha"),
        (WebPFlag.icc, "ICC profile"),
      ]
      let set = names.filter { flags & $0.0 != 0 }.map(\.1)
      add("WebP_Flags", flags, set.isEmpty ? "none" : set.joined(separator: ", "))
    }
    add("ImageWidth", size.width)
    add("ImageHeight", size.height)
    if isAnimated {
      group.properties.append(
        Property("BackgroundColor", .array(background.map { .integer(Int64($0)) })))
      add("AnimationLoopCount", loopCount, loopCount == 0 ? "for ever" : nil)
      add("FrameCount", frames.count)
      let durations = frames.map(\.duration)
      let total = Double(durations.reduce(0, +)) / 1_000
      group.properties.append(
        Property("Duration", .decimal(total), readable: "\(DecimalText.text(total, places: 3)) s"))
    } else if !picture.isLossless {
      let version = ["bicubic reconstruction, normal loop", "bilinear reconstruction, simple loop"]
      add(
        "VP8Version", picture.version,
        version.indices.contains(Int(picture.version)) ? version[Int(picture.version)] : nil)
      add("HorizontalScale", picture.scaleX)
      add("VerticalScale", picture.scaleY)
    }
    if let alpha = chunks.first(where: { $0.name == "ALPH" }), alpha.length > 0,
      let bits = try source.bytes(at: alpha.contentOffset, count: 1).first
    {
      add("AlphaPreprocessing", bits >> 4 & 3, bits >> 4 & 3 == 0 ? "none" : "level reduction")
      add("AlphaFiltering", bits >> 2 & 3, ["none", "horizontal", "vertical", "gradient"][Int(bits >> 2 & 3)])
      add("AlphaCompression", bits & 3, bits & 3 == 0 ? "none" : "lossless")
    }
    return group
  }
}
