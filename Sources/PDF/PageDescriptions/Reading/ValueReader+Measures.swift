internal import Drawing
internal import ImageModel
internal import PDFDocuments

extension ValueReader {
  /// A length in points: a number of points, or a text with a unit, `"10mm"`.
  func length() throws(ImageError) -> Double {
    let what = "a length such as 12 (points) or \"10mm\" (pt, mm, cm, in)"
    if isNumber { return try bounded(number(what), what) }
    let text = try text(what)
    guard let length = Length.points(text) else { throw error("expected \(what), not '\(text.prefix(60))'") }
    return try bounded(length, what)
  }

  /// A length that is not negative.
  func distance() throws(ImageError) -> Double {
    let length = try length()
    guard length >= 0 else { throw error("must not be negative") }
    return length
  }

  /// A positive length.
  func extent() throws(ImageError) -> Double {
    let length = try length()
    guard length > 0 else { throw error("must be more than 0") }
    return length
  }

  /// Checks the maximum: cairo's coordinates have 24.8 bits.
  private func bounded(_ length: Double, _ what: String) throws(ImageError) -> Double {
    guard abs(length) <= Length.maximum else {
      throw error("is more than \(Int(Length.maximum)) points from the origin")
    }
    return length
  }

  /// Two lengths: `["10mm", "20mm"]`.
  func point() throws(ImageError) -> Point {
    let parts = try list("two lengths, [x, y]")
    guard parts.count == 2 else { throw expected("two lengths, [x, y]") }
    return Point(x: try parts[0].length(), y: try parts[1].length())
  }

  /// Two numbers: `[0, 1]`.
  func fraction() throws(ImageError) -> Point {
    let parts = try list("two numbers, [x, y]")
    guard parts.count == 2 else { throw expected("two numbers, [x, y]") }
    return Point(
      x: try parts[0].number("a number from -100 to 100", in: -100...100),
      y: try parts[1].number("a number from -100 to 100", in: -100...100))
  }

  /// One distance for all sides, `[vertical, horizontal]`, or `[top, right, bottom, left]`.
  func margins() throws(ImageError) -> PageMargins {
    guard isList else { return PageMargins(try distance()) }
    var sides: [Double] = []
    for side in try list() { sides.append(try side.distance()) }
    switch sides.count {
    case 2: return PageMargins(top: sides[0], right: sides[1], bottom: sides[0], left: sides[1])
    case 4: return PageMargins(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
    default: throw error("expected a length, [vertical, horizontal] or [top, right, bottom, left]")
    }
  }

  /// `"#336699"`, `"rgb(51, 102, 153)"`, a name; of a colour of inks, the one that stands for it.
  func color() throws(ImageError) -> Color {
    let what = """
      a colour such as "#336699", "#33669980", "rgb(51, 102, 153)", "gray(50%)", "navy", "cmyk(0%, 100%, 50%, 0%)" or \
      "spot(NAME, cmyk(0%, 100%, 50%, 0%), 80%)"
      """
    let text = try text(what)
    if let color = ColorText.color(text) { return color }
    guard let ink = InkColor(text) else { throw error("expected \(what), not '\(text.prefix(60))'") }
    do throws(ImageError) {
      return try scope.inks.marker(for: ink)
    } catch {
      throw self.error(error.message, error.kind)
    }
  }

  /// A colour of a gradient, which cannot be of inks: cairo writes gradients in RGB.
  func gradientColor() throws(ImageError) -> Color {
    let color = try color()
    guard scope.inks.color(markedBy: [color.red, color.green, color.blue]) == nil else {
      throw error("a gradient cannot have colours of inks, cmyk() and spot()", .unsupported)
    }
    return color
  }

  /// Clockwise degrees.
  func angle() throws(ImageError) -> Double { try number("an angle in degrees, -360 to 360", in: -360...360) }

  /// From 0, invisible, to 1.
  func opacity() throws(ImageError) -> Double { try number("a number from 0 to 1", in: 0...1) }
}
