internal import ContentTypes
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText
internal import TestKit
internal import Testing

@Suite("Which provider is asked", .timed) struct CatalogSelectionTests {
  private func ids(
    _ catalog: ProviderCatalog, _ type: String, _ capability: ProviderCapability = .thumbnail, pixels: Int? = nil
  )
    throws -> [String]
  {
    let type = try #require(catalog.registry.type(identifier: type))
    return catalog.candidates(for: type, capability: capability, pixels: pixels).map(\.id)
  }

  @Test("The exact type, then the nearest, then priority, then id; thumbnailers after providers")
  func order() async throws {
    let fixtures = try await CatalogFixtures()
    try await fixtures.add(
      CatalogFixtures.manifest("x.data", types: #""public.data""#, more: #""priority": 1000"#), name: "data")
    try await fixtures.add(CatalogFixtures.manifest("x.image", types: #""public.image""#), name: "image")
    try await fixtures.add(CatalogFixtures.manifest("x.png-b"), name: "b")
    try await fixtures.add(CatalogFixtures.manifest("x.png-a"), name: "a")
    try await fixtures.add(
      CatalogFixtures.manifest("x.png-first", more: #""priority": 5, "thumbnailMinimumDimension": 64"#), name: "c")
    try await fixtures.add(
      CatalogFixtures.manifest("x.both", types: #""public.png", "public.image""#, more: #""priority": -1"#), name: "d")
    try await fixtures.addThumbnailer(
      "[Thumbnailer Entry]\nExec=tool %i %o\nMimeType=image/png;image/x-unheard-of\n", name: "pixbuf")
    let catalog = fixtures.catalog()
    #expect(catalog.problems == [])
    #expect(
      try ids(catalog, "public.png") == [
        "x.png-first", "x.png-a", "x.png-b", "x.both", "thumbnailer.pixbuf", "x.image", "x.data",
      ])
    #expect(try ids(catalog, "public.jpeg") == ["x.image", "x.both", "x.data"])
    #expect(
      try ids(catalog, "public.png", .preview) == ["x.png-first", "x.png-a", "x.png-b", "x.both", "x.image", "x.data"])
    #expect(try ids(catalog, "public.png", pixels: 63).first == "x.png-a")
    #expect(try ids(catalog, "public.png", pixels: 64).first == "x.png-first")
    #expect(try ids(catalog, "com.apple.rtfd") == [])
    let unheard = ContentType("mime.image.x-unheard-of", name: "x")
    #expect(catalog.candidates(for: unheard, capability: .thumbnail).map(\.id) == ["thumbnailer.pixbuf"])
  }

  @Test("The order of candidates can be explained")
  func explanation() async throws {
    let fixtures = try await CatalogFixtures()
    try await fixtures.add(CatalogFixtures.manifest("x.image", types: #""public.image""#), name: "image")
    try await fixtures.addThumbnailer("[Thumbnailer Entry]\nExec=tool %i %o\nMimeType=image/png;\n", name: "pixbuf")
    let catalog = fixtures.catalog()
    let png = try #require(catalog.registry.type(identifier: "public.png"))
    #expect(
      catalog.explain(png, capability: .preview).lines == [
        "type: public.png", "  thumbnailer thumbnailer.pixbuf for public.png, priority 0: makes no previews",
        "conforms to, 1 up: public.image", "  provider x.image for public.image, priority 0",
        "conforms to, 2 up: public.data, public.content", "conforms to, 3 up: public.item", "preview: x.image is used",
      ])
    let text = try #require(catalog.registry.type(identifier: "public.plain-text"))
    #expect(
      catalog.explain(text, capability: .thumbnail).lines.last == "thumbnail: no provider makes a thumbnail of it")
  }

  @Test("Everything known about a document can be reported, to people and to programs")
  func document() async throws {
    let fixtures = try await CatalogFixtures()
    try await fixtures.add(CatalogFixtures.peopleGroups, name: "p")
    let path = try fixtures.directory.write(Array("PPL\"<&GRP".utf8), to: "a.txt")
    let explanation = try fixtures.catalog().explain(path: path)
    #expect(explanation.identification?.type.identifier == "org.cameo.pplgrp")
    #expect(explanation.identification?.reason == .contentAgainstName)
    #expect(explanation.lines.last == "preview: org.cameo.peoplegroups is used")
    let json = try fixtures.directory.write(Array(JSONWriter.text(.object(explanation.members)).utf8), to: "out.json")
    let read = try await Tool.python(
      """
      import json, sys
      value = json.load(open(sys.argv[1]))
      found = value['identification']
      print(found['origin'], found['contradicted'], value['selection'][0]['candidates'][0])
      """, [json])
    #expect(
      read.text == "exported by org.cameo.peoplegroups public.plain-text org.cameo.peoplegroups\n", "\(read.errors)")
  }

  @Test("Of two providers with one id the one in the earlier folder counts, and this is reported")
  func duplicates() async throws {
    let fixtures = try await CatalogFixtures()
    let near = try await fixtures.add(
      CatalogFixtures.manifest("x.a", more: #""priority": 1"#), folder: "near", name: "x.a")
    let far = try await fixtures.add(
      CatalogFixtures.manifest("x.a", more: #""priority": 2"#), folder: "far", name: "x.a")
    let catalog = fixtures.catalog(["near", "far", "missing"])
    #expect(catalog.providers.map(\.priority) == [1])
    #expect(catalog.problems.map(\.line) == ["\(far): x.a is already read from \(near), which takes precedence"])
    // A folder that is itself a provider's.
    #expect(fixtures.catalog(["near/x.a"]).providers.map(\.id) == ["x.a"])
  }

  @Test("A refused manifest does not affect the others")
  func refused() async throws {
    let fixtures = try await CatalogFixtures()
    try await fixtures.add(CatalogFixtures.manifest("x.good"), name: "good")
    let bad = try await fixtures.add("{\n\"id\": 3}", name: "bad")
    let gone = try await fixtures.add(
      CatalogFixtures.manifest("x.gone").replacing("\"tool\"", with: "\"no-such-tool\""), name: "gone")
    let strange = try await fixtures.add(CatalogFixtures.manifest("x.strange", types: #""x.unknown""#), name: "strange")
    _ = try await Tool.run(
      "mkdir",
      ["-p", fixtures.directory.file("providers/empty"), fixtures.directory.file("providers/odd/provider.json")])
    _ = try await Tool.run("ln", ["-s", "nowhere", fixtures.directory.file("providers/empty/provider.json")])
    _ = try await Tool.run("mkfifo", [fixtures.directory.file("providers/good/other")])
    let catalog = fixtures.catalog()
    #expect(catalog.providers.map(\.id) == ["x.good", "x.strange"])
    let lines = catalog.problems.map(\.line)
    #expect(lines.contains("\(bad): line 2: id must be a text, not a number"), "\(lines)")
    #expect(lines.contains("\(gone): there is no program 'no-such-tool' in its folder, beside this one, or in PATH"))
    #expect(lines.contains("\(strange): the type x.unknown is not declared"))
    #expect(lines.contains { $0.hasSuffix("odd/provider.json: is a directory") })
    #expect(lines.count == 5, "\(lines)")
    #expect(catalog.problems.filter { !$0.isRefused }.map(\.path) == [strange])
  }

  @Test("Providers' types are known, exported types before imported ones, and loops are reported")
  func types() async throws {
    let fixtures = try await CatalogFixtures()
    try await fixtures.add(CatalogFixtures.peopleGroups, name: "p")
    try await fixtures.add(
      CatalogFixtures.manifest(
        "a.importer", types: #""org.cameo.pplgrp""#,
        more: #""importedTypes": [{"identifier": "org.cameo.pplgrp", "description": "in", "extensions": ["other"]}]"#),
      name: "i")
    let loop = try await fixtures.add(
      CatalogFixtures.manifest(
        "x.loop",
        more:
          #""exportedTypes": [{"identifier": "l.a", "conformsTo": ["l.b"]}, {"identifier": "l.b", "conformsTo": ["l.a"]}]"#
      ),
      name: "l")
    let catalog = fixtures.catalog()
    #expect(catalog.registry.type(fileName: "x.PPLGRP")?.name == "People group")
    #expect(catalog.registry.type(fileName: "x.other") == nil)
    #expect(try ids(catalog, "org.cameo.pplgrp") == ["a.importer", "org.cameo.peoplegroups"])
    #expect(
      catalog.problems.map(\.line) == [
        "\(loop): l.a: the type conforms to itself: l.a -> l.b -> l.a",
        "\(loop): l.b: the type conforms to itself: l.a -> l.b -> l.a",
      ])
    #expect(catalog.providers.contains { $0.id == "x.loop" })
  }

  @Test(
    "Programs are searched in the provider's folder, beside ours and in PATH; the sandbox shows those outside the system"
  )
  func programs() async throws {
    let fixtures = try await CatalogFixtures()
    let manifest = CatalogFixtures.manifest("x.own").replacing(#"["tool"]"#, with: #"["tool", "./script.py", "plain"]"#)
    try await fixtures.add(manifest, name: "own")
    try await fixtures.add(CatalogFixtures.manifest("x.shared"), name: "shared")
    let folder =
      try await Tool.run("realpath", [fixtures.directory.path]).text.split(separator: "\n").first.map(String.init) ?? ""
    try fixtures.directory.write(Array("#!/bin/sh\n".utf8), to: "providers/own/tool")
    // While it is not executable, the one beside our program is taken.
    #expect(fixtures.catalog().provider(id: "x.own")?.command.first == "\(fixtures.directory.path)/bin/tool")
    _ = try await Tool.run("chmod", ["+x", fixtures.directory.file("providers/own/tool")])
    let own = try #require(fixtures.catalog().provider(id: "x.own"))
    #expect(own.command == ["\(folder)/providers/own/tool", "\(folder)/providers/own/script.py", "plain"])
    #expect(own.readableFolders == ["\(folder)/providers/own"])
    let shared = try #require(fixtures.catalog().provider(id: "x.shared"))
    #expect(Set(shared.readableFolders) == ["\(folder)/providers/shared", "\(folder)/bin"])
    let system = ProgramLookup(besides: [], path: ["/usr/bin"])
    #expect(system.find("cat", folder: "") == "/usr/bin/cat")
    #expect(system.find("./cat", folder: "/usr/bin") == "/usr/bin/./cat")
    #expect(system.find("no-such-program", folder: "/tmp") == nil)
    #expect(system.find("/etc/passwd", folder: "") == nil)
  }

  /// In many developers' PATH a version manager's stand-in for Python comes first. No sandbox shows what it needs.
  @Test(
    "A program of the system precedes others in PATH; if there are only others, they are refused with the reason")
  func decoys() async throws {
    let fixtures = try await CatalogFixtures()
    try fixtures.directory.write(Array("#!/bin/sh\n".utf8), to: "bin/only-here")
    let bin = fixtures.directory.file("bin")
    _ = try await Tool.run("chmod", ["+x", "\(bin)/only-here"])
    // A path that enters a system folder and leaves it again does not count.
    _ = try await Tool.run("ln", ["-s", "/usr/bin/python3", "\(bin)/linked"])
    let programs = ProgramLookup(besides: [], path: [bin, "/usr/local/bin", "/usr/bin", "/bin"])
    #expect(programs.find("python3", folder: "") == "/usr/bin/python3")
    #expect(programs.find("only-here", folder: "") == nil)
    #expect(programs.find("linked", folder: "") == nil)
    // A whole path, or a path beside the manifest, is used: the author chose it.
    #expect(programs.find("\(bin)/only-here", folder: "") == "\(bin)/only-here")
    #expect(programs.find("only-here", folder: bin) == "\(bin)/only-here")
    let manifest = CatalogFixtures.manifest("x.stray").replacing(#"["tool"]"#, with: #"["only-here"]"#)
    let path = try await fixtures.add(manifest, name: "stray")
    try await fixtures.add(CatalogFixtures.manifest("x.gone").replacing("tool", with: "no-such-program"), name: "gone")
    try await fixtures.addThumbnailer("[Thumbnailer Entry]\nExec=only-here %i %o\nMimeType=image/png;\n", name: "stray")
    let catalog = ProviderCatalog(
      folders: [fixtures.directory.file("providers")], thumbnailerFolders: [fixtures.directory.file("thumbnailers")],
      limits: ProviderLimits(), registry: ContentTypeRegistry(), programs: programs)
    #expect(catalog.providers.isEmpty)
    let stray = catalog.problems.filter {
      $0.reason.contains("'only-here' is in PATH only as \(bin)/only-here, which the sandbox")
    }
    #expect(stray.count == 2)
    #expect(stray.contains { $0.path == path && $0.isRefused })
    #expect(
      catalog.problems.contains {
        $0.reason == "there is no program 'no-such-program' in its folder, beside this one, or in PATH"
      })
  }

  @Test("Folders")
  func folders() {
    #expect(
      ProviderFolders.manifests(named: ["x"], environment: ["HOME": "/h"], executable: "/opt/cameo/bin/preview") == [
        "x", "/h/.local/share/cameo/providers", "/opt/cameo/share/cameo/providers", "/usr/local/share/cameo/providers",
        "/usr/share/cameo/providers",
      ])
    #expect(
      ProviderFolders.manifests(environment: ["XDG_DATA_HOME": "/d"], executable: "/usr/bin/preview") == [
        "/d/cameo/providers", "/usr/share/cameo/providers", "/usr/local/share/cameo/providers",
      ])
    #expect(
      ProviderFolders.viewers(
        named: ["/p/share/providers"], environment: ["XDG_DATA_HOME": "/d"], executable: "/usr/bin/preview")
        == ["/d/cameo/viewer", "/usr/share/cameo/viewer", "/usr/local/share/cameo/viewer", "/p/share/viewer"])
    #expect(
      ProviderFolders.thumbnailers(environment: ["XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/a:/b"]) == [
        "/d/thumbnailers", "/a/thumbnailers", "/b/thumbnailers",
      ])
  }

  @Test("A provider whose files are there and cannot be read is lost; one that was removed or replaced is not")
  func loss() async throws {
    let fixtures = try await CatalogFixtures()
    let path = try await fixtures.add(CatalogFixtures.manifest("x.one"), name: "one")
    try await fixtures.add(CatalogFixtures.manifest("x.two"), name: "two")
    let earlier = fixtures.catalog()
    #expect(fixtures.catalog().loss(since: earlier) == nil)
    // A new provider that is broken is not lost.
    try await fixtures.add("{", name: "new")
    #expect(fixtures.catalog().loss(since: earlier) == nil)
    try await fixtures.add("{", name: "one")
    #expect(fixtures.catalog().loss(since: earlier)?.path == path)
    try await fixtures.add(CatalogFixtures.manifest("x.other"), name: "one")
    #expect(fixtures.catalog().loss(since: earlier) == nil)
    _ = try await Tool.run("rm", ["-r", fixtures.directory.file("providers/one")])
    #expect(fixtures.catalog().loss(since: earlier) == nil)
    // A statement about the folder of all providers is true of each of them.
    let folder = CatalogProblem(fixtures.directory.file("providers"), "cannot read the directory")
    let none = ProviderCatalog([], registry: earlier.registry, problems: [folder])
    #expect(none.loss(since: earlier) == folder)
    let warning = CatalogProblem(path, "no provider declares the type", isRefused: false)
    #expect(ProviderCatalog([], registry: earlier.registry, problems: [warning]).loss(since: earlier) == nil)
  }
}
