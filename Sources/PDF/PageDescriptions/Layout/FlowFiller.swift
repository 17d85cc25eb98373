internal import Drawing
internal import ImageModel

/// Fills the columns of one page with the blocks of a flow.
///
/// A block that does not fit is split, or begins the next column, together with the blocks before it that stay with it.
/// Floats go to the top or the bottom of their column, or wait for the next one.
struct FlowFiller {
  /// The space between a column and its footnotes, which have a line in its middle.
  static let noteSpace = 10.0

  /// A block, or a part of one, in a column.
  struct Item {
    /// The elements in the block, whose y is relative to its top.
    var placed: [(element: PlacedElement, space: Double)]
    /// The top in the column.
    var top: Double
    var height: Double
    var notes: [Footnote] = []
    /// The index of the block; nil for a part of one that has begun, and for a float.
    var block: Int?
    var keepsWithNext = false
    var float: FlowBlock.Float?
  }

  struct Column {
    /// In the order of reading.
    var items: [Item] = []
    /// The bottom of what is placed.
    var bottom = 0.0
    /// The height of the floats at the bottom.
    var floatHeight = 0.0
    /// The height of the footnotes.
    var noteHeight = 0.0

    /// What is taken at the bottom.
    var reserved: Double { floatHeight + (noteHeight > 0 ? noteHeight + FlowFiller.noteSpace : 0) }

    /// The space above a block that comes next: none at the top.
    func above(_ space: Double) -> Double { items.allSatisfy { $0.float == .bottom } ? 0 : space }
  }

  let model: FlowModel
  /// Of a column.
  let width: Double
  private let height: Double
  private let isAtTop: Bool
  /// What is not placed yet.
  private(set) var rest: FlowRest
  private(set) var columns: [Column] = []

  /// - Parameters:
  ///   - width: of a column.
  ///   - isAtTop: whether no other page has more space.
  init(_ rest: FlowRest, _ model: FlowModel, width: Double, height: Double, isAtTop: Bool) {
    (self.rest, self.model, self.width, self.height, self.isAtTop) = (rest, model, width, height, isAtTop)
  }

  var hasContent: Bool { columns.contains { !$0.items.isEmpty } }

  /// The height of the highest column.
  var usedHeight: Double { columns.map { $0.bottom + $0.reserved }.max() ?? 0 }

  mutating func fill() throws(ImageError) {
    for _ in 0..<model.columns where !rest.isEmpty {
      var column = Column()
      try placeWaiting(in: &column)
      try fill(&column)
      columns.append(column)
    }
  }

  private mutating func placeWaiting(in column: inout Column) throws(ImageError) {
    while let block = rest.waiting.first, try placeWhole(block, nil, in: &column) { rest.waiting.removeFirst() }
  }

  private mutating func fill(_ column: inout Column) throws(ImageError) {
    while let block = rest.first {
      if block.float != nil {
        // Floats stay in their order.
        let isPlaced = rest.waiting.isEmpty ? try placeWhole(block, nil, in: &column) : false
        if !isPlaced { rest.waiting.append(block) }
      } else if let content = block.flowing {
        let (hasPart, left) = try placePart(content, block, in: &column)
        if let left {
          guard hasPart else { return try retreat(&column) }
          rest.begun = left
          return
        }
      } else {
        guard try placeWhole(block, rest.next, in: &column) else { return try retreat(&column) }
      }
      rest.next += 1
      rest.begun = nil
    }
  }

  /// Takes the blocks back that stay with the next one, unless they are all that is in a column of the largest height.
  private mutating func retreat(_ column: inout Column) throws(ImageError) {
    var kept = column.items
    var first = rest.next
    while let last = kept.last, last.keepsWithNext, let block = last.block, block == first - 1 {
      kept.removeLast()
      first = block
    }
    guard first < rest.next, !isAtTop || kept.contains(where: { $0.float == nil }) else { return }
    for item in column.items[kept.count...] { column.noteHeight -= try noteHeight(item.notes) }
    column.items = kept
    column.bottom = kept.filter { $0.float != .bottom }.map { $0.top + $0.height }.max() ?? 0
    liftFloats(&column, by: column.reserved - column.floatHeight)
    (rest.next, rest.begun) = (first, nil)
  }

  private func noteHeight(_ notes: [Footnote]) throws(ImageError) -> Double {
    var height = 0.0
    for note in notes { height += try note.layout(width: width).size.height }
    return height
  }

  /// Places a block that stays together.
  ///
  /// - Parameter index: of the block; nil for a float.
  /// - Returns: false where it does not fit.
  private func placeWhole(_ block: FlowBlock, _ index: Int?, in column: inout Column) throws(ImageError) -> Bool {
    var item = Item(placed: [], top: 0, height: 0)
    (item.block, item.keepsWithNext, item.float) = (index, block.keepsWithNext, block.float)
    for (number, (element, space)) in block.elements.enumerated() {
      let frame = try frame(of: element)
      if number > 0 { item.height += space }
      var placed = PlacedElement(element: element, frame: frame)
      placed.frame.origin.y = item.height
      item.height += frame.height
      item.placed.append((placed, space))
      if let text = element.content as? TextContent { item.notes += try text.footnotes(width: frame.width) }
    }
    let notes = try noteHeight(item.notes)
    var after = column
    after.noteHeight += notes
    let space = block.elements[0].space
    let above = column.above(space)
    let isEmpty = column.items.isEmpty
    if !isEmpty, block.float == nil,
      height - column.bottom - above - column.reserved + 0.01 < block.elements[0].element.needs
    {
      return false
    }
    let needed = item.height + (block.float == .bottom && !isEmpty ? space : above)
    guard column.bottom + needed <= height - after.reserved + 0.01 else {
      guard isEmpty, isAtTop else { return false }
      throw block.elements[0].element.reader.error(
        "needs \((item.height + after.reserved).shown) points; a column has \(height.shown)")
    }
    switch block.float {
    case nil:
      item.top = column.bottom + above
      try checkTop(item.top, of: block)
      after.bottom = item.top + item.height
    case .top?:
      // Everything but other floats at the top moves down.
      let top = column.items.filter { $0.float == .top }.map { $0.top + $0.height }.max() ?? 0
      item.top = top > 0 ? top + space : 0
      let shift = item.height + above
      for index in after.items.indices where after.items[index].float == nil { after.items[index].top += shift }
      after.bottom += shift
    case .bottom?:
      for index in after.items.indices where after.items[index].float == .bottom {
        after.items[index].top -= item.height + space
      }
      after.floatHeight += item.height + space
      item.top = height - (after.reserved - after.floatHeight) - item.height
    }
    after.items.append(item)
    column = after
    // Notes that came after a float at the bottom are below it.
    if notes > 0 { liftFloats(&column, by: after.reserved - after.floatHeight) }
    return true
  }

  /// Puts the floats at the bottom of a column above its footnotes.
  private func liftFloats(_ column: inout Column, by notes: Double) {
    var bottom = height - notes
    for index in column.items.indices.reversed() where column.items[index].float == .bottom {
      column.items[index].top = bottom - column.items[index].height
      bottom = column.items[index].top - (column.items[index].placed.first?.space ?? 0)
    }
  }

  /// The box of an element in the column. Its y is 0.
  private func frame(of element: Element) throws(ImageError) -> Rect {
    let x = element.x ?? 0
    let available = width - x
    guard available > 0 else { throw element.reader.error("begins at or beyond the right side of the column") }
    let size = try element.content.size(
      width: element.width ?? (element.content is TextContent ? available : nil), height: element.height,
      available: available)
    try checkWidth(of: element, x + size.width)
    return Rect(origin: Point(x: x, y: 0), size: size)
  }

  /// Throws where an element would cover the next column.
  private func checkWidth(of element: Element, _ right: Double) throws(ImageError) {
    guard model.columns > 1, element.rotation == 0, right > width + 0.01 else { return }
    throw element.reader.error(
      "reaches \((right - width).shown) points beyond its column, which is \(width.shown) wide")
  }

  /// Throws where a negative space above a block would move it out of its column.
  private func checkTop(_ top: Double, of block: FlowBlock) throws(ImageError) {
    guard top < -0.01 else { return }
    throw block.elements[0].element.reader.error("begins \((-top).shown) points above its column")
  }

  /// Places as much of a block as fits.
  ///
  /// - Returns: whether a part fits, and the rest; nil where there is none.
  private func placePart(
    _ content: any FlowingContent, _ block: FlowBlock, in column: inout Column
  ) throws(ImageError) -> (hasPart: Bool, rest: FlowBlock?) {
    let (element, space) = block.elements[0]
    let x = element.x ?? 0
    let width = element.width ?? width - x
    guard width > 0 else { throw element.reader.error("begins at or beyond the right side of the column") }
    let isEmpty = column.items.isEmpty
    let top = column.bottom + column.above(space)
    try checkTop(top, of: block)
    try checkWidth(of: element, x + width)
    var available = height - top - column.reserved
    if !isEmpty, available + 0.01 < element.needs { return (false, block) }
    while true {
      guard available > 0 || (isEmpty && isAtTop) else { return (false, block) }
      let (fits, left) = try content.split(width: width, height: available, isAtTop: isEmpty && isAtTop)
      guard let fits else { return (false, block) }
      let size = try fits.size(width: width, height: nil, available: nil)
      let text = fits as? TextContent
      let notes = try text?.footnotes(width: width) ?? []
      var after = column
      after.noteHeight += try noteHeight(notes)
      guard notes.isEmpty || size.height <= height - top - after.reserved + 0.01 else {
        // Lines move to the next column until the notes of those that stay fit.
        if try text?.lineCount(width: width) ?? 1 > 1 {
          available = size.height - 0.5
          continue
        }
        guard isEmpty, isAtTop else { return (false, block) }
        throw element.reader.error("the footnotes of a line do not fit into the column")
      }
      let continuation = element.continuation ?? (left == nil ? nil : StructureContinuation())
      let part = block.part(fits, continuation, isOpen: left != nil, hasBegun: false)
      let placed = PlacedElement(
        element: part.elements[0].element, frame: Rect(origin: Point(x: x, y: 0), size: size))
      var item = Item(placed: [(placed, space)], top: top, height: size.height, notes: notes)
      // A block that has begun elsewhere cannot be taken back.
      item.block = element.hasBegun || left != nil ? nil : rest.next
      item.keepsWithNext = block.keepsWithNext
      after.items.append(item)
      after.bottom = top + size.height
      column = after
      if !notes.isEmpty { liftFloats(&column, by: after.reserved - after.floatHeight) }
      return (true, left.map { block.part($0, continuation, isOpen: false, hasBegun: true) })
    }
  }
}

/// The blocks of a flow that are not placed yet. A copy for each page shares the blocks.
struct FlowRest {
  private let blocks: [FlowBlock]
  /// The index of the next block.
  var next = 0
  /// The rest of the next block, where a part of it is placed.
  var begun: FlowBlock?
  /// Floats that did not fit where they were.
  var waiting: [FlowBlock] = []

  init(_ blocks: [FlowBlock]) { self.blocks = blocks }

  /// The next block; nil at the end.
  var first: FlowBlock? { begun ?? (next < blocks.count ? blocks[next] : nil) }

  var isEmpty: Bool { next >= blocks.count && waiting.isEmpty }
}
