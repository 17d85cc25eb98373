internal import CodecKit
internal import ImageModel
internal import ImageOps
internal import Imaging

/// Packs images whose data PDF does not support: they are decoded and deflated, without a loss.
enum RowPacking {
  /// Decodes an image and packs its samples.
  ///
  /// - Parameters:
  ///   - palette: the file's palette, where the samples are indices.
  ///   - reason: why the data cannot be embedded as it is.
  /// - Throws: the errors of decoding.
  static func plan(
    _ input: EmbeddingInput, _ spaces: inout ColorSpaces, palette: [UInt8]? = nil,
    handling: EmbeddedImage.Handling, reason: String
  ) throws(ImageError) -> ImagePlan {
    var diagnostics: [Diagnostic] = []
    let rows = try rows(of: input, isIndexed: palette != nil, &diagnostics)
    let format = rows.layout.format
    let layout = SampleLayout(format, input.info, palette: palette)
    let size = rows.layout.size

    let colors = try RowEncoder(
      bytesPerRow: layout.bytesPerRow(format, width: size.width),
      step: max(1, layout.channelCount(format) * layout.bits / 8), isFiltered: layout.isFiltered)
    let alpha =
      format.hasAlpha
      ? try RowEncoder(
        bytesPerRow: size.width * format.component.byteCount, step: format.component.byteCount, isFiltered: true) : nil
    var splitter = RowSplitter(format, layout, width: size.width)
    var fax = layout.bits == 1 && layout.palette == nil ? FaxEncoder(width: size.width) : nil
    try read(rows, limits: input.limits) { row throws(ImageError) in
      splitter.split(row)
      fax?.append(splitter.colors)
      try splitter.colors.withRawBytes { bytes throws(ImageError) in try colors.append(bytes) }
      if let alpha { try splitter.alpha.withRawBytes { bytes throws(ImageError) in try alpha.append(bytes) } }
    }
    for diagnostic in rows.diagnostics where !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }

    let space = try spaces.space(
      format.colorModel, rows.layout.profile, palette: layout.palette, in: input.writer, &diagnostics)
    let channels = layout.channelCount(format)
    var image = stored(colors, size, space, channels, layout.bits, try colors.finish())
    if let data = fax?.finish(), UInt64(data.count) < image.byteCount {
      image.filter = "CCITTFaxDecode"
      image.parameters = ["K": .integer(-1), "Columns": .integer(size.width), "Rows": .integer(size.height)]
      image.content = [.bytes(data)]
    }
    var plan = ImagePlan(image: image, handling: handling, reason: reason)
    if let alpha {
      let mask = stored(alpha, size, .name("DeviceGray"), 1, 8 * format.component.byteCount, try alpha.finish())
      if !splitter.isOpaque { plan.transparency = .mask(mask) }
    }
    plan.diagnostics = diagnostics
    return plan
  }

  /// The alpha channel alone, for an image whose colours are embedded untouched.
  ///
  /// - Returns: nil where all pixels are opaque.
  static func mask(_ input: EmbeddingInput, _ diagnostics: inout [Diagnostic]) throws(ImageError)
    -> ImagePlan.Stored?
  {
    let rows = try rows(of: input, isIndexed: false, &diagnostics)
    let (format, size) = (rows.layout.format, rows.layout.size)
    guard format.hasAlpha else { return nil }
    let depth = format.component.byteCount
    let alpha = try RowEncoder(bytesPerRow: size.width * depth, step: depth, isFiltered: true)
    var splitter = RowSplitter(format, SampleLayout(format, input.info, palette: nil), width: size.width)
    try read(rows, limits: input.limits) { row throws(ImageError) in
      splitter.split(row)
      try splitter.alpha.withRawBytes { bytes throws(ImageError) in try alpha.append(bytes) }
    }
    diagnostics += rows.diagnostics
    guard !splitter.isOpaque else { return nil }
    return stored(alpha, size, .name("DeviceGray"), 1, 8 * depth, try alpha.finish())
  }

  /// The damage that decoding finds; empty for an intact image. The pixels are discarded.
  static func damage(of input: EmbeddingInput) throws(ImageError) -> [Diagnostic] {
    do throws(ImageError) {
      let rows = CountedRows(try input.source.rows(at: input.index, minimumSize: nil))
      try read(rows, limits: input.limits) { _ throws(ImageError) in }
      return rows.diagnostics.filter { $0.severity == .warning }
    } catch {
      // Decoding the image later reports other errors again; these two must be reported now.
      if error.kind == .io || error.kind == .cancelled { throw error }
      return [.warning(error.reason)]
    }
  }

  /// All rows of an image, as integers; those that become indices of a palette have 8 bits. Missing rows are filled in
  /// and counted in a warning.
  private static func rows(
    of input: EmbeddingInput, isIndexed: Bool, _ diagnostics: inout [Diagnostic]
  ) throws(ImageError) -> any RowSource {
    let source = input.source
    let decoded =
      if let range = input.range { try source.rows(at: input.index, minimumSize: nil, range: range) } else {
        try source.rows(at: input.index, minimumSize: nil)
      }
    let counted = CountedRows(decoded, progress: source.progress)
    let complete = RowCompleter(
      RangeWatch.rows(counted, becoming: .uint16, reducesDepth: input.range == nil && input.info.hasDeepIntegers))
    var format = complete.layout.format
    if format.component == .float32 {
      format.component = .uint16
      diagnostics.append(.note("samples are floating-point numbers; they were converted to 16-bit integers"))
    }
    if isIndexed, format.component == .uint16 { format.component = .uint8 }
    // PDF supports premultiplied samples (/Matte), but not all viewers do. Straight samples, multiplied again, give the
    // same.
    if format.alpha == .premultiplied { format.alpha = .straight }
    guard format != complete.layout.format else { return complete }
    return try FormatConverter(complete, to: format, limits: input.limits)
  }

  private static func stored(
    _ encoder: RowEncoder, _ size: PixelSize, _ space: PDFObject, _ channels: Int, _ bits: Int,
    _ content: [PDFStreamPiece]
  ) -> ImagePlan.Stored {
    var image = ImagePlan.Stored(
      size: size, colorSpace: space, bits: bits, filter: "FlateDecode", content: content)
    if encoder.isFiltered { image.parameters = .pngPredictor(columns: size.width, colors: channels, bits: bits) }
    return image
  }

  /// Calls `take` with each row.
  private static func read(
    _ rows: any RowSource, limits: Limits, _ take: (UnsafeRawBufferPointer) throws(ImageError) -> Void
  ) throws(ImageError) {
    let bytesPerRow = rows.layout.bytesPerRow
    let maxRows = max(1, min(rows.layout.size.height, (128 << 10) / max(1, bytesPerRow)))
    let (size, overflow) = maxRows.multipliedReportingOverflow(by: bytesPerRow)
    try limits.check(memory: overflow ? .max : size, for: "rows of \(rows.layout.size.width) pixels")
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
    defer { buffer.deallocate() }
    while true {
      let count = try rows.read(into: buffer, maxRows: maxRows)
      if count == 0 { break }
      for row in 0..<count {
        try take(UnsafeRawBufferPointer(rebasing: buffer[row * bytesPerRow..<(row + 1) * bytesPerRow]))
      }
    }
  }
}

extension PDFDictionary {
  /// The parameters of rows that are filtered as in PNG (ISO 32000-1, table 8). Default values are left out.
  static func pngPredictor(columns: Int, colors: Int, bits: Int) -> PDFDictionary {
    var parameters: PDFDictionary = ["Predictor": .integer(15), "Columns": .integer(columns)]
    if colors != 1 { parameters["Colors"] = .integer(colors) }
    if bits != 8 { parameters["BitsPerComponent"] = .integer(bits) }
    return parameters
  }
}
