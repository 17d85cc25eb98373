@testable internal import CommandKit
internal import Glibc
internal import ImageModel
internal import PreviewCommands
internal import ProviderProtocol
internal import TestKit
internal import Testing
@testable internal import preview

/// What users meet when they try `preview` for the first time.
@Suite("preview: first use", .timed) struct PreviewFirstUseTests {
  private let run: PreviewRun

  init() throws { run = try PreviewRun() }

  @Test("A program that is built but not installed finds the providers of its source tree")
  func built() async throws {
    try run.add("preview/valid/plain.txt")
    let result = try await run.run(["--timeout", "120", "plain.txt"])
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test("Without any provider the message says where it looked and what helps")
  func noProviders() async throws {
    try run.add("preview/valid/plain.txt")
    #expect(try await Tool.run("/bin/cp", ["\(Tool.products)/preview", run.folder.file("preview")]).status == 0)
    let result = try await Tool.run(
      run.folder.file("preview"), ["plain.txt"], directory: run.folder.path, environment: try await run.environment())
    #expect(result.status == 1)
    #expect(result.errors.contains("\(run.folder.file(".XDG_DATA_HOME"))/cameo/providers, "), "\(result.errors)")
    #expect(result.errors.contains("--providers DIR") && result.errors.contains("'preview doctor'"))
    let wrong = try await run.run(["--providers", "nowhere", "plain.txt"])
    #expect(wrong.status == 64)
    #expect(wrong.errors == "preview: nowhere: --providers: No such file or directory\n")
  }

  @Test("A chosen provider is used, whatever thumbnail is in the cache")
  func namedProvider() async throws {
    try run.folder.write(Array("x".utf8), to: "1.txt")
    #expect(try await run.shipped("1.txt").status == 0)
    try run.add(provider: PreviewFileTests.tellsItsProcess)
    let result = try await run.run(
      ["--providers", "providers", "--provider", "org.example.test", "--timeout", "60", "--json", "1.txt"])
    #expect(
      try await run.json(".files[0] | [.provider, .cached, .outputs[0].width]", result.output)
        == #"["org.example.test",false,1]"#)
    // Its picture does not get into the cache either.
    let again = try await run.shipped("--json", "1.txt")
    #expect(
      try await run.json(".files[0] | [.cached, (.outputs[0] | [.width, .height] | max)]", again.output) == "[true,256]"
    )
  }

  @Test("A chosen provider that does not take the type of the file is named")
  func providerOfAnotherType() async throws {
    try run.add("preview/valid/bars.pdf")
    let result = try await run.shipped("--provider", "org.cameo.text", "bars.pdf")
    #expect(result.status == 1)
    #expect(
      result.errors
        == "preview: bars.pdf: the provider org.cameo.text does not take files of type PDF (com.adobe.pdf)\n")
  }

  @Test("Empty files get the same answer whatever their names are, but an empty text is an empty page")
  func emptyFiles() async throws {
    try run.folder.write([], to: "a.txt")
    let text = try await run.run(PreviewRun.providers + ["--timeout", "120", "a.txt"])
    #expect(text.status == 0 && run.folder.names.contains("a_thumb.png"), "\(text.errors)")
    let names = ["b.docx", "c.pdf", "d.png", "e.zip", "f.unheard-of", "g"]
    for name in names { try run.folder.write([], to: name) }
    let result = try await run.run(PreviewRun.providers + ["--timeout", "120"] + names + ["-"])
    #expect(result.status == 1)
    #expect(result.errors == (names + ["standard input"]).map { "preview: \($0): the file is empty\n" }.joined())
  }

  @Test("A limit is named once")
  func limit() {
    let memory = ProviderError(
      .resourceExhausted, "the provider needed more than 512 MiB of memory", provider: "org.example.a")
    #expect(memory.imageError.message == "the provider org.example.a needed more than 512 MiB of memory")
    let other = ProviderError(.resourceExhausted, "no space is left", provider: "org.example.a")
    #expect(other.imageError.message == "the provider org.example.a used more than it may: no space is left")
  }

  @Test("The page of --html replaces only HTML files, and with --no-clobber no file at all")
  func pageName() async throws {
    try run.add("preview/valid/plain.txt")
    for name in ["victim.pdf", "page.html"] { try run.folder.write(Array("mine".utf8), to: name) }
    let refused = try await run.shipped("--html", "victim.pdf", "plain.txt")
    #expect(refused.status == 64)
    #expect(refused.errors.hasPrefix("preview: --html: 'victim.pdf' does not end in .html or .htm"))
    let kept = try await run.shipped("--no-clobber", "--html", "page.html", "plain.txt")
    #expect(kept.status == 0)
    #expect(kept.errors == "preview: page.html: note: exists already, and is left alone\n")
    for name in ["victim.pdf", "page.html"] {
      #expect(Fixtures.bytes(run.folder.file(name)) == Array("mine".utf8), "\(name)")
    }
  }

  @Test(
    "No file gets the suffix of another format", arguments: ["-o x.gif", "-f png -o x.pdf", "--kind preview -o x.txt"])
  func suffix(_ options: String) async throws {
    try run.add("preview/valid/bars.pdf")
    let words = options.split(separator: " ").map(String.init)
    let result = try await run.run(PreviewRun.providers + ["--timeout", "120"] + words + ["bars.pdf"])
    #expect(result.status == 64, "\(result.errors)")
    #expect(!run.folder.names.contains { $0.hasPrefix("x.") })
  }

  @Test("Sizes that one provider does not make, and sizes that no provider makes")
  func sizes() async throws {
    try run.add("preview/valid/bars.pdf")
    let small = try await run.shipped("-s", "8", "bars.pdf")
    #expect(small.status == 1)
    #expect(small.errors.contains("(com.adobe.pdf) of fewer than 16 pixels"), "\(small.errors)")
    for size in ["0", "8193"] {
      let ending = Preview.ending(of: ["-s", size, run.folder.file("bars.pdf")])
      #expect(ending.status == .usage && ending.line?.contains("numbers from 1 to 8192") == true)
    }
  }

  @Test("The size of a picture is reported for previews, too")
  func pictureSize() async throws {
    try run.add("jpeg/valid/photo_phone.jpg", as: "a.jpg")
    let result = try await run.shipped("--kind", "preview", "-s", "64", "--json", "a.jpg")
    #expect(try await run.json(".files[0].outputs[0] | [.width, .height] | max", result.output) == "64")
  }

  @Test("can takes standard input as preview does, and 'help can' is the same as 'can --help'")
  func can() async throws {
    let result = try await run.run(
      ["can", "-", "--no-thumbnailers"] + PreviewRun.providers, input: Array("%PDF-1.4\n".utf8))
    #expect(result.status == 0 && result.text == "-: org.cameo.pdf\n", "\(result.errors)")
    #expect(try await run.run(["help", "can"]).text == (try await run.run(["can", "--help"]).text))
    #expect(try await run.run(["help"]).text == (try await run.run(["--help"]).text))
  }

  @Test("doctor counts a missing bubblewrap, and looks for tools where workers do")
  func doctor() async throws {
    let result = try await run.run(
      ["doctor", "--json"] + PreviewRun.providers, environment: ["PATH": "/nowhere"])
    #expect(result.status == 3, "\(result.errors)")
    #expect(
      try await run.json("[.bubblewrap, .tier, (.tools | map(.path != null) | all)]", result.output)
        == #"[null,"B",true]"#)
  }

  @Test("doctor names what is invalid in the database of types")
  func databaseProblems() async throws {
    let data = run.folder.file("data")
    for folder in [data, "\(data)/mime"] { #expect(mkdir(folder, 0o755) == 0) }
    try run.folder.write(Array("text/x-a\n50:nonsense:*.n\n".utf8), to: "data/mime/globs2")
    let result = try await run.run(
      ["doctor"] + PreviewRun.providers, environment: ["XDG_DATA_DIRS": "\(data):/usr/share"])
    #expect(result.text.contains("  note: \(data)/mime/globs2: 2 lines were skipped\n"), "\(result.text)")
  }

  @Test("doctor looks for everything in the list of what the commands need when they run")
  func needs() async throws {
    let rows = String(decoding: Fixtures.bytes("\(Fixtures.root)/scripts/runtime.list"), as: UTF8.self)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }
    // The list writes the kind before a name, _ for a space in that of a font, and | between versions, of which doctor
    // names one. bubblewrap is a member of its own.
    let listed = rows.filter { $0[0] != "bwrap" }.map { row in
      let name = String(row[0].split(separator: ":").last ?? "")
      let names = (row[0].hasPrefix("font:") ? name.replacing("_", with: " ") : name).split(separator: "|")
      return zip(names, row[1].split(separator: "|")).map { "\($0) \($1)" }
    }
    #expect(rows.contains { $0.starts(with: ["bwrap", "bubblewrap"]) } && listed.count > 5)
    let result = try await run.run(["doctor", "--json"] + PreviewRun.providers)
    let looked = try await run.json(".tools[] | .name + \" \" + .package", result.output)
    let found = Set(looked.split(separator: "\n").map(String.init))
    for versions in listed { #expect(found.intersection(versions).count == 1, "\(versions)") }
    #expect(found.count == listed.count)
    #expect(try await run.json(".bubblewrap != null", result.output) == "true")
  }
}
