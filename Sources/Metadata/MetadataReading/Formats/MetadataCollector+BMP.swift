internal import BMPStructure
internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import PNGStructure

extension MetadataCollector {
  /// - Throws: `invalidData` or `unsupported` for a file whose header is not understood; `io`.
  mutating func readBMP() throws(ImageError) {
    let structure = try BMPStructure.read(source, limits: limits)
    note(structure.diagnostics)
    metadata.blocks = structure.blocks
    let info = structure.imageInfo
    var image = ImageMetadata.Image(info: info)
    if detail > .essentials { image.properties.groups = groups(info, Self.bmpGroup(structure.header)) }
    metadata.images = [image]
  }

  /// The group `BMP`: the fields of the header, under ExifTool's names.
  private static func bmpGroup(_ header: BMPHeader) -> PropertyGroup {
    var group = PropertyGroup("BMP")
    func add(_ name: String, _ value: PropertyValue, _ readable: String? = nil) {
      group.properties.append(Property(name, value, readable: readable))
    }
    func add(_ name: String, _ value: Int, _ readable: String? = nil) { add(name, .integer(Int64(value)), readable) }
    let length = header.bytes.count
    let versions = [12: "OS/2 V1", 64: "OS/2 V2", 40: "Windows V3", 108: "Windows V4", 124: "Windows V5"]
    add("BMPVersion", length, versions[length])
    add("ImageWidth", header.size.width)
    add("ImageHeight", header.size.height)
    add("Planes", Int(header.bytes[length == 12 ? 8 : 12]))
    add("BitDepth", header.bitsPerPixel)
    guard length >= 40, length != 64 else { return group }
    func field(_ at: Int) -> Int? { header.uint32(at).map { Int($0) } }
    let compressions = ["none", "8-bit RLE", "4-bit RLE", "bit fields", "JPEG", "PNG"]
    for (at, name) in [
      (16, "Compression"), (20, "ImageLength"), (24, "PixelsPerMeterX"), (28, "PixelsPerMeterY"), (32, "NumColors"),
      (36, "NumImportantColors"),
    ] {
      guard let value = field(at) else { break }
      let readable =
        at == 16 ? value < compressions.count ? compressions[value] : nil : at >= 32 && value == 0 ? "all" : nil
      add(name, value, readable)
    }
    for (at, name) in [(40, "RedMask"), (44, "GreenMask"), (48, "BlueMask"), (52, "AlphaMask")] {
      guard let value = field(at) else { break }
      let digits = String(value, radix: 16)
      add(name, value, "0x" + String(repeating: "0", count: 8 - digits.count) + digits)
    }
    guard let space = field(56), let letters = header.colorSpace else { return group }
    let spaces = [
      "MBED": "embedded profile", "LINK": "linked profile", "Win ": "Windows colour space", "sRGB": "sRGB",
    ]
    add(
      "ColorSpace", space < 256 ? .integer(Int64(space)) : .text(letters),
      space == 0 ? "calibrated RGB" : spaces[letters])
    if space == 0 {
      for (at, name) in [(60, "RedEndpoint"), (72, "GreenEndpoint"), (84, "BlueEndpoint")] {
        // Numbers of 2 and 30 bits.
        add(name, .array((0..<3).map { .decimal(Double(field(at + 4 * $0) ?? 0) / 0x4000_0000) }))
      }
      for (at, name) in [(96, "GammaRed"), (100, "GammaGreen"), (104, "GammaBlue")] {
        add(name, .decimal((Double(field(at) ?? 0) / 65_536 * 100_000).rounded() / 100_000))
      }
    }
    let intents = [1: "saturation", 2: "relative colorimetric", 4: "perceptual", 8: "absolute colorimetric"]
    if let intent = field(108) { add("RenderingIntent", intent, intents[intent]) }
    if ["MBED", "LINK"].contains(letters), let place = field(112), let count = field(116) {
      add("ProfileDataOffset", place)
      add("ProfileSize", count)
    }
    return group
  }
}

extension MetadataCollector {
  /// - Throws: `invalidData` for a file without a picture; `io`.
  mutating func readICO() throws(ImageError) {
    let structure = try ICOStructure.read(source, limits: limits)
    note(structure.diagnostics)
    for (index, picture) in structure.pictures.enumerated() {
      var image = ImageMetadata.Image(info: nil)
      switch picture.content {
      case .bitmap(let header):
        image.info = header.imageInfo
        image.info?.hasAlpha = true
      case .png:
        // A damaged picture leaves the others whole.
        do throws(ImageError) {
          let part = PatchedByteSource(picture.range, of: source)
          image.info = try PNGStructure.read(part, limits: limits).imageInfo(iccProfile: nil)
        } catch  where error.kind != .io {
          note([.warning("picture \(index + 1): \(error.reason)")])
        }
      }
      if index > 0 { image.info?.role = .reduced }
      if detail > .essentials, let info = image.info {
        image.properties.groups = [ImageProperties.group(info, profileName: nil)]
        if index == 0 { image.properties.groups.append(Self.icoGroup(structure)) }
      }
      metadata.images.append(image)
    }
  }

  /// The group `ICO`: the first entry of the directory, under ExifTool's names.
  private static func icoGroup(_ structure: ICOStructure) -> PropertyGroup {
    let entry = structure.firstEntry
    func number(_ at: Int, _ count: Int) -> Int { Int(bigEndianBytes: entry[at..<at + count].reversed()) }
    let cursor = structure.isCursor
    let fields: [(String, Int)] = [
      // A byte cannot say 256.
      ("ImageCount", structure.declaredCount), ("ImageWidth", entry[0] == 0 ? 256 : Int(entry[0])),
      ("ImageHeight", entry[1] == 0 ? 256 : Int(entry[1])), ("NumColors", Int(entry[2])),
      (cursor ? "HotspotX" : "ColorPlanes", number(4, 2)), (cursor ? "HotspotY" : "BitsPerPixel", number(6, 2)),
      ("ImageLength", number(8, 4)),
    ]
    return PropertyGroup("ICO", fields.map { Property($0.0, .integer(Int64($0.1))) })
  }
}
