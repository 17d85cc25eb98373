public import Drawing
public import ImageModel

/// A page of a document.
///
/// To draw a page, override `draw(with:to:)` in a subclass, or use `DrawnPage` with a closure. `ImagePage` shows a
/// picture whose data is embedded untouched, `ImportedPage` is a page of an existing PDF.
open class PDFPage {
  private var boxes: [PageBox: Rect]

  /// The clockwise rotation of the page in viewers, in degrees: 0, 90, 180 or 270.
  public var rotation: Int = 0 {
    didSet { rotation = ((rotation / 90) % 4 + 4) % 4 * 90 }
  }

  /// The links on the page, in addition to those that it draws.
  public var links: [Link] = []

  /// Named destinations on the page: viewers scroll to the point.
  public var namedPlaces: [String: Point] = [:]

  /// Maps the targets of links that the page draws, where pages are arranged on sheets. nil changes nothing.
  package var moveTarget: ((LinkTarget) -> LinkTarget)?

  /// The XObjects of the document while it is being written.
  package weak var registry: XObjectRegistry?
  /// Whether the page is being drawn on another page.
  var isBeingPlaced = false
  /// Whether drawing the page says what its parts are, so that it is drawn with tags.
  package var isTagged = false

  /// A page with a media box at the origin.
  public init(size: Size) {
    boxes = [.media: Rect(size)]
  }

  /// A box in points, with the origin at the lower left. Missing boxes have their defaults (ISO 32000-1, 14.11.2).
  open func bounds(for box: PageBox) -> Rect {
    if let own = boxes[box] { return own }
    switch box {
    case .media, .crop: return boxes[.media] ?? Rect(Size(width: 0, height: 0))
    case .bleed, .trim, .art: return bounds(for: .crop)
    }
  }

  open func setBounds(_ rect: Rect, for box: PageBox) { boxes[box] = rect }

  /// The size in points as a viewer shows the page: the rotated crop box.
  public var seenSize: Size { bounds(for: .crop).size.turned(by: rotation) }

  /// The boxes that the page has, without defaults.
  package var ownBoxes: [PageBox: Rect] { boxes }

  /// Draws the page in the coordinates of its boxes: in points, with y pointing upwards. The origin of a page from
  /// `init(size:)` is at its lower left (`DrawingContext.flip()` changes that).
  ///
  /// The viewer applies the rotation of the page. An error ends the writing of the document.
  ///
  /// - Parameter box: the visible part of the page.
  open func draw(with box: PageBox, to context: DrawingContext) throws {}

  /// Loads what the page shows, so that errors occur before anything is drawn.
  package func prepare(_ registry: XObjectRegistry) throws(ImageError) {}
}

extension Size {
  /// The size of a page or picture that is rotated by a multiple of 90 degrees.
  package func turned(by degrees: Int) -> Size { degrees % 180 == 0 ? self : transposed }
}

/// The boxes of a page (ISO 32000-1, 14.11.2).
public enum PageBox: String, Hashable, Sendable, CaseIterable {
  /// The medium; every page has one.
  case media
  /// The visible part; the media box by default.
  case crop
  /// The part that is kept in production; the crop box by default.
  case bleed
  /// The trimmed page; the crop box by default.
  case trim
  /// The meaningful content; the crop box by default.
  case art
}
