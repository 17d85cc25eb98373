internal import Drawing
internal import Glibc
internal import ImageModel
internal import Templates

/// An element of type `chart`: bars, lines or a pie of a few series of numbers.
struct ChartContent: ElementContent {
  private enum Kind: String, CaseIterable { case bars, lines, pie }

  static let names = ["kind", "points", "series", "minimum", "maximum", "style"]
  private static let colors = ["#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#76b7b2", "#b07aa1", "#edc948", "#9c755f"]
  private static let maxValue = 1e12
  /// The shortest axis. The numbers at it have at most nine decimals.
  private static let minRange = 1e-9
  /// The space between texts and what they belong to.
  private static let space = 4.0
  private static let rule = StrokeStyle(width: 0.5)

  private struct Series {
    var name: String?
    var color: Color
  }

  private struct ChartPoint {
    var label: String
    var values: [Double]
  }

  private let kind: Kind
  private let points: [ChartPoint]
  private let series: [Series]
  private let range: ClosedRange<Double>
  private let style: StyleOverrides
  private let locale: ValueLocale?
  private let reader: ValueReader
  private let fonts: FontCatalog

  init(_ object: MemberReader, _ environment: PageEnvironment) throws(ImageError) {
    kind = try object["kind"]?.word(Kind.self) ?? .bars
    var points: [ChartPoint] = []
    let list = try object.required("points")
    for item in try list.list("a list of points: objects of 'label' and 'value'") {
      for one in try item.repeated() {
        try environment.count(one)
        points.append(try Self.point(one, environment))
      }
    }
    guard !points.isEmpty else { throw list.error("a chart needs a point") }
    let count = points.map(\.values.count).max() ?? 0
    if kind == .pie {
      guard count == 1, points.allSatisfy({ $0.values[0] >= 0 }), points.contains(where: { $0.values[0] > 0 }) else {
        throw list.error("a pie has one value for each point, none negative, and not only zeros")
      }
    }
    series = try Self.series(object["series"], count: kind == .pie ? points.count : count, environment)
    if kind == .pie, points.count > 64 { throw list.error("a pie has at most 64 parts") }
    let values = points.flatMap(\.values)
    func bound(_ key: String) throws(ImageError) -> Double? {
      try object[key]?.number("a number", in: -Self.maxValue...Self.maxValue)
    }
    let low = try bound("minimum") ?? min(0, values.min() ?? 0)
    var high = try bound("maximum") ?? max(0, values.max() ?? 0)
    if abs(high - low) < Self.minRange, object["maximum"] == nil { high = low + 1 }
    guard high - low >= Self.minRange else {
      throw (object["maximum"] ?? object.reader).error("the maximum is not above the minimum")
    }
    range = low...high
    self.points = points
    var style = environment.styles.base
    style.size = (style.size ?? 11) * 0.8
    style.isHyphenated = nil
    self.style = style.overridden(by: try environment.styles.style(object["style"]))
    (reader, fonts, locale) = (object.reader, environment.fonts, object.reader.scope.locale)
  }

  private static func point(_ reader: ValueReader, _ environment: PageEnvironment) throws(ImageError) -> ChartPoint {
    let object = try reader.object("a point", ["label", "value", "values", "for", "if"])
    let what = "a number from -1e12 to 1e12"
    var values: [Double] = []
    switch (object["value"], object["values"]) {
    case (let value?, nil): values = [try value.number(what, in: -maxValue...maxValue)]
    case (nil, let list?):
      for value in try list.list("a list of numbers") {
        try environment.count(value)
        values.append(try value.number(what, in: -maxValue...maxValue))
      }
      guard (1...64).contains(values.count) else { throw list.error("a point has from 1 to 64 values") }
    default: throw reader.error("has one of 'value' and 'values'")
    }
    return ChartPoint(label: try object["label"]?.text("a label") ?? "", values: values)
  }

  private static func series(
    _ reader: ValueReader?, count: Int, _ environment: PageEnvironment
  ) throws(ImageError) -> [Series] {
    var result = (0..<count).map { Series(color: ColorText.color(colors[$0 % colors.count]) ?? .black) }
    guard let reader else { return result }
    for (index, item) in try reader.list("a list of names of series").enumerated() {
      guard index < count else { throw item.error("the points have only \(count) values") }
      guard item.isObject else {
        result[index].name = try item.text("the name of a series")
        continue
      }
      let object = try item.object("a series", ["name", "color"])
      result[index].name = try object["name"]?.text("a name")
      if let color = object["color"] { result[index].color = try color.color() }
    }
    return result
  }

  var allowedBelowPage: PartBelowPage { .nothing }

  /// Three fifths as high as wide, unless the description says otherwise.
  func size(width: Double?, height: Double?, available: Double?) throws(ImageError) -> Size {
    guard let width = width ?? available else { throw reader.error("a chart needs 'width' here") }
    return Size(width: width, height: height ?? width * 0.6)
  }

  private func layout(_ text: String) throws(ImageError) -> TextLayout {
    do throws(ImageError) {
      return try TextLayout(AttributedText(text, style.textStyle), fonts: fonts)
    } catch {
      throw reader.error(error.message, error.kind)
    }
  }

  func draw(in size: Size, on context: DrawingContext) throws(ImageError) {
    var area = Rect(size)
    let names = kind == .pie ? points.map { Optional($0.label) } : series.map(\.name)
    let height = try drawLegend(names, width: size.width, on: context)
    area.origin.y += height
    area.size.height -= height
    guard area.height > 10, area.width > 10 else { return }
    if kind == .pie {
      drawPie(in: area, on: context)
    } else {
      try drawAxes(in: area, on: context)
    }
  }

  /// Draws the colours and the names of series.
  ///
  /// - Returns: their height, with the space below.
  private func drawLegend(_ names: [String?], width: Double, on context: DrawingContext) throws(ImageError) -> Double {
    var (x, y, height) = (0.0, 0.0, 0.0)
    for (name, series) in zip(names, series) {
      guard let name, !name.isEmpty else { continue }
      let text = try layout(name)
      let side = text.size.height * 0.6
      let needed = side + Self.space + text.size.width
      if x > 0, x + needed > width {
        x = 0
        y += text.size.height
      }
      let box = Rect(x: x, y: y + text.size.height * 0.2, width: side, height: side)
      context.fill(.rect(box), .color(series.color))
      context.draw(text, at: Point(x: x + side + Self.space, y: y))
      x += needed + 3 * Self.space
      height = y + text.size.height
    }
    return height > 0 ? height + Self.space : 0
  }

  private func drawPie(in area: Rect, on context: DrawingContext) {
    let radius = min(area.width, area.height) / 2
    let center = Point(x: area.minX + area.width / 2, y: area.minY + radius)
    let total = points.reduce(0) { $0 + $1.values[0] }
    func point(_ angle: Double, _ distance: Double) -> Point {
      Point(x: center.x + sin(angle) * distance, y: center.y - cos(angle) * distance)
    }
    var start = 0.0
    for (item, series) in zip(points, series) where item.values[0] > 0 {
      let end = start + item.values[0] / total * 2 * .pi
      var path = Path([.move(center), .line(point(start, radius))])
      // A curve for at most a quarter of the circle.
      let steps = max(1, Int(((end - start) / (.pi / 2)).rounded(.up)))
      let angle = (end - start) / Double(steps)
      let control = 4.0 / 3 * tan(angle / 4) * radius
      for step in 0..<steps {
        let (from, to) = (start + Double(step) * angle, start + Double(step + 1) * angle)
        let (first, last) = (point(from, radius), point(to, radius))
        path.curve(
          to: last, Point(x: first.x + cos(from) * control, y: first.y + sin(from) * control),
          Point(x: last.x - cos(to) * control, y: last.y - sin(to) * control))
      }
      path.close()
      context.fill(path, .color(series.color))
      start = end
    }
  }

  /// The distance of the lines of the axis: 1, 2 or 5 times a power of ten, so that there are about five.
  private var step: Double {
    let rough = (range.upperBound - range.lowerBound) / 5
    let power = pow(10, log10(rough).rounded(.down))
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough * 0.999 } ?? rough
  }

  private func drawAxes(in area: Rect, on context: DrawingContext) throws(ImageError) {
    let step = step
    let decimals = min(9, max(0, Int((-log10(step)).rounded(.up))))
    let format = ValueFormat(decimals == 0 ? "%'.0f" : "%'.\(decimals)f")
    let first = (range.lowerBound / step).rounded(.up)
    // The range is at most ten steps wide.
    let ticks = (0...11).map { (first + Double($0)) * step }.filter { $0 <= range.upperBound + step * 1e-6 }
    var labels: [(value: Double, layout: TextLayout)] = []
    for tick in ticks {
      let value = abs(tick) < step * 1e-6 ? 0 : tick
      labels.append((value, try layout(format?.text(number: value, text: nil, .strict, locale: locale) ?? "")))
    }
    let textHeight = try layout("0").size.height
    var plot = area
    let left = (labels.map(\.layout.size.width).max() ?? 0) + Self.space
    plot.origin.x += left
    plot.size.width -= left
    plot.origin.y += textHeight / 2
    plot.size.height -= textHeight * 1.5 + Self.space
    guard plot.width > 1, plot.height > 1 else { return }
    func y(_ value: Double) -> Double {
      let part = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
      return plot.maxY - min(max(part, 0), 1) * plot.height
    }
    for (value, layout) in labels {
      let line = Path.line(from: Point(x: plot.minX, y: y(value)), to: Point(x: plot.maxX, y: y(value)))
      context.stroke(line, .color(Color(gray: value == 0 ? 0 : 0.8)), Self.rule)
      context.draw(
        layout, at: Point(x: plot.minX - Self.space - layout.size.width, y: y(value) - layout.size.height / 2))
    }
    let slot = plot.width / Double(points.count)
    func middle(_ index: Int) -> Double { plot.minX + (Double(index) + 0.5) * slot }
    try drawLabels(slot: slot, left: plot.minX, right: plot.maxX, y: plot.maxY + Self.space, on: context)
    switch kind {
    case .bars:
      let bar = slot * 0.8 / Double(series.count)
      for (index, point) in points.enumerated() {
        for (number, value) in point.values.enumerated() {
          let (one, other) = (y(value), y(max(0, range.lowerBound)))
          let x = middle(index) - slot * 0.4 + Double(number) * bar
          let box = Rect(x: x, y: min(one, other), width: bar, height: abs(one - other))
          context.fill(.rect(box), .color(series[number].color))
        }
      }
    case .lines, .pie:
      for (number, series) in series.enumerated() {
        let line = points.enumerated().compactMap { index, point in
          number < point.values.count ? Point(x: middle(index), y: y(point.values[number])) : nil
        }
        if line.count == 1 {
          let dot = Rect(x: line[0].x - 1.5, y: line[0].y - 1.5, width: 3, height: 3)
          context.fill(.ellipse(in: dot), .color(series.color))
        }
        context.stroke(.polygon(line, isClosed: false), .color(series.color), StrokeStyle(width: 1.5))
      }
    }
  }

  /// Draws the labels of points, and leaves out as many as would overlap. Those at the ends stay in the chart.
  private func drawLabels(
    slot: Double, left: Double, right: Double, y: Double, on context: DrawingContext
  ) throws(ImageError) {
    var layouts: [TextLayout] = []
    for point in points { layouts.append(try layout(point.label)) }
    let widest = layouts.map(\.size.width).max() ?? 0
    // What a label at an end may be moved.
    let moved = max(0, (widest - slot) / 2)
    let every = Int(min(1e6, max(1, ((widest + moved + Self.space) / slot).rounded(.up))))
    for (index, layout) in layouts.enumerated() where index % every == 0 {
      let place = left + (Double(index) + 0.5) * slot - layout.size.width / 2
      context.draw(layout, at: Point(x: max(0, min(place, right - layout.size.width)), y: y))
    }
  }
}
