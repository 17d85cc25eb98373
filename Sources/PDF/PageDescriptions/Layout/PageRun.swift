internal import Drawing
internal import ImageModel

/// The pages that one described page makes: one, or several where its tables and texts continue.
///
/// They are laid out one at a time. A further page has the rest of the flowing elements, at the top margin or at the
/// place in `continued`; the elements below these, once they have ended; and the elements whose `on` includes the page.
struct PageRun {
  /// The maximum number of times that elements wait for a further page, in total: each page checks all waiting
  /// elements.
  private static let maxWaits = 20_000_000

  private let page: DescribedPageReader
  private let environment: PageEnvironment
  /// The elements that are not placed yet.
  private var pending: [Pending] = []
  /// The last elements, each of which is below the one before it. They come after the pending ones, and a page looks at
  /// those alone that it has space for: a text may have very many.
  private var column: ArraySlice<Pending> = []
  private var pageCount = 0
  private var waitCount = 0
  private(set) var isFinished = false

  /// An element, or the rest of one. A reference, because each page looks at all elements that wait, which may be
  /// many, and an element takes long to copy.
  private final class Pending {
    let order: Int
    let element: Element
    /// Whether a part of it is on a previous page.
    let hasBegun: Bool

    init(order: Int, element: Element, hasBegun: Bool) {
      (self.order, self.element, self.hasBegun) = (order, element, hasBegun)
    }
  }

  init(_ page: DescribedPageReader, _ environment: PageEnvironment) {
    self.page = page
    self.environment = environment
  }

  /// The next page; nil after the last one.
  ///
  /// - Parameter number: the number of the page, for `{page}`.
  mutating func next(number: Int) throws(ImageError) -> LaidOutPage? {
    guard !isFinished else { return nil }
    guard pageCount < DescriptionLimits.maxRunPages else {
      throw page.reader.error("makes more than \(DescriptionLimits.maxRunPages) pages", .limitExceeded)
    }
    let isFirst = pageCount == 0
    pageCount += 1
    environment.beginPage()
    var placed: [(order: Int, element: PlacedElement)] = []
    var frames = ElementFrames(area: page.geometry.area)
    let fixed = try page.elements(number: number, environment) { choice in
      isFirst ? choice == .first || choice == .every : choice == .following || choice == .every
    }
    if isFirst {
      let items = fixed.map { Pending(order: $0.order, element: $0.element, hasBegun: false) }
      try place(takingColumn(from: items), &frames, &placed, isFirst: true)
    } else {
      if fixed.contains(where: { $0.element.below != nil }) { (pending, column) = (pending + column, []) }
      waitCount += pending.count
      guard waitCount <= Self.maxWaits else {
        throw page.reader.error("too many elements are below others that continue", .limitExceeded)
      }
      let carried = pending
      pending = []
      let all = fixed.map { Pending(order: $0.order, element: $0.element, hasBegun: false) } + carried
      try place(all.sorted { $0.order < $1.order }, &frames, &placed, isFirst: false)
    }
    if pending.isEmpty, column.isEmpty {
      isFinished = true
      let last = try page.elements(number: number, environment) { $0 == .last }
      for item in last {
        let frame = try frames.frame(item.element)
        frames.remember(item.element, frame)
        placed.append((item.order, PlacedElement(element: item.element, frame: frame)))
      }
    }
    for item in placed { try item.element.check(page: page.geometry.pageSize.height) }
    placed.sort { $0.order < $1.order }
    return LaidOutPage(
      size: page.geometry.pageSize, background: page.geometry.background, edge: page.geometry.edge,
      elements: placed.map(\.element))
  }

  /// Keeps the column at the end of the elements.
  ///
  /// - Parameter items: the elements of the first page, in order.
  /// - Returns: those before the column, and those on several pages.
  private mutating func takingColumn(from items: [Pending]) -> [Pending] {
    let (own, others) = (items.filter { $0.element.page == .first }, items.filter { $0.element.page != .first })
    // They are placed before the column, and must not be below an element of it.
    guard others.allSatisfy({ $0.element.below == nil }) else { return items }
    var start = own.count
    while start > 1, let below = own[start - 1].element.below, below == own[start - 2].element.key { start -= 1 }
    column = own[start...]
    return (own[..<start] + others).sorted { $0.order < $1.order }
  }

  private mutating func place(
    _ items: [Pending], _ frames: inout ElementFrames, _ placed: inout [(order: Int, element: PlacedElement)],
    isFirst: Bool
  ) throws(ImageError) {
    /// The keys of elements that do not end on this page.
    var open: Set<String> = []
    let bottom = page.geometry.area.maxY
    var rest = items[...]
    while let item = rest.popFirst() ?? column.first {
      let isWaiting = item.element.below.map { open.contains($0) } ?? false
      if column.first === item {
        // All elements after it wait, too.
        if isWaiting { break }
        column.removeFirst()
      }
      if isWaiting {
        wait(item, &open)
        continue
      }
      let element = item.element
      // Elements that were moved from the previous page begin at the top margin.
      let isCarried = !isFirst && (item.hasBegun || element.page == .first)
      let stays = isCarried && (item.hasBegun || element.below.map { frames.frame(of: $0) == nil } ?? true)
      let top = stays ? element.continued.y ?? page.geometry.area.minY : nil
      let flowing = element.content as? any FlowingContent
      if let flowing, item.hasBegun || flowing.flow == .always {
        try place(flowing, of: item, top: top, isCarried: isCarried, &frames, &placed, &open)
        continue
      }
      let frame = try frames.frame(element, top: top)
      // An element below a flowing one may not fit on this page.
      if element.below != nil, !stays, max(frame.maxY, frame.minY + element.needs) > bottom + 0.01,
        frame.height <= page.geometry.area.height
      {
        var moved = element
        (moved.x, moved.shift) = (frame.minX, .zero)
        wait(Pending(order: item.order, element: moved, hasBegun: item.hasBegun), &open)
        continue
      }
      // A text in the bottom margin, such as a footer, does not continue.
      if let flowing, flowing.flow == .offPage, element.page == .first, frame.minY < bottom,
        frame.maxY > page.geometry.pageSize.height + 0.01
      {
        try place(flowing, of: item, top: top, isCarried: isCarried, &frames, &placed, &open)
        continue
      }
      frames.remember(element, frame)
      placed.append((item.order, PlacedElement(element: element, frame: frame)))
    }
  }

  /// Places the part of flowing content that fits on this page. The rest waits for the next page.
  ///
  /// - Parameter top: replaces the element's own y.
  private mutating func place(
    _ content: any FlowingContent, of item: Pending, top: Double?, isCarried: Bool, _ frames: inout ElementFrames,
    _ placed: inout [(order: Int, element: PlacedElement)], _ open: inout Set<String>
  ) throws(ImageError) {
    let element = item.element
    let start = try frames.origin(element, top: top)
    let height = isCarried ? element.continued.height : element.height
    let isAtTop = top != nil || start.y <= page.geometry.area.minY + 0.01
    let available = height ?? (page.geometry.area.maxY - start.y)
    if element.below != nil, !isAtTop, available + 0.01 < element.needs { return wait(item, &open) }
    let (fits, rest) = try content.split(width: start.width, height: available, isAtTop: isAtTop)
    let continuation = element.continuation ?? (rest == nil ? nil : StructureContinuation())
    if let fits {
      var part = element
      part.content = fits
      (part.continuation, part.isOpen) = (continuation, rest != nil)
      let size = try fits.size(width: start.width, height: nil, available: nil)
      let frame = Rect(origin: Point(x: start.x, y: start.y), size: size)
      placed.append((item.order, PlacedElement(element: part, frame: frame)))
      if rest == nil { frames.remember(element, frame) }
    }
    if let rest {
      var remaining = element
      remaining.content = rest
      remaining.continuation = continuation
      if fits != nil {
        (remaining.x, remaining.shift, remaining.hasBegun) = (start.x, .zero, true)
        // They lead to the first part.
        (remaining.id, remaining.bookmark) = (nil, nil)
      }
      wait(Pending(order: item.order, element: remaining, hasBegun: item.hasBegun || fits != nil), &open)
    }
  }

  private mutating func wait(_ item: Pending, _ open: inout Set<String>) {
    pending.append(item)
    if let key = item.element.key { open.insert(key) }
  }
}

/// A page with the places of all its elements.
struct LaidOutPage {
  /// Without the edge.
  let size: Size
  let background: FillDescription?
  let edge: PageEdge
  /// In painting order.
  let elements: [PlacedElement]

  /// The size with the edge.
  var mediaSize: Size { Size(width: size.width + 2 * edge.width, height: size.height + 2 * edge.width) }

  /// Loads the pictures and pages of other files.
  func prepare() throws(ImageError) {
    for element in elements { try element.element.content.prepare() }
  }

  /// Draws the page. The origin of the context is the lower left corner of the page, and its y points upwards.
  ///
  /// - Parameter file: the name of the description, for messages; nil for messages without a place.
  func draw(on context: DrawingContext, named file: String?) throws(ImageError) {
    context.source = file.map { file in { SourceLocation(file: file, place: "the page") } }
    defer { context.source = nil }
    try context.withState { () throws(ImageError) in
      // `flip` uses the height of the context's own page, which may be a sheet with many pages.
      context.translate(x: 0, y: mediaSize.height - context.size.height)
      context.flip()
      context.translate(x: edge.width, y: edge.width)
      if let background {
        let box = Rect(
          x: -edge.bleed, y: -edge.bleed, width: size.width + 2 * edge.bleed, height: size.height + 2 * edge.bleed)
        context.fill(.rect(box), background.paint(in: box))
      }
      edge.drawMarks(around: size, on: context)
      try PlacedElement.draw(elements, on: context)
    }
  }

  /// The bookmarks of the elements, with their distance from the top of the page without its edge.
  var bookmarks: [(bookmark: Bookmark, top: Double)] {
    all.compactMap { element, top in element.bookmark.map { ($0, top) } }
  }

  /// The IDs of the elements, with their distance from the top of the page.
  var ids: [(id: String, top: Double)] { all.compactMap { element, top in element.id.map { ($0, top) } } }

  /// All elements. Those in a group come after the group.
  private var all: [(element: Element, top: Double)] {
    var result: [(Element, Double)] = []
    func add(_ placed: PlacedElement, _ offset: Double) {
      result.append((placed.element, offset + placed.frame.minY))
      for inner in placed.element.content.inner { add(inner, offset + placed.frame.minY) }
    }
    for element in elements { add(element, 0) }
    return result
  }
}
