internal import CPangoShims
public import ImageModel

extension DrawingContext {
  /// A context that draws an image (`cairo_image_surface_create`, ARGB32).
  ///
  /// - Parameters:
  ///   - size: in pixels; at most 32,767 along an axis.
  ///   - scale: pixels per point: 1 for 72 DPI, 300.0 / 72 for 300 DPI.
  ///   - background: nil for transparent.
  /// - Throws: `ImageError` of kind `usage` for an empty size or a scale that is not positive, `limitExceeded` for an
  ///   image that is too large for cairo.
  public static func image(size: PixelSize, scale: Double = 1, background: Color? = nil) throws(ImageError)
    -> DrawingContext
  {
    guard size.width > 0, size.height > 0, scale > 0, scale < 1e6 else {
      throw ImageError(.usage, "cannot draw a picture of \(size) pixels at scale \(scale)")
    }
    guard size.longSide <= 32_767 else {
      throw ImageError(.limitExceeded, "cannot draw a picture of \(size) pixels: the maximum is 32,767 along an axis")
    }
    try ImageError.checkLibraries()
    let surface = try CairoSurface(
      lib.cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height)),
      for: "cannot draw a picture of \(size) pixels")
    let points = Size(width: Double(size.width) / scale, height: Double(size.height) / scale)
    let context = try DrawingContext(surface: surface, size: points, scale: scale, stubs: nil)
    if let background {
      context.setSource(background)
      lib.cairo_paint(context.cairo.pointer)
    }
    return context
  }

  /// The image drawn so far.
  ///
  /// - Parameter alpha: `straight` for `rgba8`; `premultiplied` as cairo stores it; `none` for `rgb8`, which is correct
  ///   for an opaque background (otherwise the image is over black).
  /// - Throws: `ImageError` with cairo's message where something could not be drawn; of kind `usage` for a page of a
  ///   PDF.
  public func makeImage(alpha: PixelFormat.Alpha = .straight) throws(ImageError) -> PixelBuffer {
    guard isImage else { throw ImageError(.usage, "a page of a PDF has no pixels") }
    try check("cannot draw the picture")
    lib.cairo_surface_flush(surface.pointer)
    let size = PixelSize(
      width: Int(lib.cairo_image_surface_get_width(surface.pointer)),
      height: Int(lib.cairo_image_surface_get_height(surface.pointer)))
    guard let data = lib.cairo_image_surface_get_data(surface.pointer) else {
      throw ImageError(.usage, "the picture has no pixels")
    }
    return try CairoPixels.buffer(
      UnsafePointer(data), size: size, stride: Int(lib.cairo_image_surface_get_stride(surface.pointer)), alpha: alpha)
  }

  /// Draws a picture into a rectangle, its first row at the top (`cairo_paint` or `cairo_fill` with a surface pattern).
  ///
  /// The samples are taken as sRGB, and 16 bits are reduced to 8. On a page of a PDF, cairo stores the pixels deflated.
  /// To embed an image untouched, use an `ImagePage` of PDFDocuments.
  ///
  /// - Throws: `ImageError` of kind `unsupported` for CMYK and Lab, which must be converted before.
  public func draw(_ image: PixelBuffer, in rect: Rect, interpolation: Interpolation = .smooth) throws(ImageError) {
    guard let (width, height) = drawable(rect) else { return }
    let surface = try CairoPixels.surface(image)
    paint(
      surface.pointer, width: Double(image.size.width), height: Double(image.size.height),
      in: Rect(origin: rect.origin, size: Size(width: width, height: height)), interpolation)
  }

  /// Draws an object that the PDF writer embeds into a rectangle, upright. On an image, its pixels are drawn.
  ///
  /// - Throws: the errors of making the pixels; `ImageError` with cairo's message.
  package func draw(_ object: EmbeddedObject, in rect: Rect) throws {
    guard let (width, height) = drawable(rect) else { return }
    let place = Rect(origin: rect.origin, size: Size(width: width, height: height))
    if let stubs {
      let use = objectUses[object.id, default: 0]
      let stub = try stubs.stub(for: object.id, use: use)
      if use == 0 { embeddedObjects.append(object) }
      objectUses[object.id] = use + 1
      paint(stub, width: 2, height: 2, in: place, .smooth)
    } else if let pixels = try object.rasterize?() {
      try draw(pixels, in: place)
    }
  }

  /// The size of a rectangle; nil where it cannot show an image.
  private func drawable(_ rect: Rect) -> (width: Double, height: Double)? {
    guard rect.width > 0, rect.height > 0,
      [rect.minX, rect.minY, rect.width, rect.height].allSatisfy({ abs($0) < 1e7 })
    else { return nil }
    return (rect.width, rect.height)
  }

  private func paint(
    _ source: OpaquePointer, width: Double, height: Double, in rect: Rect, _ interpolation: Interpolation
  ) {
    // The transform from the pixels of the source, whose first row is at the top, to the rectangle.
    let pixels =
      isFlipped
      ? AffineTransform(
        a: rect.width / width, b: 0, c: 0, d: rect.height / height, tx: rect.minX, ty: rect.minY)
      : AffineTransform(
        a: rect.width / width, b: 0, c: 0, d: -rect.height / height, tx: rect.minX, ty: rect.maxY)
    guard !isFinished, let transform = usable(pixels.then(transform).then(pageToDevice)) else { return }
    let cairo = cairo.pointer
    mark(isShape: false)
    lib.cairo_save(cairo)
    keepTags()
    use(transform)
    lib.cairo_set_source_surface(cairo, source, 0, 0)
    let pattern = lib.cairo_get_source(cairo)
    lib.cairo_pattern_set_filter(pattern, interpolation == .smooth ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST)
    if isImage {
      // Without the padding, the edges of an enlarged image fade into the background.
      lib.cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
      lib.cairo_new_path(cairo)
      lib.cairo_rectangle(cairo, 0, 0, width, height)
      lib.cairo_fill(cairo)
    } else {
      lib.cairo_paint(cairo)
    }
    lib.cairo_restore(cairo)
  }
}
