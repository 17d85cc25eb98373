internal import ByteStreams
internal import ImageModel
internal import Imaging
@testable internal import PDFDocuments
internal import PDFWriting
internal import TestKit
internal import Testing

/// A document's language and viewer preferences, as pikepdf and qpdf read them.
@Suite("The language and the viewer's settings", .timed) struct ViewerSettingsTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func open(_ name: String, _ catalog: String, more: [Int: String] = [:]) throws -> PDFDocument {
    let bytes = HandMadePDF.pages(3, catalog: catalog, more: more).bytes
    return try PDFDocument(path: try folder.write(bytes, to: name))
  }

  /// The catalog's entries, one in each line. For a destination, it has the page's number, counted from 0, and the
  /// rest.
  private func catalog(_ document: PDFDocument) async throws -> [String] {
    let path = folder.file("out.pdf")
    try document.write(to: path)
    #expect(try await Tool.complaint(ofPDF: path) == nil)
    return try await Tool.python(
      """
      import sys, pikepdf
      pdf = pikepdf.open(sys.argv[1])
      for key in ['/Lang', '/PageLayout', '/PageMode']:
          if key in pdf.Root: print(key, pdf.Root[key])
      for key, value in sorted(pdf.Root.get('/ViewerPreferences', {}).items()): print(key, value)
      if '/OpenAction' in pdf.Root:
          to = pdf.Root.OpenAction
          print('open', [p.objgen for p in pdf.pages].index(to[0].objgen), *list(to)[1:])
      """, [path]
    ).text.split(separator: "\n").map(String.init)
  }

  private static let full =
    "/Lang (de-CH) /PageLayout /TwoPageRight /PageMode /UseThumbs /OpenAction [12 0 R /XYZ 0 50 2] /ViewerPreferences "
    + "<< /DisplayDocTitle true /Direction /R2L /NumCopies 2 /PrintPageRange [1 2] /Odd /Thing /HideMenubar 7 >>"

  private static let kept = [
    "/Lang de-CH", "/PageLayout /TwoPageRight", "/PageMode /UseThumbs", "/Direction /R2L", "/DisplayDocTitle True",
    "/NumCopies 2",
  ]

  @Test("A document that is opened and written keeps its settings")
  func one() async throws {
    let document = try open("one.pdf", Self.full)
    #expect(document.viewing.language == "de-CH" && document.viewing.opening?.page == 2)
    #expect(try await catalog(document) == Self.kept + ["open 2 /XYZ 0 50 2"])
    document.removePage(at: 0)
    #expect(try await catalog(document).last == "open 1 /XYZ 0 50 2")
    document.removePage(at: 1)
    #expect(try await catalog(document) == Self.kept)
  }

  @Test("Each setting is taken from the first document that has it")
  func several() async throws {
    let document = try open("a.pdf", "/Lang () /PageLayout /OneColumn /ViewerPreferences << /FitWindow true >>")
    document.append(contentsOf: try open("b.pdf", Self.full))
    document.append(contentsOf: try open("c.pdf", "/Lang (fr) /OpenAction [10 0 R /Fit]"))
    #expect(
      try await catalog(document) == [
        "/Lang de-CH", "/PageLayout /OneColumn", "/PageMode /UseThumbs", "/Direction /R2L", "/DisplayDocTitle True",
        "/FitWindow True", "/NumCopies 2", "open 5 /XYZ 0 50 2",
      ])
  }

  @Test(
    "Of the open actions, only one that goes to a page is kept",
    arguments: [
      ("<< /S /GoTo /D [11 0 R /Fit] >>", "open 1 /Fit"), ("<< /S /GoTo /D (there) >>", "open 1 /FitH 70"),
      ("(there)", "open 1 /FitH 70"), ("<< /S /JavaScript /JS (app.alert\\(1\\)) >>", nil),
      ("<< /S /Launch /F (/bin/sh) >>", nil), ("<< /S /URI /URI (https://example.org) >>", nil),
      ("<< /S /GoTo /D [99 0 R /Fit] >>", nil), ("<< /S /GoToR /D [0 /Fit] /F (x.pdf) >>", nil), ("7", nil),
      ("<< /S /GoTo /D [11 0 R /Fit] /Next << /S /JavaScript /JS (1) >> >>", "open 1 /Fit"),
    ])
  func actions(_ action: String, _ kept: String?) async throws {
    let document = try open(
      "a.pdf", "/OpenAction \(action) /Names << /Dests << /Names [(there) [11 0 R /FitH 70]] >> >>")
    #expect(try await catalog(document) == [kept].compactMap { $0 })
    let bytes = String(decoding: Fixtures.bytes(folder.file("out.pdf")), as: UTF8.self)
    #expect(!bytes.contains("JavaScript") && !bytes.contains("Launch"))
    let file = try PDFFile(path: folder.file("a.pdf"), limits: .standard)
    try PDFImporter(file, to: PDFWriter(to: MemoryByteSink())).loseWhatIsNotJoined()
    let isLost = ["JavaScript", "Launch", "URI", "GoToR"].contains { action.hasPrefix("<< /S /\($0)") }
    let losses = isLost ? ["not kept: the action that opening the document runs"] : []
    #expect(file.diagnostics.map(\.message) == losses)
  }

  @Test("A page mode for a missing outline or missing layers is dropped")
  func modes() async throws {
    for mode in ["UseOutlines", "UseOC", "UseAttachments", "Nonsense"] {
      #expect(try await catalog(try open("a.pdf", "/PageMode /\(mode) /PageLayout 5 /Lang 7")) == [])
    }
    let document = try open("a.pdf", "")
    document.outline = [OutlineEntry(title: "One", target: .destination(PDFDestination(page: 0)))]
    #expect(try await catalog(document) == ["/PageMode /UseOutlines"])
    document.viewing.pageMode = ViewerSettings.PageMode.none
    #expect(try await catalog(document) == ["/PageMode /UseNone"])
  }

  @Test("mkpdf keeps the settings for the pages that are taken")
  func streaming() async throws {
    _ = try open("first.pdf", "/Lang (it)")
    _ = try open("full.pdf", Self.full)
    let file = MemoryByteSink()
    let writer = DocumentWriter(to: file, .init(), .init(limits: .standard), sources: .init())
    for (name, pages) in [(folder.file("first.pdf"), [0, 1]), (folder.file("full.pdf"), [2])] {
      let input = try PDFFile(path: name, limits: .standard)
      _ = try writer.register(input, pages: pages)
      for page in pages { try writer.append(try ImportedPage(input, index: page)) }
      try writer.unregister(input)
    }
    _ = try writer.finish(.init())
    let settings = try PDFFile(bytes: file.bytes, name: "merged", limits: .standard).viewing()
    #expect(settings.language == "it" && settings.pageLayout == .twoPageRight && settings.opening?.page == 2)
  }
}
