internal import Drawing
internal import ImageModel
internal import Imaging
internal import PDFDocuments

/// Blank pages: those that are left out, and those that are added.
extension PDFRun {
  // MARK: Leaving out

  /// The pages of a PDF that are used: those that were asked for, without blank ones where these are left out.
  func shownIndices(_ indices: [Int], of file: PDFFile) throws(ImageError) -> [Int] {
    guard job.leavesOutBlankPages else { return indices }
    let blank = try file.blankPages(among: indices, sources)
    return shown(indices, without: blank)
  }

  /// The images of a file that are used.
  func shownIndices(_ indices: [Int], of source: ImageSource) throws(ImageError) -> [Int] {
    guard job.leavesOutBlankPages else { return indices }
    var blank: Set<Int> = []
    for index in Set(indices).sorted() {
      do throws(ImageError) {
        if try BlankPaper.isBlank(source, index: index) { blank.insert(index) }
      } catch {
        throw error.at(path: source.name)
      }
    }
    return shown(indices, without: blank)
  }

  private func shown(_ indices: [Int], without blank: Set<Int>) -> [Int] {
    if !blank.isEmpty {
      let list = PageRanges(indices: blank.sorted()).text
      let note = Diagnostic.note("blank pages are left out: \(list)")
      if !current.diagnostics.contains(note) { current.diagnostics.append(note) }
    }
    return indices.filter { !blank.contains($0) }
  }

  // MARK: Adding

  /// The number of pages of an input with the blank ones that are added after it.
  func padded(_ count: Int) -> Int {
    count == 0 ? 0 : (count + job.padding - 1) / job.padding * job.padding
  }

  /// Adds blank pages after an input, as large as its last page.
  ///
  /// - Parameter count: the number of its pages.
  func pad(after facts: PageFacts, count: Int) throws(ImageError) {
    let missing = padded(count) - count
    guard missing > 0 else { return }
    labels.addNumbered(at: writer.pageCount)
    let size = lastSize
    for _ in 0..<missing {
      let page = DrawnPage(size: size) { _ in }
      guard imposition == nil else {
        try place(page, facts)
        continue
      }
      // A blank page shows nothing, not even what is drawn on all pages.
      current.pages.append(.init(index: writer.pageCount, size: size))
      current.diagnostics += try writer.append(page).diagnostics
      pageCount += 1
    }
  }

  // MARK: Cropping

  /// Adds a note that `--crop` has no effect on pictures.
  func noteCropping() {
    guard job.inputs[currentNumber].crop != nil else { return }
    current.diagnostics.append(.note("--crop cuts pages of PDFs only"))
  }
}
