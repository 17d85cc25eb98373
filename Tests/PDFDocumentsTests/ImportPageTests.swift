internal import ByteStreams
internal import ImageModel
@testable internal import PDFDocuments
internal import PDFWriting
internal import TestKit
internal import Testing

@Suite(.timed) struct ImportPageTests {
  /// A page by cairo: text in an embedded font, transparency, a gradient, a picture.
  static func cairoFile(_ directory: TemporaryDirectory) async throws -> String {
    var pdf = HandMadePDF.pages(2, page: { _ in "/Rotate 90" })
    pdf.objects.removeAll { $0.number == 10 || $0.number == 50 }
    pdf.objects += [
      (
        10,
        """
        << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 50 0 R /Resources << /Font << /F1 3 0 R >>
        /ExtGState << /G << /ca .5 >> >> /Shading << /S << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 200 100]
        /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >> >> >> >>
        """
      ),
      (
        50,
        HandMadePDF.stream(
          "q 0 0 100 100 re W n /S sh Q /G gs 0 1 0 rg 50 20 100 50 re f BT /F1 20 Tf 20 40 Td (Cairo) Tj ET "
            + "q 40 0 0 40 150 50 cm BI /W 2 /H 2 /CS /G /BPC 8 /F /AHx ID 00FF80C0> EI Q")
      ),
    ]
    pdf.objects.sort { $0.number < $1.number }
    let source = try directory.write(pdf.bytes, to: "source.pdf")
    let path = directory.file("cairo.pdf")
    let result = try await Tool.run("pdftocairo", ["-pdf", source, path])
    guard result.status == 0 else { throw TestFailure(result.errors) }
    return path
  }

  @Test("Pages of other writers look the same")
  func pagesOfOtherWritersLookTheSame() async throws {
    let directory = try TemporaryDirectory()
    let jpeg = Fixtures.path("jpeg/valid/rgb-420.jpg")
    let image = Fixtures.names(under: "jpeg/valid").first.map { Fixtures.path($0) } ?? jpeg
    let img2pdf = directory.file("img2pdf.pdf")
    #expect(try await Tool.run("img2pdf", ["--rotation=ifvalid", image, "-o", img2pdf]).status == 0)
    for path in [try await Self.cairoFile(directory), img2pdf] {
      let result = try PDFJudge(try imported(try PDFFile(path: path, limits: .standard)))
      #expect(try await result.complaint() == nil)
      let source = try await Tool.run("pdftoppm", ["-r", "72", path])
      #expect(try await result.pixels() == source.output, "\(path)")
    }
  }

  @Test("Streams are copied byte for byte")
  func streamsAreCopiedByteForByte() async throws {
    let directory = try TemporaryDirectory()
    let image = Fixtures.names(under: "jpeg/valid").first.map { Fixtures.path($0) } ?? ""
    let path = directory.file("img2pdf.pdf")
    #expect(try await Tool.run("img2pdf", [image, "-o", path]).status == 0)
    let result = try PDFJudge(try imported(try PDFFile(path: path, limits: .standard)))
    #expect(try await Tool.run("pdfimages", ["-all", result.path, result.directory.file("i")]).status == 0)
    #expect(Fixtures.bytes(result.directory.file("i-000.jpg")) == Fixtures.bytes(image))
  }

  @Test("Text is kept and shared objects are written once")
  func textIsKeptAndSharedObjectsAreWrittenOnce() async throws {
    let result = try PDFJudge(try imported(try HandMadePDF.pages(3).file()))
    #expect(try await result.complaint() == nil)
    #expect(try await result.text().split { $0 == "\n" || $0 == "\u{0C}" } == ["Page 1", "Page 2", "Page 3"])
    let objects = try await result.qpdf("--json", "--json-key=qpdf").text
    #expect(objects.components("/Helvetica") == 1)
  }

  @Test("Importing one page copies no other")
  func importingOnePageCopiesNoOther() async throws {
    let file = try HandMadePDF.pages(
      3, page: { "/Annots [\(70 + $0) 0 R] /B [(bead)] /StructParents 1 /PieceInfo << /X 12 0 R >>" },
      more: [
        70: "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [11 0 R /Fit] >>",
        71: "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [10 0 R /Fit] >>",
        72: "<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /P 12 0 R /Contents (note) /X 1 0 R /Y [2 0 R 11 0 R] >>",
      ]
    ).file()
    let result = try PDFJudge(try imported(file, pages: [2]))
    #expect(try await result.complaint() == nil)
    let objects = try await result.qpdf("--json", "--json-key=qpdf").text
    #expect(objects.components("\"/Page\"") == 1)
    #expect(objects.components("\"/Catalog\"") == 1)
    #expect(objects.contains("note"))
    #expect(!objects.contains("bead") && !objects.contains("PieceInfo") && !objects.contains("StructParents"))
  }

  /// One dictionary of resources for all pages, each of which uses a part of it.
  @Test("Some pages import only the resources that they use")
  func somePagesImportOnlyTheResourcesThatTheyUse() async throws {
    func picture(_ gray: String) -> String {
      HandMadePDF.stream(
        gray, "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8")
    }
    var objects = [
      1: "<< /Type /Catalog /Pages 2 0 R >>",
      2: """
      << /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 10 10] /Resources << /ProcSet [/PDF]
      /XObject << /A#42 5 0 R /B 6 0 R >> /Font << /F 8 0 R >> >> >>
      """,
      3: "<< /Type /Page /Parent 2 0 R /Contents 7 0 R >>",
      4: "<< /Type /Page /Parent 2 0 R /Contents 9 0 R >>",
      5: picture("a"), 6: picture("b"),
      7: HandMadePDF.stream("10 0 0 10 0 0 cm/AB Do"), 9: HandMadePDF.stream("10 0 0 10 0 0 cm /B Do"),
      8: "<< /Type /Font /Subtype /Type1 /BaseFont /Unused >>",
    ]
    func some(_ pdf: HandMadePDF) throws -> PDFJudge {
      let sink = MemoryByteSink()
      let writer = PDFWriter(to: sink)
      let importer = PDFImporter(try pdf.file(), to: writer)
      importer.wantsSomePages = true
      _ = try writer.addPage(try importer.page(0, pageReference: { _ in nil }, rename: { $0 }))
      try writer.finish()
      return try PDFJudge(sink.bytes)
    }
    let result = try some(HandMadePDF(objects))
    #expect(try await result.complaint() == nil)
    #expect(try await result.pixels() == PDFJudge(HandMadePDF(objects).bytes).pixels("-l", "1"))
    #expect(try await Tool.run("pdfimages", ["-list", result.path]).text.split(separator: "\n").count == 3)
    #expect(try await Tool.run("pdffonts", [result.path]).text.components("Unused") == 0)
    // A form without resources of its own uses the page's.
    objects[5] = HandMadePDF.stream("/B Do", "/Type /XObject /Subtype /Form /BBox [0 0 1 1]")
    let withForm = try some(HandMadePDF(objects))
    #expect(try await withForm.pixels() == PDFJudge(HandMadePDF(objects).bytes).pixels("-l", "1"))
  }

  @Test("Links lead to their pages")
  func linksLeadToTheirPages() async throws {
    let file = try HandMadePDF.pages(
      4, catalog: "/Names << /Dests << /Names [(a) [13 0 R /XYZ 0 50 0] (gone) [12 0 R /Fit]] >> >>",
      page: { $0 == 0 ? "/Annots 60 0 R" : "" },
      more: [
        60: "[61 0 R 62 0 R 63 0 R 64 0 R 65 0 R << /Type /Annot /Subtype /Link /Rect [0 0 1 1] /A 66 0 R >>]",
        61: "<< /Type /Annot /Subtype /Link /Rect [1 1 9 9] /Dest [11 0 R /FitH 7] >>",
        62: "<< /Type /Annot /Subtype /Link /Rect [2 1 9 9] /Dest (a) >>",
        63: "<< /Type /Annot /Subtype /Link /Rect [3 1 9 9] /A << /S /URI /URI (https://example.org/x?y=1) >> >>",
        64: "<< /Type /Annot /Subtype /Link /Rect [4 1 9 9] /Dest (gone) >>",
        65: "<< /Type /Annot /Subtype /Link /Rect [5 1 9 9] /Dest [12 0 R /Fit] >>",
        66: "<< /S /GoTo /D [13 0 R /Fit] >>",
      ]
    ).file()
    let bytes = try imported(
      file, pages: [3, 0, 1], rename: { "two.\($0)" },
      catalog: { _, pages in
        guard let target = try file.destination(named: "a"), let page = pages[target.page] else { return [:] }
        return ["Dests": .dictionary(["two.a": target.object(page: page)])]
      })
    let result = try PDFJudge(bytes)
    #expect(try await result.complaint() == nil)
    // The pages of the result: 4, 1 and 2 of the source.
    let links = try await Tool.python(
      """
      import json, subprocess, sys
      objects = json.loads(subprocess.run(["qpdf", "--json", sys.argv[1]], capture_output=True, check=True).stdout)
      pages = [page["object"] for page in objects["pages"]]
      table = objects["qpdf"][1]
      value = lambda reference: table["obj:" + reference].get("value") if isinstance(reference, str) and reference.endswith(" R") else reference
      for annotation in value(value(pages[1])["/Annots"]):
        link = value(annotation)
        where = link.get("/Dest")
        if isinstance(where, list): where = [pages.index(where[0])] + where[1:]
        print(link["/Rect"][0], where, link.get("/A", {}).get("/URI"))
      """, [result.path])
    #expect(
      links.text.split(separator: "\n") == [
        "1 [2, '/FitH', 7] None", "2 u:two.a None", "3 None u:https://example.org/x?y=1", "0 [0, '/Fit'] None",
      ], "\(links.errors)")
    #expect(try await result.info("-dests").contains("two.a"))
    #expect(file.diagnostics.contains { $0.message.contains("(2)") })
  }

  /// Two files with the same fields; of the first, one page.
  @Test("Form fields stay fields")
  func formFieldsStayFields() async throws {
    let pdf = HandMadePDF.pages(
      2, catalog: "/AcroForm << /Fields [80 0 R 83 0 R] /DA (/F1 0 Tf) /DR << /Font << /F1 3 0 R >> >> >>",
      page: { $0 == 0 ? "/Annots [81 0 R 83 0 R]" : "/Annots [82 0 R]" },
      more: [
        80: "<< /FT /Tx /T (name) /V (value) /Kids [81 0 R 82 0 R] >>",
        81: "<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /Parent 80 0 R /P 10 0 R >>",
        82: "<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /Parent 80 0 R /P 11 0 R >>",
        83: "<< /Type /Annot /Subtype /Widget /Rect [9 9 19 19] /FT /Tx /T (other) /V (x) >>",
      ])
    let sink = MemoryByteSink()
    let writer = PDFWriter(to: sink)
    var catalog = ImportedCatalog()
    for pages in [[0], [0, 1]] {
      let importer = PDFImporter(try pdf.file(), to: writer)
      try catalog.adopt(importer)
      let references = pages.map { _ in writer.reserve() }
      for page in pages {
        let dictionary = try importer.page(
          page, pageReference: { references.indices.contains($0) ? references[$0] : nil }, rename: { $0 })
        _ = try writer.addPage(dictionary, as: references[page])
      }
      try catalog.collect(importer)
    }
    try writer.finish(catalog: try catalog.entries(writer))
    let result = try PDFJudge(sink.bytes)
    #expect(try await result.complaint() == nil)
    let fields = try await Tool.python(
      """
      import json, subprocess, sys
      objects = json.loads(subprocess.run(["qpdf", "--json", "--json-key=acroform", sys.argv[1]], capture_output=True).stdout)
      for field in objects["acroform"]["fields"]: print(field["fullname"], field["value"], field["pageposfrom1"])
      """, [result.path])
    #expect(
      fields.text.split(separator: "\n").sorted() == [
        "name u:value 1", "name-2 u:value 2", "name-2 u:value 3", "other u:x 1", "other-2 u:x 2",
      ], "\(fields)")
    #expect(try await result.qpdf("--show-object=trailer").status == 0)
  }

  @Test("Odd names survive")
  func oddNamesSurvive() async throws {
    var pdf = HandMadePDF.pages(1)
    pdf.objects.removeAll { $0.number == 50 || $0.number == 10 }
    pdf.objects += [
      (
        10,
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 50 0 R /Resources << /Font << /F#E4#20#2F 3 0 R >> >> >>"
      ),
      (50, HandMadePDF.stream("BT /F#E4#20#2F 20 Tf 20 40 Td (Odd) Tj ET")),
    ]
    pdf.objects.sort { $0.number < $1.number }
    let result = try PDFJudge(try imported(try pdf.file()))
    #expect(try await result.complaint() == nil)
    #expect(try await result.text().hasPrefix("Odd"))
    #expect(try await result.pixels() == PDFJudge(pdf.bytes).pixels())
  }

  /// In PDF 1.0 and 1.1 a number sign is a character like others.
  @Test("A number sign in the name of a resource stays", arguments: ["F#", "F#1", "#F", "F##"])
  func numberSigns(_ name: String) async throws {
    var pdf = HandMadePDF.pages(1)
    pdf.objects.removeAll { $0.number == 50 || $0.number == 10 }
    let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 50 0 R /Resources"
    pdf.objects += [
      (10, "\(page) << /Font << /\(name) 3 0 R /Other 3 0 R >> >> >>"),
      (50, HandMadePDF.stream("BT /\(name) 20 Tf 20 40 Td (Odd) Tj ET")),
    ]
    pdf.objects.sort { $0.number < $1.number }
    let bytes = Array(String(decoding: pdf.bytes, as: UTF8.self).replacing("%PDF-1.7", with: "%PDF-1.1").utf8)
    let file = try PDFFile(bytes: bytes, name: "old.pdf", limits: .standard)
    let expected = try await PDFJudge(bytes).pixels()
    #expect(try await PDFJudge(try imported(file)).pixels() == expected)
    // Where resources that are not used are left out, this one is found.
    #expect(try await PDFJudge(try joined([(file, [0]), (file, [0])]).bytes).pixels("-l", "1") == expected)
  }

  @Test("Layers keep their state")
  func layersKeepTheirState() async throws {
    let file = HandMadePDF([
      1: "<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [5 0 R 6 0 R 7 0 R] /D << /OFF [6 0 R] >> >> >>",
      2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      3: """
      << /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R
      /Resources << /Properties << /A 5 0 R /B 6 0 R >> >> >>
      """,
      4: HandMadePDF.stream("/OC /A BDC 0 0 50 50 re f EMC /OC /B BDC 50 50 50 50 re f EMC"),
      5: "<< /Type /OCG /Name (on) >>", 6: "<< /Type /OCG /Name (off) >>", 7: "<< /Type /OCG /Name (unused) >>",
    ])
    let bytes = try imported(
      try file.file(),
      catalog: { importer, _ in
        OptionalContentGroup.properties(of: try importer.optionalContentGroups())
          .map { ["OCProperties": .dictionary($0)] } ?? [:]
      })
    let result = try PDFJudge(bytes)
    #expect(try await result.complaint() == nil)
    #expect(try await result.pixels() == PDFJudge(file.bytes).pixels())
  }
}

extension String {
  /// The number of times that a text occurs.
  fileprivate func components(_ part: String) -> Int {
    var (count, rest) = (0, self[...])
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
