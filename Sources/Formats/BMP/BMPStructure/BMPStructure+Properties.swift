package import ByteStreams
internal import ImageModel
package import MetadataModel

extension BMPStructure {
  /// The group `BMP`: the fields of the header, under ExifTool's names.
  package func properties(in source: any ByteSource) -> PropertyGroup? {
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
