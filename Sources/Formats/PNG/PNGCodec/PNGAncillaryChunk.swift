internal import CodecKit
internal import Compression
internal import ImageModel
internal import PNGStructure

/// A chunk beside the pixels, ready to be written before PLTE.
struct PNGAncillaryChunk {
  var name: String
  var content: [UInt8]

  /// All chunks for an image, in the order in which they are to be written, and notes on what cannot be held.
  static func all(for image: EncodeImage) throws(ImageError) -> (chunks: [PNGAncillaryChunk], notes: [Diagnostic]) {
    var chunks: [PNGAncillaryChunk] = []
    var notes: [Diagnostic] = []
    chunks += try color(image, &notes)
    if let resolution = image.metadata.resolution.flatMap(physicalSize) { chunks.append(resolution) }
    if let exif = image.metadata.exif, !exif.isEmpty { chunks.append(Self(name: "eXIf", content: exif)) }
    if let xmp = image.metadata.xmp, !xmp.isEmpty {
      chunks.append(international(PNGText.xmpKeyword, xmp))
    }
    for comment in image.metadata.comments { chunks.append(text("Comment", comment)) }
    for (keyword, value) in image.metadata.texts {
      if isValid(keyword) {
        chunks.append(text(keyword, value))
      } else {
        notes.append(.note("PNG cannot hold a text with the keyword \"\(keyword)\""))
      }
    }
    if let resources = image.metadata.photoshop {
      chunks.append(Self(name: "tEXt", content: PNGText.rawProfile("iptc", resources)))
    }
    let tooLong = chunks.filter { $0.content.count > Int(Int32.max) }
    for chunk in tooLong { notes.append(.warning("\(chunk.name) is longer than a chunk may be and is left out")) }
    chunks.removeAll { $0.content.count > Int(Int32.max) }
    return (chunks, notes)
  }

  /// The colour space of an ICC profile (ICC.1:2010, 7.2.6), as far as PNG can hold it.
  static func constraints(for profile: ColorProfile?) -> PNGPixelSurvey.Constraints {
    switch profile?.iccBytes.map(space) {
    case "RGB ": .init(allowsGray: false)
    case "GRAY": .init(allowsPalette: false)
    default: .init()
    }
  }

  private static func space(_ icc: [UInt8]) -> String {
    icc.count >= 132 ? String(decoding: icc[16..<20], as: UTF8.self) : ""
  }

  private static func color(
    _ image: EncodeImage, _ notes: inout [Diagnostic]
  ) throws(ImageError) -> [PNGAncillaryChunk] {
    switch image.profile?.definition {
    case nil: return []
    case .sRGB: return [Self(name: "sRGB", content: [0])]
    case .icc(let bytes):
      let space = space(bytes)
      guard space == (image.format.colorModel == .gray ? "GRAY" : "RGB ") else {
        notes.append(
          .warning("the colour profile does not fit \(image.format.colorModel.rawValue) pixels and is left out"))
        return []
      }
      return [Self(name: "iCCP", content: Array("ICC Profile".utf8) + [0, 0] + (try Zlib.deflate(bytes, level: 9)))]
    // The samples are RGB of full range (PNG third edition, 11.3.2.6).
    case .codePoints(let points): return [Self(name: "cICP", content: [points.primaries, points.transfer, 0, 1])]
    case .calibrated(let calibration):
      let exponent = 100_000 / calibration.gamma
      guard exponent.isFinite, exponent >= 1, exponent <= Double(Int32.max) else { return [] }
      var chunks = [Self(name: "gAMA", content: UInt32(exponent.rounded()).bigEndianBytes)]
      if let points = calibration.chromaticities {
        let numbers = points.values
        if numbers.allSatisfy({ $0 >= 0 && $0 <= 2 }) {
          chunks.append(
            Self(name: "cHRM", content: numbers.flatMap { UInt32(($0 * 100_000).rounded()).bigEndianBytes }))
        }
      }
      return chunks
    }
  }

  /// pHYs: pixels per metre, or the mere aspect.
  private static func physicalSize(_ resolution: Resolution) -> PNGAncillaryChunk? {
    var (x, y) = (resolution.x, resolution.y)
    guard x > 0, y > 0, x.isFinite, y.isFinite else { return nil }
    switch resolution.unit {
    case .meter: break
    case .centimeter: (x, y) = (x * 100, y * 100)
    case .inch: (x, y) = (x / 0.0254, y / 0.0254)
    case .none: if x != x.rounded() || y != y.rounded() { (x, y) = (x * 1_000, y * 1_000) }
    }
    guard max(x, y) < Double(Int32.max), min(x, y) >= 0.5 else { return nil }
    return Self(
      name: "pHYs",
      content: UInt32(x.rounded()).bigEndianBytes + UInt32(y.rounded()).bigEndianBytes
        + [resolution.unit == .none ? 0 : 1])
  }

  /// tEXt where the value is Latin-1, else iTXt. Neither can hold a NUL.
  private static func text(_ keyword: String, _ value: String) -> PNGAncillaryChunk {
    let scalars = value.unicodeScalars.filter { $0.value != 0 }
    if scalars.allSatisfy({ $0.value < 0x7F || (0xA0...0xFF).contains($0.value) }) {
      return Self(name: "tEXt", content: latin1(keyword) + [0] + scalars.map { UInt8(truncatingIfNeeded: $0.value) })
    }
    return international(keyword, scalars.flatMap { Array(String($0).utf8) })
  }

  private static func international(_ keyword: String, _ value: [UInt8]) -> PNGAncillaryChunk {
    Self(name: "iTXt", content: latin1(keyword) + [0, 0, 0, 0, 0] + value)
  }

  /// Keywords are 1 to 79 printable Latin-1 characters without spaces around them or two in a row (11.3.3.1).
  private static func isValid(_ keyword: String) -> Bool {
    let scalars = keyword.unicodeScalars.map(\.value)
    return (1...79).contains(scalars.count)
      && scalars.allSatisfy { (0x20...0x7E).contains($0) || (0xA1...0xFF).contains($0) }
      && scalars.first != 0x20 && scalars.last != 0x20
      && !zip(scalars, scalars.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
  }

  private static func latin1(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }
}
