internal import ByteStreams
internal import Compression
internal import ImageModel
internal import Imaging
internal import PNGStructure

/// Embeds PNG files: the IDAT chunks contain a zlib stream of filtered rows, which PDF supports.
///
/// Before it is copied, the stream is inflated once as a check. A damaged stream is decoded instead, which reports the
/// damage.
enum PNGEmbedding {
  static func plan(_ input: EmbeddingInput, _ spaces: inout ColorSpaces) throws(ImageError) -> ImagePlan {
    let structure = try PNGStructure.read(input.bytes, limits: input.limits)
    if structure.isAnimated || structure.hidesStill {
      return try RowPacking.plan(
        input, &spaces, handling: .transcoded, reason: "it is drawn with other frames of an animation")
    }
    let header = structure.header
    let palette = header.colorType == .palette ? structure.palette : nil
    func packed(_ reason: String) throws(ImageError) -> ImagePlan {
      try RowPacking.plan(input, &spaces, palette: palette, handling: .repacked, reason: reason)
    }
    if structure.isAppleVariant { return try packed("Apple's variant of PNG was changed to the standard") }
    if header.isInterlaced { return try packed("the rows were interlaced, which PDF does not support") }
    if header.colorType == .grayAlpha || header.colorType == .rgba {
      return try packed("colours and transparency were separated, as PDF requires")
    }
    if header.colorType == .palette, palette == nil { return try packed("the palette is missing") }
    guard isPlain(structure), try PNGImageData.isSound(structure, in: input.bytes) else {
      return try packed("the data is damaged; the readable part was packed again")
    }
    return try passing(input, structure, palette, &spaces)
  }

  /// Whether a decoder accepts the chunks: it must reject unknown critical chunks.
  private static func isPlain(_ structure: PNGStructure) -> Bool {
    guard structure.headerDefect == nil, structure.imageDataIsConsecutive else { return false }
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
      image: image, handling: .passed, reason: "PNG data is embedded as it is", diagnostics: diagnostics)
    guard let transparency = structure.transparency else { return plan }
    if let key = colorKey(transparency, header) {
      plan.transparency = .colorKey(key)
    } else if let mask = try RowPacking.mask(input, &plan.diagnostics) {
      plan.transparency = .mask(mask)
      plan.reason += "; its transparency became a separate mask"
    }
    return plan
  }

  /// The range of transparent samples, where that is enough to represent tRNS; nil where a mask is needed.
  ///
  /// Images with 16 bits per sample need a mask, because viewers compare the samples with the key in 8 bits.
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

/// Checks the image data of a PNG file before it is copied.
private enum PNGImageData {
  /// Whether the data of a picture without interlacing can be copied: it is one complete zlib stream with the expected
  /// number of rows and valid filters, and all checksums of the stream and the chunks are correct.
  ///
  /// - Throws: `io`; `limitExceeded` where memory is exhausted.
  static func isSound(_ structure: PNGStructure, in source: any ByteSource) throws(ImageError) -> Bool {
    let header = structure.header
    let bitsPerPixel = header.colorType.samplesPerPixel * header.bitDepth
    let (bits, overflow) = header.size.width.multipliedReportingOverflow(by: bitsPerPixel)
    guard !overflow, bits < Int.max - 16 else { return false }
    let bytesPerRow = (bits + 7) / 8 + 1
    let (expected, isTooLarge) = bytesPerRow.multipliedReportingOverflow(by: header.size.height)
    guard !isTooLarge else { return false }

    var inflater = try Inflater()
    var count = 0
    var isSound = true
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    for chunk in structure.chunks where chunk.isImageData {
      var offset = chunk.contentOffset
      var check = CRC32()
      check.update((0..<4).map { UInt8(truncatingIfNeeded: chunk.code >> UInt32(24 - 8 * $0)) })
      while offset < chunk.checkOffset, isSound {
        let wanted = Int(min(UInt64(buffer.count), chunk.checkOffset - offset))
        let got = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: offset)
        guard got > 0 else { return false }
        offset += UInt64(got)
        check.update(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
        do throws(ImageError) {
          try inflater.append(UnsafeRawBufferPointer(rebasing: buffer[..<got])) { piece throws(ImageError) in
            // The first byte of each row is its filter.
            var place = (bytesPerRow - count % bytesPerRow) % bytesPerRow
            while place < piece.count {
              if piece[place] > 4 { isSound = false }
              place += bytesPerRow
            }
            count += piece.count
            if count > expected { isSound = false }
          }
        } catch {
          if error.kind == .limitExceeded { throw error }
          return false
        }
      }
      guard isSound, offset == chunk.checkOffset,
        let stored = try source.exactBytes(at: chunk.checkOffset, count: 4),
        UInt32(bigEndianBytes: stored) == check.value
      else { return false }
    }
    return inflater.hasEnded && count == expected
  }
}
