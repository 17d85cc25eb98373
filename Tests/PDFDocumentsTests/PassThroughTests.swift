internal import ByteStreams
internal import Drawing
internal import ImageModel
internal import Imaging
@testable internal import PDFDocuments
internal import PDFWriting
internal import TestKit
internal import Testing

/// A document that passes through whole keeps everything, as `qpdf in out` does. pikepdf and poppler read the results.
@Suite("A whole document keeps all its parts", .timed) struct PassThroughTests {
  /// A tagged document of two pages with every kind of part.
  static func full(page: String = "", catalog: String = "", packet: String = "") -> HandMadePDF {
    var pdf = HandMadePDF.tagged(
      2,
      catalog: """
        /OutputIntents [90 0 R] /Names << /EmbeddedFiles << /Names [(data.xml) 91 0 R] >>
        /JavaScript << /Names [(a) << /S /JavaScript /JS (1) >>] >> >> /AF [91 0 R] /Outlines 93 0 R /Own << / 90 0 R >>
        /AcroForm << /Fields [96 0 R 97 0 R] /CO [97 0 R] /SigFlags 3 /DA (/F1 0 Tf) >> /Metadata 98 0 R
        /Threads [] /Lang (de) /PageMode /UseAttachments \(catalog)
        """,
      page: { "/Annots [\(96 + $0) 0 R] /AA << /O << /S /Named /N /NextPage >> >> /PieceInfo << /X << >> >> \(page)" },
      more: [
        90: "<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) >>",
        91: "<< /Type /Filespec /F (data.xml) /UF (data.xml) /EF << /F 92 0 R >> /AFRelationship /Data >>",
        92: HandMadePDF.stream("<invoice/>", "/Type /EmbeddedFile /Subtype /text#2Fxml /Params << /Size 10 >>"),
        93: "<< /Type /Outlines /First 94 0 R /Last 95 0 R /Count 2 >>",
        94: "<< /Title (Heading) /Parent 93 0 R /Next 95 0 R >>",
        95: "<< /Title (Next) /Parent 93 0 R /Prev 94 0 R /A << /S /Named /N /NextPage >> /SE 30 0 R >>",
        96: "<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /FT /Tx /T (a) /V (1) >>",
        97: "<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /FT /Tx /T (b) /StructParent 7 >>",
        98: HandMadePDF.stream(Self.packet(packet), "/Type /Metadata /Subtype /XML"),
        99: "<< /Title (Old) /Custom (Value) /ModDate (D:20240101000000+01'00') /Keywords (a; b) >>",
      ])
    pdf.trailer += " /Info 99 0 R"
    return pdf
  }

  static func packet(_ properties: String) -> String {
    """
    <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
    xmlns:own="http://example.org/own/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><own:thing>7</own:thing>
    \(properties)</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
    """
  }

  private func whole(
    _ pdf: HandMadePDF, _ properties: DocumentWriter.Properties = .init()
  ) throws -> (bytes: [UInt8], notes: [String]) {
    let file = try pdf.file()
    let result = try joined([(file, Array(0..<file.pageCount))], whole: true, properties)
    return (result.bytes, result.notes)
  }

  @Test("The catalog, the pages and Info have the entries that qpdf's copy has")
  func entries() async throws {
    var properties = DocumentWriter.Properties()
    properties.attributes.title = "New"
    let (bytes, notes) = try whole(Self.full(), properties)
    #expect(notes == [])
    let judge = try PDFJudge(bytes)
    #expect(try await judge.complaint() == nil)
    let source = try judge.directory.write(Self.full().bytes, to: "in.pdf")
    let facts = try await Tool.python(
      """
      import subprocess, sys, pikepdf
      copy = sys.argv[1] + '.qpdf'
      subprocess.run(['qpdf', sys.argv[1], copy])
      def plain(o, depth=0, seen=()):
          # What an object says, without its number; pages by their place in the document.
          if isinstance(o, pikepdf.Stream): return (plain(o.stream_dict, depth, seen), bytes(o.read_bytes()))
          if isinstance(o, (pikepdf.Dictionary, pikepdf.Array)) and o.is_indirect:
              if o.objgen in seen: return 'loop'
              seen = seen + (o.objgen,)
          if isinstance(o, pikepdf.Array): return [plain(e, depth, seen) for e in o]
          if isinstance(o, pikepdf.Dictionary):
              if o.get('/Type') in ('/Pages', '/Catalog'): return str(o.Type)
              return {k: plain(v, depth, seen) for k, v in o.items() if k not in ('/Parent', '/Length', '/Filter')}
          return repr(o)
      a, b = pikepdf.open(copy), pikepdf.open(sys.argv[2])
      for key in sorted(set(a.Root.keys()) | set(b.Root.keys())):
          if key not in ('/Pages', '/Metadata', '/AcroForm') and plain(a.Root.get(key)) != plain(b.Root.get(key)):
              print('differs:', key, plain(a.Root.get(key)), plain(b.Root.get(key)))
      for p, q in zip(a.pages, b.pages):
          if plain(p.obj) != plain(q.obj): print('page', plain(p.obj), plain(q.obj))
      print(sorted(b.Root.AcroForm.keys()), b.Root.AcroForm.CO[0].T, b.Root.AcroForm.SigFlags)
      print({k: str(v) for k, v in b.trailer.Info.items()})
      print('own:thing' in bytes(b.Root.Metadata.read_bytes()).decode(), 'New' in bytes(b.Root.Metadata.read_bytes()).decode())
      """, [source, judge.path]
    )
    #expect(
      facts.text.split(separator: "\n").map { String($0) } == [
        "['/CO', '/DA', '/Fields', '/SigFlags'] b 1",
        "{'/Custom': 'Value', '/Keywords': 'a; b', '/ModDate': \"D:20240101000000+01'00'\", '/Title': 'New'}",
        "True True",
      ], "\(facts.text)\(facts.errors)")
    #expect(try await judge.info("-struct").contains("P (block)"))
  }

  @Test(
    "A signature, which is not valid any more, is left out and named", arguments: ["/FT /Sig", "/FT 199 0 R", ""])
  func signatures(type: String) async throws {
    var pdf = Self.full(catalog: "/Perms << /DocMDP 89 0 R >>")
    pdf.objects.removeAll { $0.number == 97 }
    pdf.objects += [
      (89, "<< /Type /Sig /Filter /Adobe.PPKLite /Contents <00> /ByteRange [0 1 2 3] >>"),
      (97, "<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] \(type) /T (b) /V 89 0 R >>"),
      (199, "/Sig"),
    ]
    pdf.objects.sort { $0.number < $1.number }
    let (bytes, notes) = try whole(pdf)
    #expect(notes == ["not kept: digital signatures"])
    let text = try await PDFJudge(bytes).qpdf("--json", "--json-key=qpdf").text
    #expect(!text.contains("ByteRange") && text.contains("/Sig"))
  }

  @Test(
    "A document says that it is PDF/A only if it is unchanged and has the structure of that version",
    arguments: [
      ("<pdfaid:part>1</pdfaid:part>", "%PDF-1.4", false, nil),
      ("<pdfaid:part>2</pdfaid:part>", "%PDF-1.7", false, nil),
      ("<pdfaid:part>2</pdfaid:part>", "%PDF-1.7", true, "it no longer says that it is PDF/A: it was changed"),
    ])
  func conformance(_ claim: String, _ header: String, _ isEncrypted: Bool, _ note: String?) async throws {
    var properties = DocumentWriter.Properties()
    properties.isEncrypted = isEncrypted
    let (bytes, notes) = try whole(Self.full(packet: claim), properties)
    #expect(notes == [note].compactMap { $0 })
    #expect(String(decoding: bytes.prefix(8), as: UTF8.self) == header)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("pdfaid:part>") == (note == nil))
    #expect(text.contains("/ObjStm") == (header != "%PDF-1.4"))
  }

  @Test("XMP with a control character keeps what it says, and the claim to be PDF/A")
  func controls() async throws {
    let packet = Self.packet("<pdfaid:part>2</pdfaid:part><own:other>a\u{0}b</own:other>")
    var pdf = Self.full()
    pdf.objects.removeAll { $0.number == 98 }
    pdf.objects.append((98, HandMadePDF.stream(packet, "/Type /Metadata /Subtype /XML")))
    pdf.objects.sort { $0.number < $1.number }
    let (bytes, notes) = try whole(pdf)
    #expect(notes == ["control characters in its XMP metadata are left out"])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("<own:other>ab</own:other>") && text.contains("<pdfaid:part>2"))
  }

  @Test("XMP that is not well-formed is written anew and says what Info says; notes name the file and the claim")
  func malformed() async throws {
    var pdf = Self.full(packet: "<pdfaid:part>2</pdfaid:part><own:broken>")
    pdf.objects.removeAll { $0.number == 99 }
    pdf.objects.append((99, "<< /Title (Old) /Keywords () /Custom (Value) /CreationDate (D:202401011200+01'00') >>"))
    let (bytes, notes) = try whole(pdf)
    #expect(
      notes == [
        "the XMP metadata of hand.pdf is not well-formed and is written anew", "it no longer says that it is PDF/A",
      ])
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes, to: "a.pdf")
    let names = ["-PDF:Keywords", "-XMP-pdf:Keywords", "-PDF:CreateDate", "-XMP-xmp:CreateDate", "-PDF:Custom"]
    let judge = try await Tool.run("exiftool", ["-a", "-s3"] + names + [path])
    #expect(judge.text == "2024:01:01 12:00:00+01:00\n2024:01:01 12:00:00+01:00\nValue\n", "\(judge.text)")
  }

  @Test("Tags stay on a page that is drawn over")
  func covers() async throws {
    let file = try Self.full().file()
    let sink = MemoryByteSink()
    let writer = DocumentWriter(to: sink, .init(), .init(limits: .standard), sources: .init())
    let document = try writer.register(whole: file)
    try writer.keepDescription(of: document, setsVersion: true)
    for index in 0..<2 {
      try writer.append(
        try ImportedPage(file, index: index),
        cover: PageCover { context in
          context.fill(.rect(Rect(x: 0, y: 0, width: 9, height: 9)), .color(Color(red: 1, green: 0, blue: 0)))
        })
    }
    try writer.unregister(file)
    _ = try writer.finish(.init())
    let judge = try PDFJudge(sink.bytes)
    #expect(try await judge.complaint() == nil)
    let facts = try await Tool.python(
      """
      import sys, pikepdf
      pdf = pikepdf.open(sys.argv[1])
      for page in pdf.pages:
          print(page.StructParents, *[f'{o.operator} {o.operands[1].MCID if len(o.operands) > 1 else o.operands[0]}'
                for o in pikepdf.parse_content_stream(page) if str(o.operator) in ('BDC', 'BMC')])
      """, [judge.path])
    #expect(
      facts.text.split(separator: "\n").map { String($0) } == [
        "0 BDC 0 BMC /Artifact", "1 BDC 0 BMC /Artifact",
      ], "\(facts.text)\(facts.errors)")
    #expect(try await judge.info("-struct-text").contains("Page 2"))
  }

  @Test("A wrong /Size in the trailer is a note")
  func size() throws {
    let bytes = String(decoding: HandMadePDF.pages(1).bytes, as: UTF8.self)
    let wrong = Array(bytes.replacing("/Size 51 ", with: "/Size 50 ").utf8)
    let found = try PDFFile(bytes: wrong, name: "a.pdf", limits: .standard).diagnostics
    #expect(found.map(\.severity) == [.note], "\(found)")
    #expect(found.first?.message.contains("number of objects") == true)
  }
}
