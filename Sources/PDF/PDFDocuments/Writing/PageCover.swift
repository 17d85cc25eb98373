package import Drawing
package import ImageModel
internal import PDFWriting

/// What is drawn over a page of an existing PDF, such as headers, stamps and watermarks, and the colour behind the
/// page. The page keeps its links and annotations.
package struct PageCover {
  package var background: Color?
  /// A picture or page that is drawn below the content, and its place on the upright page.
  package var underlay: (object: EmbeddedObject, place: Rect)?
  /// The invisible text of a scan, which covers the page as its file shows it.
  package var text: EmbeddedObject?
  /// Draws on an upright page of the size that a viewer shows, with the origin at the lower left.
  package var draw: ((DrawingContext) throws -> Void)?

  package init(
    background: Color? = nil, underlay: (object: EmbeddedObject, place: Rect)? = nil,
    _ draw: ((DrawingContext) throws -> Void)? = nil
  ) {
    (self.background, self.underlay) = (background, underlay)
    self.draw = draw
  }

  /// Whether the page gets resources of the cover.
  var hasResources: Bool { draw != nil || underlay != nil || text != nil }
  /// Whether the page stays as it is.
  package var isEmpty: Bool { background == nil && !hasResources }
}

/// A page of an existing PDF with a cover.
struct CoveredPage {
  /// The transform from the unit square of the cover to the page.
  let matrix: AffineTransform
  private let seenSize: Size

  init(_ page: ImportedPage) {
    self.init(box: page.bounds(for: .crop), rotation: page.rotation, seenSize: page.seenSize)
  }

  /// The page as its file shows it, without changes.
  init(_ page: PDFFilePage) {
    self.init(box: page.bounds(for: .crop), rotation: page.rotation, seenSize: page.seenSize(of: .crop))
  }

  private init(box: Rect, rotation: Int, seenSize: Size) {
    self.seenSize = seenSize
    // Rotated counterclockwise, because the viewer rotates the page clockwise.
    let turned: AffineTransform =
      switch rotation {
      case 90: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
      case 180: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
      case 270: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
      default: .identity
      }
    matrix = turned.then(.scale(x: box.width, y: box.height)).then(.translation(x: box.minX, y: box.minY))
  }

  private static let name = "CameoCover"

  /// Adds the cover: a form XObject whose unit square has the size `size`, aligned with the lower left corner of the
  /// page.
  func add(
    _ form: PDFReference, size: Size, to page: inout PDFDictionary, _ writer: PDFWriter
  ) throws(ImageError) {
    let matrix = AffineTransform.scale(x: size.width / seenSize.width, y: size.height / seenSize.height).then(matrix)
    // Screen readers leave out content that is not a part of the text (ISO 32000-1, 14.8.2.2).
    var operators = Array("/Artifact BMC q ".utf8)
    for value in [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty] {
      PDFSyntax.append(.real(value), to: &operators)
    }
    operators += Array(" cm /\(Self.name) Do Q EMC\n".utf8)
    // Changes of the graphics state by the page must not affect the cover.
    let opening = try writer.addShared([:], content: Array("q\n".utf8))
    let closing = try writer.addShared([:], content: Array("\nQ ".utf8) + operators)
    page["Contents"] = .array([.reference(opening)] + Self.contents(of: page) + [.reference(closing)])
    Self.add(form, Self.name, toResourcesOf: &page)
  }

  private static let textName = "CameoText"

  /// Adds the invisible text of a page. It is a part of the content, which screen readers may read.
  func add(text object: PDFReference, to page: inout PDFDictionary, _ writer: PDFWriter) throws(ImageError) {
    var operators = Array("q ".utf8)
    for value in [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty] {
      PDFSyntax.append(.real(value), to: &operators)
    }
    operators += Array(" cm /\(Self.textName) Do Q\n".utf8)
    let opening = try writer.addShared([:], content: Array("q\n".utf8))
    let closing = try writer.addShared([:], content: Array("\nQ ".utf8) + operators)
    page["Contents"] = .array([.reference(opening)] + Self.contents(of: page) + [.reference(closing)])
    Self.add(object, Self.textName, toResourcesOf: &page)
  }

  private static let underlayName = "CameoUnderlay"

  /// Draws an XObject below the content.
  ///
  /// - Parameter place: of its unit square, on the upright page, from the lower left corner of the page.
  func add(
    underlay object: PDFReference, in place: Rect, to page: inout PDFDictionary, _ writer: PDFWriter
  ) throws(ImageError) {
    let matrix = AffineTransform.scale(x: place.width, y: place.height)
      .then(.translation(x: place.minX, y: place.minY))
      .then(.scale(x: 1 / seenSize.width, y: 1 / seenSize.height)).then(matrix)
    var operators = Array("/Artifact BMC q ".utf8)
    for value in [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty] {
      PDFSyntax.append(.real(value), to: &operators)
    }
    operators += Array(" cm /\(Self.underlayName) Do Q EMC\n".utf8)
    page["Contents"] = .array(
      [.reference(try writer.addShared([:], content: operators))] + Self.contents(of: page))
    Self.add(object, Self.underlayName, toResourcesOf: &page)
  }

  private static func add(_ object: PDFReference, _ name: String, toResourcesOf page: inout PDFDictionary) {
    var resources: PDFDictionary = [:]
    if case .dictionary(let own)? = page["Resources"] { resources = own }
    var objects: PDFDictionary = [:]
    if case .dictionary(let own)? = resources["XObject"] { objects = own }
    objects[name] = .reference(object)
    resources["XObject"] = .dictionary(objects)
    page["Resources"] = .dictionary(resources)
  }

  /// Fills the background of the page.
  static func add(
    _ color: Color, behind page: inout PDFDictionary, box: Rect, _ writer: PDFWriter
  ) throws(ImageError) {
    var operators = Array("/Artifact BMC q ".utf8)
    for value in [color.red, color.green, color.blue] { PDFSyntax.append(.real(value), to: &operators) }
    operators += Array(" rg ".utf8)
    for value in [box.minX, box.minY, box.width, box.height] { PDFSyntax.append(.real(value), to: &operators) }
    operators += Array(" re f Q EMC\n".utf8)
    page["Contents"] = .array([.reference(try writer.addShared([:], content: operators))] + contents(of: page))
  }

  /// The content streams of a page.
  private static func contents(of page: PDFDictionary) -> [PDFObject] {
    switch page["Contents"] {
    case .array(let parts)?: parts
    case nil, .null?: []
    case let part?: [part]
    }
  }

  /// The links of the cover in coordinates of the page.
  func links(_ links: [Link]) -> [Link] {
    links.map { link in
      var link = link
      let unit = AffineTransform.scale(x: 1 / seenSize.width, y: 1 / seenSize.height)
      link.rect = unit.then(matrix).apply(to: link.rect)
      return link
    }
  }
}
