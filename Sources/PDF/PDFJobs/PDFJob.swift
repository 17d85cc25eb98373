package import ByteStreams
package import Drawing
internal import Glibc
package import ImageModel
package import Imaging
package import PDFDocuments
package import PDFWriting
package import StructuredText

/// Makes one PDF document of many inputs. The `mkpdf` command runs it.
package struct PDFJob: Sendable {
  package enum Output: Hashable, Sendable {
    case path(String)
    case standardOutput
    /// Does all the work and keeps nothing: a dry run, for an output at a path or for any other.
    case nowhere(String?)

    package var path: String? {
      switch self {
      case .path(let path): path
      case .nowhere(let path): path
      case .standardOutput: nil
      }
    }

    /// The name of the output in reports; nil for a dry run.
    package var name: String? {
      switch self {
      case .path(let path): path
      case .standardOutput: "-"
      case .nowhere: nil
      }
    }
  }

  /// How pages are arranged on the pages of the document.
  package enum Arrangement: Sendable {
    /// Each page is a page of its own: no imposition.
    case single
    /// Pictures with captions, in a grid.
    case contactSheet(SheetGrid)
    /// Several pages on a sheet, in a grid.
    case nup(SheetGrid)
    /// Two pages on each side of a sheet, in the order in which the sheets fold to a booklet.
    case booklet
  }

  package enum Outline: Sendable {
    /// The outlines of the PDFs and page descriptions among the inputs.
    case kept
    /// An entry for each input, with the outline of the input below it.
    case names
    case none
    case entries([OutlineEntry])

    var isKept: Bool { if case .kept = self { true } else { false } }
  }

  /// The size of pages and the place of a picture on its page. If nil, the default depends on the kind of page.
  package struct Layout: Sendable {
    package var medium: PageShape.Medium?
    package var direction = PageShape.Direction.asGiven
    package var margins: PageMargins?
    package var fit: PageFit?
    package var resolution = ResolutionRule()
    package var background: Color?
    /// Pictures with a higher resolution than this are downsampled to it, in dots per inch; nil leaves them untouched.
    package var downsampling: Double?
    /// The sample values of pictures that become black and white; nil embeds pictures as they are.
    package var range: SampleRange?

    package init() {}
  }

  package var inputs: [PDFInput]
  package var output: Output
  package var layout = Layout()
  package var decorations = Decorations()
  package var arrangement = Arrangement.single
  /// Whether pages are taken from the inputs in turn: the first of each, then the second of each.
  package var collates = false
  /// Whether the files of PDFs stay open between inputs, because pages of them come in turn.
  var keepsFilesOpen = false
  /// Blank pages are added after each input up to a multiple of this number; 1 for none.
  package var padding = 1
  /// Whether pages of PDFs and pictures that show nothing are left out.
  package var leavesOutBlankPages = false
  /// What is removed from PDFs.
  package var removal = PDFRemoval()
  /// How pages of PDFs are made smaller; nil copies their pictures as they are.
  package var shrinking: ShrinkOptions?
  /// The look of Markdown and tables; nil for the default, `plain`.
  package var textDesign: TextDesign?
  /// Whether a list of headings and their pages comes before the text of Markdown.
  package var hasContents = false
  /// The languages in which the text of scans is recognized, as tesseract names them; nil recognizes none.
  package var recognizedLanguages: String?
  package var attributes = DocumentAttributes()
  package var outline = Outline.kept
  package var pageLabels: [PageLabelRange]?
  /// The language of the document, as in BCP 47; nil for that of the PDFs, or `ownLanguage`.
  package var language: String?
  /// The language of a document without pages of PDFs.
  package var ownLanguage: String?
  /// The files to attach.
  package var attachments: [Attachment] = []
  /// The standards that the document conforms to. A job that cannot make it so fails.
  package var conformance = Conformance()
  /// The time for `{date}` and `{today}`: SOURCE_DATE_EPOCH in UTC, or the local time.
  package var time = CivilTime.local()
  package var writing = WriteOptions()
  /// The data that fields of page descriptions refer to.
  package var data: StructuredValue?
  /// The kinds of files that are accepted; nil for all.
  package var allowed: Set<InputKind>?
  /// Whether the job continues without inputs that fail.
  package var skipsBad = false
  /// Files that were read before the job began. The output must not overwrite them, as it must not overwrite an input.
  package var optionFiles: [String] = []
  package var environment: JobEnvironment

  package init(inputs: [PDFInput], output: Output, environment: JobEnvironment) {
    self.inputs = inputs
    self.output = output
    self.environment = environment
  }

  /// Whether the pages must be counted before the first one is made.
  var needsPageCount: Bool {
    if case .booklet = arrangement { return true }
    // A description among others may say how many pages there are.
    guard inputs.count > 1, !readsStandardInput else { return false }
    return inputs.contains { InputKind.isDescription(name: $0.name) }
  }

  /// Whether an input may be a page description, which may name any file.
  package var mayNameFiles: Bool {
    inputs.contains { input in
      switch input.source {
      case .path(let path): InputKind.mayBeDescription(name: path)
      case .standardInput: true
      case .unusable: false
      }
    }
  }

  /// The folders of texts that may show pictures beside them.
  package var pictureFolders: [String] {
    guard textDesign != .text else { return [] }
    return inputs.compactMap { input in
      guard case .path(let path) = input.source, case .markdown? = TypesetText(name: path) else { return nil }
      return PathText.split(path).directory
    }
  }

  private var readsStandardInput: Bool { inputs.contains { $0.source == .standardInput } }

  /// The result of a job.
  package struct Summary: Sendable {
    package var pageCount = 0
    package var byteCount: UInt64 = 0
    /// Whether nothing was done because the output exists already.
    package var wasSkipped = false
    /// Diagnostics that do not belong to a single input.
    package var diagnostics: [Diagnostic] = []
  }

  /// Makes the document.
  ///
  /// - Parameters:
  ///   - file: the only input, where it is open already; nil opens all inputs.
  ///   - progress: is called after each page with the number of pages so far and the index of the current input.
  ///   - report: is called once for each input, in order, with the index of the input and its report.
  /// - Throws: `ImageError` with the path of the input or output at fault. No output remains.
  package func run(
    sharing file: PDFFile? = nil, progress: ((_ pages: Int, _ input: Int) -> Void)? = nil,
    _ report: @escaping (Int, InputReport) throws(ImageError) -> Void
  ) throws(ImageError) -> Summary {
    if collates { return try runCollated(progress: progress, report) }
    var result = Summary()
    let shared = file
    guard let file = try openOutput() else {
      result.wasSkipped = true
      return result
    }
    let pages = try DocumentOutput.write(to: file, writing) { sink throws(ImageError) in
      let run = try PDFRun(self, sink, outputName: file.path, report)
      run.sharedFile = shared
      run.progress = progress
      return try run.perform()
    }
    result.pageCount = pages.count
    result.diagnostics += pages.diagnostics
    result.byteCount = file.size
    if pages.isOnlyShrunk, let original = try original(ifNotLargerThan: file.size) {
      return try copy(original, result)
    }
    try file.commit()
    return result
  }

  // MARK: Checking

  /// Checks everything that can be checked before the work begins.
  ///
  /// - Throws: `usage`.
  package func check() throws(ImageError) {
    func fail(_ reason: String) -> ImageError { ImageError(.usage, reason) }
    if case .nup = arrangement, decorations.caption != nil {
      throw fail("--caption does not apply to --nup, whose cells are pages")
    }
    if case .booklet = arrangement {
      if decorations.caption != nil { throw fail("--caption does not apply to --booklet") }
      if readsStandardInput { throw fail("--booklet needs files: the number of pages must be known before") }
    }
    if decorations.needsPageCount, inputs.count > 1, readsStandardInput {
      throw fail("{pages} needs files where there are several inputs: standard input is read only once")
    }
    if decorations.bates == nil, decorations.hasBatesField { throw fail("{bates} needs --bates") }
    if collates { try checkCollating() }
    if Imposition(self) != nil, inputs.contains(where: { $0.crop != nil }) {
      throw fail("--crop does not apply to sheets")
    }
    try checkLayout()
    if writing.encryption != nil, let version = writing.version, version < .v1_7 {
      throw fail("--encrypt needs PDF 1.7 or 2.0")
    }
    try checkConformance()
    for margin in [layout.margins?.left, layout.margins?.right].compactMap({ $0 }) where margin > 14_400 {
      throw fail("a margin of more than 14400 points is wider than any page")
    }
  }

  /// Checks that the content fits within the margins of a page, or within the cells of a sheet.
  private func checkLayout() throws(ImageError) {
    if let imposition = Imposition(self) {
      try imposition.checkCells()
      if layout.medium == .content {
        throw ImageError(.usage, "--paper image does not apply to sheets; give a size such as A4")
      }
    } else if case .fixed(let size)? = layout.medium, let margins = layout.margins {
      _ = try margins.frame(of: size)
    }
  }

  // MARK: Output

  /// Opens the output; nil where an existing file is to be kept.
  ///
  /// - Parameter again: whether it was opened before, and nothing was committed.
  /// - Throws: `usage` where the output is one of the inputs; `io`.
  func openOutput(again: Bool = false) throws(ImageError) -> (any CommittableSink)? {
    let placement = OutputPlacement(environment: environment, inputName: output.name ?? "", inputIdentity: nil)
    switch output {
    case .nowhere(let path):
      if let path {
        try checkOptionFiles(path)
        try OutputFolder.check(for: path, parents: environment.files.parents)
      }
      return CountingSink(path ?? "the plan")
    case .standardOutput: return try environment.streams.openOutput(names: environment.temporaryNames)
    case .path(let path):
      if again { return try placement.openAgain(path) }
      try checkOptionFiles(path)
      switch try placement.open(path) {
      case .skip: return nil
      case .write(let file): return file
      }
    }
  }

  /// The only input, opened.
  ///
  /// - Parameter message: of the error for an input that is not a PDF.
  /// - Throws: `unsupported` for an input that is not a PDF; the errors of reading it.
  func openedPDF(otherwise message: String = "is not a PDF") throws(ImageError) -> OpenedInput {
    let opened = try OpenedInput(inputs[0], self)
    guard opened.kind == .pdf else { throw ImageError(.unsupported, message, path: inputs[0].name) }
    return opened
  }

  /// The only input as a document.
  ///
  /// - Parameter outputs: what is written of it.
  /// - Throws: as `openedPDF`; `usage` where it is also an output.
  func onlyDocument(_ outputs: [Output]) throws(ImageError) -> PDFFile {
    let opened = try openedPDF()
    if let identity = opened.source.identity,
      let path = outputs.lazy.compactMap(\.path).first(where: { FileIdentity(path: $0) == identity })
    {
      throw ImageError(.usage, "the output is also an input: \(inputs[0].name)", path: path)
    }
    return try opened.document(password: nil)
  }

  /// Checks that the output does not overwrite a file that an option names.
  private func checkOptionFiles(_ path: String) throws(ImageError) {
    guard let identity = FileIdentity(path: path), SystemCall.status(of: path)?.isRegularFile ?? false else { return }
    // Inputs, and the files that page descriptions name, are checked when they are opened.
    let read = decorations.files + attachments.map(\.path) + optionFiles
    if let input = read.first(where: { FileIdentity(path: $0) == identity }) {
      throw ImageError(.usage, "the output is also an input: \(input)", path: path)
    }
  }
}

extension CivilTime {
  /// The current time in the local time zone (`localtime_r`).
  fileprivate static func local() -> CivilTime {
    var seconds = Glibc.time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return CivilTime(secondsSince1970: seconds + parts.tm_gmtoff)
  }
}

/// The result of one input.
package struct InputReport: Sendable {
  /// A page of the document that shows a part of the input.
  package struct Page: Hashable, Sendable {
    /// Counted from 0.
    package var index: Int
    package var size: Size
  }

  package var kind: InputKind?
  package var byteCount: UInt64?
  package var pages: [Page] = []
  package var pictures: [EmbeddedImage] = []
  package var diagnostics: [Diagnostic] = []
  /// The error that ended the work on this input.
  package var error: ImageError?
}

/// A sink whose content takes effect when it is committed.
protocol CommittableSink: ByteSink {
  /// The name of the sink in messages.
  var path: String { get }
  func commit() throws(ImageError)
}

extension AtomicFile: CommittableSink {}

/// Counts the bytes of a dry run and keeps none of them.
private final class CountingSink: CommittableSink {
  let path: String
  private(set) var size: UInt64 = 0

  init(_ path: String) { self.path = path }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(ImageError) {
    size = max(size, offset + UInt64(bytes.count))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    let count = offset < size ? min(buffer.count, Int(clamping: size - offset)) : 0
    UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]).initializeMemory(as: UInt8.self, repeating: 0)
    return count
  }

  func commit() throws(ImageError) {}
}
