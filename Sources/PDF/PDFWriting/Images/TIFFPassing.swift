internal import ByteStreams
internal import ImageModel
internal import TIFFStructure

/// Data of a TIFF page that PDF can carry, with the filter that reads it.
enum TIFFPassing {
  enum Candidate {
    case data(Data)
    /// Why not, in words for a user.
    case obstacle(String)
  }

  /// A filter and what it needs to know.
  struct Data {
    var filter: String
    var parameters: PDFDictionary?
    var content: [PDFStreamPiece]
    /// Whether the filter says what 0 means, as that for fax data does.
    var isFax = false
  }

  /// What speaks for and against copying a page's data.
  static func candidate(_ fields: TIFFPageFields, _ input: EmbeddingInput) -> Candidate {
    let name = TIFFCompressionName.name(of: fields.compression)
    guard [2, 3, 4, 5, 7, 8, 32946].contains(fields.compression) else {
      return .obstacle(
        fields.compression == 1 ? "the data was not compressed" : "PDF does not know the compression \(name)")
    }
    if fields.isTiled { return .obstacle("the picture was stored in tiles, which PDF does not know") }
    if fields.isPlanar { return .obstacle("each colour was stored in a plane of its own") }
    if fields.segments.offsets.count > 1, !isJoinable(fields) {
      return .obstacle("the picture was stored in \(fields.segments.offsets.count) strips, which PDF does not know")
    }
    if [2, 3, 4].contains(fields.compression) { return fax(fields, input) }
    if fields.compression == 7 { return jpeg(fields, input) }
    if fields.isLeastSignificantFirst { return .obstacle("the bits were stored in reverse order") }
    guard let range = strip(fields, 0) else { return .obstacle("there is no data") }
    var data = Data(filter: "FlateDecode", parameters: nil, content: [.range(input.bytes, range)])
    if fields.compression == 5 {
      data.filter = "LZWDecode"
      // LZW of before TIFF 6.0 has its bits the other way round; libtiff knows it by the first code.
      if let start = try? input.bytes.bytes(at: range.lowerBound, count: 2), start.count == 2, start[0] == 0,
        start[1] & 1 == 1
      {
        return .obstacle("the LZW data is of the kind from before TIFF 6.0")
      }
    }
    if fields.predictor == 2 {
      var parameters: PDFDictionary = ["Predictor": .integer(2), "Columns": .integer(input.info.size.width)]
      if fields.samples != 1 { parameters["Colors"] = .integer(fields.samples) }
      if fields.bits != 8 { parameters["BitsPerComponent"] = .integer(fields.bits) }
      data.parameters = parameters
    } else if fields.predictor != 1 {
      return .obstacle("PDF does not know predictor \(fields.predictor)")
    }
    return .data(data)
  }

  /// Strips of fax data whose rows do not depend on the strip before can stand one after the other.
  private static func isJoinable(_ fields: TIFFPageFields) -> Bool {
    fields.compression == 2 || (fields.compression == 3 && fields.group3Options & 1 == 0)
  }

  private static func strip(_ fields: TIFFPageFields, _ index: Int) -> Range<UInt64>? {
    guard fields.segments.offsets.indices.contains(index) else { return nil }
    let (offset, count) = (fields.segments.offsets[index], fields.segments.byteCounts[index])
    return count > 0 ? offset..<offset + count : nil
  }

  /// CCITTFaxDecode (ISO 32000-1, table 11). TIFF's white is 0 unless the photometric interpretation says otherwise.
  private static func fax(_ fields: TIFFPageFields, _ input: EmbeddingInput) -> Candidate {
    guard fields.bits == 1, fields.samples == 1, fields.photometric ?? 0 <= 1 else {
      return .obstacle("PDF knows fax compression for black and white only")
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
    // The filter's white is 1; TIFF's is 0 where WhiteIsZero stands, and then 0 is what fax calls white.
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

  /// A strip of JPEG data with the tables that the strips share put in (TIFF Technical Note 2).
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
    // Nothing in the strip says whether three components are RGB or YCbCr; Adobe's marker does, for every reader.
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
  /// The plan for data that is copied; nil where its samples mean nothing that PDF knows.
  func plan(
    _ input: EmbeddingInput, _ fields: TIFFPageFields, _ spaces: inout ColorSpaces
  ) throws(ImageError) -> ImagePlan? {
    let info = input.info
    guard fields.extraSamples == 0, !info.hasAlpha, fields.sampleFormat == 1, [1, 2, 4, 8, 16].contains(fields.bits)
    else { return nil }
    // Samples of 16 bits have their high byte first in PDF; the compressed bytes hold them as the file does.
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
    let palette = photometric == 3 ? fields.palette : nil
    let space = try spaces.space(model, info.profile, palette: palette, in: input.writer, &diagnostics)
    let image = ImagePlan.Stored(
      size: info.size, colorSpace: space, bits: fields.bits, decode: decode,
      filter: filter, parameters: parameters, content: content)
    return ImagePlan(
      image: image, handling: .passed, reason: "\(info.compression ?? "the") data goes into PDF as it is",
      diagnostics: diagnostics)
  }
}
