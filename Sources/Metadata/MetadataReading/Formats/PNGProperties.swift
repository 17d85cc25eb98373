internal import ImageModel
internal import MetadataModel
internal import PNGStructure

/// The group `PNG`: all chunks but texts and those with a reader of their own (PNG third edition, clause 11; PNG
/// extensions 1.5.0 for oFFs, sCAL and sTER; ImageMagick's vpAg, the size of the page on which the picture lies).
struct PNGProperties {
  private let structure: PNGStructure
  private(set) var group = PropertyGroup("PNG")

  init(_ structure: PNGStructure) {
    self.structure = structure
    takeHeader()
    takePalette()
    takeColor()
    for block in structure.blocks {
      if case .other(let name) = block.kind { take(name, block.bytes) }
    }
    takeCounts()
  }

  private mutating func add(_ name: String, _ value: PropertyValue, _ readable: String? = nil) {
    group.properties.append(Property(name, value, readable: readable))
  }

  private mutating func add(_ name: String, _ code: some BinaryInteger, _ words: [String]) {
    add(name, .integer(Int64(code)), words.indices.contains(Int(code)) ? words[Int(code)] : nil)
  }

  private mutating func takeHeader() {
    let header = structure.header
    add("ImageWidth", .integer(Int64(header.size.width)))
    add("ImageHeight", .integer(Int64(header.size.height)))
    add("BitDepth", .integer(Int64(header.bitDepth)))
    add(
      "ColorType", header.colorType.rawValue,
      ["greyscale", "", "truecolour", "palette", "greyscale with alpha", "", "truecolour with alpha"])
    add("Compression", 0, ["deflate"])
    add("Filter", 0, ["adaptive"])
    add("Interlace", header.isInterlaced ? 1 : 0, ["none", "Adam7"])
  }

  private mutating func takePalette() {
    if let palette = structure.palette { add("Palette", .bytes(palette), "\(palette.count / 3) colours") }
    guard let transparency = structure.transparency else { return }
    let values =
      structure.header.colorType == .palette ? transparency.map { Int64($0) } : Self.pairs(transparency)
    add("Transparency", .array(values.map { .integer($0) }))
  }

  private mutating func takeColor() {
    let color = structure.color
    if let points = color.codePoints {
      add("ColorPrimaries", .integer(Int64(points.primaries)))
      add("TransferCharacteristics", .integer(Int64(points.transfer)))
      add("MatrixCoefficients", .integer(Int64(points.matrix)))
      add("VideoFullRangeFlag", .integer(points.isFullRange ? 1 : 0))
    }
    if let name = structure.profileName { add("ProfileName", .text(name)) }
    if let intent = color.renderingIntent {
      add("SRGBRendering", intent, ["perceptual", "relative colorimetric", "saturation", "absolute colorimetric"])
    }
    if let gamma = color.gamma { add("Gamma", .decimal(Double(gamma) / 100_000)) }
    if let points = color.chromaticities {
      for (name, point) in [
        ("WhitePoint", points.white), ("Red", points.red), ("Green", points.green), ("Blue", points.blue),
      ] {
        add(name + "X", .decimal(point.x))
        add(name + "Y", .decimal(point.y))
      }
    }
  }

  /// Chunks of a fixed length. Shorter ones are ignored.
  private mutating func take(_ name: String, _ content: [UInt8]) {
    var cursor = BigEndianCursor(content)
    switch name {
    case "pHYs":
      guard let x = cursor.uint32(), let y = cursor.uint32(), let unit = cursor.uint8() else { return }
      add("PixelsPerUnitX", .integer(Int64(x)))
      add("PixelsPerUnitY", .integer(Int64(y)))
      add("PixelUnits", unit, ["unknown", "metres"])
    case "sBIT": add("SignificantBits", .array(content.map { .integer(Int64($0)) }))
    case "bKGD":
      let values = structure.header.colorType == .palette ? content.map { Int64($0) } : Self.pairs(content)
      add("BackgroundColor", values.count == 1 ? .integer(values[0]) : .array(values.map { .integer($0) }))
    case "hIST": add("PaletteHistogram", .array(Self.pairs(content).map { .integer($0) }))
    case "oFFs":
      guard let x = cursor.int32(), let y = cursor.int32(), let unit = cursor.uint8() else { return }
      add("ImageOffset", .array([.integer(Int64(x)), .integer(Int64(y))]))
      add("ImageOffsetUnits", unit, ["pixels", "micrometres"])
    case "sTER":
      guard let mode = cursor.uint8() else { return }
      add("StereoMode", mode, ["cross-fused", "diverging-fused"])
    case "sCAL": takeScale(content)
    case "vpAg":
      guard let width = cursor.uint32(), let height = cursor.uint32(), let unit = cursor.uint8() else { return }
      add("VirtualImageWidth", .integer(Int64(width)))
      add("VirtualImageHeight", .integer(Int64(height)))
      add("VirtualPageUnits", unit, ["pixels"])
    case "acTL":
      guard let frames = cursor.uint32(), let plays = cursor.uint32() else { return }
      add("AnimationFrames", .integer(Int64(frames)))
      add("AnimationPlays", .integer(Int64(plays)), plays == 0 ? "for ever" : nil)
    case "tIME": takeTime(content)
    default: break
    }
  }

  /// The physical size of a pixel: a unit, then two numbers as text.
  private mutating func takeScale(_ content: [UInt8]) {
    guard let unit = content.first else { return }
    let texts = content.dropFirst().split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    add("SubjectUnits", unit, ["", "metres", "radians"])
    guard texts.count == 2 else { return }
    add("SubjectPixelWidth", .text(ExifText.text(texts[0])))
    add("SubjectPixelHeight", .text(ExifText.text(texts[1])))
  }

  private mutating func takeTime(_ time: [UInt8]) {
    guard time.count == 7 else { return }
    let year = String(Int(time[0]) << 8 | Int(time[1]))
    let parts = time[2...].map { DecimalText.padded(Int($0)) }
    let day = String(repeating: "0", count: max(0, 4 - year.count)) + "\(year):\(parts[0]):\(parts[1])"
    add("ModifyDate", .text("\(day) \(parts[2]):\(parts[3]):\(parts[4])"))
  }

  /// Suggested palettes are counted, not read.
  private mutating func takeCounts() {
    let palettes = structure.chunks.count { $0.name == "sPLT" }
    if palettes > 0 { add("SuggestedPalettes", .integer(Int64(palettes))) }
  }

  private static func pairs(_ bytes: [UInt8]) -> [Int64] {
    stride(from: 0, to: bytes.count - 1, by: 2).map { Int64(bytes[$0]) << 8 | Int64(bytes[$0 + 1]) }
  }
}
