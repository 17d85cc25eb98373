internal import Drawing
internal import ImageModel

/// The pages that one described page makes: one, or several where its tables and texts go on.
///
/// They are laid out one at a time. On a further page stand what is left of the flowing elements, at the top margin or
/// where `continued` says; the elements below these, once they have ended; and the elements whose `on` asks for it.
struct PageRun {
  /// A number of pages that no description means.
  private static let maxPages = 10_000
  /// How often elements may wait for a further page, all together: each page looks at all that wait.
  private static let maxWaits = 20_000_000

  private let page: DescribedPageReader
  private let environment: PageEnvironment
  /// Elements that are still to be placed, by their places in the list.
  private var pending: [Pending] = []
  private var pageCount = 0
  private var waitCount = 0
  private(set) var isFinished = false

  /// An element, or what is left of one.
  private struct Pending {
    var order: Int
    var element: Element
    /// Whether a part of it stands on a page before.
    var hasBegun: Bool
  }

  init(_ page: DescribedPageReader, _ environment: PageEnvironment) {
    self.page = page
    self.environment = environment
  }

  /// The next page, nil after the last.
  ///
  /// - Parameter number: the page's number, for `{page}`.
  mutating func next(number: Int) throws(ImageError) -> LaidOutPage? {
    guard !isFinished else { return nil }
    guard pageCount < Self.maxPages else {
      throw page.reader.error("makes more than \(Self.maxPages) pages", .limitExceeded)
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
      try place(
        fixed.map { Pending(order: $0.order, element: $0.element, hasBegun: false) }, &frames, &placed, isFirst: true)
    } else {
      waitCount += pending.count
      guard waitCount <= Self.maxWaits else {
        throw page.reader.error("too many elements stand below others that go on", .limitExceeded)
      }
      let carried = pending
      pending = []
      let all = fixed.map { Pending(order: $0.order, element: $0.element, hasBegun: false) } + carried
      try place(all.sorted { $0.order < $1.order }, &frames, &placed, isFirst: false)
    }
    if pending.isEmpty {
      isFinished = true
      let last = try page.elements(number: number, environment) { $0 == .last }
      for item in last {
        let frame = try frames.frame(item.element)
        frames.remember(item.element, frame)
        placed.append((item.order, PlacedElement(element: item.element, frame: frame)))
      }
    }
    placed.sort { $0.order < $1.order }
    return LaidOutPage(
      size: page.geometry.pageSize, background: page.geometry.background, elements: placed.map(\.element))
  }

  private mutating func place(
    _ items: [Pending], _ frames: inout ElementFrames, _ placed: inout [(order: Int, element: PlacedElement)],
    isFirst: Bool
  ) throws(ImageError) {
    /// Ids of what does not end on this page.
    var open: Set<String> = []
    let bottom = page.geometry.area.maxY
    for item in items {
      let element = item.element
      if let below = element.below, open.contains(below) {
        wait(item, &open)
        continue
      }
      // What was moved here from the page before begins at the top margin.
      let isCarried = !isFirst && (item.hasBegun || element.page == .first)
      let continuedTop = element.continued.y ?? page.geometry.area.minY
      let stays = isCarried && (item.hasBegun || element.below.map { frames.frame(of: $0) == nil } ?? true)
      if let flowing = element.content as? any FlowingContent, flowing.flows {
        let start = try frames.origin(element, top: stays ? continuedTop : nil)
        let height = isCarried ? element.continued.height : element.height
        let isAtTop = isCarried && stays || start.y <= page.geometry.area.minY + 0.01
        let room = height ?? (bottom - start.y)
        let (fits, rest) = try flowing.split(width: start.width, height: room, isAtTop: isAtTop)
        if let fits {
          var part = element
          part.content = fits
          let size = try fits.size(width: start.width, height: nil, available: nil)
          let frame = Rect(origin: Point(x: start.x, y: start.y), size: size)
          placed.append((item.order, PlacedElement(element: part, frame: frame)))
          if rest == nil { frames.remember(element, frame) }
        }
        if let rest {
          var remaining = element
          remaining.content = rest
          if fits != nil { (remaining.x, remaining.shift) = (start.x, .zero) }
          wait(Pending(order: item.order, element: remaining, hasBegun: item.hasBegun || fits != nil), &open)
        }
        continue
      }
      let frame = try frames.frame(element, top: stays ? page.geometry.area.minY : nil)
      // What stands under something that flowed may find the page full.
      if element.below != nil, frame.maxY > bottom + 0.01, !stays, frame.height <= page.geometry.area.height {
        var moved = item
        (moved.element.x, moved.element.shift) = (frame.minX, .zero)
        wait(moved, &open)
        continue
      }
      frames.remember(element, frame)
      placed.append((item.order, PlacedElement(element: element, frame: frame)))
    }
  }

  private mutating func wait(_ item: Pending, _ open: inout Set<String>) {
    pending.append(item)
    if let id = item.element.id { open.insert(id) }
  }
}

/// A page with all its elements in their places.
struct LaidOutPage {
  let size: Size
  let background: FillDescription?
  /// In the order in which they are painted.
  let elements: [PlacedElement]

  /// Gets the pictures and pages of other files.
  func prepare() throws(ImageError) {
    for element in elements { try element.element.content.prepare() }
  }

  /// Draws the page; the origin of the context is the page's lower left corner, and its y grows upwards.
  ///
  /// - Parameter file: the name of the description, for messages.
  func draw(on context: DrawingContext, named file: String) throws(ImageError) {
    context.source = { SourceLocation(file: file, place: "the page") }
    defer { context.source = nil }
    try context.withState { () throws(ImageError) in
      // `flip` turns at the height of the context's own page, which may be a sheet with many pages.
      context.translate(x: 0, y: size.height - context.size.height)
      context.flip()
      if let background { context.fill(.rect(Rect(size)), background.paint(in: Rect(size))) }
      for element in elements { try element.draw(on: context) }
    }
  }

  /// The bookmarks of the elements, with the height of each from the page's top.
  var bookmarks: [(bookmark: Bookmark, top: Double)] {
    all.compactMap { element, top in element.bookmark.map { ($0, top) } }
  }

  /// The ids of the elements, with the height of each from the page's top.
  var ids: [(id: String, top: Double)] { all.compactMap { element, top in element.id.map { ($0, top) } } }

  /// All elements, those in groups after their group.
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
