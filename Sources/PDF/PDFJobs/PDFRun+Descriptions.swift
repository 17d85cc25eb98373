internal import ByteStreams
internal import ImageModel
internal import Imaging
internal import PDFDocuments
internal import PDFWriting
internal import PageDescriptions

extension PDFRun {
  /// Adds the pages of a page description.
  ///
  /// - Returns: the outline of the description.
  func addDescription(_ opened: OpenedInput, _ facts: PageFacts) throws(ImageError) -> [OutlineEntry] {
    var outline = DescriptionOutline()
    let start = writer.pageCount
    func add(_ page: DescribedPage) throws(ImageError) {
      let index = pageCount
      try place(page.documentPage(), facts)
      outline.add(page, at: index)
    }
    let input = try description(opened, totalPages: expectedPageCount)
    let document = input.document
    try expectPages(input)
    noteUnusedOptions("page descriptions")
    noteRotation("page descriptions")
    keep(document.attributes, language: document.language)
    if document.pageLabels.isEmpty {
      labels.addNumbered(at: start)
    } else {
      // The pages of JSON Lines are not counted yet. Labels of pages that do not come are dropped later.
      let count = if case .whole(let description) = input { description.pageCount } else { 1_000_000 }
      labels.add(document.pageLabels, of: Array(0..<count), at: start)
    }
    switch input {
    case .whole(let description):
      for index in 0..<description.pageCount { try add(try description.page(at: index)) }
    case .lines(let stream):
      try forEachPage(of: stream, add) { [self] error in
        // The first fault is the error of the input; the others are warnings.
        if current.error == nil {
          current.error = error.at(path: opened.input.name)
        } else {
          current.diagnostics.append(.warning(error.reason))
        }
      }
      if let promised = stream.declaredPageCount, promised != stream.pageCount {
        current.diagnostics.append(.warning("the header declares \(promised) pages, but there are \(stream.pageCount)"))
      }
    }
    return outline.entries
  }

  /// Makes the pages of JSON Lines. With `--skip-bad`, a faulty line is left out: lines do not depend on each other.
  private func forEachPage(
    of stream: PageDescriptionStream, _ use: (DescribedPage) throws(ImageError) -> Void, fault: (ImageError) -> Void
  ) throws(ImageError) {
    while true {
      do throws(ImageError) {
        guard let page = try stream.next() else { return }
        try use(page)
      } catch {
        // After an exceeded limit or a failed write, the next line would fail, too.
        guard job.skipsBad, error.kind != .limitExceeded, error.path != outputName, stream.skipLine()
        else { throw error }
        fault(error)
      }
    }
  }

  /// Sets the expected number of pages for standard input, which could not be counted before.
  private func expectPages(_ input: PageDescriptionInput) throws(ImageError) {
    guard expectedPageCount == nil, job.decorations.needsPageCount else { return }
    switch input {
    case .whole(let description): expect(description.pageCount)
    case .lines(let stream):
      guard let count = stream.declaredPageCount else {
        throw ImageError(.usage, "{pages} is not known: the header of JSON Lines must declare it, as in \"pages\": 12")
      }
      expect(count)
    }
  }

  /// Counts the pages of a description.
  func countDescription(_ opened: OpenedInput) throws(ImageError) -> Int {
    // Any number will do for fields that refer to the number of pages.
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
    options.firstPageNumber = pageCount + 1
    options.needsAlternatives = job.conformance.isAccessible
    options.language = job.language
    options.inks = writer.inks
    options.totalPages = job.inputs.count > 1 ? totalPages : nil
    return try PageDescriptionInput.open(
      .of(opened.source, limits: limits), name: opened.input.name, options, fonts: try writer.fonts(),
      resources: DocumentResources(
        writer.registry, limits: job.environment.limits, resolution: job.layout.resolution))
  }
}
