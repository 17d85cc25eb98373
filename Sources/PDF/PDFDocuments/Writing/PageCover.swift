package import Drawing
internal import ImageModel
internal import PDFWriting

/// What is drawn over a page of an existing PDF: headers, stamps, watermarks; and what colour is behind it. The page keeps
/// its links and annotations.
package struct PageCover {
  package var background: Color?
  /// Draws on a page of the size that a viewer shows, upright, the origin at the lower left.
  package var draw: ((DrawingContext) throws -> Void)?

  package init(background: Color? = nil, _ draw: ((DrawingContext) throws -> Void)? = nil) {
    self.background = background
    self.draw = draw
  }
}

/// A page of an existing PDF that gets a cover.
struct CoveredPage {
  /// From the unit square of what is drawn to the page.
  let matrix: AffineTransform
  private let seenSize: Size

  init(_ page: ImportedPage) {
    seenSize = page.seenSize
    let box = page.bounds(for: .crop)
    // Turned counterclockwise, for the viewer turns the page clockwise.
    let turned: AffineTransform =
      switch page.rotation {
      case 90: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
      case 180: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
      case 270: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
      default: .identity
      }
    matrix = turned.then(.scale(x: box.width, y: box.height)).then(.translation(x: box.minX, y: box.minY))
  }

  private static let name = "CameoCover"

  /// Adds what was drawn, a form whose unit square is as large as `size`, the page's corner at its own.
  func add(
    _ form: PDFReference, size: Size, to page: inout PDFDictionary, _ writer: PDFWriter
  ) throws(ImageError) {
    let matrix = AffineTransform.scale(x: size.width / seenSize.width, y: size.height / seenSize.height).then(matrix)
    var operators = Array("q ".utf8)
    for value in [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty] {
      PDFSyntax.append(.real(value), to: &operators)
    }
    operators += Array(" cm /\(Self.name) Do Q\n".utf8)
    // What the page does to the graphics state must not reach the cover.
    let opening = try writer.addShared([:], content: Array("q\n".utf8))
    let closing = try writer.addShared([:], content: Array("\nQ ".utf8) + operators)
    page["Contents"] = .array([.reference(opening)] + Self.contents(of: page) + [.reference(closing)])
    var resources: PDFDictionary = [:]
    if case .dictionary(let own)? = page["Resources"] { resources = own }
    var objects: PDFDictionary = [:]
    if case .dictionary(let own)? = resources["XObject"] { objects = own }
    objects[Self.name] = .reference(form)
    resources["XObject"] = .dictionary(objects)
    page["Resources"] = .dictionary(resources)
  }

  /// Puts a colour behind the page's content.
  static func add(
    _ color: Color, behind page: inout PDFDictionary, box: Rect, _ writer: PDFWriter
  ) throws(ImageError) {
    var operators = Array("q ".utf8)
    for value in [color.red, color.green, color.blue] { PDFSyntax.append(.real(value), to: &operators) }
    operators += Array(" rg ".utf8)
    for value in [box.minX, box.minY, box.width, box.height] { PDFSyntax.append(.real(value), to: &operators) }
    operators += Array(" re f Q\n".utf8)
    page["Contents"] = .array([.reference(try writer.addShared([:], content: operators))] + contents(of: page))
  }

  /// The streams of a page's content.
  private static func contents(of page: PDFDictionary) -> [PDFObject] {
    switch page["Contents"] {
    case .array(let parts)?: parts
    case nil, .null?: []
    case let part?: [part]
    }
  }

  /// Links of the cover in the page's own coordinates.
  func links(_ links: [Link]) -> [Link] {
    links.map { link in
      var link = link
      let unit = AffineTransform.scale(x: 1 / seenSize.width, y: 1 / seenSize.height)
      link.rect = unit.then(matrix).apply(to: link.rect)
      return link
    }
  }
}
