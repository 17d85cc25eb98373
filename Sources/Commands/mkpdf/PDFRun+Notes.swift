internal import CommandKit
internal import ImageModel
internal import MetadataModel
internal import PDFDocuments

/// What a user should know of options that had no effect.
extension PDFRun {
  /// Rules for labels of pages that are not there.
  var labelFaults: [Diagnostic] {
    (job.pageLabels ?? []).filter { $0.firstPage >= writer.pageCount }.map { rule in
      .warning("--page-labels has a rule for page \(rule.firstPage + 1) of \(writer.pageCount)")
    }
  }

  /// Properties that texts ask for and no picture has.
  var unansweredNotes: [Diagnostic] { (unanswered ?? []).map { .note("no picture has '\($0.text)'") } }

  /// Data that nothing asks for.
  var unusedData: [Diagnostic] {
    job.data == nil || hasDescription ? [] : [.note("--data fills page descriptions, and no input is one")]
  }

  /// Says that pages are made upright whatever `--rotate` says.
  func noteRotation(_ pages: String) {
    guard job.layout.rotation != 0 else { return }
    current.diagnostics.append(.note("--rotate does not turn \(pages)"))
  }

  /// Says that options about paper do nothing to pages that have a size of their own.
  ///
  /// - Parameter pages: what such pages are called.
  func noteUnusedOptions(_ pages: String) {
    guard sheets == nil else { return }
    var names: [String] = []
    // The size of the content is what such pages have anyway.
    if case .fixed? = job.layout.medium { names.append("--page") }
    switch job.layout.direction {
    case .asGiven: break
    case .landscape: names.append("--landscape")
    case .portrait: names.append("--portrait")
    case .automatic: names.append("--auto-orient")
    }
    if job.layout.fit != nil { names.append("--fit") }
    // Headers and footers stand in the margins.
    if job.layout.margins != nil, !job.decorations.hasEdges { names.append("--margin") }
    guard let last = names.popLast() else { return }
    let list = names.isEmpty ? last : names.joined(separator: ", ") + " and " + last
    current.diagnostics.append(
      .note("\(list) \(names.isEmpty ? "does" : "do") not change \(pages); --nup 1x1 puts them on paper"))
  }
}
