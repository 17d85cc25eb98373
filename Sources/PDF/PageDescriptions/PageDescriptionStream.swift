package import Drawing
package import ImageModel
internal import StructuredText
internal import Templates

/// A page description that is read line by line (JSON Lines): an optional header, then one page on each line.
///
/// A page is made when its line has been read, and is not kept: memory does not grow with the number of pages. Elements
/// that flow over several pages are laid out page by page. `{pages}` is a usage error, unless the header declares the
/// number.
package final class PageDescriptionStream {
  package let document: DocumentDescription
  private let lines: DescriptionLines
  private let header: DescriptionHeader
  private let environment: PageEnvironment
  private let options: DescriptionOptions
  private var scope: Scope
  /// The page on the first line, where that is not a header.
  private var first: [StructuredValue]
  /// The pages of the current line that are not made yet.
  private var waiting: ArraySlice<DescribedPageReader> = []
  private var current: (page: DescribedPageReader, run: PageRun)?
  private var isFirstOfRun = true
  /// The number of pages that the header declares; nil where it does not.
  package private(set) var declaredPageCount: Int?
  /// The number of pages so far.
  package private(set) var pageCount = 0

  /// Reads the first line.
  package init(
    _ lines: DescriptionLines, _ options: DescriptionOptions, fonts: FontCatalog,
    resources: any DescriptionResources
  ) throws(ImageError) {
    self.lines = lines
    self.options = options
    var scope = Scope(options, pages: .unknown)
    scope.references.unknown = "while pages come line by line"
    var header = DescriptionHeader()
    first = []
    if let line = try lines.next() {
      let reader = ValueReader(value: line, path: .root, scope: scope)
      try DescriptionHeader.check(reader, isLine: true)
      if line.member("version") != nil {
        let object = try reader.object("a header", DescriptionHeader.names)
        if let pages = object["pages"] {
          let count = try pages.integer("the number of pages, for {pages}", in: 1...options.limits.maxPages)
          declaredPageCount = count
          if options.totalPages == nil { scope.pages = .known(count) }
        }
        header = try DescriptionHeader(object)
      } else {
        first = [line]
      }
    }
    self.header = header
    self.scope = scope
    document = header.document
    environment = PageEnvironment(
      styles: header.styles, fonts: try header.catalog(fonts, folder: options.folder, options.limits.files),
      resources: resources, limits: options.limits, folder: options.folder,
      scope)
    self.scope.locale = (options.language ?? header.document.language).map { ValueLocale(language: $0) }
    environment.name = options.name
    environment.language = options.language ?? header.document.language
    environment.needsAlternatives = options.needsAlternatives
    environment.showsPlaces = options.showsPlaces
  }

  /// Skips the rest of a faulty line, so that `next()` continues with the next line.
  ///
  /// - Returns: false where reading failed, so that there is no next line.
  package func skipLine() -> Bool {
    (current, waiting, first) = (nil, [], [])
    return lines.isReadable
  }

  /// The next page; nil at the end.
  ///
  /// - Throws: `ImageError` with the line and the place in it.
  package func next() throws(ImageError) -> DescribedPage? {
    while true {
      let number = options.firstPageNumber + pageCount
      if case (let page, var run)? = current {
        if let laidOut = try run.next(number: number) {
          guard pageCount < options.limits.maxPages else {
            throw page.reader.error("makes more than \(options.limits.maxPages) pages", .limitExceeded)
          }
          let names = isFirstOfRun ? try page.names(number: number) : (nil, nil)
          try environment.note(pageName: names.0, page.reader)
          (current, isFirstOfRun) = ((page, run), false)
          pageCount += 1
          return DescribedPage(laidOut, names: names, environment)
        }
        current = nil
      }
      if let page = waiting.popFirst() {
        (current, isFirstOfRun) = ((page, PageRun(page, environment)), true)
        continue
      }
      var line = first.popLast()
      if line == nil { line = try lines.next() }
      guard let line else { return nil }
      scope.budget.reset()
      let page = ValueReader(value: line, path: .root, scope: scope)
      var pages: [DescribedPageReader] = []
      for repeated in try page.repeated() {
        pages.append(try DescribedPageReader(repeated, defaults: header.geometry))
      }
      waiting = pages[...]
    }
  }
}
