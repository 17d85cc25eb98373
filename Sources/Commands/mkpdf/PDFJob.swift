internal import ByteStreams
internal import CommandKit
internal import Drawing
internal import ImageModel
internal import Imaging
internal import PDFDocuments
internal import PageDescriptions
internal import StructuredText

/// Makes one document of many inputs: what the `mkpdf` command runs.
struct PDFJob: Sendable {
  enum Output: Hashable, Sendable {
    case path(String)
    case standardOutput
    /// Everything is done, and nothing kept.
    case nowhere

    /// How reports call it; nil where there is none.
    var name: String? {
      switch self {
      case .path(let path): path
      case .standardOutput: "-"
      case .nowhere: nil
      }
    }
  }

  /// How pictures and pages come onto pages.
  enum Arrangement: Sendable {
    /// Each on a page of its own.
    case single
    /// Pictures with captions, in cells.
    case contactSheet(SheetGrid)
    /// Pages in cells.
    case nup(SheetGrid)
    /// Two pages on each side of sheets that are folded.
    case booklet
  }

  enum Outline: Sendable {
    /// What the PDFs among the inputs have.
    case kept
    /// An entry for each input, with what it has below.
    case names
    case none
    case entries([OutlineEntry])
  }

  /// How large pages are, and where a picture stands on one; nil for what depends on the kind of page.
  struct Layout: Sendable {
    var medium: PageShape.Medium?
    var direction = PageShape.Direction.asGiven
    var margins: PageMargins?
    var fit: PageFit?
    var resolution = ResolutionRule()
    var background: Color?
    var rotation = 0
  }

  var inputs: [PageInput]
  var output: Output
  var layout = Layout()
  var decorations = DecorationSettings()
  var arrangement = Arrangement.single
  var attributes = DocumentAttributes()
  var outline = Outline.kept
  var pageLabels: [PageLabelRange]?
  var writing = WriteOptions()
  /// What the fields of page descriptions ask for.
  var data: StructuredValue?
  /// nil allows all.
  var allowed: Set<InputKind>?
  /// Whether inputs that fail are left out.
  var skipsBad = false
  /// Files that options named and that were read before the work began: they are never overwritten either.
  var optionFiles: [String] = []
  var environment: JobEnvironment

  init(inputs: [PageInput], output: Output, environment: JobEnvironment) {
    self.inputs = inputs
    self.output = output
    self.environment = environment
  }

  /// Whether the number of pages decides where each stands.
  var needsPageCount: Bool {
    if case .booklet = arrangement { return true }
    // A description among others may say how many pages there are.
    guard inputs.count > 1, !inputs.contains(where: { $0.file == .standardInput }) else { return false }
    return inputs.contains { InputKind.isDescription(name: $0.name) }
  }

  /// What a job did as a whole.
  struct Summary: Sendable {
    var pageCount = 0
    var byteCount: UInt64 = 0
    /// Whether an existing file was left alone.
    var wasSkipped = false
    /// What belongs to no single input.
    var diagnostics: [Diagnostic] = []
  }

  /// Does the work.
  ///
  /// - Parameter report: takes what came of each input, by its number, in their order.
  /// - Throws: `ImageError` with the path of the input or output at fault; no output is left behind then.
  func run(_ report: @escaping (Int, InputReport) throws(ImageError) -> Void) throws(ImageError) -> Summary {
    guard let (file, summary) = try openOutput() else {
      var summary = Summary()
      summary.wasSkipped = true
      return summary
    }
    var result = summary
    let pages = try DocumentOutput.write(to: file, writing) { sink throws(ImageError) in
      let run = try PDFRun(self, sink, outputName: file.path, report)
      return try run.perform()
    }
    result.pageCount = pages.count
    result.diagnostics += pages.diagnostics
    result.byteCount = file.size
    try file.commit()
    return result
  }
}
