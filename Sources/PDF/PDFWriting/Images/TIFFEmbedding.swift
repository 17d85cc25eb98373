internal import ByteStreams
internal import ImageModel
internal import TIFFStructure

/// Embeds TIFF pages: a page with one strip in a compression that PDF supports is copied. Other pages are packed again.
///
/// The data is decoded once before it is copied, so that damage is reported and not copied.
enum TIFFEmbedding {
  static func plan(_ input: EmbeddingInput, _ spaces: inout ColorSpaces) throws(ImageError) -> ImagePlan {
    let structure = try TIFFStructure.read(input.bytes, limits: input.limits)
    guard structure.pages.indices.contains(input.index) else {
      throw ImageError(.usage, "there is no page \(input.index &+ 1)", format: "TIFF")
    }
    let page = structure.pages[input.index]
    var palette: (colors: [UInt8], isRounded: Bool)?
    let reason: String
    do throws(ImageError) {
      let fields = try TIFFPageFields(page, input)
      palette = fields.palette
      switch TIFFPassing.candidate(fields, input) {
      case .obstacle(let obstacle): reason = obstacle
      case .data(let data):
        if let plan = try data.plan(input, fields, &spaces) {
          if try RowPacking.damage(of: input).isEmpty { return noting(palette, plan) }
          reason = "the data is damaged; the readable part was packed again"
        } else {
          reason = "PDF does not support this kind of \(input.info.compression ?? "TIFF") data"
        }
      }
    } catch {
      // The decoder decides how to interpret invalid fields.
      if error.kind == .io || error.kind == .cancelled { throw error }
      return try RowPacking.plan(
        input, &spaces, handling: .repacked, reason: "the fields of the file are damaged: \(error.message)")
    }
    let isLossy = [6, 7, 34892, 34712, 33003, 33005, 50001, 50002].contains { number in
      input.info.compression == TIFFCompressionName.name(of: number)
    }
    let plan = try RowPacking.plan(
      input, &spaces, palette: palette?.colors, handling: isLossy ? .transcoded : .repacked, reason: reason)
    return noting(palette, plan)
  }

  /// A palette in PDF has 8 bits for each sample of a colour (ISO 32000-1, 8.6.6.3).
  private static func noting(_ palette: (colors: [UInt8], isRounded: Bool)?, _ plan: ImagePlan) -> ImagePlan {
    guard palette?.isRounded == true else { return plan }
    var plan = plan
    plan.diagnostics.append(.note("the palette's colours have 16 bits per sample; they are rounded to 8 bits"))
    return plan
  }
}

/// Finds out whether the data of a TIFF page can be copied, and with which filter.
private enum TIFFPassing {
  enum Candidate {
    case data(Data)
    /// The reason why not, for users.
    case obstacle(String)
  }

  /// The data with its filter and parameters.
  struct Data {
    var filter: String
    var parameters: PDFDictionary?
    var content: [PDFStreamPiece]
    /// Whether the filter defines the meaning of 0, as CCITTFaxDecode does.
    var isFax = false
  }

  /// The data of a page, or the reason why it cannot be copied.
  static func candidate(_ fields: TIFFPageFields, _ input: EmbeddingInput) -> Candidate {
    let name = TIFFCompressionName.name(of: fields.compression)
    guard [2, 3, 4, 5, 7, 8, 32946].contains(fields.compression) else {
      return .obstacle(
        fields.compression == 1 ? "the data was not compressed" : "PDF does not support the compression \(name)")
    }
    if fields.isTiled { return .obstacle("the picture was stored in tiles, which PDF does not support") }
    if fields.isPlanar { return .obstacle("each colour was stored in a separate plane") }
    if fields.segments.offsets.count > 1, !isJoinable(fields) {
      return .obstacle("the picture was stored in \(fields.segments.offsets.count) strips, which PDF does not support")
    }
    if [2, 3, 4].contains(fields.compression) { return fax(fields, input) }
    if fields.compression == 7 { return jpeg(fields, input) }
    if fields.isLeastSignificantFirst { return .obstacle("the bits were stored in reverse order") }
    guard let range = strip(fields, 0) else { return .obstacle("there is no data") }
    var data = Data(filter: "FlateDecode", parameters: nil, content: [.range(input.bytes, range)])
    if fields.compression == 5 {
      if input.options.archive != nil { return .obstacle("PDF/A does not allow LZW data") }
      data.filter = "LZWDecode"
      // LZW data from before TIFF 6.0 has the reverse bit order. libtiff detects it by the first code.
      if let start = try? input.bytes.bytes(at: range.lowerBound, count: 2), start.count == 2, start[0] == 0,
        start[1] & 1 == 1
      {
        return .obstacle("the LZW data is in the format from before TIFF 6.0")
      }
    }
    if fields.predictor == 2 {
      var parameters: PDFDictionary = ["Predictor": .integer(2), "Columns": .integer(input.info.size.width)]
      if fields.samples != 1 { parameters["Colors"] = .integer(fields.samples) }
      if fields.bits != 8 { parameters["BitsPerComponent"] = .integer(fields.bits) }
      data.parameters = parameters
    } else if fields.predictor != 1 {
      return .obstacle("PDF does not support predictor \(fields.predictor)")
    }
    return .data(data)
  }

  /// Whether strips can be concatenated: fax data whose rows do not depend on the strip before.
  private static func isJoinable(_ fields: TIFFPageFields) -> Bool {
    fields.compression == 2 || (fields.compression == 3 && fields.group3Options & 1 == 0)
  }

  private static func strip(_ fields: TIFFPageFields, _ index: Int) -> Range<UInt64>? {
    guard fields.segments.offsets.indices.contains(index) else { return nil }
    let (offset, count) = (fields.segments.offsets[index], fields.segments.byteCounts[index])
    return count > 0 ? offset..<offset + count : nil
  }

  /// Whether a strip begins with EOL (eleven zeros and a one). Before an EOL, the bits that fill the strip before it
  /// are skipped. Some programs leave all EOL codes out.
  private static func beginsWithEOL(_ range: Range<UInt64>, _ fields: TIFFPageFields, _ input: EmbeddingInput) -> Bool {
    guard range.count >= 2, let start = try? input.bytes.exactBytes(at: range.lowerBound, count: 2) else {
      return false
    }
    let second = fields.isLeastSignificantFirst ? reversed(start[1]) : start[1]
    return start[0] == 0 && second < 0x20
  }

  /// CCITTFaxDecode (ISO 32000-1, table 11). TIFF's white is 0 unless the photometric interpretation says otherwise.
  private static func fax(_ fields: TIFFPageFields, _ input: EmbeddingInput) -> Candidate {
    guard fields.bits == 1, fields.samples == 1, fields.photometric ?? 0 <= 1 else {
      return .obstacle("PDF supports fax compression only for black and white")
    }
    if fields.compression == 4, fields.group4Options & 2 != 0 {
      return .obstacle("the fax data holds stretches that are not compressed")
    }
    if fields.compression == 3, fields.group3Options & 2 != 0 {
      return .obstacle("the fax data holds stretches that are not compressed")
    }
    var content: [PDFStreamPiece] = []
    for index in fields.segments.offsets.indices {
      guard let range = strip(fields, index) else { return .obstacle("a strip is empty") }
      if fields.compression == 3, index > 0, !beginsWithEOL(range, fields, input) {
        return .obstacle("the strips of the fax data have no EOL codes between them")
      }
      guard fields.isLeastSignificantFirst else {
        content.append(.range(input.bytes, range))
        continue
      }
      let length = Int(clamping: range.upperBound - range.lowerBound)
      guard length <= input.limits.maxMemory / 4,
        let bytes = try? input.bytes.exactBytes(at: range.lowerBound, count: length)
      else { return .obstacle("the bits were stored in reverse order") }
      content.append(.bytes(bytes.map(reversed)))
    }
    var parameters: PDFDictionary = [:]
    switch fields.compression {
    case 4: parameters["K"] = .integer(-1)
    case 3 where fields.group3Options & 1 != 0: parameters["K"] = .integer(1)
    default: break
    }
    parameters["Columns"] = .integer(input.info.size.width)
    parameters["Rows"] = .integer(input.info.size.height)
    if fields.compression == 2 { parameters["EncodedByteAlign"] = .boolean(true) }
    if fields.compression == 2 { parameters["EndOfBlock"] = .boolean(false) }
    // In the filter, white is 1. With WhiteIsZero in TIFF, white is 0, as it is in fax data.
    if fields.photometric ?? 0 == 1 { parameters["BlackIs1"] = .boolean(true) }
    return .data(Data(filter: "CCITTFaxDecode", parameters: parameters, content: content, isFax: true))
  }

  private static func reversed(_ byte: UInt8) -> UInt8 {
    var (rest, result) = (byte, UInt8(0))
    for _ in 0..<8 {
      result = result << 1 | rest & 1
      rest >>= 1
    }
    return result
  }

  /// A strip of JPEG data, with the shared tables inserted (TIFF Technical Note 2).
  private static func jpeg(_ fields: TIFFPageFields, _ input: EmbeddingInput) -> Candidate {
    guard let range = strip(fields, 0), range.upperBound - range.lowerBound > 4,
      let start = try? input.bytes.bytes(at: range.lowerBound, count: 2), start == [0xFF, 0xD8]
    else { return .obstacle("the JPEG data of the strip does not begin with its marker") }
    guard fields.bits == 8, fields.samples == 1 || fields.samples == 3 || fields.samples == 4 else {
      return .obstacle("PDF readers do not decode JPEG data of this kind")
    }
    var tables = fields.jpegTables ?? []
    if tables.starts(with: [0xFF, 0xD8]) { tables.removeFirst(2) }
    if tables.suffix(2) == [0xFF, 0xD9] { tables.removeLast(2) }
    var head: [UInt8] = [0xFF, 0xD8]
    // The strip does not define whether three components are RGB or YCbCr. Every reader supports Adobe's marker for
    // that.
    if fields.samples == 3 {
      head += [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, fields.photometric == 6 ? 1 : 0]
    }
    return .data(
      Data(
        filter: "DCTDecode", parameters: nil,
        content: [.bytes(head + tables), .range(input.bytes, range.lowerBound + 2..<range.upperBound)]))
  }
}

extension TIFFPassing.Data {
  /// The plan for copied data; nil where PDF does not support the meaning of the samples.
  func plan(
    _ input: EmbeddingInput, _ fields: TIFFPageFields, _ spaces: inout ColorSpaces
  ) throws(ImageError) -> ImagePlan? {
    let info = input.info
    guard fields.extraSamples == 0, !info.hasAlpha, fields.sampleFormat == 1, [1, 2, 4, 8, 16].contains(fields.bits)
    else { return nil }
    // Samples of 16 bits have the high byte first in PDF. The compressed data has the byte order of the file.
    guard fields.bits < 16 || fields.isBigEndian else { return nil }
    let model: PixelFormat.ColorModel
    var decode: [Int]?
    let photometric = fields.photometric ?? (isFax ? 0 : 1)
    switch (photometric, fields.samples) {
    case (0, 1):
      model = .gray
      if !isFax { decode = [1, 0] }
    case (1, 1): model = .gray
    case (2, 3): model = .rgb
    case (6, 3) where filter == "DCTDecode": model = .rgb
    case (3, 1):
      guard fields.palette != nil, filter != "DCTDecode" else { return nil }
      model = .rgb
    case (5, 4) where fields.inkSet == 1: model = .cmyk
    case (9, 3) where fields.bits == 8: model = .lab
    default: return nil
    }
    var diagnostics: [Diagnostic] = []
    let palette = photometric == 3 ? fields.palette?.colors : nil
    let space = try spaces.space(model, info.profile, palette: palette, in: input.writer, &diagnostics)
    let image = ImagePlan.Stored(
      size: info.size, colorSpace: space, bits: fields.bits, decode: decode,
      filter: filter, parameters: parameters, content: content)
    return ImagePlan(
      image: image, handling: .passed, reason: "\(info.compression ?? "the") data is embedded as it is",
      diagnostics: diagnostics)
  }
}
