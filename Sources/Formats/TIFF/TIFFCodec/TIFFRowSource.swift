internal import ByteStreams
internal import CTIFFShims
internal import CodecKit
internal import ImageModel

/// The rows of one page.
final class TIFFRowSource: RowSource {
  let layout: RowLayout
  /// The rows of a strip or tile, which are decoded together; nil where they are not compressed.
  let bandHeight: Int?
  private let rows: any StoredRows
  private let request: DecodeRequest
  private var nextRow = 0
  /// Rows that were decoded ahead during the search for the first readable row.
  private var ahead: [UInt8] = []
  private var damagedRowsAhead = 0
  private let notes: [Diagnostic]
  private var libraryWarnings: [String] = []

  /// Prepares to decode the page of a header that has been checked.
  ///
  /// - Parameter ignoresSign: whether samples of 8 bits are taken for unsigned, whatever the file says.
  /// - Throws: `invalidData`, `unsupported`, `limitExceeded`, `io`.
  init(
    _ header: PageHeader, in source: any ByteSource, profile: ColorProfile?, box: SourceBox?, ignoresSign: Bool,
    request: DecodeRequest, limits: Limits
  ) throws(ImageError) {
    let page = try OpenPage(TIFFHandle(reading: source, limits: limits), directory: header.offset)
    let stored = page.page
    // If the field is missing, libtiff guesses; for old JPEG it decides by the data.
    var header = header
    if stored.has_photometric != 0, header.photometric == nil || header.compression == 6 {
      header.photometric = Int(stored.photometric)
    }
    let palette =
      header.interpretation == .palette ? ColorMap(page.handle.shim, bits: Int(stored.bits)) : nil
    var plan = try PixelPlan(header, stored, palette: palette)
    if ignoresSign {
      plan.kind = .unsigned(bits: 8)
      plan.diagnostics.append(.note("the samples are declared as signed, look unsigned, and are read as unsigned"))
    }
    if request.samples == .stored { plan.keepSamples(header, stored, palette: palette) }
    if request.samples == .plainValues { plan.keepValues() }
    let size = PixelSize(width: page.width, height: page.height)
    guard size == header.size else {
      throw ImageError(.invalidData, "the size is stated twice", format: "TIFF")
    }
    try limits.check(
      memory: product(size.width, max(plan.format.bytesPerPixel, plan.samples * plan.kind.bits / 8)), for: "a row",
      format: "TIFF")
    rows = try Self.rows(page, header, plan, source, limits)
    bandHeight = rows is DirectRows ? nil : stored.is_tiled != 0 ? Int(stored.tile_height) : page.rowsPerStrip
    var layout = RowLayout(
      size: size, format: plan.format, profile: profile ?? plan.impliedProfile, sourceBox: box ?? SourceBox(size))
    layout.stored = plan.stored
    self.layout = layout
    self.request = request
    notes = plan.diagnostics
    collectWarnings(unknown: "a field of the page is not valid")
  }

  private static func rows(
    _ page: OpenPage, _ header: PageHeader, _ plan: PixelPlan, _ source: any ByteSource, _ limits: Limits
  ) throws(ImageError) -> any StoredRows {
    let stored = page.page
    let maxCount = stored.is_tiled != 0 ? min(Int(stored.tile_width), page.width) : page.width
    let converter = try RowConverter(plan, shim: page.handle.shim, maxCount: maxCount, limits: limits)
    let reopen = { () throws(ImageError) in
      try OpenPage(TIFFHandle(reading: source, limits: limits), directory: header.offset)
    }
    if case .ycbcr = plan.mapping {
      if !plan.isSeparate { return try ClumpRows(source, page, limits: limits, reopen: reopen) }
      guard stored.subsampling_x == 1, stored.subsampling_y == 1 else {
        throw ImageError(.unsupported, "subsampled YCbCr in separate planes", format: "TIFF")
      }
    }
    if let direct = DirectRows(source, page, converter) { return direct }
    let isSmall = product(Int(stored.strip_size), plan.isSeparate ? plan.channels.count : 1) <= LibTIFF.smallStrip
    if stored.is_tiled != 0 || isSmall || !LibTIFF.deliversRows(stored) {
      return try SegmentRows(source, page, converter, limits: limits, reopen: reopen)
    }
    var pages = [page]
    while plan.isSeparate, pages.count < plan.channels.count { pages.append(try reopen()) }
    return try ScanlineRows(source, pages, converter, limits: limits)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    let wanted = min(maxRows, layout.size.height - nextRow, buffer.count / layout.bytesPerRow)
    guard wanted > 0, let target = buffer.baseAddress else { return 0 }
    if nextRow == 0 { try findFirstSoundRow() }
    var done = 0
    while done < wanted {
      try request.checkCancellation()
      let place = target + done * layout.bytesPerRow
      if nextRow < damagedRowsAhead {
        let count = min(wanted - done, damagedRowsAhead - nextRow)
        place.initializeMemory(as: UInt8.self, repeating: 0, count: count * layout.bytesPerRow)
        done += count
        nextRow += count
      } else if !ahead.isEmpty {
        ahead.withUnsafeBytes { place.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(place), byteCount: $0.count) }
        ahead = []
        done += 1
        nextRow += 1
      } else {
        let count = try rows.read(row: nextRow, maxRows: wanted - done, to: place).count
        done += count
        nextRow += count
      }
    }
    collectWarnings()
    return done
  }

  /// Decodes rows at any place, at most to the end of their strip or tile. Rows that cannot be decoded are zero.
  func decode(row: Int, maxRows: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ImageError) -> Int {
    try request.checkCancellation()
    let count = min(maxRows, layout.size.height - row, buffer.count / layout.bytesPerRow)
    guard count > 0, let target = buffer.baseAddress else { return 0 }
    let done = try rows.read(row: row, maxRows: count, to: target).count
    collectWarnings()
    return done
  }

  /// Damage is not an error as long as some row can be decoded. The first such row is searched before any is delivered.
  private func findFirstSoundRow() throws(ImageError) {
    var row = 0
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: layout.bytesPerRow, alignment: 16)
    defer { buffer.deallocate() }
    while row < layout.size.height {
      try request.checkCancellation()
      let (count, isDecoded) = try rows.read(row: row, maxRows: 1, to: buffer)
      if isDecoded {
        damagedRowsAhead = row
        ahead = Array(UnsafeRawBufferPointer(start: buffer, count: layout.bytesPerRow))
        return
      }
      row += count
    }
    throw ImageError(.invalidData, rows.damage.firstMessage, format: "TIFF")
  }

  private func collectWarnings(unknown: String = "the compressed data is damaged") {
    for message in rows.takeWarnings() where !LibraryMessages.isHarmless(message) {
      let words = LibraryMessages.words(for: message, or: unknown)
      if !libraryWarnings.contains(words) { libraryWarnings.append(words) }
    }
  }

  var diagnostics: [Diagnostic] {
    var all = notes + libraryWarnings.map { .warning($0) }
    let damage = rows.damage
    if damage.parts > 0 {
      all.append(
        .warning("\(damage.parts) damaged \(damage.parts == 1 ? "part" : "parts"): \(damage.firstMessage)"))
    }
    return all
  }
}
