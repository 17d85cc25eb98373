internal import CPangoShims
public import ImageModel

/// Draws paths, images and text on an image or on a page of a PDF, over cairo.
///
/// Lengths are points (1/72 inch). The origin is at the lower left of the page and y grows upwards, as in PDF; after
/// `flip()` it is at the upper left and y grows downwards. Text and images are upright in both. Coordinates that are
/// no numbers draw nothing; those farther than about 4,000,000 pixels (or points in PDF) from the page are moved there,
/// for cairo keeps them in 32 bits. A transform that makes everything flat draws nothing until it is undone.
///
/// A context belongs to one thread at a time.
public final class DrawingContext {
  /// What the pages of a PDF share: stubs for objects that the writer embeds.
  protocol StubSource: AnyObject {
    /// - Parameter use: how many times the page has drawn the object before.
    func stub(for id: Int, use: Int) throws(ImageError) -> OpaquePointer
  }

  /// The part of the state that `withState` saves besides cairo's own.
  struct State {
    /// From user space to page space.
    var transform = AffineTransform.identity
    var isFlipped = false
    /// Of the page that is drawn inside of another one.
    var size: Size?
  }

  /// The size of the page in points; of the inner one, while a page is drawn on another.
  public var size: Size { state.size ?? pageSize }
  /// The size of what is drawn on, in points.
  let pageSize: Size
  /// What destinations of links are called in the document; nil where they keep their names.
  package var destinationName: ((String) -> String)?
  /// The place in a description of what is being drawn.
  package var source: (() -> DrawnSource)?
  /// Whether something was not said before of what is being drawn; nil where the page alone decides.
  package var isNews: ((Diagnostic) -> Bool)?
  /// The links drawn so far, in page space.
  public internal(set) var links: [Link] = []
  /// What a user should know: fonts that were replaced, characters without a glyph. Each is said once.
  public internal(set) var diagnostics: [Diagnostic] = []
  /// The objects drawn so far by `draw(_:in:)`, each once, in the order of their first use.
  package internal(set) var embeddedObjects: [EmbeddedObject] = []
  /// How many times each of them was drawn, by its number.
  var objectUses: [Int: Int] = [:]

  let surface: CairoSurface
  let cairo: CairoContext
  /// From page space to the pixels or points of the surface, whose y grows downwards.
  let pageToDevice: AffineTransform
  /// nil for an image.
  let stubs: (any StubSource)?
  var state = State()
  /// Nothing is drawn any more: the page was finished.
  var isFinished = false
  /// The fonts of the document, or those that were looked for here.
  private var catalog: FontCatalog?
  /// What embeds objects into the document that the page belongs to; nil for an image.
  package weak var embedder: AnyObject?

  /// - Parameter surfaceHeight: of a surface that is higher than the page, in points; the page stands at its lower end.
  init(
    surface: consuming CairoSurface, size: Size, scale: Double, surfaceHeight: Double? = nil,
    stubs: (any StubSource)?, fonts: FontCatalog? = nil
  ) throws(ImageError) {
    cairo = try CairoContext(on: surface)
    self.surface = surface
    pageSize = size
    self.stubs = stubs
    catalog = fonts
    pageToDevice = AffineTransform(a: scale, b: 0, c: 0, d: -scale, tx: 0, ty: (surfaceHeight ?? size.height) * scale)
  }

  /// The fonts to lay text out with: on a page of a PDF those of the whole document, so that each is loaded and embedded
  /// once; on an image they are looked for at the first call, which takes some milliseconds.
  ///
  /// - Throws: `ImageError` where there is no font at all.
  public var fonts: FontCatalog {
    get throws(ImageError) {
      if let catalog { return catalog }
      let found = try FontCatalog()
      catalog = found
      return found
    }
  }

  /// Whether the target is a picture of pixels, and not a page of a PDF.
  public var isImage: Bool { stubs == nil }

  /// Whether the origin is at the upper left and y grows downwards.
  public var isFlipped: Bool { state.isFlipped }

  /// From the coordinates that drawing uses now to page space.
  public var transform: AffineTransform { state.transform }

  /// Fails where an earlier call made cairo give up (`cairo_status`).
  func check(_ purpose: String) throws(ImageError) {
    let status = lib.cairo_status(cairo.pointer)
    guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(status, purpose) }
  }

  /// Adds a diagnostic unless it was said before.
  func report(_ diagnostic: Diagnostic) {
    if let isNews, !isNews(diagnostic) { return }
    var diagnostic = diagnostic
    if let source { diagnostic.message = "\(source().place): \(diagnostic.message)" }
    if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
  }
}

/// Where what is drawn was written.
package struct DrawnSource {
  /// The file's name; empty where it is not known.
  package var file: String
  /// The place in the file.
  package var place: String

  package init(file: String, place: String) { (self.file, self.place) = (file, place) }

  var description: String { file.isEmpty ? place : "\(file), \(place)" }
}
