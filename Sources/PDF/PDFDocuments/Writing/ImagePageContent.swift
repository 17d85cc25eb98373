internal import Drawing
internal import ImageModel
internal import PDFWriting

/// The content stream of a page that shows one picture, in as few operators as it takes.
enum ImagePageContent {
  static let name = "I"

  /// - Parameter unit: the points of the page's unit.
  static func operators(_ page: ImagePage, unit: Double) -> [UInt8] {
    let placement = page.placement
    var text: [UInt8] = []
    func number(_ value: Double) { PDFSyntax.append(.real(value), to: &text) }
    func operation(_ name: String, _ values: [Double]) {
      for value in values { number(value) }
      PDFSyntax.append(.syntax(Array(name.utf8)), to: &text)
      text.append(0x0A)
    }
    if unit != 1 { operation("cm", [1 / unit, 0, 0, 1 / unit, 0, 0]) }
    if let color = page.background {
      operation("rg", [color.red, color.green, color.blue])
      operation("re f", [0, 0, placement.page.width, placement.page.height])
    }
    if placement.isClipped {
      let frame = placement.frame
      operation("re W n", [frame.minX, frame.minY, frame.width, frame.height])
    }
    let matrix = ImagePlacement.matrix(orientation: page.orientation, in: placement.picture)
    operation("cm", [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty])
    text += Array("/\(name) Do".utf8)
    return text
  }
}
