internal import ByteStreams
internal import Deflate
internal import ImageModel
internal import PNGStructure

/// PNG files: the content of their IDAT chunks is a zlib stream of filtered rows, which PDF reads as it is.
///
/// Before it is copied the stream is inflated once, and thrown away: a damaged one is decoded instead, by which the damage is
/// found and told.
enum PNGEmbedding {
  static func plan(_ input: EmbeddingInput, _ spaces: inout ColorSpaces) throws(ImageError) -> ImagePlan {
    let structure = try PNGStructure.read(input.bytes, limits: input.limits)
    let header = structure.header
    let palette = header.colorType == .palette ? structure.palette : nil
    func packed(_ reason: String) throws(ImageError) -> ImagePlan {
      try RowPacking.plan(input, &spaces, palette: palette, handling: .repacked, reason: reason)
    }
    if header.isInterlaced { return try packed("the rows were interlaced, which PDF does not know") }
    if header.colorType == .grayAlpha || header.colorType == .rgba {
      return try packed("colours and transparency, which PDF keeps apart, were separated")
    }
    if header.colorType == .palette, palette == nil { return try packed("the palette is missing") }
    guard isPlain(structure), try PNGImageData.isSound(structure, in: input.bytes) else {
      return try packed("the data is damaged, and what can be read of it was packed anew")
    }
    return try passing(input, structure, palette, &spaces)
  }

  /// Whether the chunks are such as a decoder takes: it has to refuse critical ones that it does not know.
  private static func isPlain(_ structure: PNGStructure) -> Bool {
    guard structure.imageDataIsConsecutive else { return false }
    var headers = 0
    for chunk in structure.chunks where !chunk.isAncillary {
      switch chunk.name {
      case "IHDR": headers += 1
      case "PLTE", "IDAT", "IEND": break
      default: return false
      }
    }
    return headers == 1
  }

  private static func passing(
    _ input: EmbeddingInput, _ structure: PNGStructure, _ palette: [UInt8]?, _ spaces: inout ColorSpaces
  ) throws(ImageError) -> ImagePlan {
    let header = structure.header
    var diagnostics: [Diagnostic] = []
    let model: PixelFormat.ColorModel = header.colorType == .gray ? .gray : .rgb
    let space = try spaces.space(model, input.info.profile, palette: palette, in: input.writer, &diagnostics)
    let channels = header.colorType.samplesPerPixel
    let chunks = structure.chunks.filter { $0.isImageData && $0.length > 0 }
    let image = ImagePlan.Stored(
      size: header.size, colorSpace: space, bits: header.bitDepth, filter: "FlateDecode",
      parameters: .pngPredictor(columns: header.size.width, colors: channels, bits: header.bitDepth),
      content: chunks.map { .range(input.bytes, $0.contentOffset..<$0.checkOffset) })
    var plan = ImagePlan(
      image: image, handling: .passed, reason: "PNG data goes into PDF as it is", diagnostics: diagnostics)
    guard let transparency = structure.transparency else { return plan }
    if let key = colorKey(transparency, header) {
      plan.transparency = .colorKey(key)
    } else if let mask = try RowPacking.mask(input, &plan.diagnostics) {
      plan.transparency = .mask(mask)
      plan.reason += "; its transparency became a mask beside it"
    }
    return plan
  }

  /// The range of transparent samples, where tRNS says no more than that; nil where a mask is needed.
  ///
  /// Viewers compare 16-bit samples with a key in 8 bits, so that those need a mask.
  private static func colorKey(_ transparency: [UInt8], _ header: PNGHeader) -> [Int]? {
    guard header.bitDepth < 16 else { return nil }
    if header.colorType == .palette {
      guard let first = transparency.firstIndex(where: { $0 != 255 }),
        let last = transparency.lastIndex(where: { $0 != 255 }), transparency[first...last].allSatisfy({ $0 == 0 })
      else { return nil }
      return [first, last]
    }
    let samples = stride(from: 0, to: transparency.count - 1, by: 2).map {
      Int(transparency[$0]) << 8 | Int(transparency[$0 + 1])
    }
    let largest = 1 << header.bitDepth
    return samples.flatMap { [$0 & (largest - 1), $0 & (largest - 1)] }
  }
}
