internal import Foundation
internal import TestKit
internal import Testing

/// `mkpdf --remove`, as pikepdf and poppler see the results.
@Suite("mkpdf: removing parts of documents", .timed) struct MkpdfRemoveTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// `in.pdf` has everything that can be removed. Its page of 200 x 100 points says `shown` and, in a hidden layer,
  /// `secret`; a hidden red form covers its left half.
  private func make() async throws {
    let made = try await Tool.python(
      """
      import sys, io, pikepdf
      from PIL import Image
      from pikepdf import Array, Dictionary, Name, String
      pdf = pikepdf.new()
      pdf.add_blank_page(page_size=(200, 100))
      page = pdf.pages[0].obj
      def layer(name): return pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(name)))
      on, off = layer('on'), layer('off')
      pdf.Root.OCProperties = Dictionary(OCGs=Array([on, off]), D=Dictionary(Order=Array([on, off]), OFF=Array([off])))
      form = pdf.make_stream(b'1 0 0 rg 0 0 100 100 re f', Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 200, 100],
          OC=off)
      file = io.BytesIO()
      exif = Image.Exif(); exif[0x010F] = 'Secret camera'
      Image.new('RGB', (64, 64), 'blue').save(file, 'JPEG', exif=exif)
      photo = pdf.make_stream(b'', Type=Name.XObject, Subtype=Name.Image, Width=64, Height=64, BitsPerComponent=8,
          ColorSpace=Name.DeviceRGB)
      photo.write(file.getvalue(), filter=Name.DCTDecode)
      font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
      page.Resources = Dictionary(Font=Dictionary(F1=font), XObject=Dictionary(R=form, P=photo),
          Properties=Dictionary(A=on, B=off))
      page.Contents = pdf.make_stream(b'/OC /A BDC BT /F1 20 Tf 20 60 Td (shown) Tj ET EMC '
          b'/OC /B BDC BT /F1 20 Tf 20 20 Td (secret) Tj ET EMC /R Do q 20 0 0 20 170 5 cm /P Do Q')
      def annotation(**entries):
          return pdf.make_indirect(Dictionary(Type=Name.Annot, Rect=[0, 0, 9, 9], **entries))
      page.Annots = Array([
          annotation(Subtype=Name.Text, Contents='note', T='Ada', M='D:20200101'),
          annotation(Subtype=Name.Link, A=Dictionary(S=Name.URI, URI='https://example.org/')),
          annotation(Subtype=Name.Link, A=Dictionary(S=Name.JavaScript, JS='app.alert(1)')),
          annotation(Subtype=Name.Widget, FT=Name.Tx, T='field', V='x', AA=Dictionary(
              K=Dictionary(S=Name.JavaScript, JS='1')))])
      pdf.Root.AcroForm = Dictionary(Fields=Array([page.Annots[3]]))
      page.Thumb = pdf.make_stream(b'0', Width=1, Height=1, BitsPerComponent=8, ColorSpace=Name.DeviceGray)
      page.PieceInfo = Dictionary(Program=Dictionary(LastModified='D:20200101'))
      pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS='2')
      pdf.Root.Names = Dictionary(JavaScript=Dictionary(Names=Array([
          String('s'), Dictionary(S=Name.JavaScript, JS='3')])))
      pdf.attachments['data.xml'] = pikepdf.AttachedFileSpec(pdf, b'<a/>', filename='data.xml')
      pdf.docinfo['/Author'] = 'Ada Example'
      with pdf.open_metadata() as metadata: metadata['dc:creator'] = ['Ada Example']
      pdf.save(sys.argv[1] + '/in.pdf')
      """, [folder.path])
    #expect(made.errors == "")
  }

  private func remove(_ parts: String, _ more: [String] = []) async throws -> String {
    try await make()
    let result = try await Tool.cameo(
      "mkpdf", ["in.pdf", "--remove", parts, "-o", "out.pdf"] + more, directory: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try await Tool.complaint(ofPDF: folder.file("out.pdf")) == nil)
    return result.errors
  }

  /// What `out.pdf` has.
  private func facts() async throws -> [String] {
    let result = try await Tool.python(
      """
      import sys, pikepdf
      pdf = pikepdf.open(sys.argv[1] + '/out.pdf')
      page = pdf.pages[0].obj
      names = pdf.Root.get('/Names', {})
      facts = [('attachments', len(pdf.attachments) > 0), ('thumbnail', '/Thumb' in page),
          ('private', '/PieceInfo' in page), ('layers', '/OCProperties' in pdf.Root),
          ('open', '/OpenAction' in pdf.Root), ('scripts', '/JavaScript' in names),
          ('author', '/Author' in pdf.docinfo)]
      print(*[name for name, is_there in facts if is_there])
      print(*[str(a.Subtype)[1:] + ''.join(key for key in ('/A', '/AA', '/T') if key in a)
          for a in page.get('/Annots', [])])
      """, [folder.path])
    #expect(result.errors == "")
    return result.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(2).map(String.init)
  }

  @Test("Without --remove, everything is kept")
  func nothing() async throws {
    try await make()
    let result = try await Tool.cameo("mkpdf", ["in.pdf", "-o", "out.pdf"], directory: folder.path)
    #expect(result.status == 0)
    #expect(
      try await facts() == [
        "attachments thumbnail private layers open scripts author", "Text/T Link/A Link/A Widget/AA/T",
      ])
  }

  @Test(
    "Each part is removed alone, and a note says what was found",
    arguments: [
      ("attachments", "attachments", "Text/T Link/A Link/A Widget/AA/T", "attached files (1)"),
      ("annotations", "", "Link/A Link/A Widget/AA/T", "comments (1)"),
      ("links", "", "Text/T Widget/AA/T", "links (2)"),
      ("thumbnails", "thumbnail", "Text/T Link/A Link/A Widget/AA/T", "thumbnails (1)"),
      ("scripts", "open scripts", "Text/T Link/A Link Widget/T", "scripts and actions of events (4)"),
      ("metadata", "private author", "Text Link/A Link/A Widget/AA/T", "entries of Info: Author, Producer (2)"),
      ("layers", "layers", "Text/T Link/A Link/A Widget/AA/T", "hidden parts of pages (1)"),
    ])
  func parts(_ part: String, _ gone: String, _ annotations: String, _ note: String) async throws {
    let errors = try await remove(part)
    let all = "attachments thumbnail private layers open scripts author".split(separator: " ")
    let kept = all.filter { !gone.split(separator: " ").contains($0) }.joined(separator: " ")
    #expect(try await facts() == [kept, annotations])
    #expect(errors.contains("removed: \(note)"), "\(errors)")
  }

  @Test(
    "Hidden layers do not appear when layers are removed, on pages and on sheets", arguments: [[], ["--nup", "1x1"]])
  func layers(_ options: [String]) async throws {
    _ = try await remove("layers", options)
    let text = try await Tool.run("pdftotext", [folder.file("out.pdf"), "-"]).text
    #expect(text.contains("shown") && !text.contains("secret"))
    let data = try await Tool.run("qpdf", ["--qdf", "--object-streams=disable", folder.file("out.pdf"), "-"])
    #expect(!String(decoding: data.output, as: UTF8.self).contains("secret"))
    _ = try await Tool.run(
      "pdftoppm", ["-r", "36", "-png", "-singlefile", folder.file("out.pdf"), folder.file("page")])
    let red = try await Tool.python(
      """
      import sys; from PIL import Image
      image = Image.open(sys.argv[1] + '/page.png').convert('RGB')
      print(sum(pixel[0] > 200 and pixel[1] < 50 for pixel in image.getdata()))
      """, [folder.path])
    #expect(red.text.hasPrefix("0"), "\(red.text)")
  }

  @Test("Scripts are found in lists of actions, in media and in XFA")
  func scriptsEverywhere() async throws {
    let made = try await Tool.python(
      """
      import sys, pikepdf
      from pikepdf import Array, Dictionary, Name, String
      pdf = pikepdf.new()
      pdf.add_blank_page(page_size=(200, 100))
      page = pdf.pages[0].obj
      script = Dictionary(S=Name.JavaScript, JS=String('danger()'))
      launch = Dictionary(S=Name.Launch, F=String('danger.exe'))
      def annotation(**entries):
          return pdf.make_indirect(Dictionary(Type=Name.Annot, Rect=[0, 0, 9, 9], **entries))
      page.Annots = Array([
          annotation(Subtype=Name.Link, A=Dictionary(S=Name.URI, URI=String('https://example.org/'),
              Next=Array([script, launch]))),
          annotation(Subtype=Name.Screen, T=String('Ada'), M=String('D:20200101'), NM=String('Ada-1'),
              A=Dictionary(S=Name.Rendition, OP=0, JS=String('danger()')))])
      page.AA = Dictionary(O=script)
      pdf.Root.AA = Dictionary(WC=script)
      pdf.Root.OpenAction = launch
      pdf.Root.AcroForm = Dictionary(Fields=Array([]), XFA=pdf.make_stream(b'<script>danger()</script>'))
      with pdf.open_outline() as outline: outline.root.append(pikepdf.OutlineItem('Part', action=script))
      pdf.save(sys.argv[1] + '/scripts.pdf')
      """, [folder.path])
    #expect(made.errors == "")
    for pages in ["1", "1,1"] {
      let result = try await Tool.cameo(
        "mkpdf", ["scripts.pdf", "--pages", pages, "--remove", "scripts,metadata", "-o", "out.pdf"],
        directory: folder.path)
      #expect(result.status == 0, "\(result.errors)")
      let data = try await Tool.run("qpdf", ["--qdf", "--object-streams=disable", folder.file("out.pdf"), "-"])
      let text = String(decoding: data.output, as: UTF8.self)
      for word in ["danger", "Ada", "D:20200101"] { #expect(!text.contains(word), "\(word) with --pages \(pages)") }
      #expect(text.contains("https://example.org/"))
    }
  }

  @Test("Resources that are named like scripts, files or thumbnails stay")
  func namesOfResources() async throws {
    let made = try await Tool.python(
      """
      import sys, pikepdf
      from pikepdf import Dictionary, Name
      pdf = pikepdf.new()
      pdf.add_blank_page(page_size=(200, 100))
      page = pdf.pages[0].obj
      names = ['AA', 'JS', 'AF', 'OC', 'A', 'JavaScript']
      font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
      def form(text):
          return pdf.make_stream(f'BT /AA 9 Tf 20 20 Td ({text}) Tj ET'.encode(), Type=Name.XObject, Subtype=Name.Form,
              BBox=[0, 0, 200, 100], Resources=Dictionary(Font=Dictionary(AA=font)))
      page.Resources = Dictionary(Font=Dictionary({'/' + name: font for name in names}),
          XObject=Dictionary(Thumb=form('small'), Metadata=form('data')))
      page.Contents = pdf.make_stream(('BT 9 60 Td ' + ' '.join(f'/{name} 9 Tf ({name}.) Tj' for name in names)
          + ' ET /Thumb Do 1 0 0 1 90 0 cm /Metadata Do').encode())
      pdf.save(sys.argv[1] + '/names.pdf')
      """, [folder.path])
    #expect(made.errors == "")
    let result = try await Tool.cameo(
      "mkpdf", ["names.pdf", "--remove", "all", "-o", "out.pdf"], directory: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    let text = try await Tool.run("pdftotext", ["-layout", folder.file("out.pdf"), "-"])
    #expect(text.errors == "")
    for word in ["AA.JS.AF.OC.A.JavaScript.", "small", "data"] { #expect(text.text.contains(word), "\(text.text)") }
  }

  @Test("Expressions of layers are followed")
  func expressions() async throws {
    let made = try await Tool.python(
      """
      import sys, pikepdf
      from pikepdf import Array, Dictionary, Name, String
      pdf = pikepdf.new()
      pdf.add_blank_page(page_size=(300, 100))
      page = pdf.pages[0].obj
      def layer(name): return pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(name)))
      on, off = layer('on'), layer('off')
      pdf.Root.OCProperties = Dictionary(OCGs=Array([on, off]), D=Dictionary(OFF=Array([off])))
      def rule(*parts): return pdf.make_indirect(Dictionary(Type=Name.OCMD, VE=Array(parts)))
      rules = dict(R0=rule(Name.And, on, off), R1=rule(Name.Or, off, on), R2=rule(Name.Not, on),
          R3=rule(Name.Not, Array([Name.And, on, off])))
      font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
      named = Dictionary({'/' + name: value for name, value in rules.items()})
      page.Resources = Dictionary(Font=Dictionary(F1=font), Properties=named)
      page.Contents = pdf.make_stream(' '.join(f'/OC /{name} BDC BT /F1 9 Tf {20 + 60 * number} 40 Td '
          f'(text{number}) Tj ET EMC' for number, name in enumerate(rules)).encode())
      pdf.save(sys.argv[1] + '/rules.pdf')
      """, [folder.path])
    #expect(made.errors == "")
    let result = try await Tool.cameo(
      "mkpdf", ["rules.pdf", "--remove", "layers", "-o", "out.pdf"], directory: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    let text = try await Tool.run("pdftotext", [folder.file("out.pdf"), "-"]).text
    #expect(text.split(whereSeparator: \.isWhitespace) == ["text1", "text3"], "\(text)")
  }

  @Test("Metadata of a JPEG is removed where its filter stands in a list")
  func filterInList() async throws {
    try await make()
    let made = try await Tool.python(
      """
      import sys, pikepdf
      pdf = pikepdf.open(sys.argv[1] + '/in.pdf', allow_overwriting_input=True)
      picture = pdf.pages[0].obj.Resources.XObject.P
      picture.Filter = pikepdf.Array([pikepdf.Name.DCTDecode])
      pdf.save(sys.argv[1] + '/in.pdf')
      """, [folder.path])
    #expect(made.errors == "")
    let result = try await Tool.cameo(
      "mkpdf", ["in.pdf", "--remove", "metadata", "-o", "out.pdf"], directory: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(!String(decoding: Fixtures.bytes(folder.file("out.pdf")), as: UTF8.self).contains("Secret camera"))
  }

  @Test("Nothing about the author or the camera is left when metadata is removed")
  func metadata() async throws {
    let errors = try await remove("metadata")
    let data = try await Tool.run("qpdf", ["--qdf", "--object-streams=disable", folder.file("out.pdf"), "-"])
    let bytes = String(decoding: data.output, as: UTF8.self)
    for word in ["Ada", "Secret camera", "pikepdf", "20200101"] { #expect(!bytes.contains(word), "\(word)") }
    for part in ["XMP metadata of the document (1)", "metadata of pictures (1)", "authors, dates"] {
      #expect(errors.contains("removed: \(part)"), "\(errors)")
    }
    // The picture itself is the same.
    #expect(try await Tool.run("pdfimages", ["-list", folder.file("out.pdf")]).text.contains("jpeg"))
  }
}
