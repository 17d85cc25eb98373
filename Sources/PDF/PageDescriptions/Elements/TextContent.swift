internal import Drawing
internal import ImageModel
internal import PDFDocuments

/// An element of type `text`.
struct TextContent: FlowingContent {
  /// The handling of text that is higher than its box.
  enum Overflow: String, CaseIterable { case error, clip, shrink, show, `continue` }
  enum VerticalAlignment: String, CaseIterable { case top, middle, bottom }

  static let names = [
    "text", "runs", "style", "align", "verticalAlign", "overflow", "continued", "padding", "fill", "stroke", "bar",
    "marker",
  ]

  private let text: StyledText
  private let vertical: VerticalAlignment
  private let overflow: Overflow
  let flow: Flow
  let allowedBelowPage: PartBelowPage
  private let padding: PageMargins
  private let fill: FillDescription?
  private let stroke: StrokeDescription?
  /// The line along the left side of the box.
  private let bar: StrokeDescription?
  /// The number or the sign of an item of a list, to the left of its first line.
  private var marker: StyledText?
  private let reader: ValueReader
  private let fonts: FontCatalog
  /// The part of a text that continues on further pages.
  private var part: TextLayout?
  /// The layout of the whole text.
  private let whole = LastLayout()

  private final class LastLayout {
    var layout: (width: Double, text: TextLayout)?
  }

  init(_ object: MemberReader, in home: ElementHome, _ environment: PageEnvironment) throws(ImageError) {
    var style = environment.styles.base.overridden(by: try environment.styles.style(object["style"]))
    if let align = object["align"] { style.alignment = try align.word(StyleOverrides.Alignment.self) }
    let language = try object["lang"].map { (value) throws(ImageError) in try ElementRole.language(value) }
    text = try StyledText(object, style: style, language: language, environment)
    vertical = try object["verticalAlign"]?.word(VerticalAlignment.self) ?? .top
    overflow = try object["overflow"]?.word(Overflow.self) ?? .error
    if overflow == .continue, home == .group, let overflow = object["overflow"] {
      throw overflow.error("a group is on one page; only elements of the page itself can 'continue'")
    }
    let hasBox = ["height", "rotation", "overflow"].contains { object[$0] != nil }
    flow = overflow == .continue ? .always : hasBox || home == .group ? .never : home == .flow ? .always : .offPage
    allowedBelowPage =
      overflow == .clip || overflow == .show ? .everything : object["height"] == nil ? .nothing : .aPart
    padding = try object["padding"]?.margins() ?? .none
    fill = try object["fill"].map { (value) throws(ImageError) in try FillDescription(value) }
    stroke = try object["stroke"].map { (value) throws(ImageError) in try StrokeDescription(value) }
    bar = try object["bar"].map { (value) throws(ImageError) in try StrokeDescription(value) }
    marker = try object["marker"].map { (value) throws(ImageError) in StyledText(try value.text(), style: style) }
    (reader, fonts) = (object.reader, environment.fonts)
  }

  /// A text that stays together, such as a caption.
  init(_ text: StyledText, _ reader: ValueReader, _ environment: PageEnvironment) {
    self.text = text
    (vertical, overflow, flow, allowedBelowPage) = (.top, .error, .never, .nothing)
    (padding, fill, stroke, bar) = (.none, nil, nil, nil)
    (self.reader, fonts) = (reader, environment.fonts)
  }

  func lineCount(width: Double) throws(ImageError) -> Int { try layout(width: width).lineCount }

  /// The footnotes that the lines of this part refer to.
  func footnotes(width: Double) throws(ImageError) -> [Footnote] {
    text.hasFootnotes ? text.footnotes(in: try layout(width: width)) : []
  }

  private func layout(width: Double, scale: Double = 1) throws(ImageError) -> TextLayout {
    if let part { return part }
    if let known = whole.layout, known.width == width, scale == 1 { return known.text }
    do throws(ImageError) {
      let layout = try text.layout(
        width: text.style.wrap == StyleOverrides.Wrap.none ? nil : max(0, width - padding.left - padding.right),
        scale: scale, fonts)
      if scale == 1 { whole.layout = (width, layout) }
      return layout
    } catch {
      throw reader.error(error.message, error.kind)
    }
  }

  func size(width: Double?, height: Double?, available: Double?) throws(ImageError) -> Size {
    guard let width = width ?? available else { throw reader.error("a text needs 'width' here") }
    if let height { return Size(width: width, height: height) }
    return Size(width: width, height: try layout(width: width).size.height + padding.top + padding.bottom)
  }

  func split(width: Double, height: Double, isAtTop: Bool) throws(ImageError) -> (
    fits: (any ElementContent)?, rest: (any FlowingContent)?
  ) {
    let layout = try layout(width: width)
    let height = height - padding.top - padding.bottom
    guard
      var (fits, rest) = layout.split(
        height: height, orphans: text.style.orphans ?? 2, widows: text.style.widows ?? 2)
    else { return (self, nil) }
    if fits.lineCount == 0, isAtTop, let parts = layout.split(height: height) {
      // No page has more space.
      (fits, rest) = parts
    }
    guard fits.lineCount > 0 else {
      if isAtTop { throw reader.error("a line of the text is too high for the page") }
      return (nil, self)
    }
    var (first, second) = (self, self)
    (first.part, second.part) = (fits, rest)
    second.marker = nil
    return (first, second)
  }

  func draw(in size: Size, on context: DrawingContext) throws(ImageError) {
    let box = Rect(size)
    if let fill { context.fill(.rect(box), fill.paint(in: box)) }
    if let stroke { context.stroke(.rect(box), .color(stroke.color), stroke.style) }
    if let bar {
      let x = bar.style.width / 2
      context.stroke(.line(from: Point(x: x, y: 0), to: Point(x: x, y: size.height)), .color(bar.color), bar.style)
    }
    let area = Size(
      width: size.width - padding.left - padding.right, height: size.height - padding.top - padding.bottom)
    var layout = try layout(width: size.width)
    if overflows(layout, area) {
      switch overflow {
      case .error:
        guard layout.size.height > area.height + 0.01 else {
          throw reader.error(
            "a line of the text is \(layout.textWidth.shown) points wide, and its box \(area.width.shown);"
              + " make the box wider or set 'overflow' to 'shrink', 'clip' or 'show'")
        }
        throw reader.error(
          "the text takes \(layout.size.height.shown) of \(area.height.shown) points;"
            + " make the box higher or set 'overflow' to 'shrink', 'clip', 'show' or 'continue'")
      case .shrink: layout = try shrunk(to: area, size.width)
      case .clip, .show, .continue: break
      }
    }
    let y =
      switch vertical {
      case .top: 0.0
      case .middle: (area.height - layout.size.height) / 2
      case .bottom: area.height - layout.size.height
      }
    // A layout without a width is as wide as its text, so that the text is aligned here.
    var x = 0.0
    if text.style.wrap == StyleOverrides.Wrap.none {
      switch text.style.layoutOptions.alignment {
      case .center: x = (area.width - layout.size.width) / 2
      case .right: x = area.width - layout.size.width
      case .leading, .left, .justified: x = 0
      }
    }
    let place = Point(x: padding.left + x, y: padding.top + y)
    let marker = try markerLayout()
    context.withState {
      if overflow == .clip { context.clip(to: .rect(box)) }
      if let marker {
        let space = (text.style.size ?? 11) / 2
        context.draw(
          marker, at: Point(x: place.x - space - marker.textWidth, y: place.y + layout.baseline - marker.baseline))
      }
      context.draw(layout, at: place)
      text.addLinks(layout, at: place, on: context)
    }
  }

  private func markerLayout() throws(ImageError) -> TextLayout? {
    do throws(ImageError) {
      return try marker?.layout(width: nil, fonts)
    } catch {
      throw reader.error(error.message, error.kind)
    }
  }

  private func overflows(_ layout: TextLayout, _ area: Size) -> Bool {
    // A hundredth of a point is a rounding error.
    layout.size.height > area.height + 0.01 || layout.textWidth > area.width + 0.01
  }

  /// The layout in the largest font size that fits, within 1 %.
  private func shrunk(to area: Size, _ width: Double) throws(ImageError) -> TextLayout {
    var (low, high) = (0.1, 1.0)
    var best: TextLayout?
    while high - low > 0.01 {
      let middle = (low + high) / 2
      let layout = try layout(width: width, scale: middle)
      if overflows(layout, area) {
        high = middle
      } else {
        (best, low) = (layout, middle)
      }
    }
    guard let best else { throw reader.error("the text does not fit even at a tenth of its size") }
    return best
  }
}

extension Double {
  /// The number with one decimal, for messages.
  var shown: String {
    let text = ((self * 10).rounded() / 10).description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension StyleOverrides {
  /// The text style for Drawing.
  var textStyle: TextStyle {
    let size = size ?? 11
    // Small letters reach no higher and no lower than the others, so that lines keep their distance.
    let (scale, rise) =
      switch script ?? .normal {
      case .normal: (1.0, 0.0)
      case .super: (0.62, 0.33)
      case .sub: (0.62, -0.12)
      }
    return TextStyle(
      families: families ?? ["sans-serif"], size: size * scale, weight: weight ?? 400,
      slant: isItalic == true ? .italic : .normal, color: color ?? .black,
      underline: isUnderlined == true ? .single : .none, strikethrough: isStruckThrough ?? false,
      letterSpacing: letterSpacing ?? 0, rise: size * rise)
  }

  /// The layout options for Drawing. They do not include `wrap: none`.
  var layoutOptions: TextLayoutOptions {
    let alignment: TextLayoutOptions.Alignment =
      switch alignment ?? .start {
      case .start: .leading
      case .left: .left
      case .center: .center
      case .right: .right
      case .end: direction == .rtl ? .left : .right
      case .justify: .justified
      }
    let direction: TextLayoutOptions.Direction =
      switch direction ?? .auto {
      case .auto: .auto
      case .ltr: .leftToRight
      case .rtl: .rightToLeft
      }
    return TextLayoutOptions(
      alignment: alignment, lineSpacing: lineSpacing ?? 1, direction: direction,
      wrap: wrap == .character ? .character : .word)
  }
}
