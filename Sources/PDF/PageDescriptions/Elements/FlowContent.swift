internal import Drawing
internal import ImageModel
internal import StructuredText

/// An element of type `flow`, or the part of it on one page: blocks that come one after the other, in columns and over
/// pages.
struct FlowContent: FlowingContent {
  static let names = ["elements", "columns", "gap", "spacing", "balance", "rule", "continued"]

  private let model: FlowModel
  /// What is not placed yet.
  private let rest: FlowRest
  /// A part that has been laid out.
  private var page: FlowPage?

  init(_ object: MemberReader, _ environment: PageEnvironment) throws(ImageError) {
    model = try FlowModel(object)
    var blocks: [FlowBlock] = []
    let outer = environment.footnotes
    let notes = FootnoteCounter()
    defer { environment.footnotes = outer }
    let list = try object.required("elements")
    for item in try list.list("a list of elements") {
      if let step = item.peek("step") { throw step.error("the elements of a flow come one after the other") }
      for one in try item.repeated() {
        // Only the lines of a text know which notes they refer to.
        environment.footnotes = one.peek("type")?.value.content == .string("text") ? notes : nil
        let element = try Element(one, shift: .zero, in: .flow, environment)
        environment.footnotes = nil
        blocks += try BlockSettings(one).blocks(of: element, spacing: model.spacing, environment)
      }
    }
    rest = FlowRest(blocks)
  }

  private init(_ model: FlowModel, _ rest: FlowRest, page: FlowPage? = nil) {
    (self.model, self.rest, self.page) = (model, rest, page)
  }

  var flow: Flow { .always }
  var allowedBelowPage: PartBelowPage { .nothing }
  var inner: [PlacedElement] { page?.elements ?? [] }

  func prepare() throws(ImageError) {
    for element in inner { try element.element.content.prepare() }
  }

  func size(width: Double?, height: Double?, available: Double?) throws(ImageError) -> Size {
    guard let page else { throw model.reader.error("a flow needs a page of its own to begin on") }
    return Size(width: page.width, height: page.height)
  }

  func split(width: Double, height: Double, isAtTop: Bool) throws(ImageError) -> (
    fits: (any ElementContent)?, rest: (any FlowingContent)?
  ) {
    let column = (width - model.gap * Double(model.columns - 1)) / Double(model.columns)
    guard column >= 1 else {
      throw model.reader.error("there is no space for \(model.columns) columns in \(width.shown) points")
    }
    func fill(_ height: Double, isAtTop: Bool) throws(ImageError) -> FlowFiller {
      var filler = FlowFiller(self.rest, model, width: column, height: height, isAtTop: isAtTop)
      try filler.fill()
      return filler
    }
    var filler = try fill(height, isAtTop: isAtTop)
    if self.rest.isEmpty { return (FlowContent(model, self.rest, page: FlowPage(width)), nil) }
    guard filler.hasContent else { return (nil, self) }
    let rest = filler.rest
    if rest.isEmpty, model.columns > 1, model.balances {
      // The least height in which everything fits, within half a point.
      var (low, high) = (filler.usedHeight / Double(model.columns) / 2, filler.usedHeight)
      while high - low > 0.5 {
        let middle = (low + high) / 2
        let attempt = try fill(middle, isAtTop: false)
        if attempt.rest.isEmpty {
          (filler, high) = (attempt, middle)
        } else {
          low = middle
        }
      }
    }
    let page = try FlowPage(filler, width: width, height: height)
    return (FlowContent(model, rest, page: page), rest.isEmpty ? nil : FlowContent(model, rest))
  }

  func draw(in size: Size, on context: DrawingContext) throws(ImageError) {
    guard let page else { return }
    if let rule = model.rule, page.columnHeight > 0 {
      let column = (page.width - model.gap * Double(model.columns - 1)) / Double(model.columns)
      for index in 1..<max(1, model.columns) {
        let x = Double(index) * (column + model.gap) - model.gap / 2
        let ends = (Point(x: x, y: 0), Point(x: x, y: page.columnHeight))
        context.stroke(.line(from: ends.0, to: ends.1), .color(rule.color), rule.style)
      }
    }
    try PlacedElement.draw(page.elements, on: context)
    for note in page.notes {
      if note.isFirst {
        let y = note.origin.y - FlowFiller.noteSpace / 2
        context.stroke(
          .line(from: Point(x: note.origin.x, y: y), to: Point(x: note.origin.x + note.layout.size.width / 3, y: y)),
          .black, StrokeStyle(width: 0.5))
      }
      note.note.draw(note.layout, at: note.origin, on: context)
    }
  }
}

/// The settings of a flow.
final class FlowModel {
  let columns: Int
  let gap: Double
  /// Between blocks.
  let spacing: Double
  /// Whether the columns of the last page have the same height.
  let balances: Bool
  /// The line between columns.
  let rule: StrokeDescription?
  let reader: ValueReader

  init(_ object: MemberReader) throws(ImageError) {
    columns = try object["columns"]?.integer("a number of columns from 1 to 20", in: 1...20) ?? 1
    gap = try object["gap"]?.distance() ?? 18
    spacing = try object["spacing"]?.distance() ?? 6
    balances = try object["balance"]?.flag() ?? true
    rule = try object["rule"].map { (value) throws(ImageError) in try StrokeDescription(value, defaultWidth: 0.5) }
    reader = object.reader
  }
}

/// The keys that only elements of a flow have.
struct BlockSettings {
  static let names = ["float", "caption", "keepWithNext"]
  /// The distance between an element and its caption.
  private static let captionSpace = 4.0

  private let reader: ValueReader

  init(_ reader: ValueReader) { self.reader = reader }

  /// The blocks that an element makes: itself, and its caption.
  func blocks(
    of element: Element, spacing: Double, _ environment: PageEnvironment
  ) throws(ImageError) -> [FlowBlock] {
    let isHeading = if case .text(let tag) = element.role.kind { tag.hasPrefix("H") } else { false }
    var block = FlowBlock(element, space: element.y ?? spacing)
    block.float = try reader.peek("float")?.word(FlowBlock.Float.self)
    block.keepsWithNext = try reader.peek("keepWithNext")?.flag() ?? isHeading
    guard let value = reader.peek("caption") else { return [block] }
    guard !(element.content is TextContent) else { throw value.error("a text has no caption") }
    var style = environment.styles.base
    if let named = environment.styles.named("caption") { style = style.overridden(by: named) }
    let text = try StyledText(value, style: style, environment)
    let caption = Element(caption: TextContent(text, value, environment), of: element)
    guard block.float == nil, element.content is any FlowingContent else {
      block.elements.append((caption, space: Self.captionSpace))
      return [block]
    }
    block.keepsWithNext = true
    return [block, FlowBlock(caption, space: Self.captionSpace)]
  }
}

/// An element of a flow with its caption.
struct FlowBlock {
  enum Float: String, CaseIterable { case top, bottom }

  /// The elements, and the space above each one that is not the first in its column.
  var elements: [(element: Element, space: Double)]
  var float: Float?
  var keepsWithNext = false

  init(_ element: Element, space: Double) { elements = [(element, space)] }

  /// The content that may be split; nil for a block that stays together.
  var flowing: (any FlowingContent)? {
    guard elements.count == 1, float == nil, let content = elements[0].element.content as? any FlowingContent,
      content.flow == .always || elements[0].element.hasBegun
    else { return nil }
    return content
  }

  /// The same block with a part of its content.
  func part(
    _ content: any ElementContent, _ continuation: StructureContinuation?, isOpen: Bool, hasBegun: Bool
  ) -> FlowBlock {
    var block = self
    block.elements[0].element.content = content
    block.elements[0].element.continuation = continuation
    block.elements[0].element.isOpen = isOpen
    if hasBegun {
      block.elements[0].element.hasBegun = true
      (block.elements[0].element.id, block.elements[0].element.bookmark) = (nil, nil)
    }
    return block
  }
}

/// What a flow has on one page.
struct FlowPage {
  struct Note {
    var note: Footnote
    var layout: TextLayout
    var origin: Point
    /// Whether it is the first one of its column, which has a line above it.
    var isFirst: Bool
  }

  let width: Double
  private(set) var height = 0.0
  /// The height of the columns without the footnotes.
  private(set) var columnHeight = 0.0
  /// In the order of reading.
  private(set) var elements: [PlacedElement] = []
  private(set) var notes: [Note] = []

  /// A page of nothing.
  init(_ width: Double) { self.width = width }

  /// - Parameters:
  ///   - width: of all columns.
  ///   - height: to the foot of the columns, where the footnotes are.
  init(_ filler: FlowFiller, width: Double, height: Double) throws(ImageError) {
    self.width = width
    for (index, column) in filler.columns.enumerated() {
      let left = Double(index) * (filler.width + filler.model.gap)
      for item in column.items {
        for (placed, _) in item.placed {
          var placed = placed
          placed.frame.origin.x += left
          placed.frame.origin.y += item.top
          elements.append(placed)
          columnHeight = max(columnHeight, placed.frame.maxY)
        }
      }
      var layouts: [(Footnote, TextLayout)] = []
      for item in column.items {
        for note in item.notes { layouts.append((note, try note.layout(width: filler.width))) }
      }
      var y = height - layouts.reduce(0) { $0 + $1.1.size.height }
      for (number, (note, layout)) in layouts.enumerated() {
        notes.append(Note(note: note, layout: layout, origin: Point(x: left, y: y), isFirst: number == 0))
        y += layout.size.height
      }
    }
    self.height = notes.isEmpty ? columnHeight : height
  }
}
