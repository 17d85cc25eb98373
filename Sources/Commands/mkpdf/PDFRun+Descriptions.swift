internal import CommandKit
internal import ByteStreams
internal import ImageModel
internal import Imaging
internal import PDFDocuments
internal import PageDescriptions

extension PDFRun {
  /// Pages of a description.
  ///
  /// - Returns: its bookmarks.
  func addDescription(_ opened: OpenedInput, _ facts: PageFacts) throws(ImageError) -> [OutlineEntry] {
    var outline = DescriptionOutline()
    let (first, start) = (placeCount, writer.pageCount)
    func add(_ page: DescribedPage) throws(ImageError) {
      let index = placeCount
      try place(page.documentPage(), facts)
      outline.add(page, at: index)
    }
    let input = try description(opened, totalPages: expectedPlaces)
    let document = input.document
    try expectPages(input)
    noteUnusedOptions("page descriptions")
    noteRotation("page descriptions")
    keep(document.attributes)
    if document.pageLabels.isEmpty { labels.addNumbered(at: start) }
    switch input {
    case .whole(let description):
      for index in 0..<description.pageCount { try add(try description.page(at: index)) }
    case .lines(let stream):
      try forEachPage(of: stream, add) { [self] error in
        // The first is the input's error, the others are told beside it.
        if current.error == nil {
          current.error = error.at(path: opened.input.name)
        } else {
          current.diagnostics.append(.warning(error.reason))
        }
      }
      if let promised = stream.declaredPageCount, promised != stream.pageCount {
        current.diagnostics.append(.warning("the header says \(promised) pages, and \(stream.pageCount) came"))
      }
    }
    if !document.pageLabels.isEmpty {
      labels.add(document.pageLabels, of: Array(0..<placeCount - first), at: start)
    }
    return outline.entries
  }

  /// Makes the pages of JSON Lines. With `--skip-bad` a line that is at fault is left out, for each stands by itself.
  private func forEachPage(
    of stream: PageDescriptionStream, _ use: (DescribedPage) throws(ImageError) -> Void, fault: (ImageError) -> Void
  ) throws(ImageError) {
    while true {
      do throws(ImageError) {
        guard let page = try stream.next() else { return }
        try use(page)
      } catch {
        // What is too much stays too much, and an output that is full stays full.
        guard job.skipsBad, error.kind != .limitExceeded, error.path != outputName, stream.skipLine()
        else { throw error }
        fault(error)
      }
    }
  }

  /// Says how many pages there will be where nobody could look before: standard input.
  private func expectPages(_ input: PageDescriptionInput) throws(ImageError) {
    guard expectedPlaces == nil, job.decorations.needsPageCount else { return }
    switch input {
    case .whole(let description): expect(description.pageCount)
    case .lines(let stream):
      guard let count = stream.declaredPageCount else {
        throw ImageError(.usage, "{pages} is not known: the header of JSON Lines says it, as in \"pages\": 12")
      }
      expect(count)
    }
  }

  /// Counts the pages of a description.
  func countDescription(_ opened: OpenedInput) throws(ImageError) -> Int {
    // Any number does for those that ask how many pages there are.
    switch try description(opened, totalPages: 999) {
    case .whole(let description): return description.pageCount
    case .lines(let stream):
      var count = 0
      try forEachPage(of: stream, { _ in count += 1 }, fault: { _ in })
      return count
    }
  }

  private func description(_ opened: OpenedInput, totalPages: Int?) throws(ImageError) -> PageDescriptionInput {
    let limits = DescriptionLimits(files: job.environment.limits)
    var options = DescriptionOptions(data: job.data, folder: opened.folder, limits: limits)
    options.firstPageNumber = placeCount + 1
    options.totalPages = job.inputs.count > 1 ? totalPages : nil
    return try PageDescriptionInput.open(
      .of(opened.source, limits: limits), name: opened.input.name, options, fonts: try writer.fonts(),
      resources: DocumentResources(
        writer.objects, limits: job.environment.limits, resolution: job.layout.resolution))
  }
}
