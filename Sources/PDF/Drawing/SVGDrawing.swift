package import ByteStreams
internal import CPangoShims
package import ImageModel
internal import TextReading
internal import XMLReading

/// An SVG document, which librsvg (2.52 or later) draws as paths and text.
///
/// It must stand alone. Nothing outside of it is read, and no picture or document within it (`data:`), which librsvg
/// would decode without a limit (`SVGReferences`). librsvg gets exactly the bytes that were checked, and bounds the
/// number of elements itself. A drawing may be used by one thread at a time.
package final class SVGDrawing {
  /// The most bytes of a document. Only very large maps have more.
  private static let maxBytes = 32 << 20
  private static let deepest = 200
  private static let maxNodes = 1_000_000

  /// The natural size in points: that of `width` and `height`, or else of `viewBox`, or else of what is drawn. A CSS
  /// pixel is 3/4 of a point.
  package let size: Size
  /// Whether librsvg scales the drawing to the rectangle that it is drawn into.
  private let isScaled: Bool
  private let handle: OpaquePointer
  /// How many pictures of the whole page librsvg keeps at once for filters and masks, at most.
  private let layers: Int

  /// - Throws: `invalidData` for a document that is not SVG, or damaged; `unsupported` for one that does not stand
  ///   alone, that has a document type with declarations or draws nothing, and where librsvg is missing;
  ///   `limitExceeded`; `io`.
  package init(_ source: any ByteSource) throws(ImageError) {
    guard source.size <= UInt64(Self.maxBytes) else {
      throw ImageError(.limitExceeded, "the drawing has \(source.size) bytes; the limit is \(Self.maxBytes)")
    }
    let (bytes, layers) = try Self.checked(try source.bytes(at: 0, count: Int(source.size)))
    try ImageError.checkLibraries()
    if let problem = rsvg_shim_load() {
      throw ImageError(.unsupported, "an SVG drawing needs librsvg2-2; install it: \(String(cString: problem))")
    }
    var opened: OpaquePointer?
    let problem = withFonts { rsvg_shim_open(bytes, bytes.count, &opened) }
    guard problem == nil, let opened else { throw Self.failure(problem) }
    var (width, height) = (0.0, 0.0)
    isScaled = withFonts { rsvg_shim_size(opened, &width, &height) }
    (width, height) = (width * 0.75, height * 0.75)
    let allowed = 0.01...1_000_000
    guard allowed.contains(width), allowed.contains(height) else {
      withFonts { rsvg_shim_close(opened) }
      throw ImageError(.unsupported, Self.noSize)
    }
    (handle, size, self.layers) = (opened, Size(width: width, height: height), layers)
  }

  deinit { withFonts { rsvg_shim_close(handle) } }

  /// The reason why a drawing without a natural size is refused.
  package static let noSize = "the drawing has no size that can be drawn: its width or height is 0, or too large"

  /// The size of a document in CSS pixels, with a side of 0 if it cannot be drawn; nil where librsvg is missing or does
  /// not read the document. Nothing is checked before: only for processes in a sandbox.
  package static func naturalSize(of document: [UInt8]) -> Size? {
    guard rsvg_shim_load() == nil else { return nil }
    return withFonts { () -> Size? in
      var opened: OpaquePointer?
      guard rsvg_shim_open(document, document.count, &opened) == nil, let opened else { return nil }
      defer { rsvg_shim_close(opened) }
      var (width, height) = (0.0, 0.0)
      _ = rsvg_shim_size(opened, &width, &height)
      return Size(width: width, height: height)
    }
  }

  // MARK: Drawing

  /// Filters and masks become pixels, 4 for a point (288 dots per inch), but at most 16 million for the drawing, and 64
  /// million for all of its layers.
  private static let (density, maxPixels, maxLayerPixels) = (4.0, 16_000_000.0, 64_000_000.0)
  /// With more, the page would be so small that the coordinates of paths were coarse.
  private static let maxLayers = 1000
  /// The longest side of the page, in points.
  private static let longest = 14_400.0

  /// A PDF of one page, which the drawing fills. The page is not as large as the drawing, but has its shape but for
  /// whole points: it is made to be drawn in a rectangle.
  ///
  /// - Throws: `unsupported` for what librsvg does not draw; `limitExceeded`; `io` where no font is installed.
  package func pdf() throws(ImageError) -> [UInt8] {
    let pixels = min(Self.maxPixels, Self.maxLayerPixels / Double(layers))
    let scale = min(
      Self.density, (pixels / (size.width * size.height)).squareRoot(),
      Self.longest / max(size.width, size.height))
    let page = Size(
      width: max((size.width * scale).rounded(.up), 1), height: max((size.height * scale).rounded(.up), 1))
    do {
      let batch = try PDFPageBatch(fonts: FontCatalog())
      // At the size of the page: librsvg rounds the tiles of patterns to whole units.
      let factor = isScaled ? scale : 4 / 3.0
      let drawn = Size(width: size.width * factor, height: size.height * factor)
      _ = try batch.page(size: page) { context in try context.fill(with: handle, of: drawn) }
      return try batch.finish()
    } catch let error as ImageError {
      throw error
    } catch {
      throw ImageError(.unsupported, "the drawing cannot be drawn: \(error)")
    }
  }

  fileprivate static func failure(_ message: UnsafePointer<CChar>?) -> ImageError {
    ImageError(
      .invalidData, "the drawing cannot be drawn: \(message.map { String(cString: $0) } ?? "no memory")", format: "SVG")
  }

  // MARK: Checking

  /// The document in UTF-8 without its prolog, and its layers, if it is well-formed and stands alone.
  private static func checked(_ bytes: [UInt8]) throws(ImageError) -> (bytes: [UInt8], layers: Int) {
    var text = try utf8(bytes)
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
    XMLProlog.blankDeclaration(in: &text)
    XMLProlog.blankDocumentType(in: &text)
    // librsvg reads the style sheet, also one that is in the instruction. Other instructions it ignores.
    guard XMLProlog.position(of: "<?xml-stylesheet", in: text[...]) == nil else {
      throw ImageError(.unsupported, "a style sheet outside of the drawing (xml-stylesheet) is not read", format: "SVG")
    }
    let document = XMLDocument(text[...], maxDepth: deepest, maxNodes: maxNodes)
    switch document.stop {
    case nil: break
    case .documentType?:
      throw ImageError(.unsupported, "a document type with declarations is not read", format: "SVG")
    case .tooManyNodes?:
      throw ImageError(.limitExceeded, "the drawing has more than \(maxNodes) elements and attributes")
    case .noMemory?: throw ImageError(.limitExceeded, "no memory to read the drawing")
    case .badReference?:
      throw ImageError(.invalidData, "line \(document.stopLine): a character that XML forbids", format: "SVG")
    case .damaged(let message)?:
      throw ImageError(.invalidData, "line \(document.stopLine): \(message)", format: "SVG")
    }
    guard document.droppedCount == 0 else {
      throw ImageError(.limitExceeded, "the drawing has elements that are nested more than \(deepest) deep")
    }
    var references = SVGReferences()
    try references.check(document)
    guard references.layers <= maxLayers else {
      throw ImageError(
        .limitExceeded, "the drawing has \(references.layers) parts of filters and layers; the limit is \(maxLayers)")
    }
    return (text, references.layers)
  }

  /// A document in UTF-8, with its declaration. Many that declare UTF-16 are in UTF-8.
  private static func utf8(_ bytes: [UInt8]) throws(ImageError) -> [UInt8] {
    if let encoding = XMLEncoding(bytes) { return encoding.utf8(bytes).bytes }
    guard let name = XMLProlog.declaredEncoding(of: bytes) else { return bytes }
    let known = name.lowercased()
    if known.hasPrefix("utf") || known == "us-ascii" || known == "ascii" { return bytes }
    guard let encoding = NamedEncoding(name) else {
      throw ImageError(.unsupported, "the encoding \(name) is not read", format: "SVG")
    }
    guard let text = encoding.text(bytes) else {
      throw ImageError(.invalidData, "the text is not all \(name), which it declares", format: "SVG")
    }
    return Array(text.utf8)
  }
}

extension DrawingContext {
  /// Fills a page of a PDF with a drawing of a size in points.
  fileprivate func fill(with drawing: OpaquePointer, of size: Size) throws(ImageError) {
    lib.cairo_save(cairo.pointer)
    defer { lib.cairo_restore(cairo.pointer) }
    use(.scale(x: pageSize.width / size.width, y: pageSize.height / size.height))
    let problem = withFonts {
      rsvg_shim_draw(drawing, cairo.pointer, size.width, size.height)
    }
    if let problem { throw SVGDrawing.failure(problem) }
  }
}
