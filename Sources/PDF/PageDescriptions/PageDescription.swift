package import ByteStreams
package import Drawing
package import ImageModel
internal import StructuredFiles
package import StructuredText
internal import Templates

/// A page description that is read as a whole: `{"version": 1, "document": ..., "styles": ..., "pages": [...]}`.
///
/// Opening reads everything, so that errors are found before the first page is drawn, and counts the pages. `page(at:)`
/// lays a page out again; sequential access is fast. It may be used by one thread at a time, like its fonts.
package final class PageDescription {
  package let document: DocumentDescription
  /// The number of pages, including those on which tables and texts continue.
  package private(set) var pageCount = 0

  /// The index of the page of each bookmark of an element, in the order of the pages.
  package private(set) var bookmarkPages: [Int] = []

  private var pages: [DescribedPageReader]
  /// The index of the first page that each described page makes, and at the end the number of all pages.
  private var starts: [Int] = []
  /// What the last layout of all pages found.
  private var counted = PageReferences.Found()
  private let environment: PageEnvironment
  private let firstPageNumber: Int
  /// The last used run of pages, and the index of its next page.
  private var current: (index: Int, run: PageRun, next: Int)?
  private var last: (number: Int, page: DescribedPage)?

  /// Reads a file.
  ///
  /// - Throws: `ImageError` with the path; errors in the content have the place, such as `pages[3].elements[2].x`.
  package convenience init(
    path: String, _ options: DescriptionOptions, fonts: FontCatalog, resources: any DescriptionResources
  ) throws(ImageError) {
    var options = options
    if options.folder.isEmpty { options.folder = PathText.split(path).directory }
    do throws(ImageError) {
      let source = try InputOpening.open(path: path, limits: options.limits.files)
      try self.init(try Self.value(source, options.limits), options, fonts: fonts, resources: resources)
    } catch {
      throw error.at(path: path)
    }
  }

  /// Parses a description or data from a source.
  package static func value(_ source: any ByteSource, _ limits: DescriptionLimits) throws(ImageError)
    -> StructuredValue
  {
    guard source.size <= UInt64(limits.maxBytes) else {
      throw DescriptionLimits.exceeded("has \(source.size) bytes; \(limits.maxBytes) are allowed")
    }
    return try StructuredSyntax.parse(try source.bytes(at: 0, count: Int(source.size)), limits: limits.structure)
  }

  /// Reads a parsed description.
  package init(
    _ value: StructuredValue, _ options: DescriptionOptions, fonts: FontCatalog,
    resources: any DescriptionResources
  ) throws(ImageError) {
    let reader = ValueReader(
      value: value, path: .root,
      scope: Scope(options, pages: .counting))
    try DescriptionHeader.check(reader, isLine: false)
    reader.scope.references.unknown = "outside of the elements of a page"
    let object = try reader.object("a page description", DescriptionHeader.names)
    let header = try DescriptionHeader(object)
    document = header.document
    firstPageNumber = options.firstPageNumber
    environment = PageEnvironment(
      styles: header.styles, fonts: try header.catalog(fonts, folder: options.folder, options.limits.files),
      resources: resources, limits: options.limits, folder: options.folder,
      reader.scope)
    environment.name = options.name
    environment.language = options.language ?? header.document.language
    environment.needsAlternatives = options.needsAlternatives
    environment.showsPlaces = options.showsPlaces
    pages = []
    var scope = reader.scope
    scope.locale = environment.language.map { ValueLocale(language: $0) }
    for page in try object.required("pages").with(scope).list("a list of pages") {
      for repeated in try page.repeated() {
        guard pages.count < options.limits.maxPages else {
          throw repeated.error("makes more than \(options.limits.maxPages) pages", .limitExceeded)
        }
        pages.append(try DescribedPageReader(repeated, defaults: header.geometry))
      }
    }
    environment.references.unknown = nil
    try count(options.limits)
    func setPageCount() throws(ImageError) {
      guard options.totalPages == nil else { return }
      for index in pages.indices {
        pages[index] = try pages[index].with(pages: .known(pageCount), defaults: header.geometry)
      }
    }
    // Another layout may move what fields and contents refer to.
    var passes = 1
    while environment.references.isUsed, passes < Self.maxPasses, counted != environment.references.found {
      environment.references.found = counted
      try setPageCount()
      try count(options.limits)
      passes += 1
    }
    guard !environment.references.isUsed || counted == environment.references.found else {
      throw reader.error("the pages of contents and {pageOf} are other ones after each layout", .unsupported)
    }
    try setPageCount()
  }

  /// The most times that all pages are laid out before the first one is drawn.
  private static let maxPasses = 6

  /// Counts the pages that each described page makes. Reads all elements to find errors.
  private func count(_ limits: DescriptionLimits) throws(ImageError) {
    (pageCount, starts, bookmarkPages, counted) = (0, [], [], PageReferences.Found())
    for page in pages {
      starts.append(pageCount)
      let number = firstPageNumber + pageCount
      let names = try page.names(number: number)
      try environment.note(pageName: names.id, page.reader)
      if let id = names.id { counted.add(id: id, page: number) }
      if let bookmark = names.bookmark { counted.add(bookmark, page: number) }
      if page.mayFlow || environment.references.isUsed {
        var run = PageRun(page, environment)
        while let laidOut = try run.next(number: firstPageNumber + pageCount) {
          for (bookmark, _) in laidOut.bookmarks {
            bookmarkPages.append(pageCount)
            counted.add(bookmark, page: firstPageNumber + pageCount)
          }
          for (id, _) in laidOut.ids { counted.add(id: id, page: firstPageNumber + pageCount) }
          pageCount += 1
        }
      } else {
        environment.beginPage()
        let elements = try page.elements(number: number, environment) { _ in true }
        for element in elements.map(\.element) {
          if let id = element.id { counted.add(id: id, page: number) }
          guard let bookmark = element.bookmark else { continue }
          bookmarkPages.append(pageCount)
          counted.add(bookmark, page: number)
        }
        pageCount += 1
      }
      guard pageCount <= limits.maxPages else {
        throw page.reader.error("makes more than \(limits.maxPages) pages", .limitExceeded)
      }
    }
    starts.append(pageCount)
  }

  /// A page, counted from 0.
  ///
  /// - Throws: `usage` for a page that does not exist; the errors of layout.
  package func page(at number: Int) throws(ImageError) -> DescribedPage {
    guard number >= 0, number < pageCount else {
      throw ImageError(.usage, "there is no page \(number + 1); the description makes \(pageCount)")
    }
    if let last, last.number == number { return last.page }
    // Binary search for the described page that makes this page.
    var (low, high) = (0, pages.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= number { low = middle } else { high = middle }
    }
    var (run, next) = (PageRun(pages[low], environment), starts[low])
    if let current, current.index == low, current.next <= number { (run, next) = (current.run, current.next) }
    while let laidOut = try run.next(number: firstPageNumber + next) {
      next += 1
      guard next > number else { continue }
      let names = number == starts[low] ? try pages[low].names(number: firstPageNumber + number) : (nil, nil)
      let page = DescribedPage(laidOut, names: names, environment)
      current = (low, run, next)
      last = (number, page)
      return page
    }
    throw pages[low].reader.error("makes fewer pages than were counted: its content depends on {pages}")
  }
}

/// A page description of either kind, which is detected by its beginning.
package enum PageDescriptionInput {
  /// JSON or a property list, which is read completely before the first page.
  case whole(PageDescription)
  /// JSON Lines, which is read page by page.
  case lines(PageDescriptionStream)

  /// Opens a description from a pipe or a file.
  ///
  /// - Parameter name: replaces the path in messages.
  /// - Throws: `ImageError` with the name.
  package static func open(
    _ lines: DescriptionLines, name: String, _ options: DescriptionOptions, fonts: FontCatalog,
    resources: any DescriptionResources
  ) throws(ImageError) -> PageDescriptionInput {
    var options = options
    options.name = name
    do throws(ImageError) {
      if try lines.isJSONLines() {
        return .lines(try PageDescriptionStream(lines, options, fonts: fonts, resources: resources))
      }
      let value = try StructuredSyntax.parse(try lines.rest(), limits: options.limits.structure)
      return .whole(try PageDescription(value, options, fonts: fonts, resources: resources))
    } catch {
      throw error.at(path: name)
    }
  }

  package var document: DocumentDescription {
    switch self {
    case .whole(let description): description.document
    case .lines(let stream): stream.document
    }
  }
}

extension DescriptionLines {
  /// The lines of a source, which is read once and sequentially.
  package static func of(_ source: any ByteSource, limits: DescriptionLimits) -> DescriptionLines {
    var offset: UInt64 = 0
    return DescriptionLines(limits: limits) { (buffer) throws(ImageError) in
      let count = try source.read(into: buffer, at: offset)
      offset += UInt64(count)
      return count
    }
  }
}
