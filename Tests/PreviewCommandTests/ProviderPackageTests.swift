internal import TestKit
internal import Testing

@Suite("A provider as a Debian package", .timed) struct ProviderPackageTests {
  @Test("The example's package has the program, the manifest, the types and a thumbnailer without paths of the build")
  func package() async throws {
    let folder = try TemporaryDirectory()
    let environment = [
      "GOCACHE": Tool.goCache, "HOME": folder.path, "PATH": "/usr/bin:/bin",
      "PREVIEW": "\(Tool.products)/preview",
    ]
    let made = try await Tool.run(
      "\(Fixtures.root)/docs/examples/org.example.tally/make-deb", [folder.path], environment: environment)
    try #require(made.status == 0, "\(made.errors)")
    let name = try #require(folder.names.first { $0.hasSuffix(".deb") })
    let listed = try await Tool.run("dpkg-deb", ["--contents", folder.file(name)]).text
    let files = listed.split(separator: "\n").filter { !$0.hasSuffix("/") }.compactMap {
      $0.split(separator: " ").last.map(String.init)
    }
    #expect(
      files.sorted() == [
        "./usr/libexec/cameo/tally-provider", "./usr/share/cameo/providers/org.example.tally/provider.json",
        "./usr/share/mime/packages/cameo-org.example.tally.xml",
        "./usr/share/thumbnailers/cameo-org.example.tally.thumbnailer",
      ])
    let unpacked = try await Tool.run("dpkg-deb", ["--extract", folder.file(name), folder.file("tree")])
    try #require(unpacked.status == 0, "\(unpacked.errors)")
    let entry = String(
      decoding: Fixtures.bytes(folder.file("tree/usr/share/thumbnailers/cameo-org.example.tally.thumbnailer")),
      as: UTF8.self)
    #expect(entry.contains("Exec=/usr/bin/preview ") && entry.contains(" --provider org.example.tally -- %i\n"))
    #expect(!entry.contains("--providers"))
  }
}
