internal import ByteStreams
internal import ImageModel
internal import Imaging
internal import PDFDocuments
internal import PDFWriting
internal import TestKit

extension HandMadePDF {
  func file(password: String? = nil, limits: Limits = .standard) throws -> PDFFile {
    try PDFFile(bytes: bytes, name: "hand.pdf", password: password, limits: limits)
  }
}

/// Copies pages with their links and returns the new file.
func imported(
  _ file: PDFFile, pages: [Int]? = nil, rename: @escaping (String) -> String = { $0 },
  catalog: (PDFImporter, [Int: PDFReference]) throws -> PDFDictionary = { _, _ in [:] }
) throws -> [UInt8] {
  let sink = MemoryByteSink()
  let writer = PDFWriter(to: sink)
  let importer = PDFImporter(file, to: writer)
  var references: [Int: PDFReference] = [:]
  for page in pages ?? Array(0..<file.pageCount) { references[page] = writer.reserve() }
  let numbers = references
  for page in pages ?? Array(0..<file.pageCount) {
    let dictionary = try importer.page(page, pageReference: { numbers[$0] }, rename: rename)
    _ = try writer.addPage(dictionary, as: references[page])
  }
  try writer.finish(catalog: try catalog(importer, references))
  return sink.bytes
}

/// Writes documents with `DocumentWriter`: one as a whole, several or chosen pages joined.
///
/// - Returns: the new file, and notes of the files and the whole document, and those of its pages.
func joined(
  _ files: [(file: PDFFile, pages: [Int])], whole: Bool = false, _ properties: DocumentWriter.Properties = .init()
) throws -> (bytes: [UInt8], notes: [String], ofPages: [String]) {
  let sink = MemoryByteSink()
  let writer = DocumentWriter(to: sink, .init(), .init(limits: .standard), sources: .init())
  var properties = properties
  var (notes, ofPages): ([String], [String]) = ([], [])
  for (file, pages) in files {
    let document = whole ? try writer.register(whole: file) : try writer.register(file, pages: pages)
    if files.count == 1 { try writer.keepDescription(of: document, setsVersion: true) }
    for page in pages {
      ofPages += try writer.append(try ImportedPage(file, index: page)).diagnostics.map(\.message)
    }
    if !whole { properties.outline += try document.outline() }
    try writer.unregister(file)
    notes += file.diagnostics.map(\.message)
  }
  notes += try writer.finish(properties).map(\.message)
  return (sink.bytes, notes, ofPages)
}

/// Passes a file through, whole and with its first page only.
func passThrough(_ bytes: [UInt8], limits: Limits = .standard) throws {
  for whole in [true, false] {
    let file = try PDFFile(bytes: bytes, name: "x.pdf", limits: limits)
    guard file.pageCount > 0, file.pageCount < 20 else { return }
    _ = try joined([(file, whole ? Array(0..<file.pageCount) : [0])], whole: whole)
  }
}

/// Draws forms into the rectangles of a page and returns the new file.
func placed(_ file: PDFFile, box: PageBox = .crop, scale: Double = 1) throws -> [UInt8] {
  let sink = MemoryByteSink()
  let writer = PDFWriter(to: sink)
  let importer = PDFImporter(file, to: writer)
  for index in 0..<file.pageCount {
    let (form, size) = try importer.form(index, box: box)
    let (width, height) = (size.width * scale, size.height * scale)
    let content = Array("q \(width) 0 0 \(height) 0 0 cm /P Do Q".utf8)
    let page: PDFDictionary = [
      "MediaBox": .array([.integer(0), .integer(0), .real(width), .real(height)]),
      "Resources": .dictionary(["XObject": .dictionary(["P": .reference(form)])]),
      "Contents": .reference(try writer.addShared([:], content: content)),
    ]
    _ = try writer.addPage(page)
  }
  try writer.finish()
  return sink.bytes
}

/// Checks the results with qpdf and poppler's tools.
struct PDFJudge {
  let directory: TemporaryDirectory
  let path: String

  init(_ bytes: [UInt8], name: String = "out.pdf") throws {
    directory = try TemporaryDirectory()
    path = try directory.write(bytes, to: name)
  }

  /// The output of `qpdf --check`; nil if the file is valid.
  func complaint(password: String = "") async throws -> String? {
    try await Tool.complaint(ofPDF: path, password: password)
  }

  func text(_ arguments: String...) async throws -> String {
    try await Tool.run("pdftotext", arguments + [path, "-"]).text
  }

  func info(_ arguments: String...) async throws -> String { try await Tool.run("pdfinfo", arguments + [path]).text }

  /// All pages as pixels, at 72 dots an inch.
  func pixels(_ arguments: String...) async throws -> [UInt8] {
    let result = try await Tool.run("pdftoppm", ["-r", "72"] + arguments + [path])
    guard result.status == 0, result.output.count > 100 else { throw TestFailure("pdftoppm: \(result.errors)") }
    return result.output
  }

  func qpdf(_ arguments: String...) async throws -> Tool.Result { try await Tool.run("qpdf", arguments + [path]) }
}
