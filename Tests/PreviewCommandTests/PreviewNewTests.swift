internal import TestKit
internal import Testing

/// `preview new` beside installed providers.
@Suite("preview new", .timed) struct PreviewNewTests {
  private let run: PreviewRun

  init() throws { run = try PreviewRun() }

  @Test("Names that belong to installed providers are not taken, and a note says so")
  func taken() async throws {
    // The extension and the id are those of an example, which is installed for this user.
    let installed = run.folder.file(".XDG_DATA_HOME/cameo")
    #expect(try await Tool.run("mkdir", ["-p", installed]).status == 0)
    #expect(try await Tool.run("cp", ["-r", "\(Fixtures.root)/Examples/providers", installed]).status == 0)
    let suffix = try await run.run(["new", "pplgrp"])
    #expect(suffix.status == 0)
    #expect(suffix.errors.contains("note: documents end in .pplgrpdoc, because .pplgrp belongs to another type"))
    let type = try await run.run(["new", "reader", "--type", "org.cameo.pplgrp"])
    #expect(type.status == 0)
    #expect(type.errors.contains("note: org.cameo.pplgrp is declared by org.cameo.peoplegroups"))
    let manifest = Fixtures.bytes(run.folder.file("org.example.reader/provider.json"))
    #expect(
      try await run.json("[.importedTypes[0].extensions[0], .exportedTypes] | tostring", manifest)
        == #"["pplgrp",null]"#)
    let id = try await run.run(["new", "org.cameo.peoplegroups", "--type", "org.cameo.pplgrp", "--extension", "group"])
    #expect(id.status == 0)
    #expect(id.errors.contains("note: a provider with this id exists already"))
    // A provider with the other's id may declare its type.
    #expect(!id.errors.contains("declared by"))
    let none = try await run.run(["new", "notes"])
    #expect(none.status == 0 && none.errors.isEmpty)
    let pdf = try await run.run(["new", "another", "--type", "com.adobe.pdf", "--json"])
    #expect(pdf.status == 0 && pdf.errors.isEmpty)
    #expect(
      try await run.json(".notes[0]", pdf.output).hasPrefix(
        "org.cameo.pdf also shows com.adobe.pdf and is preferred"))
    #expect(try await run.json(".files | sort[0]", pdf.output) == "org.example.another/README.md")
    let explicit = try await run.run(["new", "other", "--extension", "pplgrp"])
    #expect(explicit.status == 64 && explicit.errors.contains("use --type org.cameo.pplgrp"))
  }
}
