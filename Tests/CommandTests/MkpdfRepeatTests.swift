internal import Foundation
internal import TestKit
internal import Testing

/// A PDF that several inputs of `mkpdf` name, as pikepdf sees the result.
@Suite("mkpdf: a PDF that is named several times", .timed) struct MkpdfRepeatTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// `book.pdf` has three pages of 100 x 100 points. The first has a link to each page and one to a name on the last;
  /// the outline leads to all pages. The field has widgets on pages 1 and 3. A file is attached. `other.pdf` has an
  /// empty page.
  private func makeBook() async throws {
    let made = try await Tool.python(
      """
      import sys, pikepdf
      from pikepdf import Array, Dictionary, Name, String
      pdf = pikepdf.new()
      for _ in range(3): pdf.add_blank_page(page_size=(100, 100))
      pages = [page.obj for page in pdf.pages]
      def link(target):
          return pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=[0, 0, 9, 9], Dest=target))
      links = [link(Array([page, Name.Fit])) for page in pages] + [link(String('end'))]
      field = pdf.make_indirect(Dictionary(FT=Name.Tx, T='name', V='x', Kids=Array()))
      for page in (pages[0], pages[2]):
          widget = pdf.make_indirect(Dictionary(
              Type=Name.Annot, Subtype=Name.Widget, Rect=[0, 0, 9, 9], Parent=field))
          field.Kids.append(widget)
          page.Annots = Array((links if page.objgen == pages[0].objgen else []) + [widget])
      pdf.Root.AcroForm = Dictionary(Fields=Array([field]))
      pdf.Root.Names = Dictionary(Dests=Dictionary(Names=Array([String('end'), Array([pages[2], Name.Fit])])))
      pdf.attachments['data.xml'] = pikepdf.AttachedFileSpec(pdf, b'<a/>', filename='data.xml')
      with pdf.open_outline() as outline:
          for number in range(3): outline.root.append(pikepdf.OutlineItem(f'Page {number + 1}', number))
      pdf.save(sys.argv[1] + '/book.pdf')
      pdf = pikepdf.new()
      pdf.add_blank_page(page_size=(50, 50))
      pdf.save(sys.argv[1] + '/other.pdf')
      """, [folder.path])
    #expect(made.errors == "")
  }

  private func run(_ arguments: [String]) async throws -> String {
    let result = try await Tool.cameo("mkpdf", arguments + ["-o", "out.pdf"], directory: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try await Tool.complaint(ofPDF: folder.file("out.pdf")) == nil)
    return result.errors
  }

  /// What a document has: the pages that links lead to, the fields with the number of their widgets, the attached
  /// files and the outline.
  private func facts() async throws -> [String] {
    let result = try await Tool.python(
      """
      import sys, pikepdf
      pdf = pikepdf.open(sys.argv[1])
      places = {page.obj.objgen: number + 1 for number, page in enumerate(pdf.pages)}
      names = pikepdf.NameTree(pdf.Root.Names.Dests) if '/Dests' in pdf.Root.get('/Names', {}) else {}
      def place(target):
          if not isinstance(target, pikepdf.Array): target = names[str(target)]
          return places[target[0].objgen]
      for number, page in enumerate(pdf.pages):
          links = [place(a.Dest) for a in page.get('/Annots', []) if a.Subtype == '/Link']
          if links: print(number + 1, links)
      for field in pdf.Root.get('/AcroForm', {}).get('/Fields', []): print(field.T, len(field.get('/Kids', [])))
      print(list(pdf.attachments.keys()))
      with pdf.open_outline() as outline:
          print([(item.title, place(item.destination)) for item in outline.root])
      """, [folder.file("out.pdf")])
    #expect(result.errors == "")
    return result.text.split(separator: "\n").map(String.init)
  }

  @Test("A page that is inserted into a document breaks none of its links, fields, files and entries")
  func inserted() async throws {
    try await makeBook()
    let errors = try await run(["book.pdf[1]", "other.pdf", "book.pdf[2-z]"])
    #expect(!errors.contains("links"), "\(errors)")
    #expect(
      try await facts() == [
        "1 [1, 3, 4, 4]", "name 2", "['data.xml']", "[('Page 1', 1), ('Page 2', 3), ('Page 3', 4)]",
      ])
  }

  @Test("Pages may be in any order, and a document may be there twice")
  func orders() async throws {
    try await makeBook()
    #expect(try await run(["book.pdf[3]", "./book.pdf[1,2]"]) == "")
    #expect(
      try await facts() == [
        "2 [2, 3, 1, 1]", "name 2", "['data.xml']", "[('Page 1', 2), ('Page 2', 3), ('Page 3', 1)]",
      ])
    // Links of the second copy stay in it.
    #expect(try await run(["book.pdf", "book.pdf"]) == "")
    #expect(
      try await facts() == [
        "1 [1, 2, 3, 3]", "4 [4, 5, 6, 6]", "name 4", "['data.xml']",
        "[('Page 1', 1), ('Page 2', 2), ('Page 3', 3)]",
      ])
  }

  @Test("With --skip-bad, an input that fails between two of one document changes none of its links")
  func failures() async throws {
    try await makeBook()
    let result = try await Tool.cameo(
      "mkpdf",
      ["book.pdf[1]", "missing.pdf", "book.pdf[9]", "other.pdf", "book.pdf[2-z]", "--skip-bad", "-o", "out.pdf"],
      directory: folder.path)
    #expect(result.status == 1)
    #expect(result.errors.contains("book.pdf: has no page 9"), "\(result.errors)")
    #expect(try await facts().first == "1 [1, 3, 4, 4]")
  }

  @Test("On sheets, links lead to pages that come after those of another document")
  func sheets() async throws {
    try await makeBook()
    _ = try await run(["book.pdf[1]", "other.pdf", "book.pdf[2-z]", "--nup", "1x1"])
    #expect(try await facts().first == "1 [1, 3, 4, 4]")
  }

  @Test("A picture that is used forty times is in the file once")
  func size() async throws {
    let noise = try await Tool.python(
      """
      import random, sys
      from PIL import Image
      random.seed(1)
      Image.frombytes('L', (100, 100), bytes(random.randrange(256) for _ in range(10_000))).save(sys.argv[1] + '/a.png')
      """, [folder.path])
    #expect(noise.errors == "")
    #expect(try await Tool.cameo("mkpdf", ["a.png", "-o", "scan.pdf"], directory: folder.path).status == 0)
    _ = try await run(Array(repeating: "scan.pdf", count: 40))
    let sizes = try ["scan.pdf", "out.pdf"].map { name in
      try #require(try FileManager.default.attributesOfItem(atPath: folder.file(name))[.size] as? Int)
    }
    #expect(sizes[0] > 10_000 && sizes[1] < sizes[0] + 40 * 200, "\(sizes)")
  }
}
