internal import Drawing
internal import ImageModel

/// A line's colour and style: `"#336699"`, or an object of `color`, `width`, `dash`, `cap`, `join`.
struct StrokeDescription {
  private enum Cap: String, CaseIterable { case butt, round, square }
  private enum Join: String, CaseIterable { case miter, round, bevel }

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
    if let cap = object["cap"] { style.cap = StrokeStyle.Cap(rawValue: try cap.word(Cap.self).rawValue) ?? .butt }
    if let join = object["join"] {
      style.join = StrokeStyle.Join(rawValue: try join.word(Join.self).rawValue) ?? .miter
    }
    if let dash = object["dash"] {
      let lengths = try dash.list("a list of lengths: stroke, gap, ...")
      guard lengths.count <= 32 else { throw dash.error("a pattern has at most 32 lengths") }
      for length in lengths { style.dash.append(try length.distance()) }
    }
  }
}
