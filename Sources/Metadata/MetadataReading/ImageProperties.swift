internal import ImageModel
internal import MetadataModel

/// The groups `Image` and `File`.
enum ImageProperties {
  /// The group `Image`, from the header of an image.
  static func group(_ info: ImageInfo, profileName: String?, _ animation: Animation? = nil) -> PropertyGroup {
    var group = PropertyGroup("Image")
    func add(_ name: String, _ value: PropertyValue, readable: String? = nil) {
      group.properties.append(Property(name, value, readable: readable))
    }
    func add(_ name: String, _ number: Int) { add(name, .integer(Int64(number))) }
    add("Width", info.size.width)
    add("Height", info.size.height)
    add("ColorModel", .text(info.colorModel.rawValue), readable: names[info.colorModel])
    add("BitsPerSample", info.bitsPerSample)
    add("SamplesPerPixel", info.samplesPerPixel)
    if info.sampleFormat != .unsigned { add("SampleFormat", .text(info.sampleFormat.rawValue)) }
    add("HasAlpha", .boolean(info.hasAlpha))
    if info.hasAlpha { add("IsPremultiplied", .boolean(info.isPremultiplied)) }
    add("Orientation", .integer(Int64(info.orientation.rawValue)), readable: info.orientation.summary)
    if let dpi = info.resolution?.dotsPerInch {
      add("DPIWidth", .decimal(rounded(dpi.x)))
      add("DPIHeight", .decimal(rounded(dpi.y)))
    } else if let resolution = info.resolution, resolution.unit == .none, resolution.x > 0, resolution.y > 0 {
      add("PixelAspectRatio", .decimal(rounded(resolution.y / resolution.x)))
    }
    if let compression = info.compression { add("Compression", .text(compression)) }
    add("IsProgressive", .boolean(info.isProgressive))
    if let subsampling = info.chromaSubsampling { add("ChromaSubsampling", .text(subsampling)) }
    if let tile = info.tileSize {
      add("TileWidth", tile.width)
      add("TileHeight", tile.height)
    }
    if let profileName { add("ProfileName", .text(profileName)) }
    if let animation {
      let durations = animation.durations
      func text(_ seconds: Double) -> String { DecimalText.text(seconds, places: 3) }
      let (least, most) = (durations.min() ?? 0, durations.max() ?? 0)
      add("FrameCount", durations.count)
      add(
        "FrameDurations", .array(durations.map { .decimal(rounded($0)) }),
        readable: least == most ? "\(text(most)) s each" : "\(text(least)) s to \(text(most)) s")
      let total = durations.reduce(0, +)
      add("Duration", .decimal(rounded(total)), readable: "\(text(total)) s")
      add(
        "LoopCount", .integer(Int64(animation.loopCount)),
        readable: animation.loopCount == 0 ? "for ever" : animation.loopCount == 1 ? "once" : nil)
    }
    return group
  }

  /// Four decimals: 11,811 pixels a metre are 299.9994 dots per inch, not 299.99940000000004.
  private static func rounded(_ value: Double) -> Double {
    value < 1e9 ? (value * 10_000).rounded() / 10_000 : value
  }

  private static let names: [ImageInfo.StoredColorModel: String] = [
    .gray: "grey", .rgb: "RGB", .palette: "palette", .cmyk: "CMYK", .ycck: "YCCK", .ycbcr: "YCbCr", .lab: "CIE Lab",
  ]

  /// The group `File`.
  static func fileGroup(
    formatName: String, mimeType: String?, byteCount: UInt64, imageCount: Int
  ) -> PropertyGroup {
    var group = PropertyGroup("File")
    group.properties.append(Property("Format", .text(formatName)))
    if let mimeType { group.properties.append(Property("MIMEType", .text(mimeType))) }
    group.properties.append(
      Property("Size", .integer(Int64(clamping: byteCount)), readable: "\(DecimalText.grouped(byteCount)) bytes"))
    group.properties.append(Property("ImageCount", .integer(Int64(imageCount))))
    return group
  }
}
