internal import ContentTypes
internal import ImageModel
internal import Imaging
internal import PDFDocuments
internal import PDFWriting
internal import PageDescriptions
internal import StructuredText
internal import TextReading

/// A text that is typeset instead of shown as it is written.
enum TypesetText {
  case markdown
  /// A table and the separator of files with its name.
  case table(Character)

  /// What the name of a text says; nil for all others.
  init?(name: String) {
    switch ContentTypeRegistry().type(fileName: name)?.identifier {
    case "net.daringfireball.markdown"?: self = .markdown
    case "public.comma-separated-values-text"?: self = .table(",")
    case "public.tab-separated-values-text"?: self = .table("\t")
    default: return nil
    }
  }
}

extension PDFRun {
  /// The typeset form of a text; nil for one that is shown as it is written.
  func typesetForm(of opened: OpenedInput) -> TypesetText? {
    guard job.textDesign != .text else { return nil }
    // It has no name that says what it is. A style is that of Markdown.
    if opened.input.source == .standardInput { return job.textDesign == nil ? nil : .markdown }
    return TypesetText(name: opened.input.name)
  }

  /// Adds the pages of Markdown or of a table.
  ///
  /// - Returns: the outline of the headings.
  func addTypeset(_ opened: OpenedInput, _ form: TypesetText, _ facts: PageFacts) throws(ImageError) -> [OutlineEntry] {
    let style = try typesetStyle()
    let (description, notes) = if let counted { counted } else { try typeset(opened, form, style) }
    counted = nil
    var facts = facts
    facts.defaultMargin = style.margins.left
    noteRotation("text")
    current.diagnostics += notes
    keep(description.document.attributes, language: description.document.language)
    var outline = DescriptionOutline()
    for index in 0..<description.pageCount {
      let page = try description.page(at: index)
      let number = pageCount
      try place(page.documentPage(), facts)
      outline.add(page, at: number)
    }
    return outline.entries
  }

  /// Counts the pages of Markdown or of a table.
  func countTypeset(_ opened: OpenedInput, _ form: TypesetText) throws(ImageError) -> Int {
    let made = try typeset(opened, form, try typesetStyle())
    // The numbers of pages in a text depend on the inputs before it.
    if job.inputs.count == 1 { counted = made }
    return made.description.pageCount
  }

  /// The style of pages whose direction is not chosen by their content.
  private func typesetStyle() throws(ImageError) -> TypesetStyle {
    let style = TypesetStyle(
      job.textDesign ?? .plain, page: textPaper, margins: job.layout.margins, job.decorations)
    guard style.width >= 36, style.height >= 36 else {
      throw ImageError(.usage, "a page of \(style.page.inPoints) is too small for its margins and a text")
    }
    return style
  }

  private func typeset(
    _ opened: OpenedInput, _ form: TypesetText, _ style: TypesetStyle
  ) throws(ImageError) -> (description: PageDescription, notes: [Diagnostic]) {
    hasTypeset = true
    let decoded = try decodedText(opened)
    var notes = decoded.note.map { [Diagnostic.note($0)] } ?? []
    let fonts = try writer.fonts()
    let resources = DocumentResources(
      writer.registry, limits: job.environment.limits, resolution: job.layout.resolution)
    var options = DescriptionOptions(
      folder: opened.folder, limits: DescriptionLimits(files: job.environment.limits))
    options.name = opened.input.name
    options.firstPageNumber = pageCount + 1
    options.needsAlternatives = job.conformance.isAccessible
    options.showsPlaces = false
    options.totalPages = job.inputs.count > 1 ? expectedPageCount ?? 999 : nil
    func read(_ value: StructuredValue) throws(ImageError) -> PageDescription {
      do throws(ImageError) {
        return try PageDescription(value, options, fonts: fonts, resources: resources)
      } catch {
        guard [.invalidData, .limitExceeded].contains(error.kind) else { throw error }
        // The file itself is no page description.
        throw ImageError(error.kind, "cannot be typeset: \(error.message); --style text shows it as it is written")
      }
    }
    switch form {
    case .markdown:
      hasMarkdown = true
      let pages = try MarkdownPages(
        decoded.text, style, fonts, folder: opened.folder, hasContents: job.hasContents,
        maxCells: options.limits.maxElements, resources)
      notes += pages.notes
      return (try read(try pages.description(firstNumber: pageCount + 1, read: read)), notes)
    case .table(let separator):
      // The direction of the paper is chosen where no option gives it.
      let isFree = job.layout.direction == .asGiven && job.layout.medium == nil || job.layout.direction == .automatic
      let (long, short) = (max(style.page.width, style.page.height), min(style.page.width, style.page.height))
      let turned = TypesetStyle(
        style.design, page: Size(width: long, height: short), margins: job.layout.margins, job.decorations)
      let (value, tableNotes) = try TablePages.description(
        decoded.text, declared: separator, style, turned: isFree ? turned : nil,
        maxElements: options.limits.maxElements, fonts)
      return (try read(value), notes + tableNotes)
    }
  }
}
