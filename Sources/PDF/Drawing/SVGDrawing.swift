package import ByteStreams
internal import CPangoShims
package import ImageModel
internal import XMLReading

/// An SVG document, which librsvg (2.52 or later) draws as paths and text.
///
/// It must stand alone. Nothing outside of it is read, and no picture or document within it (`data:`), which librsvg
/// would decode without a limit. librsvg gets exactly the bytes that were checked, and bounds the number of elements
/// itself. A drawing may be used by one thread at a time.
package final class SVGDrawing {
  /// The most bytes of a document. Only very large maps have more.
  private static let maxBytes = 32 << 20
  private static let deepest = 200
  private static let maxNodes = 1_000_000

  /// The natural size in points: that of `width` and `height`, or else of `viewBox`. A CSS pixel is 3/4 of a point.
  package let size: Size
  private let handle: OpaquePointer

  /// - Throws: `invalidData` for a document that is not SVG, or damaged; `unsupported` for one that does not stand
  ///   alone, that has a document type with declarations or no size, and where librsvg is missing; `limitExceeded`;
  ///   `io`.
  package init(_ source: any ByteSource) throws(ImageError) {
    guard source.size <= UInt64(Self.maxBytes) else {
      throw ImageError(.limitExceeded, "the drawing has \(source.size) bytes; the limit is \(Self.maxBytes)")
    }
    let bytes = try Self.checked(try source.bytes(at: 0, count: Int(source.size)))
    try ImageError.checkLibraries()
    if let problem = rsvg_shim_load() {
      throw ImageError(.unsupported, "an SVG drawing needs librsvg2-2; install it: \(String(cString: problem))")
    }
    var opened: OpaquePointer?
    let problem = withFonts { rsvg_shim_open(bytes, bytes.count, &opened) }
    guard problem == nil, let opened else { throw Self.failure(problem) }
    var (width, height) = (0.0, 0.0)
    let hasSize = withFonts { rsvg_shim_size(opened, &width, &height) }
    (width, height) = (width * 0.75, height * 0.75)
    let allowed = 0.01...1_000_000
    guard hasSize, allowed.contains(width), allowed.contains(height) else {
      withFonts { rsvg_shim_close(opened) }
      throw ImageError(.unsupported, "the drawing has no size that can be drawn: width and height, or viewBox")
    }
    (handle, size) = (opened, Size(width: width, height: height))
  }

  deinit { withFonts { rsvg_shim_close(handle) } }

  // MARK: Drawing

  /// Filters and masks become pixels, 4 for a point (288 dots per inch), but at most 16 million for the drawing.
  private static let (density, maxPixels) = (4.0, 16_000_000.0)
  /// The longest side of the page, in points.
  private static let longest = 14_400.0

  /// A PDF of one page, which the drawing fills. The page is not as large as the drawing, but has its shape but for
  /// whole points: it is made to be drawn in a rectangle.
  ///
  /// - Throws: `unsupported` for what librsvg does not draw; `limitExceeded`; `io` where no font is installed.
  package func pdf() throws(ImageError) -> [UInt8] {
    let scale = min(
      Self.density, (Self.maxPixels / (size.width * size.height)).squareRoot(),
      Self.longest / max(size.width, size.height))
    let page = Size(
      width: max((size.width * scale).rounded(.up), 1), height: max((size.height * scale).rounded(.up), 1))
    do {
      let batch = try PDFPageBatch(fonts: FontCatalog())
      _ = try batch.page(size: page) { context in try context.fill(with: handle, of: size) }
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

  /// The document in UTF-8 without its prolog, if it is well-formed and stands alone.
  private static func checked(_ bytes: [UInt8]) throws(ImageError) -> [UInt8] {
    var text = XMLEncoding(bytes)?.utf8(bytes).bytes ?? bytes
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
    XMLProlog.blankDeclaration(in: &text)
    XMLProlog.blankDocumentType(in: &text)
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
    try checkReferences(in: document)
    return text
  }

  /// Checks that every reference leads to a part of the document.
  private static func checkReferences(in document: XMLDocument) throws(ImageError) {
    let names = (0..<document.nameCount).map { document.name($0).string }
    let locals = names.map { String($0.split(separator: ":").last ?? "") }
    var (element, line) = ("", 0)
    var (depth, styleDepth): (Int, Int?) = (0, nil)
    // The style sheets, one after the other.
    var styles: [UInt8] = []
    func fail(_ line: Int) -> ImageError {
      ImageError(
        .unsupported, "line \(line): a drawing that shows another file, or a picture within it, is not drawn",
        format: "SVG")
    }
    for index in 0..<document.eventCount {
      switch document.event(index) {
      case .start(let name, let start):
        (element, line) = (locals[name], start)
        guard index > 0 || element == "svg" else {
          throw ImageError(.invalidData, "there is no svg element", format: "SVG")
        }
        depth += 1
        if element == "style", styleDepth == nil { styleDepth = depth }
      case .attribute(let name, let value):
        // The targets of links, and scripts, which are not run.
        let leadsOut = locals[name] == "href" && element != "a" && element != "script"
        if leadsOut, let first = value.bytes.first(where: { $0 > 0x20 }), first != UInt8(ascii: "#") {
          throw fail(line)
        }
        // An attribute with a prefix belongs to a program that draws.
        if locals[name] == names[name], names[name] != "href", mayHoldDocument(value.bytes) { throw fail(line) }
      case .text(let part): if styleDepth != nil { styles += part.bytes }
      case .end:
        if styleDepth == depth { styleDepth = nil }
        depth -= 1
      }
    }
    if mayHoldDocument(styles) { throw fail(line) }
  }

  /// Whether a value of CSS may have a document within it: as `data:`, in which readers of addresses ignore white
  /// space, or behind an escape.
  private static func mayHoldDocument(_ value: some Collection<UInt8>) -> Bool {
    guard value.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "\\") }) else { return false }
    let text = String(decoding: value.filter { $0 > 0x20 }, as: UTF8.self).lowercased()
    return text.contains("data:") || text.contains("\\")
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
