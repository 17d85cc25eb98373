internal import CPangoShims
package import ImageModel

/// Pages that are drawn into one PDF in memory, so that each font is embedded once
/// (`cairo_pdf_surface_create_for_stream`).
///
/// The PDF is an intermediate result: the writer imports its pages and replaces the stubs of embedded objects. It has a
/// fixed date, because cairo would write the current time. Memory grows with the text of each page: end a batch after
/// some 200 pages.
package final class PDFPageBatch {
  /// The properties of a drawn page besides its content.
  package struct Page {
    /// The index of the page in the batch, counted from 0.
    package var index: Int
    package var links: [Link]
    /// Each embedded object that was drawn, once. cairo does not write a stub for an object outside the page.
    package var objects: [EmbeddedObject]
    /// The diagnostics that were not reported for an earlier page of the batch.
    package var diagnostics: [Diagnostic]
    /// nil for a page without tags.
    package var structure: PageStructure?
  }

  private let output: PDFOutput
  private let surface: OpaquePointer
  private let stubs = StubSurfaces()
  private var reported: Set<Diagnostic> = []
  /// The number of pages so far, including those that failed.
  package private(set) var pageCount = 0
  /// The fonts for the text of the pages.
  package let fonts: FontCatalog

  package init(fonts: FontCatalog) throws(ImageError) {
    self.fonts = fonts
    output = PDFOutput()
    let made = lib.cairo_pdf_surface_create_for_stream(
      PDFOutput.write, Unmanaged.passUnretained(output).toOpaque(), 1, 1)
    surface = try CairoSurface(made, for: "cannot begin a PDF").release()
    lib.cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_5)
    lib.cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z")
  }

  deinit {
    // Finishing writes to `output`, which is still alive now. A context that is still in use would keep the surface
    // longer.
    withFonts {
      lib.cairo_surface_finish(surface)
      lib.cairo_surface_destroy(surface)
    }
  }

  /// Draws a page.
  ///
  /// The size of the page in the batch is rounded up to whole points, because cairo clips drawings to whole points. The
  /// origin is at the lower left of both.
  ///
  /// - Parameters:
  ///   - size: in points, at most 1,000,000 along an axis.
  ///   - isTagged: whether the page gets a structure.
  /// - Throws: the errors of `draw`, and `ImageError` where cairo failed. The incomplete page then stays in the batch
  ///   with its index, and must not be imported.
  package func page(
    size: Size, isTagged: Bool = false, _ draw: (DrawingContext) throws -> Void
  ) throws -> Page {
    let allowed = 0.0.nextUp...1_000_000
    guard allowed.contains(size.width), allowed.contains(size.height) else {
      throw ImageError(.usage, "a page of \(size.width) by \(size.height) points cannot be drawn")
    }
    let whole = Size(width: size.width.rounded(.up), height: size.height.rounded(.up))
    lib.cairo_pdf_surface_set_size(surface, whole.width, whole.height)
    let context = try DrawingContext(
      surface: CairoSurface(lib.cairo_surface_reference(surface), for: "cannot begin a page"), size: size, scale: 1,
      surfaceHeight: whole.height, stubs: stubs, fonts: fonts)
    if isTagged { context.structure = PageStructure() }
    let index = pageCount
    pageCount += 1
    do {
      defer {
        context.endMark()
        context.isFinished = true
        withFonts { lib.cairo_surface_show_page(surface) }
      }
      try draw(context)
      try context.check("cannot draw the page")
    }
    let status = lib.cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else { throw ImageError.cairo(status, "cannot draw the page") }
    let new = context.diagnostics.filter { reported.insert($0).inserted }
    return Page(
      index: index, links: context.links, objects: context.embeddedObjects, diagnostics: new,
      structure: context.structure)
  }

  /// Lets later pages report again what earlier ones reported.
  package func forgetReports() { reported = [] }

  /// Ends the PDF and returns its bytes. No page can be drawn afterwards.
  ///
  /// - Throws: `ImageError` with cairo's message.
  package func finish() throws(ImageError) -> [UInt8] {
    withFonts { lib.cairo_surface_finish(surface) }
    let status = lib.cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(status, "cannot finish the PDF") }
    return output.take()
  }
}

/// Collects the bytes that cairo writes.
private final class PDFOutput {
  private var bytes: [UInt8] = []

  static let write: cairo_write_func_t = { closure, data, length in
    guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
    let output = Unmanaged<PDFOutput>.fromOpaque(closure).takeUnretainedValue()
    output.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
    return CAIRO_STATUS_SUCCESS
  }

  /// The bytes, without a copy.
  func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
