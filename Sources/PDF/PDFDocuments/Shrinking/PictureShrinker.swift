internal import ByteStreams
internal import ImageModel
internal import Imaging
internal import PDFReading
internal import PDFWriting

/// Reduces the pictures of an existing PDF while its objects are copied, and compresses them again.
///
/// A picture stays as it is where its size on the pages is not known, where its data cannot be decoded here, and where
/// the new one would hardly be smaller. `pictures` says what became of each one.
final class PictureShrinker {
  /// A picture as it is written.
  struct Replacement {
    /// The entries that replace those of the old dictionary: /Filter, /Width and the like. nil removes one.
    var entries: [(key: String, value: PDFObject?)]
    /// The colour space instead of the old one, in the file.
    var space: FileObject?
    var content: [PDFStreamPiece]
    /// Whether it is used even if it is not smaller, because the picture must be grey.
    var isNeeded = false
  }

  /// What became of a picture: its data, or the reason why it was kept.
  private enum Outcome {
    case made(Replacement, PixelSize, EmbeddedImage.Handling, String)
    case kept(String)
  }

  /// The pictures that were copied so far, in this order.
  private(set) var pictures: [EmbeddedImage] = []

  let options: ShrinkOptions
  private let limits: Limits
  private let sizes: [ObjectNumber: Size]
  private let unsized: Set<ObjectNumber>
  private let isIncomplete: Bool

  init(_ options: ShrinkOptions, _ scanner: PageScanner, limits: Limits) {
    (self.options, self.limits) = (options, limits)
    (sizes, unsized, isIncomplete) = (scanner.sizes, scanner.unsized, scanner.isIncomplete)
  }

  /// The new data of a picture; nil where it is copied as it is.
  ///
  /// - Throws: `io`, `cancelled`; other errors mean that the picture is kept.
  func replacement(
    of number: ObjectNumber, _ dictionary: FileDictionary, as reference: PDFReference, _ reader: ObjectReader
  ) throws(ImageError) -> Replacement? {
    let size = PixelSize(
      width: try reader.resolve(dictionary["Width"]).integer ?? 0,
      height: try reader.resolve(dictionary["Height"]).integer ?? 0)
    let stored = StreamContent()
    try reader.readStream(number, decoded: false) { piece throws(ImageError) in try stored.append(piece) }
    let oldBytes = stored.pieces.reduce(0) { $0 + $1.count }
    var outcome: Outcome
    do throws(ImageError) {
      try limits.check(size, streamed: true, format: "PDF")
      outcome = try shrink(Source(number, dictionary, size, stored, oldBytes, reader))
    } catch {
      if error.kind == .io || error.kind == .cancelled { throw error }
      outcome = .kept("it cannot be decoded: \(error.reason)")
    }
    if case .made(let replacement, _, _, _) = outcome {
      let newBytes = replacement.content.reduce(0) { $0 + $1.count }
      if !replacement.isNeeded, Double(newBytes) >= Double(oldBytes) * ShrinkOptions.worthwhile {
        outcome = .kept("compressing it again would not make it smaller")
      }
    }
    switch outcome {
    case .kept(let reason):
      pictures.append(
        EmbeddedImage(
          reference: reference, size: size, handling: .passed, reason: reason, byteCount: oldBytes,
          originalByteCount: oldBytes))
      return nil
    case .made(let replacement, let newSize, let handling, let reason):
      pictures.append(
        EmbeddedImage(
          reference: reference, size: newSize, handling: handling, reason: reason,
          byteCount: replacement.content.reduce(0) { $0 + $1.count }, originalByteCount: oldBytes))
      return replacement
    }
  }

  /// A picture of the file.
  private struct Source {
    var number: ObjectNumber
    var dictionary: FileDictionary
    var size: PixelSize
    var stored: StreamContent
    var byteCount: UInt64
    var reader: ObjectReader

    init(
      _ number: ObjectNumber, _ dictionary: FileDictionary, _ size: PixelSize, _ stored: StreamContent,
      _ byteCount: UInt64, _ reader: ObjectReader
    ) {
      (self.number, self.dictionary, self.size) = (number, dictionary, size)
      (self.stored, self.byteCount, self.reader) = (stored, byteCount, reader)
    }

    func value(_ key: String) throws(ImageError) -> FileObject { try reader.resolve(dictionary[key]) }

    /// The filters, by their long names.
    var filters: [String] {
      get throws(ImageError) {
        try reader.filterNames(of: dictionary).map { PictureShrinker.shortNames[$0] ?? $0 }
      }
    }

    /// The samples, with all filters decoded.
    ///
    /// - Parameter memory: the bytes that the work on a pixel takes.
    func samples(_ limits: Limits, memory: Int) throws(ImageError) -> [UInt8] {
      try limits.check(memory: memory * size.width * size.height, for: "a picture", format: "PDF")
      return try reader.decodedBytes(of: number, limit: limits.maxMemory / 4)
    }
  }

  private static let shortNames = [
    "DCT": "DCTDecode", "Fl": "FlateDecode", "LZW": "LZWDecode", "A85": "ASCII85Decode", "AHx": "ASCIIHexDecode",
    "RL": "RunLengthDecode", "CCF": "CCITTFaxDecode",
  ]
  /// The filters whose data libqpdf decodes to samples.
  static let plainFilters: Set<String> = ["FlateDecode", "LZWDecode", "ASCII85Decode", "ASCIIHexDecode"]

  // MARK: Deciding

  private func shrink(_ source: Source) throws(ImageError) -> Outcome {
    let filters = try source.filters
    if filters.contains("JPXDecode") { return .kept("JPEG 2000 data is kept") }
    if filters.contains("CCITTFaxDecode") || filters.contains("JBIG2Decode") {
      return .kept("it is bilevel and compressed well")
    }
    let isMask = try source.value("ImageMask").boolean == true
    let bits = isMask ? 1 : try source.value("BitsPerComponent").integer ?? 8
    if case .array = try source.value("Mask") { return .kept("one of its colours is transparent") }
    let softMask = try source.value("SMask").streamDictionary
    if source.dictionary["Matte"] != nil || softMask?["Matte"] != nil {
      return .kept("its colours are multiplied by its mask")
    }
    let isPlain = filters.allSatisfy(Self.plainFilters.contains)
    let space = isMask ? .plain(.gray) : try PictureSpace(source.dictionary["ColorSpace"], source.reader)
    guard let space else { return .kept("its colour space is kept") }
    if bits == 1, isPlain, case .plain(.gray) = space { return try bilevel(source) }
    if filters == ["DCTDecode"] {
      guard case .plain(let model) = space else { return .kept("its colour space is kept") }
      return try jpeg(source, model)
    }
    guard isPlain else { return .kept("its compression (\(filters.joined(separator: ", "))) is kept") }
    return try samples(source, bits: bits, space)
  }

  /// The size to which a picture is reduced; nil where it has few enough pixels. Reasons say why nothing is known.
  private func wantedSize(_ source: Source, _ pixels: PixelSize) -> (size: PixelSize?, reason: String?) {
    if isIncomplete { return (nil, "not all content of the pages could be read") }
    guard !unsized.contains(source.number), let drawn = sizes[source.number], drawn.width > 0, drawn.height > 0 else {
      return (nil, "its size on the pages is not known")
    }
    func wanted(_ points: Double, _ pixels: Int) -> Int {
      max(1, Int(min((points * options.resolution / 72).rounded(.up), Double(pixels))))
    }
    let size = PixelSize(width: wanted(drawn.width, pixels.width), height: wanted(drawn.height, pixels.height))
    let part = Double(size.width) * Double(size.height) / (Double(pixels.width) * Double(pixels.height))
    return (part < ShrinkOptions.reduction ? size : nil, nil)
  }

  // MARK: Kinds of pictures

  private func bilevel(_ source: Source) throws(ImageError) -> Outcome {
    let samples = try source.samples(limits, memory: 1)
    guard let fax = SampleStreams.fax(samples, source.size) else { return .kept("it is bilevel and compressed well") }
    return .made(
      Replacement(entries: fax.entries.entries.map { ($0.key, $0.value) }, content: fax.content), source.size,
      .repacked, "bilevel, compressed as Group 4 fax")
  }

  private func jpeg(_ source: Source, _ model: PixelFormat.ColorModel) throws(ImageError) -> Outcome {
    if try source.value("DecodeParms").dictionary?["ColorTransform"] != nil {
      return .kept("its JPEG has an unusual colour transform")
    }
    var options = ImageSource.Options(limits: limits, allowedFormats: ["jpeg"])
    options.decodesAhead = true
    let file = try ImageSource(PieceSource(source.stored.pieces), name: "a picture", options)
    let info = try file.info(at: 0)
    guard info.samplesPerPixel == model.channelCount else { return .kept("its colour space is kept") }
    let (smaller, reason) = wantedSize(source, info.size)
    let isUnusual = try hasUnusualDecode(source, 3)
    let becomesGray = self.options.makesGray && model == .rgb && !isUnusual
    guard smaller != nil || becomesGray else {
      return .kept(reason ?? "it has at most \(Self.text(self.options.resolution)) dots per inch")
    }
    let size = smaller ?? info.size
    var pixels = try file.thumbnail(at: 0, Self.rendering(size)).pixels
    pixels.profile = nil
    var replacement = Replacement(entries: Self.entries(size) + Self.jpegFilter, content: [])
    if becomesGray { try Self.makeGray(&pixels, &replacement) }
    replacement.content = [.bytes(try encoded(pixels))]
    let cause = (smaller == nil ? "" : reduced(from: info.size) + "; ") + (becomesGray ? "made grey; " : "")
    return .made(replacement, size, .transcoded, cause + "JPEG of quality \(self.options.quality)")
  }

  private func samples(_ source: Source, bits: Int, _ space: PictureSpace) throws(ImageError) -> Outcome {
    let (size, reason) = wantedSize(source, source.size)
    var isPalette = false
    if case .palette = space { isPalette = true }
    // The colours of a palette are few: without fewer pixels, indices are the shortest.
    let isUnusual = isPalette ? false : try hasUnusualDecode(source, 3)
    let becomesGray = options.makesGray && space.model == .rgb && !isUnusual
    if size == nil, !becomesGray, isPalette || bits != 8 || reason != nil {
      return .kept(reason ?? "it has at most \(Self.text(options.resolution)) dots per inch")
    }
    if isPalette, let decode = try source.value("Decode").array?.compactMap(\.number),
      decode != [0, Double((1 << bits) - 1)]
    {
      return .kept("the order of its colours is unusual")
    }
    // The samples, the pixels made of them, and the reduced picture.
    let bytes = try source.samples(limits, memory: 12)
    guard var pixels = try PictureSamples.pixels(bytes, source.size, bits: bits, space) else {
      return .kept("its data is shorter than the picture")
    }
    if let size { pixels = try Self.resized(pixels, size, limits) }
    var replacement = Replacement(entries: Self.entries(pixels.size), content: [])
    if case .palette(let base, _, _) = space {
      replacement.space = base
      replacement.entries.append(("Decode", nil))
    }
    if becomesGray { try Self.makeGray(&pixels, &replacement) }
    let cause = (size == nil ? "" : reduced(from: source.size) + "; ") + (becomesGray ? "made grey; " : "")
    let deflated = try SampleStreams.deflated(pixels)
    // Photographs have noise, which deflate hardly shortens, even where they are soft. Drawings would get blurred edges
    // from JPEG.
    if !isPalette, Double(deflated.byteCount) > 0.15 * Double(pixels.bytes.count) {
      let data = try encoded(pixels)
      if UInt64(data.count) < deflated.byteCount {
        replacement.entries += Self.jpegFilter
        replacement.content = [.bytes(data)]
        return .made(replacement, pixels.size, .transcoded, cause + "JPEG of quality \(options.quality)")
      }
    }
    replacement.entries += deflated.entries.entries.map { ($0.key, $0.value) }
    replacement.content = deflated.content
    let isSame = size == nil && !becomesGray
    return .made(replacement, pixels.size, isSame ? .repacked : .transcoded, cause + "compressed without loss")
  }

  /// Whether samples do not mean what they say, because the picture has another /Decode than the default.
  private func hasUnusualDecode(_ source: Source, _ channels: Int) throws(ImageError) -> Bool {
    guard let decode = try source.value("Decode").array?.compactMap(\.number) else { return false }
    return decode != (0..<2 * channels).map { Double($0 % 2) }
  }

  // MARK: Encoding

  /// Makes RGB pixels grey, with the brightness of Rec. 601, and so the picture.
  private static func makeGray(_ pixels: inout PixelBuffer, _ replacement: inout Replacement) throws(ImageError) {
    let source = pixels.bytes
    var gray: [UInt8] = []
    gray.reserveCapacity(source.count / 3)
    for start in stride(from: 0, to: source.count - 2, by: 3) {
      let sum = 299 * Int(source[start]) + 587 * Int(source[start + 1]) + 114 * Int(source[start + 2])
      gray.append(UInt8((sum + 500) / 1_000))
    }
    pixels = try PixelBuffer(size: pixels.size, format: .gray8, bytes: gray)
    replacement.space = .name("DeviceGray")
    replacement.entries.append(("Decode", nil))
    replacement.isNeeded = true
  }

  private static func entries(_ size: PixelSize) -> [(key: String, value: PDFObject?)] {
    [
      ("Width", .integer(size.width)), ("Height", .integer(size.height)), ("BitsPerComponent", .integer(8)),
    ]
  }

  private static var jpegFilter: [(key: String, value: PDFObject?)] {
    [("Filter", .name("DCTDecode")), ("DecodeParms", nil)]
  }

  private func reduced(from size: PixelSize) -> String {
    "reduced from \(size) pixels to \(Self.text(options.resolution)) dots per inch"
  }

  private static func text(_ value: Double) -> String { Int(exactly: value).map { "\($0)" } ?? "\(value)" }

  /// Samples are averaged as they are: the colour space stays, and profiles in the data do not count in PDF.
  private static func rendering(_ size: PixelSize) -> RenderOptions {
    var options = RenderOptions()
    options.size = SizeRequest(width: size.width, height: size.height)
    options.fit = .stretch
    options.assumesSquarePixels = true
    options.component = .uint8
    return options
  }

  private static func resized(
    _ pixels: PixelBuffer, _ size: PixelSize, _ limits: Limits
  ) throws(ImageError) -> PixelBuffer {
    let destination = try ImageDestination(format: "png", limits: limits)
    var options = ImageDestination.ImageOptions()
    options.thumbnail = rendering(size)
    options.compression = "0"
    try destination.add(pixels, options)
    _ = try destination.finish()
    return try ImageSource(bytes: destination.finishedBytes, ImageSource.Options(limits: limits)).image(at: 0).pixels
  }

  private func encoded(_ pixels: PixelBuffer) throws(ImageError) -> [UInt8] {
    let destination = try ImageDestination(format: "jpeg", limits: limits)
    var encoding = ImageDestination.ImageOptions()
    encoding.quality = options.quality
    try destination.add(pixels, encoding)
    _ = try destination.finish()
    return destination.finishedBytes
  }
}

extension FileObject {
  /// The dictionary of a stream; nil for other values.
  var streamDictionary: FileDictionary? {
    if case .stream(let dictionary) = self { return dictionary }
    return nil
  }
}
