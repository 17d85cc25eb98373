internal import CPangoShims
internal import Glibc
public import ImageModel

/// Draws paths, images and text on an image or on a page of a PDF, over cairo.
///
/// Lengths are points (1/72 inch). The origin is at the lower left of the page and y points upwards, as in PDF. After
/// `flip()`, the origin is at the upper left and y points downwards. Text and images are upright in both. With
/// coordinates that are not numbers, nothing is drawn. Coordinates are clamped to about 4,000,000 pixels (or points in
/// PDF) from the page, because cairo stores them in 32 bits. With a singular transform, nothing is drawn either.
///
/// A context may be used by one thread at a time.
public final class DrawingContext {
  /// The state that `withState` saves, in addition to cairo's own state.
  private struct State {
    /// The transform from user space to page space.
    var transform = AffineTransform.identity
    var isFlipped = false
    /// The size of the inner page, while a page is drawn on another page.
    var size: Size?
  }

  /// The size of the page in points; that of the inner page, while a page is drawn on another page.
  public var size: Size { state.size ?? pageSize }
  /// The size of the page or image, in points.
  let pageSize: Size
  /// Maps the names of destinations to those in the document; nil where they are equal.
  package var destinationName: ((String) -> String)?
  /// The position in a page description of the element that is being drawn.
  package var source: (() -> SourceLocation)?
  /// Whether a diagnostic is reported for the first time in the whole document; nil where only the page is checked.
  package var isFirstReport: ((Diagnostic) -> Bool)?
  /// The links drawn so far, in page space.
  public private(set) var links: [Link] = []
  /// Replaced fonts and characters without a glyph, each once.
  public private(set) var diagnostics: [Diagnostic] = []
  /// The embedded objects drawn so far, each once, in the order of their first use.
  package internal(set) var embeddedObjects: [EmbeddedObject] = []
  /// How many times each embedded object was drawn, by its ID.
  var objectUses: [Int: Int] = [:]

  let surface: CairoSurface
  let cairo: CairoContext
  /// The transform from page space to the pixels or points of the surface, whose y points downwards.
  let pageToDevice: AffineTransform
  /// nil for an image.
  let stubs: StubSurfaces?
  private var state = State()
  /// Whether the page is finished. Later calls draw nothing.
  var isFinished = false
  /// The fonts of the document, or those that were loaded here.
  private var catalog: FontCatalog?
  /// Embeds the picture of a glyph with colours, a PNG; nil on an image.
  package var embedGlyph: (([UInt8]) -> EmbeddedObject?)?
  /// Collects the structure of the page; nil for a page without tags, and for an image.
  package internal(set) var structure: PageStructure?
  /// The object that embeds XObjects into the document; nil for an image.
  package weak var embedder: AnyObject?

  /// - Parameter surfaceHeight: the height of a surface that is higher than the page, in points. The page is at its
  ///   bottom.
  init(
    surface: consuming CairoSurface, size: Size, scale: Double, surfaceHeight: Double? = nil,
    stubs: StubSurfaces?, fonts: FontCatalog? = nil
  ) throws(ImageError) {
    cairo = try CairoContext(on: surface)
    self.surface = surface
    pageSize = size
    self.stubs = stubs
    catalog = fonts
    pageToDevice = AffineTransform(a: scale, b: 0, c: 0, d: -scale, tx: 0, ty: (surfaceHeight ?? size.height) * scale)
  }

  /// The fonts for text layout. On a page of a PDF, they are those of the whole document, so that each font is loaded
  /// and embedded once. On an image, they are loaded by the first call, which takes some milliseconds.
  ///
  /// - Throws: `ImageError` where no font is installed.
  public var fonts: FontCatalog {
    get throws(ImageError) {
      if let catalog { return catalog }
      let found = try FontCatalog()
      catalog = found
      return found
    }
  }

  /// Whether the target is an image, not a page of a PDF.
  public var isImage: Bool { stubs == nil }

  /// Whether the origin is at the upper left and y points downwards.
  public var isFlipped: Bool { state.isFlipped }

  /// The transform from the current coordinates to page space.
  public var transform: AffineTransform { state.transform }

  /// Throws where an earlier call failed in cairo (`cairo_status`).
  func check(_ purpose: String) throws(ImageError) {
    let status = lib.cairo_status(cairo.pointer)
    guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(status, purpose) }
  }

  /// Adds a diagnostic, unless it was reported before.
  private func report(_ diagnostic: Diagnostic) {
    if let isFirstReport, !isFirstReport(diagnostic) { return }
    var diagnostic = diagnostic
    if let source { diagnostic.message = "\(source().place): \(diagnostic.message)" }
    if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
  }
}

/// The position in a page description of the element that is being drawn.
package struct SourceLocation {
  /// The name of the file; empty where it is not known.
  package var file: String
  /// The place in the file.
  package var place: String

  package init(file: String, place: String) { (self.file, self.place) = (file, place) }

  var description: String { file.isEmpty ? place : "\(file), \(place)" }
}

extension DrawingContext {
  /// Saves the state and restores it after `body`: transforms, flips and clips in it do not last (`cairo_save`,
  /// `cairo_restore`).
  public func withState<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let saved = state
    lib.cairo_save(cairo.pointer)
    defer {
      lib.cairo_restore(cairo.pointer)
      state = saved
    }
    try body()
  }

  /// Draws a transparency group with an opacity from 0 to 1: overlapping parts do not show through each other
  /// (`cairo_push_group`, `cairo_paint_with_alpha`).
  public func withOpacity<Failure: Error>(_ opacity: Double, _ body: () throws(Failure) -> Void) throws(Failure) {
    let saved = state
    // A group is one piece of content.
    mark(isShape: false)
    structure?.groupDepth += 1
    lib.cairo_save(cairo.pointer)
    lib.cairo_push_group(cairo.pointer)
    var isDone = false
    defer {
      structure?.groupDepth -= 1
      lib.cairo_pop_group_to_source(cairo.pointer)
      keepTags()
      if isDone, !isFinished, opacity > 0 { lib.cairo_paint_with_alpha(cairo.pointer, min(opacity, 1)) }
      lib.cairo_restore(cairo.pointer)
      state = saved
    }
    try body()
    isDone = true
  }

  /// Draws a page on another page: saves the state, and sets the size of the inner page.
  package func withPage(size: Size, _ body: () throws -> Void) rethrows {
    try withState { () throws in
      state.size = size
      try body()
    }
  }

  /// Moves the origin to the upper left of the page and lets y point downwards. A second call undoes it.
  ///
  /// It uses the height of the page: call it before other transforms.
  public func flip() {
    concatenate(AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: size.height))
    state.isFlipped.toggle()
  }

  /// Moves the origin, in points.
  public func translate(x: Double, y: Double) { concatenate(.translation(x: x, y: y)) }

  /// Scales the coordinates of the following calls.
  public func scale(x: Double, y: Double) { concatenate(.scale(x: x, y: y)) }

  /// Rotates from the x axis towards the y axis: counterclockwise, or clockwise where the page is flipped.
  public func rotate(degrees: Double) {
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: degrees)
    concatenate(AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0))
  }

  /// Applies a transform to the coordinates of the following calls, before the current transform.
  public func concatenate(_ transform: AffineTransform) {
    state.transform = transform.then(state.transform)
  }

  /// The transform from user space to the surface; nil where nothing can be drawn with it.
  var userToDevice: AffineTransform? { isFinished ? nil : usable(state.transform.then(pageToDevice)) }

  /// The transform; nil where it is singular or cairo cannot invert it (`CAIRO_STATUS_INVALID_MATRIX`).
  func usable(_ transform: AffineTransform) -> AffineTransform? {
    let determinant = abs(transform.a * transform.d - transform.b * transform.c)
    let entries = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
    guard determinant > 1e-12, determinant < 1e18, entries.allSatisfy({ abs($0) < 1e12 }) else { return nil }
    return transform
  }

  /// Sets cairo's transform (`cairo_set_matrix`).
  func use(_ transform: AffineTransform) {
    var matrix = transform.cairoMatrix
    lib.cairo_set_matrix(cairo.pointer, &matrix)
  }
}

extension AffineTransform {
  var cairoMatrix: cairo_matrix_t { cairo_matrix_t(xx: a, yx: b, xy: c, yy: d, x0: tx, y0: ty) }
}

extension DrawingContext {
  /// Draws text upright (`pango_cairo_show_layout_line`).
  ///
  /// - Parameter origin: the upper left corner of the layout, whether or not the page is flipped.
  public func draw(_ text: TextLayout, at origin: Point) { withFonts { draw(text, at: origin, outline: nil) } }

  /// Draws the outlines of text as strokes (`pango_cairo_layout_line_path`). They are not text: a search does not find
  /// them.
  package func stroke(_ text: TextLayout, at origin: Point, _ color: Color, width: Double) {
    withFonts { draw(text, at: origin, outline: (color, width)) }
  }

  private func draw(_ text: TextLayout, at origin: Point, outline: (color: Color, width: Double)?) {
    for diagnostic in text.diagnostics { report(diagnostic) }
    let local = AffineTransform(a: 1, b: 0, c: 0, d: isFlipped ? 1 : -1, tx: origin.x, ty: origin.y)
    guard !isFinished, let transform = usable(local.then(state.transform).then(pageToDevice)) else { return }
    let cairo = cairo.pointer
    mark(isShape: outline != nil)
    lib.cairo_save(cairo)
    use(transform)
    setSource(outline?.color ?? .black)
    // Lines outside the page would only make the file larger. Glyphs may exceed their line, but not by two line
    // heights.
    let page = pageToDevice.apply(to: Rect(pageSize))
    let glyphs = text.draw(on: cairo, asPath: outline != nil, keepsColorGlyphs: embedGlyph == nil) { line in
      // FreeType fails for glyphs of some 65,000 pixels, and cairo then draws nothing more.
      guard transform.apply(to: Rect(x: 0, y: 0, width: line.height, height: line.height)).height < 20_000 else {
        return false
      }
      let reach = 2 * line.height
      let place = transform.apply(
        to: Rect(
          x: line.minX - reach, y: line.minY - reach, width: line.width + 2 * reach, height: line.height + 2 * reach))
      return place.minX < page.maxX && place.maxX > page.minX && place.minY < page.maxY && place.maxY > page.minY
    }
    if let outline {
      lib.cairo_set_line_width(cairo, outline.width)
      lib.cairo_set_line_join(cairo, StrokeStyle.Join.round.cairo)
      lib.cairo_stroke(cairo)
    }
    lib.cairo_new_path(cairo)
    lib.cairo_restore(cairo)
    guard let embedGlyph else { return }
    // The fonts of the glyphs belong to the layout.
    defer { withExtendedLifetime(text) {} }
    var objects: [ColorGlyph.Identity: EmbeddedObject?] = [:]
    for line in glyphs {
      let y = isFlipped ? origin.y + line.origin.y : origin.y - line.origin.y
      draw(line.glyphs, at: Point(x: origin.x + line.origin.x, y: y)) { glyph in
        if let known = objects[glyph] { return known }
        let object = PangoLines.png(of: glyph).flatMap(embedGlyph)
        if object == nil { report(.warning("a character with colours cannot be embedded, and is left out")) }
        objects.updateValue(object, forKey: glyph)
        return object
      }
    }
  }
}

extension DrawingContext {
  /// Draws the lines of a page.
  ///
  /// - Parameter origin: the upper left corner, whether or not the page is flipped.
  public func draw(_ page: TextFlow.Page, at origin: Point) {
    for part in page.parts {
      draw(part.layout, at: Point(x: origin.x, y: isFlipped ? origin.y + part.y : origin.y - part.y))
    }
  }
}

extension DrawingContext {
  /// Adds a link in a rectangle. On an image it is only recorded.
  public func link(_ rect: Rect, to target: LinkTarget) { link(rect, to: target, alternative: nil) }

  /// Adds a link.
  ///
  /// - Parameter alternative: what it says to readers who do not see it; nil for its target.
  package func link(_ rect: Rect, to target: LinkTarget, alternative: String?) {
    guard !isFinished else { return }
    let corner = Point(x: min(rect.minX, rect.maxX), y: min(rect.minY, rect.maxY))
    let place = state.transform.apply(
      to: Rect(x: corner.x, y: corner.y, width: abs(rect.width), height: abs(rect.height)))
    guard [place.minX, place.minY, place.maxX, place.maxY].allSatisfy({ abs($0) < 1e7 }) else { return }
    var link = Link(rect: place, target: target)
    link.alternative = alternative
    if case .destination(let name) = target, let destinationName {
      link.target = .destination(name: destinationName(name))
    }
    // Addresses are not checked later, so their position in the description is not needed.
    if case .uri = target {} else { link.source = source?().description }
    structure?.add(link: links.count)
    links.append(link)
  }
}

private enum Trigonometry {
  /// Exact for multiples of 90 degrees, so that rotated pages do not have coordinates such as 6e-17.
  static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    return switch turned < 0 ? turned + 360 : turned {
    case 0: (0, 1)
    case 90: (1, 0)
    case 180: (0, -1)
    case 270: (-1, 0)
    default: (sin(turned * .pi / 180), cos(turned * .pi / 180))
    }
  }
}
