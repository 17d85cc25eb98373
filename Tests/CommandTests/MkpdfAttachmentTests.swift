internal import Foundation
internal import TestKit
internal import Testing

/// What `mkpdf` keeps of a document besides its pages, as pikepdf and poppler see it.
@Suite("mkpdf: attached files, languages and titles", .timed) struct MkpdfAttachmentTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(Array("words\n".utf8), to: "notes.txt")
    try folder.write(Array("<invoice>ü</invoice>".utf8), to: "data.xml")
  }

  private func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Tool.Result {
    try await Tool.cameo("mkpdf", arguments, directory: folder.path, environment: environment)
  }

  @Test("An attached file is listed and extracted")
  func attachments() async throws {
    let made = try await run(["notes.txt", "--attach", "data.xml", "--attach", "data.xml", "-o", "a.pdf"])
    #expect(made.status == 0 && made.errors == "", "\(made.errors)")
    // The file passes through another run.
    #expect(try await run(["a.pdf", "--title", "New", "-o", "b.pdf"]).status == 0)
    #expect(try await Tool.complaint(ofPDF: folder.file("b.pdf")) == nil)
    #expect(
      try await Tool.run("pdfdetach", ["-list", folder.file("b.pdf")]).text.hasPrefix(
        "2 embedded files\n1: data-2.xml\n2: data.xml"))
    let list = try await run(["b.pdf", "--list-attachments"])
    #expect(
      list.text == "data-2.xml: 21 bytes, application/xml\ndata.xml: 21 bytes, application/xml\n", "\(list.errors)")
    let report = try await run(["b.pdf", "--list-attachments", "--json"])
    let files = (try JSONSerialization.jsonObject(with: Data(report.output)) as? [String: Any])?["files"]
    #expect((((files as? [[String: Any]])?.first?["attachments"]) as? [[String: Any]])?.count == 2, "\(report.text)")
    let second = try await run(["b.pdf", "--extract-attachment", "data-2.xml", "-o", "-"])
    #expect(second.text == "<invoice>ü</invoice>", "\(second.errors)")
  }

  @Test("An attached file is written to the output, byte for byte")
  func extraction() async throws {
    #expect(try await run(["notes.txt", "--attach", "data.xml", "-o", "a.pdf"]).status == 0)
    let piped = try await run(["a.pdf", "--extract-attachment", "data.xml", "-o", "-"])
    #expect(piped.text == "<invoice>ü</invoice>" && piped.status == 0, "\(piped.errors)")
    #expect(try await run(["a.pdf", "--extract-attachment", "data.xml", "-o", "out.xml"]).status == 0)
    #expect(Fixtures.bytes(folder.file("out.xml")) == Fixtures.bytes(folder.file("data.xml")))
    let missing = try await run(["a.pdf", "--extract-attachment", "nothing", "-o", "no.xml"])
    #expect(missing.status == 64 && missing.errors == "mkpdf: a.pdf: has no attached file 'nothing'\n")
    #expect(!FileManager.default.fileExists(atPath: folder.file("no.xml")))
    let same = try await run(["a.pdf", "--extract-attachment", "data.xml", "-o", "a.pdf"])
    #expect(same.status == 64 && same.errors.contains("the output is also an input"))
    let text = try await run(["notes.txt", "--list-attachments"])
    #expect(text.status == 1 && text.errors == "mkpdf: notes.txt: is not a PDF\n")
  }

  @Test("An attached file says what it is to the document")
  func relationships() async throws {
    let attach = ["notes.txt", "--attach", "data.xml", "-o", "a.pdf"]
    #expect(try await run(attach + ["--relationship", "alternative"]).status == 0)
    let facts = try await Tool.python(
      """
      import sys, pikepdf
      pdf = pikepdf.open(sys.argv[1])
      print([(str(file.UF), str(file.AFRelationship)) for file in pdf.Root.AF])
      """, [folder.file("a.pdf")])
    #expect(facts.text == "[('data.xml', '/Alternative')]\n", "\(facts.errors)")
    let alone = try InProcess(
      "mkpdf", [folder.file("notes.txt"), "--relationship", "data", "-o", "b.pdf"], outputs: folder)
    #expect(alone.status == 64 && alone.errors.hasPrefix("mkpdf: --relationship needs --attach "), "\(alone.errors)")
  }

  @Test("A file of an option that does not exist, and an output with the suffix of another type, are usage errors")
  func usage() async throws {
    for option in ["--attach", "--stamp"] {
      let missing = try InProcess(
        "mkpdf", [folder.file("notes.txt"), option, "no.file", "-o", "a.pdf"], outputs: folder)
      #expect(missing.status == 64)
      #expect(missing.errors == "mkpdf: no.file: cannot open: No such file or directory (\(option))\n")
    }
    for name in ["a.png", "a.JPG", "a.tif", "a.txt", "a.docx", "a.json"] {
      let picture = try InProcess("mkpdf", [folder.file("notes.txt"), "-o", name], outputs: folder)
      #expect(picture.status == 64 && picture.errors.contains("\(name)' has the suffix of "), "\(picture.errors)")
    }
    #expect(try await run(["notes.txt", "-o", "a.out"]).status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a.out", "data.xml", "notes.txt"])
    // The name of an extracted file is the user's choice.
    #expect(try await run(["notes.txt", "--attach", "data.xml", "-o", "a.pdf"]).status == 0)
    #expect(try await run(["a.pdf", "--extract-attachment", "data.xml", "-o", "data.png"]).status == 0)
  }

  @Test("Attached files of a file whose end is cut off come with a warning")
  func cutFile() async throws {
    #expect(try await run(["notes.txt", "--attach", "data.xml", "-o", "whole.pdf"]).status == 0)
    try folder.write(Fixtures.bytes(folder.file("whole.pdf")).dropLast(10), to: "a.pdf")
    let warning = "mkpdf: a.pdf: warning: its cross-references are lost; a search found 1 page\n"
    let list = try await run(["a.pdf", "--list-attachments"])
    #expect(list.status == 3 && list.errors == warning)
    #expect(list.text == "data.xml: 21 bytes, application/xml\n")
    let report = try await run(["a.pdf", "--list-attachments", "--json", "--warning-exit-0"])
    let files = (try JSONSerialization.jsonObject(with: Data(report.output)) as? [String: Any])?["files"]
    #expect(((files as? [[String: Any]])?.first?["warnings"] as? [String])?.count == 1, "\(report.text)")
    #expect(report.status == 0)
    let extracted = try await run(["a.pdf", "--extract-attachment", "data.xml", "-o", "-"])
    #expect(extracted.status == 3 && extracted.errors == warning)
    #expect(extracted.text == "<invoice>ü</invoice>")
    let missing = try await run(["a.pdf", "--extract-attachment", "nothing", "-o", "-"])
    #expect(missing.status == 64 && missing.errors == warning + "mkpdf: a.pdf: has no attached file 'nothing'\n")
  }

  @Test(
    "A document that is not made of PDFs has a language and a title",
    arguments: [
      (["notes.txt"], "de_DE.UTF-8", "de-DE notes"), (["notes.txt"], "C.UTF-8", "en notes"),
      (["notes.txt", "--lang", "fr", "--title", "T"], "de_DE.UTF-8", "fr T"),
      (["notes.txt", "notes.txt"], "", "en out"),
    ])
  func language(_ arguments: [String], _ locale: String, _ expected: String) async throws {
    let made = try await run(arguments + ["-o", "out.pdf"], environment: ["LC_ALL": locale, "LANG": locale])
    #expect(made.status == 0, "\(made.errors)")
    let facts = try await Tool.python(
      "import sys, pikepdf\npdf = pikepdf.open(sys.argv[1])\nprint(pdf.Root.Lang, pdf.open_metadata()['dc:title'])",
      [folder.file("out.pdf")])
    #expect(facts.text == expected + "\n", "\(facts.errors)")
    #expect(try await run(["out.pdf", "-o", "again.pdf", "--lang", "it"]).status == 0)
    let again = try await Tool.python(
      "import sys, pikepdf\nprint(pikepdf.open(sys.argv[1]).Root.Lang)", [folder.file("again.pdf")])
    #expect(again.text == "it\n")
  }
}
