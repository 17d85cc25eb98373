internal import Foundation
internal import TestKit
internal import Testing

/// The tags of new documents and the standards that they conform to, as pikepdf and poppler see them.
@Suite("mkpdf: tags, PDF/A and PDF/UA", .timed) struct MkpdfTagTests {
  private let folder: TemporaryDirectory
  private static let photo = Fixtures.path("jpeg/valid/gradient.jpg")

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(Array("Some words.\n\nЕщё слова.\n".utf8), to: "notes.txt")
    try folder.write(Array("<invoice/>".utf8), to: "data.xml")
    try folder.write(Array(Self.report.utf8), to: "report.json")
  }

  private func run(_ arguments: [String]) async throws -> Tool.Result {
    try await Tool.cameo("mkpdf", arguments, directory: folder.path)
  }

  private static let report = """
    {"version": 1, "document": {"title": "Report", "lang": "en-GB", "page": {"size": "A5", "background": "#eeeeee"}},
     "pages": [{"elements": [
      {"type": "text", "on": "every", "y": "5mm", "text": "{page}/{pages}"},
      {"type": "text", "text": "Fruit", "bookmark": "Fruit", "style": {"size": 18}},
      {"type": "text", "y": "35mm", "text": "Read the rest.", "link": {"uri": "https://example.org/"}},
      {"type": "text", "y": "45mm", "text": "1.", "role": "label", "width": "8mm"},
      {"type": "text", "x": "30mm", "y": "45mm", "text": "Apples", "role": "listItem"},
      {"type": "text", "x": "35mm", "y": "50mm", "text": "Boskoop", "role": "listItem", "level": 2, "lang": "nl"},
      {"type": "text", "x": "30mm", "y": "55mm", "text": "Pears", "role": "listItem"},
      {"type": "image", "path": "\(photo)", "y": "65mm", "width": "30mm", "height": "30mm", "alt": "A gradient"},
      {"type": "rectangle", "y": "100mm", "height": "2mm", "fill": "teal", "opacity": 0.5},
      {"type": "table", "y": "150mm", "columns": [{"width": "1fr", "header": true}, "1fr", "1fr"], "rules": "silver",
       "header": ["Name", "Price", "Stock"], "stripes": ["#ffffff", "#dddddd"],
       "rows": [
        {"height": "20mm", "cells": ["Apple", {"text": "(/NonStruct << /MCID 1 >> BDC)", "style": {"size": 5}}]},
        {"height": "20mm", "cells": [{"text": "Pear", "span": 2}, "3"]},
        {"height": "20mm", "cells": ["Fig", "7", "1"]}]}
     ]}]}
    """

  /// Functions of Python: the tree of tags, and what is wrong with tags and with a document for archives. The rules of
  /// tags are those of scripts/conformance_rules.py.
  private static let checker = #"""
    import sys, pikepdf
    import xml.etree.ElementTree as ET
    from conformance_rules import Checker, kids
    def tree(pdf):
        numbers = {page.objgen: n for n, page in enumerate((p.obj for p in pdf.pages), 1)}
        def show(element, depth):
            facts, inner, pages = [str(element.S)[1:]], [], set()
            for kid in kids(element):
                if not isinstance(kid, pikepdf.Dictionary): pages.add(numbers[element.Pg.objgen])
                elif kid.get('/Type') == '/MCR': pages.add(numbers[kid.Pg.objgen])
                elif kid.get('/Type') == '/OBJR': facts.append('OBJR')
                else:
                    assert kid.P.objgen == element.objgen
                    inner.append(kid)
            facts += [f'{key[1:]}={element[key]}' for key in ['/Alt', '/Lang'] if key in element]
            attributes = element.get('/A', {})
            for key in ['/Scope', '/ColSpan']:
                if key in attributes: facts.append(f'{key[1:]}={str(attributes[key]).lstrip("/")}')
            if pages: facts.append(str(sorted(pages)))
            print(' ' * depth + ' '.join(facts))
            for kid in inner: show(kid, depth + 1)
        for element in kids(pdf.Root.StructTreeRoot): show(element, 0)
    def tagged(pdf): return Checker(pdf).tags()
    def xmp(pdf):
        packet = pdf.Root.Metadata.read_raw_bytes()
        ET.fromstring(packet)
        return packet.decode()
    def accessible(pdf): return Checker(pdf).accessible()
    def archive(pdf, part, level):
        faults, text = [], xmp(pdf)
        if f'<pdfaid:part>{part}</pdfaid:part><pdfaid:conformance>{level}<' not in text: faults.append('XMP')
        if 'pdfuaid' in text and 'pdfaExtension:schemas' not in text: faults.append('schema of pdfuaid')
        if '/ID' not in pdf.trailer or '/Encrypt' in pdf.trailer or pdf.pdf_version > '1.7': faults.append('trailer')
        intent, = pdf.Root.OutputIntents
        profile = intent.DestOutputProfile
        icc = profile.read_bytes()
        if intent.S != '/GTS_PDFA1' or profile.N != 3 or icc[36:40] + icc[16:20] != b'acspRGB ': faults.append('intent')
        for item in pdf.objects:
            if not isinstance(item, (pikepdf.Dictionary, pikepdf.Stream)): continue
            if any(key in item for key in ['/AA', '/JS', '/OpenAction', '/TR', '/HTP', '/Crypt']): faults.append('key')
            filters = item.get('/Filter', [])
            if not isinstance(filters, pikepdf.Array): filters = [filters]
            if '/LZWDecode' in list(filters): faults.append('LZW')
            if item.get('/Subtype') == '/Image':
                if item.get('/ColorSpace') == '/DeviceCMYK' or item.get('/Interpolate'): faults.append('image')
            if item.get('/Type') == '/Font' and item.get('/Subtype') not in ['/CIDFontType0', '/CIDFontType2']:
                descendant = item.DescendantFonts[0] if item.Subtype == '/Type0' else item
                descriptor = descendant.get('/FontDescriptor', {})
                if item.Subtype != '/Type3' and not any(f'/FontFile{n}' in descriptor for n in ['', '2', '3']):
                    faults.append('font')
                if descendant.Subtype == '/CIDFontType2' and '/CIDToGIDMap' not in descendant: faults.append('map')
                if '/ToUnicode' not in item: faults.append('ToUnicode')
            if item.get('/Subtype') == '/Link' and int(item.get('/F', 0)) & 0b100111 != 4: faults.append('F')
            if item.get('/Type') == '/EmbeddedFile' and ('/Subtype' not in item or '/ModDate' not in item.Params):
                faults.append('embedded file')
            if item.get('/Type') == '/Filespec' and not {'/F', '/UF', '/EF', '/AFRelationship'} <= set(item.keys()):
                faults.append('file specification')
        return faults

    """#

  private func python(_ program: String, _ files: String...) async throws -> String {
    let path = "import sys; sys.dont_write_bytecode = True; sys.path.insert(0, '\(Fixtures.root)/scripts')\n"
    let result = try await Tool.python(path + Self.checker + program, files.map { folder.file($0) })
    return result.text + result.errors
  }

  @Test("A page description has tags for headings, lists, pictures, tables and links")
  func structure() async throws {
    let made = try await run(["report.json", "-o", "a.pdf"])
    #expect(made.status == 0 && made.errors == "", "\(made.errors)")
    let check = try await Tool.run("qpdf", ["--check", folder.file("a.pdf")])
    #expect(check.status == 0, "\(check.text)\(check.errors)")
    let found = try await python(
      "pdf = pikepdf.open(sys.argv[1]); tree(pdf); print(tagged(pdf), pdf.Root.Lang)", "a.pdf")
    #expect(
      found == """
        Document
         H1 [1]
         P
          Link OBJR [1]
         L
          LI
           Lbl [1]
           LBody [1]
          L
           LI
            LBody Lang=nl [1]
          LI
           LBody [1]
         Figure Alt=A gradient [1]
         Table
          TR
           TH Scope=Column [1]
           TH Scope=Column [1]
           TH Scope=Column [1]
          TR
           TH Scope=Row [1]
           TD [1]
           TD
          TR
           TH Scope=Row ColSpan=2 [2]
           TD [2]
          TR
           TH Scope=Row [2]
           TD [2]
           TD [2]
        [] en-GB

        """)
    // poppler reads the texts in this order, without page numbers and the second header.
    let text = try await Tool.run("pdfinfo", ["-struct-text", folder.file("a.pdf")]).text
    let pieces = text.split(separator: "\n").compactMap { $0.split(separator: "\"").dropFirst().first }
    #expect(
      pieces == [
        "Fruit", "Read the rest.", "1.", "Apples", "Boskoop", "Pears", "Name", "Price", "Stock", "Apple",
        "(/NonStruct << /MCID 1 >> BDC)", "Pear", "3", "Fig", "7", "1",
      ], "\(text)")
  }

  @Test("A paragraph on two pages is one element, and a transparent group is one paragraph")
  func continuation() async throws {
    let lines = (1...30).map { "Line \($0)" }.joined(separator: "\\n")
    let box = #"{"type": "rectangle", "height": "20mm", "fill": "red"}, {"type": "text", "text": "Inside"}"#
    try folder.write(
      Array(
        """
        {"version": 1, "document": {"page": {"size": "A6"}}, "pages": [
         {"elements": [{"type": "text", "text": "\(lines)"}]},
         {"elements": [{"type": "group", "opacity": 0.5, "elements": [\(box)]}]},
         {"elements": [{"type": "group", "alt": "A chart", "elements": [\(box)]}]},
         {"elements": [{"type": "group", "elements": [\(box)], "role": "artifact"},
          {"type": "text", "y": "90mm", "role": "quote", "text": "Quoted"}]}]}
        """.utf8), to: "long.json")
    let made = try await run(["long.json", "--footer-center", "{page}", "-o", "a.pdf"])
    #expect(made.status == 0 && made.errors == "", "\(made.errors)")
    let found = try await python("pdf = pikepdf.open(sys.argv[1]); tree(pdf); print(tagged(pdf))", "a.pdf")
    #expect(
      found == """
        Document
         P [1, 2]
         P [3]
         Figure Alt=A chart [4]
         BlockQuote [5]
        []

        """)
  }

  @Test("A report in two columns is accessible, and its footnotes have names")
  func columns() async throws {
    let report = "\(Fixtures.root)/docs/examples/report.json"
    let made = try await run([report, "--conform", "pdfua-1", "-o", "a.pdf"])
    #expect(made.status == 0 && made.errors == "", "\(made.errors)")
    let found = try await python(
      """
      pdf = pikepdf.open(sys.argv[1])
      elements = kids(kids(pdf.Root.StructTreeRoot)[0])
      print(accessible(pdf), *sorted(str(e.S)[1:] for e in elements))
      notes = {str(e.ID): e.objgen for e in elements if e.S == '/Note'}
      names = list(pdf.Root.StructTreeRoot.IDTree.Names)
      print(len(notes), notes == {str(k): e.objgen for k, e in zip(names[::2], names[1::2])})
      """, "a.pdf")
    #expect(found == "[] Figure H1 H2 H2 H2 H2 Note Note P P P P P P P Table\n2 True\n")
    let check = try await Tool.run("qpdf", ["--check", folder.file("a.pdf")])
    #expect(check.status == 0, "\(check.text)\(check.errors)")
  }

  @Test("A document for archives and screen readers has what the standards ask for")
  func conformance() async throws {
    let both = try await run([
      "report.json", Self.photo, "--alt", "A photograph", Fixtures.path("tiff/valid/rgb8_lzw.tif"), "--alt", "",
      "notes.txt", "--background", "white", "--header-left", "Header", "--conform", "pdfa-2u,pdfua-1", "-o", "both.pdf",
    ])
    #expect(both.status == 0, "\(both.errors)")
    let plain = try await run([
      Self.photo, "--alt", "A photograph", "notes.txt", "--title", "Two", "--lang", "de", "--conform", "pdfua-1", "-o",
      "plain.pdf",
    ])
    #expect(plain.status == 0 && plain.errors == "", "\(plain.errors)")
    let invoice = try await run([
      "report.json", "--conform", "pdfa-3b", "--attach", "data.xml:Alternative", "--linearize", "-o", "invoice.pdf",
    ])
    #expect(invoice.status == 0 && invoice.errors == "", "\(invoice.errors)")
    // The title of front matter is the heading above those of the text.
    try folder.write(Array("---\ntitle: A guide\nlang: en\n---\n## Part\n\nWords.\n".utf8), to: "guide.md")
    let guide = try await run(["guide.md", "--conform", "pdfua-1", "-o", "guide.pdf"])
    #expect(guide.status == 0 && guide.errors == "", "\(guide.errors)")
    let found = try await python(
      """
      both, plain, invoice, guide = (pikepdf.open(name) for name in sys.argv[1:])
      print(accessible(both), archive(both, 2, 'U'))
      print(accessible(plain), [str(e.S) for e in kids(kids(plain.Root.StructTreeRoot)[0])][:2])
      print(archive(invoice, 3, 'B'), [str(file.AFRelationship) for file in invoice.Root.AF])
      print(accessible(guide), [str(e.S) for e in kids(kids(guide.Root.StructTreeRoot)[0])])
      """, "both.pdf", "plain.pdf", "invoice.pdf", "guide.pdf")
    #expect(found == "[] []\n[] ['/Figure', '/P']\n[] ['/Alternative']\n[] ['/H1', '/H2', '/P']\n")
    for name in ["both.pdf", "invoice.pdf"] {
      let check = try await Tool.run("qpdf", ["--check", folder.file(name)])
      #expect(check.status == 0, "\(check.text)\(check.errors)")
    }
  }

  @Test("What a standard excludes is an error that names it")
  func refusals() async throws {
    let notes = folder.file("notes.txt")
    let usage: [([String], String)] = [
      (["--conform", "pdfa-1b"], "pdfa-2b"),
      (["--conform", "pdfa-2b,pdfa-3b"], "one level of PDF/A"),
      (["--conform", "pdfa-2b", "--encrypt", "--user-password", "a"], "--encrypt does not go with PDF/A-2b"),
      (["--conform", "pdfa-2b", "--pdf-version", "2.0"], "PDF/A-2b is PDF 1.7 or earlier"),
      (["--conform", "pdfa-2u", "--attach", notes], "--conform pdfa-3b does"),
      (["--conform", "pdfua-1", "--nup", "2x1"], "PDF/UA-1 needs pages in reading order"),
      (["--conform", "pdfa-2b", "--ocr", "eng"], "--ocr does not go with PDF/A-2b"),
    ]
    for (options, message) in usage {
      let refused = try InProcess("mkpdf", [notes] + options + ["-o", "a.pdf"], outputs: folder)
      #expect(refused.status == 64 && refused.errors.contains(message), "\(options): \(refused.errors)")
    }
    #expect(try await run(["notes.txt", "-o", "old.pdf"]).status == 0)
    let heading = #"{"type": "text", "text": "A", "role": "heading", "level": 3}"#
    try folder.write(Array("{\"version\": 1, \"pages\": [{\"elements\": [\(heading)]}]}".utf8), to: "heading.json")
    let image = "{\"type\": \"image\", \"path\": \"\(Self.photo)\"}"
    try folder.write(Array("{\"version\": 1, \"pages\": [{\"elements\": [\(image)]}]}".utf8), to: "image.json")
    try folder.write(Array("A\u{10E123}\n".utf8), to: "private.txt")
    let named = ["--title", "T", "--lang", "en"]
    let failures: [([String], String)] = [
      (["old.pdf", "--conform", "pdfa-2b"], "old.pdf: a PDF cannot be checked, and PDF/A-2b asks for it"),
      ([Fixtures.path("jpeg/valid/cmyk_adobe_0.jpg"), "--conform", "pdfa-2b"], "CMYK without a profile"),
      (["private.txt", "--conform", "pdfa-2u"], "no installed font has a glyph for U+10E123"),
      // The page with the character is left out, and the second one must not have it either.
      (["private.txt", "private.txt", "--conform", "pdfa-2u", "--skip-bad"], "there are no pages to make"),
      (["notes.txt", "--conform", "pdfua-1"], "PDF/UA asks for a title"),
      (["notes.txt", "--conform", "pdfua-1", "--title", "T"], "PDF/UA asks for a language"),
      ([Self.photo, "--conform", "pdfua-1"] + named, "a text that stands for the picture: --alt TEXT"),
      (
        ["notes.txt", Self.photo, "--footer-left", "F", "--conform", "pdfua-1"] + named,
        "a text that stands for the picture: --alt TEXT"
      ),
      (["image.json", "--conform", "pdfua-1"] + named, "pages[0].elements[0] (line 1): PDF/UA asks for 'alt'"),
      (["heading.json", "--conform", "pdfua-1"] + named, "heading.json: a heading of level 3 on page 1 is the"),
    ]
    for (arguments, message) in failures {
      let failed = try await run(arguments + ["-o", "failed.pdf"])
      #expect([1, 64].contains(failed.status) && failed.errors.contains(message), "\(arguments): \(failed.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.file("failed.pdf")))
    }
  }

  @Test("A page may begin with a picture, with an opaque group, or have no more", arguments: ["1", "0.5"])
  func pictureFirst(_ opacity: String) async throws {
    try folder.write(Fixtures.bytes(Fixtures.path("png/valid/rgb8.png")), to: "p.png")
    let picture = #"{"type": "image", "path": "p.png", "alt": "A", "width": 99, "height": 99, "opacity": \#(opacity)}"#
    let text = #"{"type": "text", "text": "B"}"#
    try folder.write(
      Array(#"{"version": 1, "pages": [{"elements": [\#(picture)]}, {"elements": [\#(picture), \#(text)]}]}"#.utf8),
      to: "first.json")
    let made = try await Tool.cameo("mkpdf", ["first.json", "-o", "first.pdf"], directory: folder.path)
    #expect((made.status, made.errors) == (0, ""))
    let found = try await python("pdf = pikepdf.open(sys.argv[1]); tree(pdf)", "first.pdf")
    #expect(
      found.split(separator: "\n").map { $0.prefix { $0 != "[" } } == [
        "Document", " Figure Alt=A ", " Figure Alt=A ", " P ",
      ])
  }
}
