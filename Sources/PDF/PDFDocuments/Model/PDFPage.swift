public import Drawing
public import ImageModel

/// A page of a document.
///
/// A page of one's own is a subclass that overrides `draw(with:to:)`, or a `DrawnPage` with a closure. `ImagePage` shows a
/// picture whose data go into the file untouched, `ImportedPage` is a page of an existing PDF.
open class PDFPage {
  private var boxes: [PageBox: Rect]

  /// By how many degrees viewers turn the page clockwise: 0, 90, 180 or 270.
  public var rotation: Int = 0 {
    didSet { rotation = ((rotation / 90) % 4 + 4) % 4 * 90 }
  }

  /// The links on the page, besides those that it draws.
  public var links: [Link] = []

  /// Places on the page that links and outlines may call by a name; they show the page from there on.
  public var namedPlaces: [String: Point] = [:]

  /// Where links that the page draws lead in the document, where pages have moved: onto sheets. nil changes nothing.
  package var moveTarget: ((LinkTarget) -> LinkTarget)?

  /// What hands out objects while a document with this page is written.
  package weak var objects: PlacedObjects?
  /// Whether the page is being drawn on another one.
  var isBeingPlaced = false

  /// A page with a media box at the origin.
  public init(size: Size) {
    boxes = [.media: Rect(size)]
  }

  /// A box in points, the origin at the lower left. A box that the page does not have is the one that stands in for it
  /// (ISO 32000-1, 14.11.2).
  open func bounds(for box: PageBox) -> Rect {
    if let own = boxes[box] { return own }
    switch box {
    case .media, .crop: return boxes[.media] ?? Rect(Size(width: 0, height: 0))
    case .bleed, .trim, .art: return bounds(for: .crop)
    }
  }

  open func setBounds(_ rect: Rect, for box: PageBox) { boxes[box] = rect }

  /// The size in points as a viewer shows the page: that of its crop box, turned.
  public var seenSize: Size { bounds(for: .crop).size.turned(by: rotation) }

  /// The boxes that the page has itself.
  package var ownBoxes: [PageBox: Rect] { boxes }

  /// Draws the page, in the coordinates of its boxes: points, y grows upwards, and the origin of a page made by
  /// `init(size:)` is at its lower left (`DrawingContext.flip()` changes that).
  ///
  /// The page's rotation is left to the viewer. What is thrown ends the writing of the document.
  ///
  /// - Parameter box: what will be seen of the page.
  open func draw(with box: PageBox, to context: DrawingContext) throws {}

  /// Gets what the page shows, so that errors come before anything is drawn.
  package func prepare(_ objects: PlacedObjects) throws(ImageError) {}
}

extension Size {
  /// The size of a page or picture that is turned by a multiple of 90 degrees.
  package func turned(by degrees: Int) -> Size { degrees % 180 == 0 ? self : transposed }
}
