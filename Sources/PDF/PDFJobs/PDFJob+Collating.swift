internal import ByteStreams
internal import ImageModel
internal import Imaging
internal import PDFDocuments

/// Taking pages from the inputs in turn: the first of each, then the second of each. An input that has no more pages is
/// left out, so that the rest of the longer ones follows.
extension PDFJob {
  /// - Throws: `usage`.
  func checkCollating() throws(ImageError) {
    guard inputs.count > 1 else { throw ImageError(.usage, "--collate needs several inputs") }
    guard padding == 1 else { throw ImageError(.usage, "--collate and --pad-to exclude each other") }
    guard !inputs.contains(where: { $0.source == .standardInput }) else {
      throw ImageError(.usage, "--collate needs files: standard input is read only once")
    }
  }

  /// A page of an input.
  private struct Turn {
    /// The input, counted from 0.
    var origin: Int
    var input: PDFInput
  }

  /// Runs the job with an input for each page, and reports each input once.
  func runCollated(
    progress: ((_ pages: Int, _ input: Int) -> Void)?, _ report: @escaping (Int, InputReport) throws(ImageError) -> Void
  ) throws(ImageError) -> Summary {
    var reports = [InputReport](repeating: InputReport(), count: inputs.count)
    var turns: [Turn] = []
    var columns: [[PDFInput]] = []
    for (number, input) in inputs.enumerated() {
      do throws(ImageError) {
        columns.append(try pages(of: input, &reports[number]))
      } catch {
        let error = error.at(path: input.name)
        reports[number].error = error
        guard skipsBad else {
          try report(number, reports[number])
          throw error
        }
        columns.append([])
      }
    }
    for row in 0..<(columns.map(\.count).max() ?? 0) {
      for (origin, column) in columns.enumerated() where row < column.count {
        turns.append(Turn(origin: origin, input: column[row]))
      }
    }
    var job = self
    job.collates = false
    job.keepsFilesOpen = true
    job.inputs = turns.map(\.input)
    var merged = reports
    var failure: ImageError?
    var summary = Summary()
    do throws(ImageError) {
      summary = try job.run(progress: progress.map { progress in { progress($0, turns[$1].origin) } }) {
        number, part throws(ImageError) in
        merged[turns[number].origin].add(part)
      }
    } catch {
      failure = error
    }
    for (number, whole) in merged.enumerated() { try report(number, whole) }
    if let failure { throw failure }
    return summary
  }

  /// An input for each page of an input.
  private func pages(of input: PDFInput, _ report: inout InputReport) throws(ImageError) -> [PDFInput] {
    let opened = try OpenedInput(input, self)
    report.kind = opened.kind
    report.byteCount = opened.source.size
    let count: Int
    switch opened.kind {
    case .image:
      count = try opened.image(
        ImageSource.Options(limits: environment.limits, isCancelled: environment.isCancelled)
      ).count
    case .svg: count = 1
    case .pdf: count = try opened.document(password: nil).pageCount
    case .text, .json, .plist: throw ImageError(.usage, "--collate takes pages of PDFs and pictures")
    }
    return try opened.indices(of: count).map { index in
      var page = input
      page.pages = PageRanges(indices: [index])
      return page
    }
  }
}

extension InputReport {
  /// Adds the report of one page of the input.
  fileprivate mutating func add(_ part: InputReport) {
    kind = part.kind ?? kind
    byteCount = part.byteCount ?? byteCount
    pages += part.pages
    pictures += part.pictures
    for diagnostic in part.diagnostics where !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
    error = error ?? part.error
  }
}
