internal import ByteStreams
internal import ImageModel
@testable internal import PDFDocuments
internal import PDFWriting
internal import TestKit
internal import Testing

/// Documents that are merged, or of which some pages are taken. pikepdf and poppler read the results.
@Suite("Merged documents keep what can be joined", .timed) struct JoinTests {
  private func python(_ program: String, _ bytes: [UInt8]) async throws -> [String] {
    let judge = try PDFJudge(bytes)
    #expect(try await judge.complaint() == nil)
    let result = try await Tool.python("import sys, pikepdf\npdf = pikepdf.open(sys.argv[1])\n" + program, [judge.path])
    #expect(result.errors == "")
    return result.text.split(separator: "\n").map(String.init)
  }

  /// Follows each page's entry of the parent tree to its elements, and these to the root.
  private static let walk = """
    root = pdf.Root.StructTreeRoot
    parents = pikepdf.NumberTree(root.ParentTree)
    for number, page in enumerate(pdf.pages):
        for element in parents[page.StructParents]:
            path = [str(element.Pg.objgen == page.obj.objgen)]
            while '/P' in element:
                path.append(str(element.S))
                up = element.P
                kids = up.K if isinstance(up.K, pikepdf.Array) else [up.K]
                assert any(getattr(k, 'objgen', None) == element.objgen for k in kids)
                element = up
            print(number, *path, element.objgen == root.objgen)
    print(pdf.Root.MarkInfo.Marked, [f'{k} {v}' for k, v in sorted(root.get('/RoleMap', {}).items())])
    """

  @Test("The tags of several documents become one tree")
  func tags() async throws {
    let one = HandMadePDF.tagged(2, root: "/RoleMap << /Own /P >>")
    let other = HandMadePDF.tagged(1, root: "/RoleMap << /Own /H1 /Other /P >>")
    let result = try joined([(try one.file(), [0, 1]), (try other.file(), [0])])
    #expect(result.notes == ["not kept: the meaning of the tag 'Own', which another document has"])
    #expect(
      try await python(Self.walk, result.bytes) == [
        "0 True /P /Sect /Document True", "1 True /P /Sect /Document True", "2 True /P /Sect /Document True",
        "True ['/Other /P', '/Own /P']",
      ])
    let info = try await PDFJudge(result.bytes).info("-struct-text")
    #expect(info.contains("Page 2") && info.components(separated: "Page 1") == 2)
  }

  @Test("Tags of pages that are left out are pruned")
  func pruned() async throws {
    let result = try joined([(try HandMadePDF.tagged(3).file(), [1])])
    #expect(result.notes == [])
    #expect(try await python(Self.walk, result.bytes).first == "0 True /P /Sect True")
    // The paragraphs of pages 1 and 3 are gone. The cell without content stays.
    let info = try await PDFJudge(result.bytes).info("-struct-text")
    #expect(info.contains("Page 2") && info.contains("TD") && !info.contains("Page 1") && !info.contains("Page 3"))
    #expect(info.components(separated: "P (block)") == 1)
  }

  /// An element has one parent (ISO 32000-1, 14.7.2), but files may say something else.
  @Test("Tags of pages that are left out are pruned from lists that elements share", arguments: ["60 0 R", "[31 0 R]"])
  func shared(_ kids: String) async throws {
    var pdf = HandMadePDF.tagged(3)
    pdf.objects.removeAll { [29, 30].contains($0.number) }
    pdf.objects += [
      (29, "<< /Type /StructTreeRoot /K [30 0 R 34 0 R] >>"), (30, "<< /S /Sect /P 29 0 R /K 60 0 R >>"),
      (34, "<< /S /Sect /P 29 0 R /K \(kids) >>"), (60, "[31 0 R 32 0 R 33 0 R 40 0 R]"),
    ]
    pdf.objects.sort { $0.number < $1.number }
    let result = try joined([(try pdf.file(), [1])])
    #expect(try await PDFJudge(result.bytes).complaint() == nil)
    #expect(
      try await python(
        "print(sum(1 for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get('/S') == '/P'))", result.bytes)
        == ["1"])
  }

  @Test("Loops and long chains of tags end", arguments: [[0], [1], [0, 1]])
  func hostile(_ pages: [Int]) async throws {
    var pdf = HandMadePDF.tagged(2)
    pdf.objects.removeAll { [29, 30, 31, 40].contains($0.number) }
    pdf.objects += [
      (
        29,
        "<< /Type /StructTreeRoot /K [30 0 R 29 0 R [30 0 R] 99 0 R] /ParentTree 41 0 R /IDTree 41 0 R /RoleMap 30 0 R >>"
      ),
      (
        30,
        "<< /S /Sect /P 29 0 R /K [30 0 R 31 0 R 32 0 R 32 0 R 29 0 R 10 0 R << /Type /MCR /Pg 99 0 R >> (x) 1000 0 R] >>"
      ),
      (31, "<< /S /P /P 31 0 R /Pg 10 0 R /K 31 0 R >>"),
      (40, "<< /S 7 /K << /K << /Type /OBJR /Obj 30 0 R /Pg 11 0 R >> >> >>"),
      (
        41,
        "<< /Kids [41 0 R] /Nums [0 31 0 R 1 [32 0 R 41 0 R] 9223372036854775807 [] (a) 40 0 R] /Names [(a) 40 0 R (a)] >>"
      ),
    ]
    // A chain whose end is on the first page.
    for number in 1000..<21_000 {
      pdf.objects.append((number, "<< /S /Div /P \(number - 1) 0 R /K \(number + 1) 0 R >>"))
    }
    pdf.objects.append((21_000, "<< /S /Div /Pg 10 0 R /K 0 >>"))
    pdf.objects.sort { $0.number < $1.number }
    let result = try joined([(try pdf.file(), pages), (try pdf.file(), pages)])
    #expect(try await PDFJudge(result.bytes).complaint() == nil)
    // If only the second page is imported, the chain is left out.
    #expect((result.bytes.count > 100_000) == pages.contains(0))
  }

  @Test("Attached files are kept, and get other names where names clash")
  func attachments() async throws {
    let pdf = PassThroughTests.full()
    let result = try joined([(try pdf.file(), [0]), (try pdf.file(), [1])])
    #expect(
      try await python(
        "for name, file in pdf.attachments.items(): print(name, file.get_file().read_bytes())\nprint(len(pdf.Root.AF))",
        result.bytes) == ["data-2.xml b'<invoice/>'", "data.xml b'<invoice/>'", "2"])
    let read = try PDFFile(bytes: result.bytes, name: "out.pdf", limits: .standard)
    let list = try read.attachments()
    #expect(list.map(\.name) == ["data.xml", "data-2.xml"] && list.map(\.byteCount) == [10, 10])
    #expect(list.first?.type == "text/xml")
    let content = StreamContent()
    try read.read(list[1]) { piece throws(ImageError) in try content.append(piece) }
    #expect(String(decoding: content.bytes, as: UTF8.self) == "<invoice/>")
  }

  @Test("Output intents are kept if all pages have the same")
  func intents() async throws {
    func pdf(_ condition: String, _ profile: String) throws -> PDFFile {
      try HandMadePDF.pages(
        1,
        catalog:
          "/OutputIntents [<< /S /GTS_PDFA1 /OutputConditionIdentifier (\(condition)) /DestOutputProfile 90 0 R >>]",
        more: [90: HandMadePDF.stream(profile, "/N 3")]
      ).file()
    }
    let count = "print(len(pdf.Root.get('/OutputIntents', [])))"
    let same = try joined([(try pdf("a", "x"), [0]), (try pdf("a", "x"), [0])])
    #expect(same.notes == [])
    #expect(try await python(count, same.bytes) == ["1"])
    // An intent would change the colours of a document that has none.
    for (other, files) in [
      (try pdf("b", "x"), "hand.pdf and 1 more"), (try pdf("a", "y"), "hand.pdf and 1 more"),
      (try HandMadePDF.pages(1).file(), "hand.pdf"),
    ] {
      let result = try joined([(try pdf("a", "x"), [0]), (other, [0])])
      #expect(
        result.notes == [
          "not kept: the output intents of \(files), because other pages have different ones or none"
        ])
      #expect(try await python(count, result.bytes) == ["0"])
    }
  }

  @Test("The order of calculations leads to the fields of each document")
  func calculations() async throws {
    let pdf = PassThroughTests.full()
    let result = try joined([(try pdf.file(), [0, 1]), (try pdf.file(), [0, 1])])
    #expect(
      try await python(
        """
        form = pdf.Root.AcroForm
        print([str(f.T) for f in form.CO], [f.objgen in [g.objgen for g in form.Fields] for f in form.CO])
        """, result.bytes) == ["['b', 'b-2'] [True, True]"])
  }

  @Test("Outlines keep headings, actions and tags")
  func outlines() async throws {
    let pdf = PassThroughTests.full()
    let result = try joined([(try pdf.file(), [0]), (try pdf.file(), [1])])
    #expect(
      try await python(
        """
        item = pdf.Root.Outlines.First
        while item is not None:
            print(item.Title, str(item.get('/A', {}).get('/N')), str(item.get('/SE', {}).get('/S')))
            item = item.get('/Next')
        """, result.bytes) == [
          "Heading None None", "Next /NextPage /Sect", "Heading None None", "Next /NextPage /Sect",
        ])
  }

  @Test("A producer alone is no loss")
  func producers() throws {
    var pdf = HandMadePDF.pages(1, more: [99: "<< /Producer (A program) >>"])
    pdf.trailer += " /Info 99 0 R"
    #expect(try joined([(try pdf.file(), [0]), (try pdf.file(), [0])]).notes == [])
  }

  @Test("What is not joined is named in one note for each document, and their descriptions in one for all")
  func losses() throws {
    let pdf = PassThroughTests.full(packet: "<pdfaid:part>2</pdfaid:part>")
    let lost =
      "not kept: actions of pages, private data of programs, /Own of the catalog, article threads, the document's "
      + "scripts"
    let intents = "not kept: the output intents of hand.pdf, because other pages have different ones or none"
    let plain = try HandMadePDF.pages(1).file()
    let description = "Info (Title, Keywords, ModDate, 1 other), XMP metadata, the claim to be PDF/A"
    #expect(
      try joined([(try pdf.file(), [0]), (plain, [0])]).notes == [
        lost, "not kept of hand.pdf: \(description)", intents,
      ])
    #expect(
      try joined([(try pdf.file(), [0]), (try pdf.file(), [0])]).notes == [
        lost, lost, "not kept of 2 PDFs: \(description)",
      ])
  }
}

extension HandMadePDF {
  /// Pages with tags: a section of a paragraph for each page, and an empty cell.
  static func tagged(
    _ count: Int, catalog: String = "", root: String = "", page: @escaping (Int) -> String = { _ in "" },
    more: [Int: String] = [:]
  ) -> HandMadePDF {
    var objects = more
    let kids = (0..<count).map { "\(31 + $0) 0 R" }.joined(separator: " ")
    let parents = (0..<count).map { "\($0) [\(31 + $0) 0 R]" }.joined(separator: " ")
    objects[29] = "<< /Type /StructTreeRoot /K 30 0 R /ParentTree << /Nums [\(parents)] >> \(root) >>"
    objects[30] = "<< /Type /StructElem /S /Sect /P 29 0 R /K [\(kids) 40 0 R] >>"
    objects[40] = "<< /Type /StructElem /S /TD /P 30 0 R >>"
    for index in 0..<count {
      objects[31 + index] = "<< /Type /StructElem /S /P /P 30 0 R /Pg \(10 + index) 0 R /K 0 >>"
    }
    var pdf = pages(
      count, catalog: "/StructTreeRoot 29 0 R /MarkInfo << /Marked true >> \(catalog)",
      page: { "/StructParents \($0) \(page($0))" }, more: objects)
    for index in pdf.objects.indices where (50..<50 + count).contains(pdf.objects[index].number) {
      let number = pdf.objects[index].number - 49
      pdf.objects[index].body = stream("/P << /MCID 0 >> BDC BT /F1 20 Tf 20 40 Td (Page \(number)) Tj ET EMC")
    }
    return pdf
  }
}

extension String {
  /// The number of times that a text occurs.
  fileprivate func components(separated part: String) -> Int { ranges(of: part).count }
}
