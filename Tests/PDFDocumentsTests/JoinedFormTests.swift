internal import ByteStreams
internal import ImageModel
@testable internal import PDFDocuments
internal import TestKit
internal import Testing

/// Forms of several documents in one. pikepdf and poppler read the results.
@Suite("Merged forms keep their fields", .timed) struct JoinedFormTests {
  private func python(_ program: String, _ bytes: [UInt8]) async throws -> [String] {
    let judge = try PDFJudge(bytes)
    #expect(try await judge.complaint() == nil)
    let result = try await Tool.python("import sys, pikepdf\npdf = pikepdf.open(sys.argv[1])\n" + program, [judge.path])
    #expect(result.errors == "")
    return result.text.split(separator: "\n").map(String.init)
  }

  /// A page with one text field whose appearance is drawn in a standard font: /F1 of the form.
  private static func form(
    _ font: String, _ field: String = "/DA (/F1 12 Tf 0 g)", form: String = "", objects: [Int: String] = [:]
  ) -> HandMadePDF {
    let resources = "/Resources << /Font << /F1 60 0 R >> >>"
    return .pages(
      1, catalog: "/AcroForm << /Fields [70 0 R] /DR << /Font << /F1 60 0 R /Same 61 0 R >> >> \(form) >>",
      page: { _ in "/Annots [70 0 R]" },
      more: [
        60: "<< /Type /Font /Subtype /Type1 /BaseFont /\(font) >>",
        61: "<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>",
        70: """
        << /Type /Annot /Subtype /Widget /Rect [20 10 180 30] /F 4 /FT /Tx /T (text) /V (Words) /AP << /N 71 0 R >>
        \(field) >>
        """,
        71: HandMadePDF.stream(
          "/Tx BMC BT /F1 12 Tf 2 6 Td (Words) Tj ET EMC", "/Subtype /Form /BBox [0 0 160 20] \(resources)"),
      ].merging(objects) { $1 })
  }

  /// The default appearance of each field, with the font that the form has for its name.
  private static let fonts = """
    form = pdf.Root.AcroForm
    for field in form.Fields:
        words = str(field.DA).split()
        name = next(word for word in words if word.startswith('/'))
        own = field.get('/DR', {}).get('/Font', {}).get(name, {}).get('/BaseFont', '')
        print(field.T, form.DR.Font[name].BaseFont, *words[1:], field.get('/Q', ''), own)
    print(sorted(str(font.BaseFont) for name, font in form.DR.Font.items()))
    """

  @Test("Each field has the font of its own form; forms share equal fonts")
  func fontsOfForms() async throws {
    let own = "/DA (/F1 12 Tf 0 g) /DR << /Font << /F1 60 0 R >> >>"
    let result = try joined([
      (try Self.form("Helvetica").file(), [0]), (try Self.form("Courier", own).file(), [0]),
      (try Self.form("Courier").file(), [0]), (try Self.form("Helvetica").file(), [0]),
    ])
    #expect(result.notes == [])
    #expect(
      try await python(Self.fonts, result.bytes) == [
        "text /Helvetica 12 Tf 0 g  ", "text-2 /Courier 12 Tf 0 g  /Courier", "text-3 /Courier 12 Tf 0 g  ",
        "text-4 /Helvetica 12 Tf 0 g  ", "['/Courier', '/Helvetica', '/Symbol']",
      ])
  }

  @Test("The defaults of a form stay with its fields")
  func defaults() async throws {
    let result = try joined([
      (try Self.form("Helvetica", "", form: "/DA (/F1 12 Tf 0 g) /Q 2").file(), [0]),
      (try Self.form("Courier", "", form: "/DA (/F1 9 Tf 1 g)").file(), [0]),
    ])
    #expect(
      try await python(Self.fonts, result.bytes) == [
        "text /Helvetica 12 Tf 0 g 2 ", "text-2 /Courier 9 Tf 1 g  ", "['/Courier', '/Helvetica', '/Symbol']",
      ])
  }

  @Test("A form whose appearances viewers must draw does not change the fields of others")
  func needs() async throws {
    let needy = Self.form("Courier", form: "/NeedAppearances true")
    let flag = "print(pdf.Root.AcroForm.get('/NeedAppearances'))"
    let mixed = try joined([(try needy.file(), [0]), (try Self.form("Helvetica").file(), [0])])
    #expect(try await python(flag, mixed.bytes) == ["None"])
    #expect(
      try await PDFJudge(mixed.bytes).pixels("-f", "2") == PDFJudge(Self.form("Helvetica").bytes).pixels())
    let all = try joined([(try needy.file(), [0]), (try needy.file(), [0])])
    #expect(try await python(flag, all.bytes) == ["True"])
  }

  @Test("The texts and choices of a form that leaves them to viewers are drawn")
  func drawn() async throws {
    let widget = "<< /Type /Annot /Subtype /Widget /F 4 /DA (/F1 10 Tf 1 0 0 rg)"
    let fields = [
      "\(widget) /FT /Tx /T (line) /V (Fresh) /Rect [10 70 90 90] /AP << /N 80 0 R >> >>",
      "\(widget) /FT /Tx /T (lines) /Ff 4096 /V (Several words that need two lines) /Rect [100 50 190 90] >>",
      "\(widget) /FT /Tx /T (cells) /Ff 16777216 /MaxLen 4 /V <FEFF00410042263A> /Rect [10 40 90 60] >>",
      "\(widget) /FT /Ch /T (combo) /Ff 131072 /Opt [[(a) (Alpha)] [(b) (Beta)]] /V (b) /Rect [10 10 90 30] >>",
      "\(widget) /FT /Ch /T (list) /Opt [(North) (South)] /V (South) /Rect [100 10 190 40] >>",
      "\(widget) /FT /Tx /T (word) /Ff 8192 /V (secret) /Rect [10 92 90 99] >>",
    ]
    var more = [
      60: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      80: HandMadePDF.stream("BT /F1 10 Tf 2 4 Td (Stale) Tj ET", "/Subtype /Form /BBox [0 0 80 20]"),
    ]
    for (index, field) in fields.enumerated() { more[70 + index] = field }
    let numbers = fields.indices.map { "\(70 + $0) 0 R" }.joined(separator: " ")
    let needy = HandMadePDF.pages(
      1, catalog: "/AcroForm << /Fields [\(numbers)] /NeedAppearances true /DR << /Font << /F1 60 0 R >> >> >>",
      page: { _ in "/Annots [\(numbers)]" }, more: more)
    let result = try joined([(try needy.file(), [0]), (try Self.form("Helvetica").file(), [0])])
    #expect(result.notes == [])
    let judge = try PDFJudge(result.bytes)
    #expect(try await judge.complaint() == nil)
    let text = try await judge.text("-l", "1")
    for part in ["Fresh", "Several", "need", "A", "B", "☺", "Beta", "North", "South", "******"] {
      #expect(text.contains(part), "\(part): \(text)")
    }
    for part in ["Stale", "Alpha", "secret"] { #expect(!text.contains(part), "\(text)") }
    // At 72 dots an inch the letters are red, in the rectangle of the field.
    let pixels = try await judge.pixels("-l", "1").suffix(200 * 100 * 3)
    let red = (0..<200 * 100).filter { index in
      let start = pixels.startIndex + 3 * index
      return pixels[start] > 200 && pixels[start + 1] < 120 && pixels[start + 2] < 120
    }
    #expect(red.contains { (10..<50).contains($0 % 200) && (10..<30).contains($0 / 200) })
    #expect(!red.contains { (60..<100).contains($0 % 200) && (10..<30).contains($0 / 200) })
  }

  /// Viewers that do not show pages below 3 points show such fields.
  @Test("A low field that is drawn brings no note about a page")
  func lowField() throws {
    let widget = "<< /Type /Annot /Subtype /Widget /F 4 /FT /Tx /T (low) /V (x) /Rect [10 10 190 12] >>"
    let needy = Self.form("Helvetica", form: "/NeedAppearances true", objects: [70: widget])
    let result = try joined([(try needy.file(), [0]), (try Self.form("Helvetica").file(), [0])])
    #expect(result.ofPages == [] && result.notes == [])
  }

  /// A push button gets its caption; a check box that has appearances keeps them; one without them is named.
  @Test("The push buttons of a form that leaves them to viewers are drawn, and a note names other buttons")
  func buttons() async throws {
    let widget = "<< /Type /Annot /Subtype /Widget /F 4 /FT /Btn"
    let fields = [
      "\(widget) /T (push) /Ff 65536 /Rect [10 60 90 90] /MK << /CA (Press) /BC [0 0 1] /BG [1 1 0] >> >>",
      "\(widget) /T (bare) /V /Yes /AS /Yes /Rect [110 60 140 90] /MK << /CA (4) >> >>",
      "\(widget) /T (box) /V /Yes /AS /Yes /Rect [150 60 180 90] /AP << /N << /Yes 80 0 R >> >> >>",
    ]
    var more = [80: HandMadePDF.stream("0 0 30 30 re f", "/Subtype /Form /BBox [0 0 30 30]")]
    for (index, field) in fields.enumerated() { more[70 + index] = field }
    let objects = more
    func form(_ numbers: [Int]) throws -> PDFFile {
      let list = numbers.map { "\($0) 0 R" }.joined(separator: " ")
      let pdf = HandMadePDF.pages(
        1, catalog: "/AcroForm << /Fields [\(list)] /NeedAppearances true >>", page: { _ in "/Annots [\(list)]" },
        more: objects)
      return try pdf.file()
    }
    let other = try Self.form("Helvetica").file()
    let result = try joined([(try form([70, 71, 72]), [0]), (other, [0])])
    #expect(
      result.notes == [
        "buttons of hand.pdf may not be shown: their form leaves them to viewers, and other forms do not"
      ])
    let appearances = """
      for widget in pdf.pages[0].Annots:
          normal = widget.get('/AP', {}).get('/N')
          print(widget.T, 'none' if normal is None else 'drawn' if isinstance(normal, pikepdf.Stream) else 'states')
      """
    #expect(try await python(appearances, result.bytes) == ["push drawn", "bare none", "box states"])
    let judge = try PDFJudge(result.bytes)
    #expect(try await judge.text("-l", "1").contains("Press"))
    // At 72 dots an inch: yellow within the blue border.
    let pixels = Array(try await judge.pixels("-l", "1").suffix(200 * 100 * 3))
    #expect(Array(pixels[3 * (200 * 13 + 13)..<3 * (200 * 13 + 14)]) == [255, 255, 0])
    #expect(try joined([(try form([70, 72]), [0]), (other, [0])]).notes == [])
    // Where all forms leave their appearances to viewers, viewers are asked to draw them.
    #expect(try joined([(try form([71]), [0]), (try form([71]), [0])]).notes == [])
  }

  /// The fields with their full names, the number of their widgets, and whether each kid knows its parent.
  private static let tree = """
    def walk(field, above):
        name = '.'.join(above + ([str(field.T)] if '/T' in field else []))
        kids = field.get('/Kids', [])
        for kid in kids:
            assert kid.Parent.objgen == field.objgen
        fields = [kid for kid in kids if '/T' in kid]
        if fields:
            for kid in fields: walk(kid, above + [str(field.T)])
        else:
            print(name, field.get('/FT', '-'), field.get('/V', '-'), len(kids))
    for field in pdf.Root.AcroForm.Fields: walk(field, [])
    """

  @Test("Fields without a widget on a page stay, and so do kids that do not name their parent")
  func hidden() async throws {
    let pdf = HandMadePDF.pages(
      2, catalog: "/AcroForm << /Fields [70 0 R 71 0 R 72 0 R 74 0 R 77 0 R] /SigFlags 3 >>",
      page: { $0 == 0 ? "/Annots [73 0 R]" : "/Annots [77 0 R 78 0 R]" },
      more: [
        // No widget at all; an invisible signature on no page; a widget without /Parent; fields in fields.
        70: "<< /FT /Tx /T (data) /V (42) >>",
        71: "<< /Type /Annot /Subtype /Widget /Rect [0 0 0 0] /FT /Sig /T (signature) /V 90 0 R /P 10 0 R >>",
        72: "<< /FT /Tx /T (shown) /V (x) /Kids [73 0 R] >>",
        73: "<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] >>",
        74: "<< /T (group) /Kids [75 0 R 76 0 R] >>",
        75: "<< /FT /Tx /T (one) /V (1) >>", 76: "<< /FT /Tx /T (two) /V (2) /Kids [78 0 R] >>",
        // On the second page.
        77: "<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /FT /Tx /T (second) >>",
        78: "<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /Parent 76 0 R >>",
        90: "<< /Type /Sig /Filter /Adobe.PPKLite /Contents <00> /ByteRange [0 1 2 3] >>",
      ])
    let other = try HandMadePDF.pages(1).file()
    let all = try joined([(try pdf.file(), [0, 1]), (other, [0])])
    #expect(all.notes == ["not kept: digital signatures"])
    #expect(
      try await python(Self.tree, all.bytes).sorted() == [
        "data /Tx 42 0", "group.one /Tx 1 0", "group.two /Tx 2 1", "second /Tx - 0", "shown /Tx x 1",
        "signature /Sig - 0",
      ])
    // Fields of a page that is left out go with it.
    let part = try joined([(try pdf.file(), [0]), (other, [0])])
    #expect(
      try await python(Self.tree, part.bytes).sorted() == [
        "data /Tx 42 0", "group.one /Tx 1 0", "shown /Tx x 1", "signature /Sig - 0",
      ])
  }

  @Test("A field on a page that is there twice is one field with two widgets")
  func twice() async throws {
    let result = try joined([(try Self.form("Helvetica").file(), [0, 0])])
    #expect(try await python(Self.tree, result.bytes) == ["text /Tx Words 2"])
    let widgets = """
      for page in pdf.pages:
          for widget in page.Annots: print(widget.Subtype, widget.Parent.T, '/T' in widget, '/AP' in widget)
      """
    #expect(try await python(widgets, result.bytes) == ["/Widget text False True", "/Widget text False True"])
  }

  @Test("Loops in the fields of a form end")
  func hostile() async throws {
    let pdf = HandMadePDF.pages(
      1, catalog: "/AcroForm << /Fields [70 0 R 70 0 R 71 0 R (x) 10 0 R 1 0 R] /DR 72 0 R /DA 7 >>",
      page: { _ in "/Annots [71 0 R]" },
      more: [
        70: "<< /T (a) /Kids [70 0 R 71 0 R] /Parent 71 0 R >>", 71: "<< /Subtype /Widget /T 7 /Kids [70 0 R] /DA 7 >>",
        72: "<< /Font 72 0 R /Odd 7 /XObject << /A 72 0 R >> >>",
      ])
    let result = try joined([(try pdf.file(), [0]), (try pdf.file(), [0])])
    #expect(try await PDFJudge(result.bytes).complaint() == nil)
  }

  @Test(
    "Default appearances get the new names of resources",
    arguments: [
      ("/F1 12 Tf", "/New 12 Tf"), ("0 g/F1 0 Tf", "0 g/New 0 Tf"), ("/F#31 9 Tf /F12 9 Tf", "/New 9 Tf /F12 9 Tf"),
      ("/F1", "/New"), ("", ""), ("/", "/"),
    ])
  func appearances(_ old: String, _ new: String) {
    let renamed = DefaultAppearance.renamed(Array(old.utf8), ["F1": "New"])
    #expect(String(decoding: renamed, as: UTF8.self) == new)
  }
}
