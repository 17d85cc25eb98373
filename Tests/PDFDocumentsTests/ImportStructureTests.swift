internal import ByteStreams
internal import ImageModel
@testable internal import PDFDocuments
internal import PDFWriting
internal import TestKit
internal import Testing

@Suite(.timed) struct ImportStructureTests {
  @Test("Pages inherit boxes and rotation")
  func pagesInheritBoxesAndRotation() throws {
    let file = try HandMadePDF([
      1: "<< /Type /Catalog /Pages 2 0 R >>",
      2: "<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 3 /MediaBox [0 0 300 400] /Rotate 90 >>",
      3: "<< /Type /Pages /Parent 2 0 R /Kids [4 0 R 5 0 R] /Count 2 /CropBox [10 10 110 60] /Rotate -90 >>",
      4: "<< /Type /Page /Parent 3 0 R >>",
      5: "<< /Type /Page /Parent 3 0 R /MediaBox [200 100 0 0] /Rotate 450 /UserUnit 2 >>",
      6: "<< /Type /Page /Parent 2 0 R /TrimBox [5 5 20 20] >>",
    ]).file()
    #expect(file.pageCount == 3)
    let first = try file.page(0)
    #expect(
      first.boxes == [
        .media: Rect(x: 0, y: 0, width: 300, height: 400), .crop: Rect(x: 10, y: 10, width: 100, height: 50),
      ])
    #expect(first.rotation == 270)
    #expect(first.seenSize(of: .crop) == Size(width: 50, height: 100))
    let second = try file.page(1)
    #expect(second.boxes[.media] == Rect(x: 0, y: 0, width: 200, height: 100))
    #expect(second.rotation == 90)
    #expect(second.seenSize(of: .media) == Size(width: 200, height: 400))
    #expect(second.bounds(for: .art) == Rect(x: 10, y: 10, width: 100, height: 50))
    let third = try file.page(2)
    #expect(third.rotation == 90)
    #expect(third.bounds(for: .trim) == Rect(x: 5, y: 5, width: 15, height: 15))
    #expect(file.diagnostics.isEmpty)
  }

  @Test("Invalid boxes and rotations are reported and replaced")
  func invalidBoxesAndRotationsAreReportedAndReplaced() throws {
    let file = try HandMadePDF([
      1: "<< /Type /Catalog /Pages 2 0 R >>",
      2: "<< /Type /Pages /Kids [3 0 R 4 0 R 2 0 R 9 0 R << /Type /Page /MediaBox [0 0 9 9] >>] /Count 2 >>",
      3: "<< /Type /Page /Parent 2 0 R >>",
      4: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 (a) 1] /CropBox [1 1 1 1] /Rotate 45 /UserUnit -1 >>",
    ]).file()
    #expect(file.pageCount == 3)
    #expect(try file.page(0).bounds(for: .media) == Rect(x: 0, y: 0, width: 612, height: 792))
    let second = try file.page(1)
    #expect(second.bounds(for: .crop) == Rect(x: 0, y: 0, width: 612, height: 792))
    #expect(second.rotation == 0)
    #expect(second.userUnit == 1)
    #expect(try file.page(2).bounds(for: .media).width == 9)
    let told = file.diagnostics.map(\.message)
    for words in [
      "loop", "not a page", "page 1 has no media box", "page 2: the media box", "page 2: a rotation",
      "page 2: an invalid user unit",
    ] {
      #expect(told.contains { $0.contains(words) }, "\(words) in \(told)")
    }
  }

  @Test("Pages outside the file are usage errors")
  func pagesOutsideTheFileAreUsageErrors() throws {
    let file = try HandMadePDF.pages(2).file()
    #expect(throws: ImageError(.usage, "has no page 3; there are 2", path: "hand.pdf")) { try file.page(2) }
  }

  @Test("Outlines are read with all properties")
  func outlinesAreReadWithAllProperties() throws {
    let file = try HandMadePDF.pages(
      3, catalog: "/Outlines 20 0 R /Names << /Dests 30 0 R >> /Dests << /Old [12 0 R /FitH 5] >>",
      more: [
        20: "<< /Type /Outlines /First 21 0 R /Last 23 0 R /Count 4 >>",
        21:
          "<< /Title (One) /Parent 20 0 R /Next 22 0 R /Dest [10 0 R /XYZ 1 2. null] /First 24 0 R /Last 24 0 R /Count 1 >>",
        22:
          "<< /Title <FEFF4E2D6587> /Parent 20 0 R /Next 23 0 R /A << /S /URI /URI (http://a.example/) >> /C [1 0 .5] /F 3 >>",
        23: "<< /Title (Bullet \\200) /Parent 20 0 R /Dest (there) >>",
        24: "<< /Title (Child) /Parent 21 0 R /A << /S /GoTo /D /Old >> >>",
        30: "<< /Kids [31 0 R] >>",
        31: "<< /Limits [(there) (there)] /Names [(there) << /D [11 0 R /Fit] >>] >>",
      ]
    ).file()
    let outline = try file.outline()
    #expect(outline.map(\.title) == ["One", "中文", "Bullet •"])
    #expect(outline[0].target == .destination(PDFDestination(page: 0, view: .position(left: 1, top: 2, zoom: nil))))
    #expect(outline[0].isOpen)
    #expect(outline[0].children.map(\.title) == ["Child"])
    #expect(outline[0].children[0].target == .named("Old"))
    #expect(outline[1].target == .uri("http://a.example/"))
    #expect(outline[1].isBold && outline[1].isItalic)
    #expect(outline[1].color == [1, 0, 0.5])
    #expect(outline[2].target == .named("there"))
    #expect(
      try file.namedDestinations() == [
        "there": PDFDestination(page: 1), "Old": PDFDestination(page: 2, view: .width(top: 5)),
      ])
  }

  @Test("Outline entries without a target are reported")
  func outlineEntriesWithoutATargetAreReported() throws {
    let file = try HandMadePDF.pages(
      2, catalog: "/Outlines 20 0 R",
      more: [
        20: "<< /Type /Outlines /First 21 0 R /Last 22 0 R /Count 2 >>",
        21: "<< /Title (Gone) /Parent 20 0 R /Next 22 0 R /Dest [99 0 R /Fit] /First 23 0 R /Last 23 0 R /Count 1 >>",
        22: "<< /Title (Here) /Parent 20 0 R /Dest [11 0 R /Fit] >>",
        23: "<< /Title (Gone, too) /Parent 21 0 R /Dest (nowhere) >>",
      ]
    ).file()
    #expect(try outline(file, [0, 1]).map(\.title) == ["Here"])
    #expect(
      file.diagnostics.map(\.message) == ["entries of the outline that lead to no page of it are left out (2)"])
    // If only some pages are taken, the entries for the others are dropped.
    let part = try HandMadePDF.pages(
      2, catalog: "/Outlines 20 0 R",
      more: [
        20: "<< /Type /Outlines /First 21 0 R /Last 21 0 R /Count 1 >>",
        21: "<< /Title (One) /Parent 20 0 R /Dest [10 0 R /Fit] >>",
      ]
    ).file()
    #expect(try outline(part, [1]).isEmpty && part.diagnostics.isEmpty)
  }

  /// The outline of pages that follow each other in a new document.
  private func outline(_ file: PDFFile, _ pages: [Int]) throws -> [OutlineEntry] {
    let document = try ImportedDocument(file, pages: pages)
    for (index, page) in pages.enumerated() { document.setNewIndex(index, of: page) }
    return try document.outline()
  }

  @Test("Loops in outlines and trees end")
  func loopsInOutlinesAndTreesEnd() throws {
    let file = try HandMadePDF.pages(
      1, catalog: "/Outlines 20 0 R /Names << /Dests 30 0 R >> /PageLabels 30 0 R",
      more: [
        20: "<< /First 21 0 R >>",
        21: "<< /Title (A) /Next 22 0 R /First 21 0 R >>",
        22: "<< /Title (B) /Next 21 0 R /First 20 0 R >>",
        30: "<< /Kids [30 0 R 31 0 R 31 0 R] /Names [(x)] >>",
        31: "<< /Kids [30 0 R] /Names [(a) [10 0 R /Fit] (b)] >>",
      ]
    ).file()
    #expect(try file.outline().map(\.title) == ["A", "B"])
    #expect(try file.namedDestinations() == ["a": PDFDestination(page: 0)])
    #expect(try file.pageLabels() == [])
    #expect(file.diagnostics.contains { $0.message.contains("the outline has a loop") })
  }

  @Test("Long outlines are read in time")
  func longOutlinesAreReadInTime() throws {
    var more = [100: "<< /First 101 0 R >>"]
    for index in 101..<20_101 { more[index] = "<< /Title (\(index)) /Next \(index + 1) 0 R >>" }
    // A very deep outline: only the upper levels are kept.
    more[30_000] = "<< /First 30001 0 R >>"
    for index in 30_001..<50_000 { more[index] = "<< /Title (d) /First \(index + 1) 0 R >>" }
    #expect(try HandMadePDF.pages(1, catalog: "/Outlines 100 0 R", more: more).file().outline().count == 20_000)
    var entries = try HandMadePDF.pages(1, catalog: "/Outlines 30000 0 R", more: more).file().outline()
    var depth = 0
    while let first = entries.first {
      depth += 1
      entries = first.children
    }
    #expect(depth == 64)
  }

  @Test("Page labels and information are read")
  func pageLabelsAndInformationAreRead() throws {
    var pdf = HandMadePDF.pages(
      4, catalog: "/PageLabels << /Nums [0 << /S /r >> 2 << /S /D /P (A-) /St 5 >> 9 << >>] >> /PageMode /UseOutlines",
      more: [90: "<< /Title (T\\344\\000) /Keywords (a, b c;d) /Producer () /CreationDate (D:20240131235959+01'30') >>"]
    )
    pdf.trailer += " /Info 90 0 R"
    let file = try pdf.file()
    #expect(
      try file.pageLabels() == [
        PageLabelRange(firstPage: 0, style: .lowerRoman),
        PageLabelRange(firstPage: 2, style: .decimal, prefix: "A-", start: 5),
      ])
    let information = try file.information()
    #expect(information.title == "Tä")
    #expect(information.keywords == ["a", "b c", "d"])
    #expect(information.producer == nil)
    #expect(information.creationDate?.xmpText == "2024-01-31T23:59:59+01:30")
    #expect(try file.viewing().pageMode == .outline)
  }

  /// The time zone of a date and the separators of keywords stay as they are in the file.
  @Test("Dates and keywords are kept")
  func datesAndKeywordsAreKept() async throws {
    var pdf = HandMadePDF.pages(1, more: [90: "<< /Keywords (a; b,c) /CreationDate (D:20240506123456+02'00') >>"])
    pdf.trailer += " /Info 90 0 R"
    let sink = MemoryByteSink()
    let writer = PDFWriter(to: sink)
    _ = try writer.addPage(["MediaBox": .array([.integer(0), .integer(0), .integer(9), .integer(9)])])
    let attributes = DocumentAttributes().completed(by: DocumentAttributes(try pdf.file().information()))
    try writer.finish(info: attributes.information)
    let directory = try TemporaryDirectory()
    let path = try directory.write(sink.bytes, to: "a.pdf")
    let names = ["-PDF:Keywords", "-XMP-pdf:Keywords", "-XMP-dc:Subject", "-PDF:CreateDate", "-XMP-xmp:CreateDate"]
    let judge = try await Tool.run("exiftool", ["-a", "-s3", "-sep", " | "] + names + [path])
    // exiftool divides Info's keywords at commas.
    #expect(
      judge.text == "a; b | c\na; b,c\na | b | c\n2024:05:06 12:34:56+02:00\n2024:05:06 12:34:56+02:00\n",
      "\(judge.text)")
    var changed = attributes
    changed.keywords = ["d", "e"]
    #expect(changed.information.keywordText == nil)
  }

  @Test("Outlines do not lead to another document's names")
  func outlinesDoNotLeadToAnotherDocumentsNames() throws {
    let file = try HandMadePDF.pages(
      2, catalog: "/Outlines 20 0 R /Dests << /Here [10 0 R /Fit] /There [11 0 R /Fit] >>",
      more: [
        20: "<< /First 21 0 R >>", 21: "<< /Title (One) /Dest /Here /Next 22 0 R >>",
        22: "<< /Title (Two) /Dest /There >>",
      ]
    ).file()
    var names = DestinationNames()
    for name in ["Here", "There"] { names.define(name, PDFDestination(page: 7)) }
    let document = try ImportedDocument(file, pages: [0], names: &names)
    document.setNewIndex(0, of: 0)
    let outline = try document.outline()
    #expect(outline.map(\.title) == ["One"])
    #expect(outline.first?.target == .named("Here-2"))
  }

  @Test("Files release their descriptor")
  func filesReleaseTheirDescriptor() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(HandMadePDF.pages(2).bytes, to: "a.pdf")
    var files: [PDFFile] = []
    // More than a process may have open at once by default.
    for _ in 0..<1_100 {
      let file = try PDFFile(path: path, limits: .standard)
      file.suspend()
      files.append(file)
    }
    #expect(try files.allSatisfy { try $0.page(1).bounds(for: .media).width == 200 && ($0.suspend() == ()) })
    try directory.write(HandMadePDF.pages(5).bytes, to: "a.pdf")
    #expect(throws: ImageError(.io, "was changed while it was being read", path: path)) { try files[0].page(0) }
  }
}
