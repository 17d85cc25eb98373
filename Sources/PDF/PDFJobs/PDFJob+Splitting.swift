internal import ByteStreams
package import ImageModel
internal import Imaging
package import PDFDocuments

/// Where a PDF is split into several documents.
package enum SplitRule: Hashable, Sendable {
  /// After every so many pages.
  case pages(Int)
  /// Before the pages to which the top entries of the outline lead.
  case outline
  /// Before a document would have more bytes than this.
  case bytes(UInt64)
  /// At blank pages, which are left out.
  case blank
  /// At pages with a bar code or a QR code: nil for any code, and the page begins the document; pages with this text
  /// are left out.
  case barCode(String?)
}

/// One of the documents that a PDF is split into.
package struct SplitPart: Hashable, Sendable {
  /// Its pages, counted from 0 in the file.
  package var pages: [Int]
  /// What the user should know about it.
  package var diagnostics: [Diagnostic] = []
}

extension PDFJob {
  /// The documents that the only input is split into, and that input, which `run(sharing:)` takes for each of them:
  /// opening a file of many pages for each page would take quadratic time. Nothing is written.
  ///
  /// - Throws: `usage` where the job cannot be split; `unsupported` for an input that is not a PDF; the errors of
  ///   reading it.
  package func parts(_ rule: SplitRule) throws(ImageError) -> (parts: [SplitPart], file: PDFFile) {
    guard inputs.count == 1, inputs[0].source != .standardInput else {
      throw ImageError(.usage, "--split needs one PDF, from a file")
    }
    let opened = try openedPDF(otherwise: "is not a PDF: make one of it first, which --split can then divide")
    let file = try opened.document(password: nil)
    file.servesSeveralDocuments = true
    let indices = try opened.indices(of: file.pageCount)
    let result: [SplitPart]
    switch rule {
    case .pages(let count): result = Self.parts(indices, at: Array(stride(from: count, to: indices.count, by: count)))
    case .outline: result = Self.parts(indices, at: try Self.entries(of: file, in: indices))
    case .bytes(let limit):
      // Another one, so that what is found while sizes are measured is still reported with the documents.
      let measured = try opened.document(password: nil)
      measured.servesSeveralDocuments = true
      result = try parts(indices, of: measured, below: limit)
    case .blank:
      let options = ImageSource.Options(limits: environment.limits, isCancelled: environment.isCancelled)
      let blank = try file.blankPages(among: indices, options)
      result = indices.split { blank.contains($0) }.map { SplitPart(pages: Array($0)) }
    case .barCode(let text):
      var marked: Set<Int> = []
      for index in Set(indices).sorted() {
        if try file.hasBarCode(text, onPage: index) { marked.insert(index) }
      }
      guard !marked.isEmpty else {
        throw ImageError(.usage, "has no page with \(text.map { "the code '\($0)'" } ?? "a code")", path: file.name)
      }
      if text != nil {
        result = indices.split { marked.contains($0) }.map { SplitPart(pages: Array($0)) }
      } else {
        result = Self.parts(indices, at: indices.indices.filter { $0 > 0 && marked.contains(indices[$0]) })
      }
    }
    guard !result.isEmpty else { throw ImageError(.invalidData, "has no pages to split", path: inputs[0].name) }
    return (result, file)
  }

  /// The job that makes one of the parts.
  package func making(_ part: SplitPart, to output: Output) -> PDFJob {
    var job = self
    job.inputs[0].pages = PageRanges(indices: part.pages)
    job.output = output
    return job
  }

  private static func parts(_ indices: [Int], at places: [Int]) -> [SplitPart] {
    let starts = [0] + places
    return zip(starts, places + [indices.count]).filter { $0 < $1 }.map { SplitPart(pages: Array(indices[$0..<$1])) }
  }

  /// The places in a list of pages to which the top entries of the outline lead, in ascending order.
  private static func entries(of file: PDFFile, in indices: [Int]) throws(ImageError) -> [Int] {
    let names = try file.namedDestinations()
    var pages: Set<Int> = []
    for entry in try file.outline() {
      switch entry.target {
      case .destination(let destination)?: pages.insert(destination.page)
      case .named(let name)?: if let destination = names[name] { pages.insert(destination.page) }
      case .uri?, nil: break
      }
    }
    guard !pages.isEmpty else { throw ImageError(.usage, "has no outline entries to split at", path: file.name) }
    return indices.indices.filter { $0 > 0 && pages.contains(indices[$0]) }
  }

  // MARK: By size

  /// As many pages in each part as fit. A part is written without being kept to find its size, a few times for each
  /// part.
  private func parts(_ indices: [Int], of file: PDFFile, below limit: UInt64) throws(ImageError) -> [SplitPart] {
    var parts: [SplitPart] = []
    var (start, guess) = (0, 1)
    while start < indices.count {
      let rest = indices.count - start
      var sizes: [Int: UInt64] = [:]
      func size(_ count: Int) throws(ImageError) -> UInt64 {
        if let known = sizes[count] { return known }
        let part = SplitPart(pages: Array(indices[start..<start + count]))
        let size = try making(part, to: .nowhere(nil)).run(sharing: file) { _, _ throws(ImageError) in }
          .byteCount
        sizes[count] = size
        return size
      }
      // `low` pages fit, or are one page; `high` pages do not.
      var (low, high) = (1, rest + 1)
      var next = min(max(guess, 1), rest)
      while low + 1 < high || sizes[low] == nil {
        if try size(next) <= limit { low = next } else { high = next }
        if high <= low { break }
        next = high > rest ? min(low * 2, rest) : (low + high) / 2
        if next == low { break }
      }
      var part = SplitPart(pages: Array(indices[start..<start + low]))
      let bytes = try size(low)
      if bytes > limit {
        part.diagnostics = [
          .warning("page \(indices[start] + 1) alone has \(bytes) bytes, more than the \(limit) of --split")
        ]
      }
      parts.append(part)
      (start, guess) = (start + low, low)
    }
    return parts
  }
}
