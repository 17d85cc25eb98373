internal import ByteStreams
internal import Drawing
internal import ImageModel
internal import MetadataFuzzing
internal import PDFDocuments
internal import PDFWriting
internal import PageDescriptions
internal import StructuredFiles

extension FuzzTarget {
  /// Page descriptions and the texts that come with them.
  static let descriptions = [
    FuzzTarget(
      name: "description", dictionary: "description", run: { try draw($0) }, seeds: { $0.descriptions },
      made: { SmallDescription.all }),
    FuzzTarget(
      name: "property-list", maxLength: 8_192, dictionary: "description",
      run: { _ = try StructuredSyntax.parse($0, limits: limits.structure) }, seeds: { $0.descriptions },
      made: { SmallDescription.propertyLists }),
    FuzzTarget(
      name: "template", maxLength: 1_024, dictionary: "description", run: { try fill($0) },
      made: { SmallDescription.templates }),
    FuzzTarget(
      name: "outline", maxLength: 8_192, dictionary: "description", run: { try outline($0) },
      made: { SmallDescription.outlines }),
    FuzzTarget(name: "page-ranges", maxLength: 256, run: { try ranges($0) }, made: { SmallDescription.ranges }),
  ]

  /// Limits far below the usual ones, because an input may use all that they allow.
  private static var limits: DescriptionLimits {
    var limits = DescriptionLimits(files: .standard)
    limits.maxElements = 500
    limits.maxPages = 20
    limits.maxPageTextBytes = 20_000
    limits.maxRepetitions = 2_000
    limits.maxValues = 50_000
    return limits
  }

  /// The data for the fields of all descriptions.
  private static func options() throws -> DescriptionOptions {
    let data = try StructuredSyntax.parse(Array(SmallDescription.data.utf8), limits: limits.structure)
    return DescriptionOptions(data: data, limits: limits)
  }

  /// Reads, lays out and draws a description into a document.
  private static func draw(_ bytes: [UInt8]) throws {
    let document = try FuzzDocument()
    let writer = document.writer
    let lines = DescriptionLines.of(MemoryByteSource(bytes), limits: limits)
    let resources = FuzzResources(writer.registry)
    let input = try PageDescriptionInput.open(
      lines, name: "input", try options(), fonts: try writer.fonts(), resources: resources)
    var outline = DescriptionOutline()
    func add(_ page: DescribedPage) throws(ImageError) {
      outline.add(page, at: writer.pageCount)
      try writer.append(page.documentPage())
    }
    switch input {
    case .whole(let description):
      for index in 0..<description.pageCount { try add(try description.page(at: index)) }
    case .lines(let stream):
      while writer.pageCount < limits.maxPages, let page = try stream.next() { try add(page) }
    }
    var frame = DocumentWriter.Properties()
    frame.outline = outline.entries
    try document.finish(frame)
  }

  /// Uses the input as a text with fields, as a repetition and as a condition.
  private static func fill(_ bytes: [UInt8]) throws {
    let text = SmallDescription.quoted(String(decoding: bytes, as: UTF8.self))
    let fonts = try FontCatalog()
    for element in ["\"text\": \(text)", "\"text\": \"{p}\", \"for\": \(text)", "\"text\": \"a\", \"if\": \(text)"] {
      let json = #"{"version": 1, "pages": [{"elements": [{"type": "text", \#(element)}]}]}"#
      let value = try StructuredSyntax.parse(Array(json.utf8), limits: limits.structure)
      let document = try FuzzDocument()
      // If one use fails, the others are still tried.
      _ = try? PageDescription(
        value, try options(), fonts: fonts, resources: FuzzResources(document.writer.registry))
    }
  }

  /// An outline from a file, and the document that gets it.
  private static func outline(_ bytes: [UInt8]) throws {
    let entries = try OutlineDescription.entries(try StructuredSyntax.parse(bytes, limits: limits.structure))
    let document = try FuzzDocument()
    for _ in 0..<3 { try document.writer.append(DrawnPage(size: Size(width: 10, height: 10)) { _ in }) }
    var frame = DocumentWriter.Properties()
    frame.outline = entries
    try document.finish(frame)
    let read = try PDFFile(bytes: document.bytes, name: "output.pdf", limits: .standard).outline()
    guard count(read) == count(entries) else {
      throw BrokenPromise("\(count(entries)) entries have become \(count(read))")
    }
  }

  private static func count(_ entries: [OutlineEntry]) -> Int { entries.reduce(0) { $0 + 1 + count($1.children) } }

  private static func ranges(_ bytes: [UInt8]) throws {
    guard let ranges = PageRanges(String(decoding: bytes, as: UTF8.self)) else { return }
    for count in [0, 1, 1_000] {
      guard let pages = try? ranges.indices(of: count) else { continue }
      guard pages.allSatisfy((0..<count).contains) else { throw BrokenPromise("a page that there is not") }
    }
  }
}
