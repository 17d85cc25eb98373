internal import ByteStreams
internal import ContentTypes
internal import ProviderHost
internal import TestKit
internal import Testing

@Suite("Exports for file managers", .timed) struct CatalogExportTests {
  private func made() async throws -> (CatalogFixtures, ProviderCatalog, ProviderExport) {
    let fixtures = try await CatalogFixtures()
    try await fixtures.add(CatalogFixtures.peopleGroups, name: "p")
    try await fixtures.add(
      CatalogFixtures.manifest(
        "x.other", types: #""public.image", "x.thing""#,
        more: """
          "exportedTypes": [
            {"identifier": "x.thing", "description": "A <thing> & \\"more\\"", "conformsTo": ["public.xml", "public.content"], "extensions": ["thing", "tar.thing"]},
            {"identifier": "x.stuff", "conformsTo": ["com.apple.package"], "extensions": ["stuff"]}]
          """), name: "o")
    try await fixtures.add(CatalogFixtures.manifest("x.png", more: #""priority": 1"#), name: "png")
    try await fixtures.addThumbnailer("[Thumbnailer Entry]\nExec=tool %i %o\nMimeType=image/gif;\n", name: "gif")
    let catalog = fixtures.catalog()
    #expect(catalog.problems == [])
    return (fixtures, catalog, ProviderExport(catalog: catalog, program: "/opt/my \"apps\"/50%/preview"))
  }

  @Test("A thumbnailer names the types of which the provider makes thumbnails, and GLib reads it correctly")
  func thumbnailer() async throws {
    let (fixtures, catalog, export) = try await made()
    let other = try #require(catalog.provider(id: "x.other"))
    let text = try #require(export.thumbnailer(for: other))
    let file = try ThumbnailerFile(Array(text.utf8))
    #expect(file.exportedFor == "x.other")
    #expect(
      ThumbnailerCommand.expand(file.command, input: "/in", output: "/out", size: 128) == [
        "/opt/my \"apps\"/50%%/preview".replacing("%%", with: "%"), "-s", "128", "-o", "/out", "-f", "png", "--sandbox",
        "B", "--no-cache", "--warning-exit-0", "--provider", "x.other", "--", "/in",
      ])
    // All pictures except PNG, which another provider draws; GIF, for which only a thumbnailer is equally near; the
    // provider's own type.
    #expect(
      file.mimeTypes.contains("image/jpeg") && file.mimeTypes.contains("image/gif")
        && file.mimeTypes.contains("application/x-x.thing"))
    #expect(!file.mimeTypes.contains("image/png") && !file.mimeTypes.contains("text/plain"))
    // An exported file is not read back as a thumbnailer.
    try await fixtures.addThumbnailer(text, name: "exported")
    #expect(fixtures.catalog().providers.count == catalog.providers.count)
  }

  @Test("The command names the folder of a provider outside the folders that are searched")
  func namedFolder() async throws {
    let (_, catalog, _) = try await made()
    let other = try #require(catalog.provider(id: "x.other"))
    let folder = PathText.split(PathText.split(other.source).directory).directory
    let export = ProviderExport(catalog: catalog, program: "/bin/preview", namedFolders: ["/else", folder])
    let file = try ThumbnailerFile(Array(try #require(export.thumbnailer(for: other)).utf8))
    let command = ThumbnailerCommand.expand(file.command, input: "/in", output: "/out", size: 128)
    #expect(command.suffix(6) == ["--providers", folder, "--provider", "x.other", "--", "/in"])
    // The folder of a single provider may be named, too.
    let own = PathText.split(other.source).directory
    let single = ProviderExport(catalog: catalog, program: "/bin/preview", namedFolders: [own])
    #expect(try #require(single.thumbnailer(for: other)).contains("--providers \(own) "))
  }

  /// GLib's own reading of the file, which file managers use.
  @Test("GLib reads the same")
  func gLibReadsTheSame() async throws {
    let (fixtures, catalog, export) = try await made()
    let other = try #require(catalog.provider(id: "x.other"))
    let text = try #require(export.thumbnailer(for: other))
    let path = try fixtures.directory.write(Array(text.utf8), to: "x.thumbnailer")
    let read = try await Tool.python(
      """
      import configparser, shlex, sys
      entry = configparser.RawConfigParser(); entry.optionxform = str; entry.read(sys.argv[1])
      exec = entry['Thumbnailer Entry']['Exec'].replace('\\\\\\\\', '\\\\')
      print('\\n'.join(shlex.split(exec)))
      """, [path])
    #expect(read.errors == "")
    #expect(read.text.split(separator: "\n").first == "/opt/my \"apps\"/50%%/preview")
    #expect(read.text.split(separator: "\n").last == "%i")
  }

  @Test("The MIME database accepts the XML, and then knows the types by name and content")
  func mimeInfo() async throws {
    let (_, catalog, export) = try await made()
    let home = try TemporaryDirectory()
    _ = try await Tool.run("mkdir", ["-p", home.file("mime/packages")])
    for id in ["org.cameo.peoplegroups", "x.other"] {
      let provider = try #require(catalog.provider(id: id))
      let text = try #require(export.mimeInfo(for: provider))
      let path = try home.write(Array(text.utf8), to: "mime/packages/\(id).xml")
      let checked = try await Tool.run("xmllint", ["--noout", path])
      #expect(checked.status == 0, "\(checked.errors)")
    }
    let png = try #require(catalog.provider(id: "x.png"))
    #expect(export.mimeInfo(for: png) == nil)
    let updated = try await Tool.run(
      "update-mime-database", [home.file("mime")], environment: ["LC_ALL": "C", "XDG_DATA_HOME": home.path])
    #expect(updated.status == 0)
    #expect(updated.errors == "")
    try home.write(Array("x\n".utf8), to: "a.pplgrp")
    try home.write(Array("PPL\"<&GRP and more".utf8), to: "by-content")
    try home.write([0, 0, 0x77, 0xFF, 0x5C, 0x0A, 1, 2, 3], to: "by-mask")
    try home.write(Array("<a/>".utf8), to: "a.tar.thing")
    let listed = try await Tool.run(
      "gio",
      ["info", "-a", "standard::content-type"]
        + ["a.pplgrp", "by-content", "by-mask", "a.tar.thing"].map { home.file($0) },
      environment: ["XDG_DATA_HOME": home.path, "LC_ALL": "C"])
    let types = listed.text.split(separator: "\n").filter { $0.contains("standard::content-type: ") }
      .map { $0.split(separator: " ").last.map(String.init) ?? "" }
    #expect(types == ["application/x-pplgrp", "application/x-pplgrp", "application/x-pplgrp", "application/x-x.thing"])
    let registry = ContentTypeRegistry.system(folders: [home.file("mime"), "/usr/share/mime"])
    #expect(
      registry.type(mimeType: "application/x-x.thing").map { registry.type($0.identifier, conformsTo: "public.xml") }
        == true)
    // The provider's own type is used here, whatever the database says about it.
    let catalogAgain = ProviderCatalog(catalog.providers, registry: registry)
    #expect(catalogAgain.registry.type(fileName: "a.pplgrp")?.identifier == "org.cameo.pplgrp")
    #expect(catalogAgain.registry.type(mimeType: "application/x-pplgrp")?.identifier == "org.cameo.pplgrp")
    #expect(catalogAgain.registry.type(identifier: "mime.application.x-pplgrp") == nil)
  }
}
