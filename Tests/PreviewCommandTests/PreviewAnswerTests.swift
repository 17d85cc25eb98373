internal import TestKit
internal import Testing

/// The subcommands of `preview` that answer questions.
@Suite("preview: answers", .timed) struct PreviewAnswerTests {
  private let run: PreviewRun
  private let options = PreviewRun.providers

  init() throws { run = try PreviewRun() }

  @Test("explain says why, as text and as JSON; a provider's own type overrides the syntax that it is written in")
  func explain() async throws {
    try run.add("preview/valid/chess.pplgrp")
    let text = try await run.run(["explain", "chess.pplgrp"] + options)
    #expect(text.status == 0, "\(text.errors)")
    #expect(text.text.contains("  thumbnail: org.cameo.peoplegroups is used\n"))
    // The type is named once, and so is a name that our table and the database know.
    #expect(text.text.ranges(of: "  type: ").count == 1)
    #expect(text.text.ranges(of: "  name: ").count == 1)
    let json = try await run.run(["explain", "--json", "chess.pplgrp", "missing"] + options)
    #expect(json.status == 1)
    #expect(
      try await run.json(".files[0] | [.identification.type, .selection[0].candidates[0]]", json.output)
        == #"["org.cameo.pplgrp","org.cameo.peoplegroups"]"#)
    #expect(
      try await run.json("[.version, .command, .files[1].error.kind]", json.output) == #"[1,"preview explain","io"]"#)
  }

  @Test("A file with the name of a subcommand is given as a path")
  func namedLikeCommand() async throws {
    try run.add("preview/valid/plain.txt", as: "types")
    let result = try await run.shipped("./types")
    #expect(result.status == 0, "\(result.errors)")
    #expect(run.folder.names.contains("types_thumb.png"))
  }

  @Test("A mistyped subcommand gets a suggestion; a missing file gets none")
  func mistyped() async throws {
    let result = try await run.shipped("explian", "x")
    #expect(
      result.errors.hasPrefix("preview: note: there is no file 'explian'; did you mean 'preview explain'?\n"),
      "\(result.errors)")
    #expect(try await !run.shipped("holiday.jpg").errors.contains("did you mean"))
    try run.add("preview/valid/plain.txt", as: "type")
    #expect(try await !run.shipped("type").errors.contains("did you mean"))
  }

  @Test("The thumbnailer of archives names archives only, that of office documents these")
  func exportedTypes() async throws {
    let result = try await run.run(["export", "--to", "data"] + options)
    #expect(result.status == 0, "\(result.errors)")
    func types(_ provider: String) throws -> [String] {
      let file = Fixtures.bytes(run.folder.file("data/thumbnailers/cameo-org.cameo.\(provider).thumbnailer"))
      let lines = String(decoding: file, as: UTF8.self).split(separator: "\n")
      return try #require(lines.first { $0.hasPrefix("MimeType=") }).dropFirst(9).split(separator: ";").map(String.init)
    }
    let archives = try types("archive")
    for type in [
      "application/zip", "application/x-tar", "application/x-compressed-tar", "application/x-7z-compressed",
      "application/vnd.debian.binary-package", "application/x-cd-image", "application/gzip",
    ] {
      #expect(archives.contains(type), "\(type)")
    }
    let words = ["office", "opendocument", "epub", "java", "android", "comic", "svg", "pdf", "xpinstall"]
    #expect(archives.filter { type in words.contains { type.contains($0) } } == [])
    let office = try types("office")
    let prefix = "application/vnd.openxmlformats-officedocument."
    for type in [
      prefix + "wordprocessingml.document", prefix + "spreadsheetml.sheet", prefix + "presentationml.presentation",
      "application/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.spreadsheet",
      "application/vnd.oasis.opendocument.presentation",
    ] {
      #expect(office.contains(type), "\(type)")
    }
  }

  @Test("can: 0 yes, 1 no, 2 could not tell, 64 wrong use")
  func can() async throws {
    try run.add("preview/valid/plain.txt")
    try run.folder.write([0, 1, 2, 3, 255, 254], to: "noise")
    let only = options + ["--no-thumbnailers"]
    let yes = try await run.run(["can", "plain.txt"] + only)
    #expect(yes.status == 0 && yes.text == "plain.txt: org.cameo.text\n")
    let no = try await run.run(["can", "noise"] + only)
    #expect(no.status == 1 && no.text == "noise: no (public.data)\n")
    let drawn = try await run.shipped("noise")
    #expect(drawn.status == 1 && drawn.errors.contains("its name has no suffix"), "\(drawn.errors)")
    let unknown = try await run.run(["can", "missing", "--json"] + only)
    #expect(unknown.status == 2)
    #expect(try await run.json(".answer", unknown.output) == "unknown")
    let two = try await run.run(["can", "plain.txt", "noise"] + only)
    #expect(two.status == 64 && two.errors.contains("can answers for one file at a time"))
    let wrong = try await run.run(["can"])
    #expect(wrong.status == 64)
    #expect(wrong.errors.hasPrefix("preview: ") && wrong.errors.hasSuffix("(see 'preview can --help')\n"))
  }

  @Test("types knows what providers declare, and draws the tree")
  func types() async throws {
    let tree = try await run.run(["types", "--tree"] + options)
    #expect(tree.status == 0)
    // A special case stands below the type that it conforms to, indented.
    #expect(tree.text.contains("\n  public.data\n    "))
    let json = try await run.run(["types", "--json"] + options)
    #expect(
      try await run.json(
        ".types[] | select(.identifier == \"org.cameo.pplgrp\") | [.extensions[0], .origin]", json.output)
        == #"["pplgrp","exported by org.cameo.peoplegroups"]"#)
  }

  @Test("providers and doctor list what is installed")
  func providers() async throws {
    let list = try await run.run(["providers", "--json", "--no-thumbnailers"] + options)
    let folders = ["share", "Examples"].map { "\(Fixtures.root)/\($0)/providers" }
    let manifests = try await Tool.run("find", folders + ["-mindepth", "1", "-type", "d", "-printf", "%f\n"]).text
    #expect(
      try await run.json(".providers[].id", list.output).split(separator: "\n").sorted()
        == manifests.split(separator: "\n").sorted())
    let doctor = try await run.run(["doctor", "--json"] + options)
    #expect(doctor.status == 0, "\(doctor.errors)")
    #expect(try await run.json("[.works, .tier] | tostring", doctor.output) == #"[true,"A"]"#)
    let lame = try await run.run(["doctor"], environment: ["CAMEO_LAUNCHER": "/nowhere"])
    #expect(lame.status == 1)
    #expect(lame.text.contains("launcher: missing"))
  }

  @Test("Without a launcher nothing is run")
  func failsClosed() async throws {
    try run.add("preview/valid/plain.txt")
    let result = try await run.run(["plain.txt"] + options, environment: ["CAMEO_LAUNCHER": "/nowhere"])
    #expect(result.status == 1)
    #expect(result.errors == "preview: cameo-launcher is missing\n")
    #expect(!run.folder.names.contains("plain_thumb.png"))
  }

  @Test("export writes what file managers and the MIME database read, and its command works")
  func export() async throws {
    let result = try await run.run(["export", "--to", "data", "--json"] + options)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try await run.json(".next", result.output) == "update-mime-database data/mime")
    #expect(try await Tool.run("update-mime-database", [run.folder.file("data/mime")]).status == 0)
    #expect(
      String(decoding: Fixtures.bytes(run.folder.file("data/mime/globs2")), as: UTF8.self)
        .contains(":application/x-pplgrp:*.pplgrp\n"))
    let file = Fixtures.bytes(run.folder.file("data/thumbnailers/cameo-org.cameo.peoplegroups.thumbnailer"))
    let lines = String(decoding: file, as: UTF8.self).split(separator: "\n")
    let command = try #require(lines.first { $0.hasPrefix("Exec=") }).dropFirst(5).split(separator: " ").map(
      String.init)
    try run.add("preview/valid/chess.pplgrp")
    let words = command.dropFirst().map { ["%s": "128", "%o": "out.png", "%i": "chess.pplgrp"][$0] ?? $0 }
    // The providers are not installed here.
    let made = try await Tool.run(
      command[0], options + words, directory: run.folder.path, environment: try await run.environment())
    #expect(made.status == 0, "\(made.errors)")
    #expect(try await run.picture("out.png") == "PNG 128x128")
  }
}
