internal import Drawing
internal import ImageModel

/// A colour, or a gradient whose points are fractions of the filled box.
enum FillDescription {
  private enum Kind: String, CaseIterable { case linear, radial }

  case color(Color)
  case linear(from: Point, to: Point, stops: [GradientStop])
  case radial(center: Point, radius: Double, stops: [GradientStop])

  init(_ reader: ValueReader) throws(ImageError) {
    guard reader.isObject else {
      self = .color(try reader.color())
      return
    }
    guard let kind = reader.peek("gradient") else { throw reader.error("lacks 'gradient'") }
    switch try kind.word(Kind.self) {
    case .linear:
      let object = try reader.object("a linear gradient", ["gradient", "from", "to", "stops"])
      self = .linear(
        from: try object["from"]?.fraction() ?? Point(x: 0, y: 0),
        to: try object["to"]?.fraction() ?? Point(x: 0, y: 1),
        stops: try Self.stops(try object.required("stops")))
    case .radial:
      let object = try reader.object("a radial gradient", ["gradient", "center", "radius", "stops"])
      self = .radial(
        center: try object["center"]?.fraction() ?? Point(x: 0.5, y: 0.5),
        radius: try object["radius"]?.number("a number above 0, at most 100", in: 0.000_001...100) ?? 0.5,
        stops: try Self.stops(try object.required("stops")))
    }
  }

  /// Colours that are distributed evenly, or objects with `at` and `color`.
  private static func stops(_ reader: ValueReader) throws(ImageError) -> [GradientStop] {
    let list = try reader.list("a list of colours or of {\"at\": 0.5, \"color\": ...}")
    guard (2...1_000).contains(list.count) else { throw reader.error("a gradient has from 2 to 1000 stops") }
    var stops: [GradientStop] = []
    for (index, stop) in list.enumerated() {
      let even = Double(index) / Double(list.count - 1)
      guard stop.isObject else {
        stops.append(GradientStop(offset: even, color: try stop.gradientColor()))
        continue
      }
      let object = try stop.object("a stop", ["at", "color"])
      let offset = try object["at"]?.number("a number from 0 to 1", in: 0...1) ?? even
      stops.append(GradientStop(offset: offset, color: try object.required("color").gradientColor()))
    }
    return stops
  }

  /// The paint for a box. The radius of a radial gradient is a fraction of the box's longer side.
  func paint(in box: Rect) -> Paint {
    func place(_ point: Point) -> Point {
      Point(x: box.minX + point.x * box.width, y: box.minY + point.y * box.height)
    }
    switch self {
    case .color(let color): return .color(color)
    case .linear(let from, let to, let stops): return .linear(from: place(from), to: place(to), stops: stops)
    case .radial(let center, let radius, let stops):
      return .radial(center: place(center), radius: radius * max(box.width, box.height), stops: stops)
    }
  }
}

/// The colour and style of a line: `"#336699"`, or an object with `color`, `width`, `dash`, `cap`, `join`.
struct StrokeDescription {
  var color: Color
  var style: StrokeStyle

  /// Black, a point wide.
  static let black = StrokeDescription(color: .black, style: StrokeStyle())

  private init(color: Color, style: StrokeStyle) { (self.color, self.style) = (color, style) }

  init(_ reader: ValueReader, defaultWidth: Double = 1) throws(ImageError) {
    guard reader.isObject else {
      color = try reader.color()
      style = StrokeStyle(width: defaultWidth)
      return
    }
    let object = try reader.object("a stroke", ["color", "width", "dash", "cap", "join"])
    color = try object["color"]?.color() ?? .black
    style = StrokeStyle(width: try object["width"]?.distance() ?? defaultWidth)
    if let cap = object["cap"] { style.cap = try cap.word(StrokeStyle.Cap.self) }
    if let join = object["join"] { style.join = try join.word(StrokeStyle.Join.self) }
    if let dash = object["dash"] {
      let lengths = try dash.list("a list of lengths: stroke, gap, ...")
      guard lengths.count <= 32 else { throw dash.error("a pattern has at most 32 lengths") }
      for length in lengths { style.dash.append(try length.distance()) }
    }
  }
}
