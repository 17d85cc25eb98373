internal import TestKit
internal import Testing

/// `mkpdf --list-fields`, `--fill` and `--flatten`, beside pikepdf, qpdf and poppler.
@Suite("mkpdf and forms", .timed) struct MkpdfFormTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(Self.form.bytes, to: "form.pdf")
  }

  /// Two pages with a text field, one in a group, a check box, radio buttons and a choice.
  private static var form: HandMadePDF {
    func look(_ color: String) -> String {
      HandMadePDF.stream("\(color) rg 0 0 10 10 re f", "/Type /XObject /Subtype /Form /BBox [0 0 10 10]")
    }
    func widget(_ rect: String, _ page: Int) -> String {
      "/Type /Annot /Subtype /Widget /F 4 /Rect [\(rect)] /P \(page) 0 R"
    }
    return HandMadePDF.pages(
      2,
      catalog: """
        /AcroForm << /DA (/Helv 0 Tf 0 g) /DR << /Font << /Helv 3 0 R >> >> /XFA (old)
        /Fields [20 0 R 22 0 R 23 0 R 24 0 R 27 0 R] >>
        """,
      page: { $0 == 0 ? "/Annots [21 0 R 22 0 R 23 0 R 28 0 R]" : "/Annots [25 0 R 26 0 R 27 0 R]" },
      more: [
        20: "<< /T (person) /FT /Tx /DA (/Helv 10 Tf 0 g) /Kids [21 0 R] >>",
        21: "<< /T (name) /Parent 20 0 R \(widget("10 70 110 90", 10)) >>",
        22: "<< /T (zip) /FT /Tx /MaxLen 5 /Ff 2 \(widget("120 70 190 90", 10)) >>",
        23: "<< /T (agreed) /FT /Btn /V /Off /AS /Off /AP << /N << /Yes 30 0 R >> >> \(widget("10 5 20 15", 10)) >>",
        24: "<< /T (color) /FT /Btn /Ff 49152 /V /Off /Kids [25 0 R 26 0 R] >>",
        25: "<< /Parent 24 0 R /AS /Off /AP << /N << /red 31 0 R >> >> \(widget("10 5 20 15", 11)) >>",
        26: "<< /Parent 24 0 R /AS /Off /AP << /N << /blue 32 0 R >> >> \(widget("30 5 40 15", 11)) >>",
        27: """
        << /T (country) /FT /Ch /Ff 131072 /Opt [[(no) (Norway)] [(ch) (Switzerland)]] \(widget("50 70 190 90", 11)) >>
        """,
        28: "<< /Type /Annot /Subtype /Link /Rect [0 0 5 5] /A << /S /URI /URI (https://example.org) >> >>",
        30: look("0 0 0"), 31: look("1 0 0"), 32: look("0 0 1"),
      ])
  }

  private func run(_ arguments: String...) async throws -> Tool.Result {
    try await Tool.cameo("mkpdf", arguments, directory: folder.path)
  }

  /// The values and states of a document's fields, and the number of annotations on each page.
  private func values(_ name: String) async throws -> String {
    #expect(try await Tool.complaint(ofPDF: folder.file(name)) == nil)
    let result = try await Tool.python(
      """
      import sys, pikepdf
      pdf = pikepdf.open(sys.argv[1])
      def walk(field, prefix):
          name = prefix + str(field.get("/T", "")) if "/T" in field else prefix.rstrip(".")
          if "/V" in field: print(name, str(field.V))
          for kid in field.get("/Kids", []):
              walk(kid, name + ".")
      for field in pdf.Root.get("/AcroForm", {}).get("/Fields", []): walk(field, "")
      for page in pdf.pages: print([str(a.get("/AS", "-")) for a in page.get("/Annots", [])])
      print("XFA" if "/AcroForm" in pdf.Root and "/XFA" in pdf.Root.AcroForm else "")
      """, [folder.file(name)])
    #expect(result.errors == "")
    return result.text
  }

  private func text(_ name: String) async throws -> [Substring] {
    let result = try await Tool.run("pdftotext", ["-layout", name, "-"], directory: folder.path)
    return result.text.split(whereSeparator: \.isWhitespace)
  }

  @Test("Fields are listed with kinds, values and options")
  func list() async throws {
    let result = try await run("form.pdf", "--list-fields")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.text == """
        person.name: text
        zip: text, at most 5 characters, required
        agreed: checkbox, 'Off', of Yes
        color: radio, 'Off', of red, blue
        country: choice, of no, ch

        """)
    let json = try await run("form.pdf", "--list-fields", "--json")
    #expect(json.text.contains(#"{"name": "country", "type": "choice", "values": [], "options": ["no", "ch"]"#))
  }

  private static let expected = """
    person.name Zoë Ångström
    zip 8001
    agreed /Yes
    color /blue
    country ch
    ['-', '-', '/Yes', '-']
    ['/Off', '/blue', '-']


    """

  @Test(
    "A form is filled in from each format",
    arguments: [
      (
        "a.json",
        #"{"person": {"name": "Zoë Ångström"}, "zip": 8001, "agreed": true, "color": "blue", "country": "ch"}"#
      ),
      ("a.csv", "person.name;zip;agreed;color;country\r\n\"Zoë Ångström\";8001;yes;blue;Switzerland\r\n"),
      (
        "a.xfdf",
        """
        <?xml version="1.0" encoding="UTF-8"?><xfdf xmlns="http://ns.adobe.com/xfdf/"><fields>
        <field name="person"><field name="name"><value>Zoë Ångström</value></field></field>
        <field name="zip"><value>8001</value></field><field name="agreed"><value>Yes</value></field>
        <field name="color"><value>blue</value></field><field name="country"><value>ch</value></field></fields></xfdf>
        """
      ),
      (
        "a.fdf",
        """
        %FDF-1.2
        1 0 obj << /FDF << /Fields [ << /T (person) /Kids [ << /T (name)
        /V <FEFF005A006F00EB002000C5006E006700730074007200F6006D> >> ] >>
        << /T (zip) /V (8001) >> << /T (agreed) /V /Yes >> << /T (color) /V /blue >> << /T (country) /V (ch) >> ] >> >>
        endobj
        trailer << /Root 1 0 R >>
        %%EOF
        """
      ),
    ])
  func fill(_ name: String, _ data: String) async throws {
    try folder.write(Array(data.utf8), to: name)
    let result = try await run("form.pdf", "--fill", name, "-o", "out.pdf")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("XFA"))
    #expect(try await values("out.pdf") == Self.expected)
    // Viewers show the values: the appearances are drawn.
    let seen = try await text("out.pdf")
    #expect(seen.contains("Zoë") && seen.contains("8001") && seen.contains("Switzerland"), "\(seen)")
    let fields = try await Tool.run("pdffonts", ["out.pdf"], directory: folder.path).text
    #expect(fields.split(separator: "\n").count > 2)
  }

  @Test("Flattened fields are a part of the pages, and other annotations stay")
  func flatten() async throws {
    try folder.write(Array(#"{"person.name": "Ada", "agreed": true, "country": "no"}"#.utf8), to: "a.json")
    let result = try await run("form.pdf", "--fill", "a.json", "--flatten", "-o", "flat.pdf")
    #expect([0, 3].contains(result.status), "\(result.errors)")
    #expect(try await values("flat.pdf") == "['-']\n[]\n\n")
    let seen = try await text("flat.pdf")
    #expect(seen.contains("Ada") && seen.contains("Norway") && seen.contains("Page"), "\(seen)")
    // The check box's mark is black where the page was white.
    let picture = try await Tool.run(
      "pdftoppm", ["-r", "72", "-f", "1", "-l", "1", "-x", "15", "-y", "90", "-W", "1", "-H", "1", "flat.pdf"],
      directory: folder.path)
    #expect(Array(picture.output.suffix(3)) == [0, 0, 0])
  }

  @Test("Each row of a table is a document, named by its number or a value")
  func rows() async throws {
    try folder.write(Array("person.name,zip\nAda,1000\nBob,2000\n".utf8), to: "a.csv")
    #expect(try await run("form.pdf", "--fill", "a.csv", "-o", "{stem}-{n}.pdf").status == 0)
    #expect(try await text("form-1.pdf").contains("Ada"))
    #expect(try await text("form-2.pdf").contains("2000"))
    #expect(try await run("form.pdf", "--fill", "a.csv", "-o", "{person.name}.pdf").status == 0)
    #expect(try await text("Bob.pdf").contains("Bob"))
    #expect(try await run("form.pdf", "--fill", "a.csv", "-o", "same.pdf").status == 64)
  }

  @Test("Fields that do not exist and values that do not fit are refused, and nothing is written")
  func refused() async throws {
    for (data, words) in [
      (#"{"persn.name": "Ada"}"#, "has no field 'persn.name'; did you mean person.name?"),
      (#"{"zip": "123456"}"#, "takes at most 5 characters"), (#"{"color": "green"}"#, "has no state 'green'"),
      (#"{"country": "se"}"#, "has no option 'se'"), (#"{"zip": true}"#, "needs a text"), ("[1]", "expected an object"),
      ("[]", "has an empty list"),
    ] {
      try folder.write(Array(data.utf8), to: "a.json")
      let result = try await run("form.pdf", "--fill", "a.json", "-o", "out.pdf")
      #expect(result.status != 0 && result.errors.contains(words), "\(result.errors)")
      #expect(!folder.names.contains("out.pdf"))
    }
  }

  @Test("Options of new documents are refused beside those for forms")
  func otherOptions() async throws {
    try folder.write(Array(#"{"zip": "1"}"#.utf8), to: "a.json")
    for (arguments, words) in [
      (["--flatten", "--title", "T", "-o", "out.pdf"], "--title does not apply to --flatten"),
      (["--fill", "a.json", "--watermark", "W", "-o", "out.pdf"], "--watermark does not apply to --fill"),
      (["--fill", "a.json", "--dry-run", "-o", "out.pdf"], "--dry-run does not apply to --fill"),
      (["--list-fields", "-o", "out.pdf"], "-o does not apply to --list-fields"),
      (["--list-fields", "--encrypt", "--user-password", "p"], "--encrypt does not apply to --list-fields"),
    ] {
      let result = try await Tool.cameo("mkpdf", ["form.pdf"] + arguments, directory: folder.path)
      #expect(result.status == 64 && result.errors.contains(words), "\(result.errors)")
    }
    #expect(!folder.names.contains("out.pdf"))
  }

  private static let works = [
    ["--fill", "a.json", "-o", "out.pdf"], ["--flatten", "-o", "out.pdf"], ["--list-fields"],
    ["--extract", "text", "-o", "out.pdf"], ["--list-attachments"], ["--extract-attachment", "a", "-o", "out.pdf"],
  ]

  @Test(
    "An option that does not apply to what is done with one document is refused", arguments: works,
    [
      ["--remove", "all"], ["--shrink"], ["--shrink", "--quality", "50"], ["--split", "1"], ["--bates", "A-001"],
      ["--remove-blank"], ["--collate"], ["--pad-to", "2"], ["--crop", "5mm"], ["--stamp", "form.pdf"],
      ["--underlay", "form.pdf"], ["--watermark", "W"], ["--title", "T"], ["--outline", "none"], ["--dry-run"],
      ["--paper", "A4"], ["--nup", "2x1"], ["--gap", "5mm", "--nup", "2x1"], ["--skip-bad"],
    ])
  func unusedOptions(_ work: [String], _ option: [String]) throws {
    let result = try InProcess("mkpdf", [folder.file("form.pdf")] + work + option, outputs: folder)
    #expect(result.status == 64)
    #expect(
      result.errors.hasPrefix("mkpdf: \(option[0]) does not apply to \(work[0]) (see"), "\(result.errors)")
    #expect(folder.names == ["form.pdf"])
  }

  @Test("Options of the written document do not apply where none is written", arguments: works[2...])
  func unusedOptionsOfWriting(_ work: [String]) throws {
    for option in [["--linearize"], ["--pdf-version", "2.0"]] {
      let result = try InProcess("mkpdf", [folder.file("form.pdf")] + work + option, outputs: folder)
      #expect(result.status == 64)
      #expect(result.errors.contains("\(option[0]) does not apply to \(work[0])"), "\(result.errors)")
    }
  }

  /// A page with fields of its own.
  private func write(_ fields: [String], form: String = "", to name: String) throws {
    let numbers = fields.indices.map { "\(20 + $0) 0 R" }.joined(separator: " ")
    var objects: [Int: String] = [:]
    for (index, field) in fields.enumerated() {
      let place = "\(10 + index * 40) 10 \(40 + index * 40) 30"
      objects[20 + index] = "<< /Type /Annot /Subtype /Widget /F 4 /Rect [\(place)] /P 10 0 R \(field) >>"
    }
    objects[40] = HandMadePDF.stream("0 0 9 9 re f", "/Type /XObject /Subtype /Form /BBox [0 0 9 9]")
    let pdf = HandMadePDF.pages(
      1, catalog: "/AcroForm << /DA (/Helv 10 Tf 0 g) /Fields [\(numbers)] \(form) >>",
      page: { _ in "/Annots [\(numbers)]" }, more: objects)
    try folder.write(pdf.bytes, to: name)
  }

  @Test("A check box without an appearance is refused, and fields of one name are filled in alike")
  func oddFields() async throws {
    try write(["/FT /Btn /T (bare)", "/FT /Tx /T (twice)", "/FT /Tx /T (twice)"], to: "odd.pdf")
    try folder.write(Array(#"{"bare": true}"#.utf8), to: "a.json")
    let refused = try await run("odd.pdf", "--fill", "a.json", "-o", "out.pdf")
    #expect(refused.status != 0 && refused.errors.contains("the field 'bare' cannot be switched on"))
    #expect(!folder.names.contains("out.pdf"))
    try folder.write(Array(#"{"bare": false, "twice": "same"}"#.utf8), to: "a.json")
    let filled = try await run("odd.pdf", "--fill", "a.json", "-o", "out.pdf")
    #expect(filled.status == 0, "\(filled.errors)")
    #expect(try await text("out.pdf").filter { $0 == "same" }.count == 2)
  }

  @Test("Options of radio buttons come before the names of their states")
  func radioOptions() async throws {
    let parent = "/Type /Annot /Subtype /Widget /F 4 /P 10 0 R /Parent 20 0 R /AS /Off"
    let pdf = HandMadePDF.pages(
      1, catalog: "/AcroForm << /Fields [20 0 R] >>", page: { _ in "/Annots [21 0 R 22 0 R]" },
      more: [
        20: "<< /T (stars) /FT /Btn /Ff 49152 /V /1 /Opt [(1) (2)] /Kids [21 0 R 22 0 R] >>",
        21: "<< \(parent) /Rect [10 10 20 20] /AP << /N << /0 40 0 R >> >> >>",
        22: "<< \(parent) /Rect [30 10 40 20] /AP << /N << /1 40 0 R >> >> >>",
        40: HandMadePDF.stream("0 0 9 9 re f", "/Type /XObject /Subtype /Form /BBox [0 0 9 9]"),
      ])
    try folder.write(pdf.bytes, to: "radio.pdf")
    #expect(try await run("radio.pdf", "--list-fields").text == "stars: radio, '2', of 1, 2\n")
    try folder.write(Array(#"{"stars": "1"}"#.utf8), to: "a.json")
    #expect(try await run("radio.pdf", "--fill", "a.json", "-o", "out.pdf").status == 0)
    #expect(try await values("out.pdf") == "stars /0\n['/0', '/Off']\n\n")
    try folder.write(Array(#"{"stars": true}"#.utf8), to: "a.json")
    #expect(try await run("radio.pdf", "--fill", "a.json", "-o", "no.pdf").errors.contains("needs the name of a state"))
  }

  @Test("Fields that a form leaves to viewers are drawn before they become a part of the page")
  func needyForm() async throws {
    try write(["/FT /Tx /T (a) /V (Seen)", "/FT /Tx /T (b)"], form: "/NeedAppearances true", to: "needy.pdf")
    let result = try await run("needy.pdf", "--flatten", "-o", "flat.pdf")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try await text("flat.pdf").contains("Seen"))
    #expect(try await values("flat.pdf") == "[]\n\n")
  }

  /// `qpdf --generate-appearances` removes the flag, too.
  @Test("Fields that a form leaves to viewers are drawn when others are filled in, and viewers draw none")
  func needyFill() async throws {
    for form in ["/NeedAppearances true", "/NeedAppearances true /XFA (old)"] {
      try write(["/FT /Tx /T (a) /V (Seen)", "/FT /Tx /T (b)"], form: form, to: "needy.pdf")
      try folder.write(Array(#"{"b": "New"}"#.utf8), to: "a.json")
      let result = try await run("needy.pdf", "--fill", "a.json", "-o", "out.pdf")
      #expect(result.status == 0, "\(result.errors)")
      #expect(try await values("out.pdf") == "a Seen\nb New\n['-', '-']\n\n")
      let state = try await Tool.python(
        """
        import sys, pikepdf
        pdf = pikepdf.open(sys.argv[1])
        print("/NeedAppearances" in pdf.Root.AcroForm, ["/AP" in a for a in pdf.pages[0].Annots])
        """, [folder.file("out.pdf")])
      #expect(state.text == "False [True, True]\n", "\(state.errors)")
      let seen = try await text("out.pdf")
      #expect(seen.contains("Seen") && seen.contains("New"), "\(seen)")
    }
  }

  @Test("Values come from standard input and from a pipe, which are read once")
  func pipes() async throws {
    let data = Array(#"{"zip": "8001"}"#.utf8)
    for (name, output) in [("-", "a.pdf"), ("/dev/stdin", "b.pdf")] {
      let result = try await Tool.cameo(
        "mkpdf", ["form.pdf", "--fill", name, "-o", output], input: data, directory: folder.path)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try await values(output).contains("zip 8001"))
    }
    try folder.write(data, to: "a.json")
    let pipe = "cat a.json | \"$0\" form.pdf --fill /dev/stdin -o c.pdf"
    let piped = try await Tool.run("sh", ["-c", pipe, "\(Tool.products)/mkpdf"], directory: folder.path)
    #expect(piped.status == 0, "\(piped.errors)")
    #expect(try await values("c.pdf").contains("zip 8001"))
    let table = Array("\u{FEFF}\"person.name\";zip\nAda;1000\nBob;2000\n".utf8)
    let rows = try await Tool.cameo(
      "mkpdf", ["form.pdf", "--fill", "-", "-o", "{n}.pdf"], input: table, directory: folder.path)
    #expect(rows.status == 0, "\(rows.errors)")
    #expect(try await values("1.pdf").contains("person.name Ada\nzip 1000"))
    #expect(try await values("2.pdf").contains("person.name Bob\nzip 2000"))
    let twice = try InProcess("mkpdf", ["-", "--fill", "-", "-o", "no.pdf"], outputs: folder)
    #expect(twice.status == 64 && twice.errors.contains("standard input (-) can be read only once"))
  }

  @Test("A message about the values names the option once")
  func oneOption() throws {
    try folder.write(Array("{".utf8), to: "a.json")
    let result = try InProcess(
      "mkpdf", [folder.file("form.pdf"), "--fill", folder.file("a.json"), "-o", "no.pdf"], outputs: folder)
    #expect(result.status == 64)
    #expect(result.errors.ranges(of: "(--fill)").count == 1, "\(result.errors)")
  }

  @Test("A document without fields and one without text get a note")
  func nothing() async throws {
    let pdf = HandMadePDF([
      1: "<< /Type /Catalog /Pages 2 0 R >>", 2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources << >> >>",
      4: HandMadePDF.stream("0 0 10 10 re f"),
    ])
    try folder.write(pdf.bytes, to: "plain.pdf")
    let list = try await run("plain.pdf", "--list-fields")
    #expect(list.status == 0 && list.text == "")
    #expect(list.errors == "mkpdf: plain.pdf: note: has no form fields\n")
    let words = try await run("plain.pdf", "--extract", "text")
    #expect(words.status == 0)
    #expect(words.errors == "mkpdf: plain.pdf: note: has no text; the pages may be pictures\n")
  }

  @Test("A fault in a later row leaves no documents behind")
  func laterRow() async throws {
    try folder.write(Array("person.name,zip\nAda,1000\nBob,2000000\n".utf8), to: "a.csv")
    let result = try await run("form.pdf", "--fill", "a.csv", "-o", "{n}.pdf")
    #expect(result.status != 0 && result.errors.contains("values of document 2: the field 'zip'"), "\(result.errors)")
    #expect(!folder.names.contains("1.pdf"))
  }

  @Test("Tables may have a byte order mark, quotation marks and line feeds in cells")
  func tableCells() async throws {
    try folder.write(
      Array("\u{FEFF}\"person.name\",zip\r\n\"A \"\"x\"\", \u{301}b\",\"80\n01\"\r\n".utf8), to: "a.csv")
    let result = try await run("form.pdf", "--fill", "a.csv", "-o", "out.pdf")
    #expect(result.status == 0, "\(result.errors)")
    let found = try await values("out.pdf")
    #expect(found.contains("person.name A \"x\", \u{301}b\nzip 80\n01\n"), "\(found)")
  }

  @Test(
    "Columns with one name and values without a name are refused",
    arguments: [("zip,zip\n1,2\n", "has two columns 'zip'"), ("zip,\n1,2\n", "row 2 has a value in a column without")])
  func columnNames(_ table: String, message: String) async throws {
    try folder.write(Array(table.utf8), to: "a.csv")
    let result = try await run("form.pdf", "--fill", "a.csv", "-o", "out.pdf")
    #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
  }

  @Test("Form data in a loop is refused")
  func loop() async throws {
    try folder.write(
      Array("%FDF-1.2\n1 0 obj<</FDF<</Fields[2 0 R]>>>>endobj 2 0 obj<</Kids[2 0 R 2 0 R]>>endobj\n".utf8), to: "a.fdf"
    )
    let result = try await run("form.pdf", "--fill", "a.fdf", "-o", "out.pdf")
    #expect(result.status != 0 && result.errors.contains("fields in a loop"), "\(result.errors)")
  }
}
