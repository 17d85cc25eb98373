internal import Drawing
internal import ImageModel

/// An element of type `rectangle` or `ellipse`.
struct ShapeContent: ElementContent {
  static let ellipseNames = ["fill", "stroke"]
  static let rectangleNames = ellipseNames + ["radius"]

  private let isEllipse: Bool
  private let radius: Double
  private let fill: FillDescription?
  private let stroke: StrokeDescription?

  init(_ object: MemberReader, isEllipse: Bool) throws(ImageError) {
    self.isEllipse = isEllipse
    _ = try object.required("height")
    radius = try object["radius"]?.distance() ?? 0
    fill = try object["fill"].map { (value) throws(ImageError) in try FillDescription(value) }
    stroke = try object["stroke"].map { (value) throws(ImageError) in try StrokeDescription(value) }
    guard fill != nil || stroke != nil else { throw object.reader.error("has neither 'fill' nor 'stroke'") }
  }

  func size(width: Double?, height: Double?, available: Double?) -> Size {
    Size(width: width ?? available ?? 0, height: height ?? 0)
  }

  func draw(in size: Size, on context: DrawingContext) {
    let box = Rect(size)
    let path = isEllipse ? Path.ellipse(in: box) : .roundedRect(box, radius: radius)
    if let fill { context.fill(path, fill.paint(in: box)) }
    if let stroke { context.stroke(path, .color(stroke.color), stroke.style) }
  }
}

/// An element of type `line`: straight, from one point to another.
struct LineContent: ElementContent {
  private let start: Point
  private let end: Point
  private let stroke: StrokeDescription
  /// The rectangle between the points.
  let box: Rect

  init(_ object: MemberReader) throws(ImageError) {
    let (from, to) = (try object.required("from").point(), try object.required("to").point())
    let corner = Point(x: min(from.x, to.x), y: min(from.y, to.y))
    box = Rect(origin: corner, size: Size(width: abs(from.x - to.x), height: abs(from.y - to.y)))
    start = Point(x: from.x - corner.x, y: from.y - corner.y)
    end = Point(x: to.x - corner.x, y: to.y - corner.y)
    var style = StrokeDescription.black
    if let stroke = object["stroke"] { style = try StrokeDescription(stroke) }
    stroke = style
  }

  func size(width: Double?, height: Double?, available: Double?) -> Size { box.size }

  func draw(in size: Size, on context: DrawingContext) {
    context.stroke(.line(from: start, to: end), .color(stroke.color), stroke.style)
  }
}

/// An element of type `path`: lines and curves from SVG's path data.
struct PathContent: ElementContent {
  private enum Rule: String, CaseIterable { case nonzero, evenodd }

  static let names = ["data", "viewBox", "fill", "stroke", "rule"]

  private let path: Path
  /// The rectangle of the path data that is mapped to the element's box; nil where a unit is a point.
  private let viewBox: Rect?
  private let fill: FillDescription?
  private let stroke: StrokeDescription?
  private let rule: FillRule

  init(_ object: MemberReader) throws(ImageError) {
    let data = try object.required("data")
    let text = try data.text("SVG path data such as \"M 0 0 L 10 10\"")
    do throws(PathData.Problem) {
      path = try PathData.path(text)
    } catch {
      throw data.error(error.message)
    }
    fill = try object["fill"].map { (value) throws(ImageError) in try FillDescription(value) }
    stroke = try object["stroke"].map { (value) throws(ImageError) in try StrokeDescription(value) }
    rule = try object["rule"]?.word(Rule.self) == .evenodd ? .evenOdd : .nonZero
    guard fill != nil || stroke != nil else { throw object.reader.error("has neither 'fill' nor 'stroke'") }
    guard let view = object["viewBox"] else {
      viewBox = nil
      guard object["width"] == nil, object["height"] == nil else {
        throw object.reader.error("'width' and 'height' of a path need a 'viewBox', which they scale")
      }
      return
    }
    var numbers: [Double] = []
    for number in try view.list("four numbers, [x, y, width, height]") { numbers.append(try number.number()) }
    guard numbers.count == 4, numbers.allSatisfy({ abs($0) <= Length.maximum }), numbers[2] > 0, numbers[3] > 0 else {
      throw view.error("expected [x, y, width, height], the last two more than 0")
    }
    viewBox = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  func size(width: Double?, height: Double?, available: Double?) -> Size {
    guard let viewBox else {
      let bounds = bounds
      return Size(width: max(0, bounds.maxX), height: max(0, bounds.maxY))
    }
    let aspect = viewBox.height / viewBox.width
    if let width { return Size(width: width, height: height ?? width * aspect) }
    if let height { return Size(width: height / aspect, height: height) }
    return viewBox.size
  }

  func draw(in size: Size, on context: DrawingContext) {
    var shape = path
    if let viewBox {
      // Scaled uniformly and centred, as SVG's xMidYMid.
      let scale = min(size.width / viewBox.width, size.height / viewBox.height)
      shape = path.transformed(
        by: AffineTransform.translation(x: -viewBox.center.x, y: -viewBox.center.y)
          .then(.scale(x: scale, y: scale)).then(.translation(x: size.width / 2, y: size.height / 2)))
    }
    let box = viewBox == nil ? bounds : Rect(size)
    if let fill { context.fill(shape, fill.paint(in: box), rule: rule) }
    if let stroke { context.stroke(shape, .color(stroke.color), stroke.style) }
  }

  /// The rectangle around all points and control points.
  private var bounds: Rect {
    let points = path.elements.flatMap { (element) -> [Point] in
      switch element {
      case .move(let point), .line(let point): [point]
      case .curve(let first, let second, let end): [first, second, end]
      case .close: []
      }
    }
    guard let left = points.map(\.x).min(), let right = points.map(\.x).max(), let top = points.map(\.y).min(),
      let bottom = points.map(\.y).max()
    else { return Rect(.init(width: 0, height: 0)) }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
