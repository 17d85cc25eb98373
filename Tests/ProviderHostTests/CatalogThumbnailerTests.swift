internal import ContentTypes
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol
internal import TestKit
internal import Testing

@Suite("Thumbnailers of freedesktop", .timed) struct CatalogThumbnailerTests {
  private func file(_ lines: String...) throws(ImageError) -> ThumbnailerFile {
    try ThumbnailerFile(Array(lines.joined(separator: "\n").utf8))
  }

  private func failure(_ lines: String...) -> String {
    do throws(ImageError) {
      _ = try ThumbnailerFile(Array(lines.joined(separator: "\n").utf8))
      return ""
    } catch {
      return error.reason
    }
  }

  @Test("Entries are read")
  func entriesAreRead() throws {
    let read = try file(
      "# made by hand", "", "[Other]", "Exec=wrong", "[Thumbnailer Entry]", " TryExec = /usr/bin/a ",
      "Exec=/usr/bin/a -s %s %u %o",
      "Name[de]=x", "MimeType=image/png; Image/JPEG ;;junk;image/png;")
    #expect(read.command == ["/usr/bin/a", "-s", "%s", "%u", "%o"])
    #expect(read.tryExec == "/usr/bin/a")
    #expect(read.mimeTypes == ["image/png", "image/jpeg"])
    #expect(read.exportedFor == nil)
  }

  /// The words that a shell makes of the same text. Its only special characters are quotes and backslashes.
  @Test(
    "Command lines are split as a shell splits them",
    arguments: [
      "tool %i %o", "tool  --a='b c'  %i\t\"%o\"", #"tool "a \"b\" \$c \\d \e" %i %o"#, #"tool a\ b 'c\d' "" '' %u %o"#,
      "tool 'it'\"'\"'s' %i %o", #"tool --out=%o --in="%i" 50%%"#,
    ])
  func quoting(line: String) async throws {
    let shell = try await Tool.run("sh", ["-c", "printf '%s\\n' " + line])
    #expect(
      try ThumbnailerCommand.parse(line)
        == shell.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init))
  }

  @Test("Field codes are filled in")
  func fieldCodesAreFilledIn() {
    let path = "/spool/in/a b%ä'.x"
    func expand(_ words: String...) -> [String] {
      ThumbnailerCommand.expand(words, input: path, output: "/out", size: 256)
    }
    #expect(expand("t", "-s", "%s", "%i", "-o=%o", "%%s", "%s%%") == ["t", "-s", "256", path, "-o=/out", "%s", "256%"])
    #expect(expand("t", "%u") == ["t", "file:///spool/in/a%20b%25%C3%A4'.x"])
    #expect(expand("sh", "-c", "convert %i > %o") == ["sh", "-c", #"convert '/spool/in/a b%ä'\''.x' > '/out'"#])
  }

  /// File managers pass these, because they get them from GLib.
  @Test(
    "URIs are those of GLib",
    arguments: ["a b", "50%", "Grüße é", "C:\\x:y", "~home~", "a;b,c", "[1]#?&=+@!$'()*", "日本"])
  func urisAreThoseOfGLib(name: String) async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write([1], to: name)
    let gio = try await Tool.run("gio", ["info", "-a", "standard::name", path], environment: ["LC_ALL": "C.UTF-8"])
    let uri = ThumbnailerCommand.expand(["t", "%u", "%o"], input: path, output: "/o", size: 128)[1]
    #expect(gio.text.contains("\nuri: \(uri)\n"), "\(gio.text)")
  }

  @Test("Junk is refused")
  func junkIsRefused() {
    let head = "[Thumbnailer Entry]"
    let mime = "MimeType=image/png"
    #expect(failure("") == "has no group [Thumbnailer Entry]")
    #expect(failure("Exec=a %i %o") == "line 1: neither a group, a comment nor a key with a value")
    #expect(failure(head, "what", mime) == "line 2: neither a group, a comment nor a key with a value")
    #expect(failure(head, mime) == "Exec is missing")
    #expect(failure(head, "Exec=a %i %o") == "MimeType is missing")
    #expect(failure(head, "Exec=a %i %o", "MimeType=;junk;") == "MimeType names no MIME type")
    #expect(failure(head, "Exec=a %i", mime) == "Exec has no %o")
    #expect(failure(head, "Exec=a %o", mime) == "Exec has neither %i nor %u")
    #expect(failure(head, "Exec=a %i %o %f", mime).contains("field code"))
    #expect(failure(head, "Exec=a %i %o %", mime).contains("field code"))
    #expect(failure(head, "Exec=%i %o", mime) == "Exec begins with a field code")
    #expect(failure(head, "Exec=a \"%i %o", mime).contains("not closed"))
    #expect(failure(head, "Exec=a '%i %o", mime).contains("not closed"))
    #expect(failure(head, "Exec=", mime) == "Exec is empty")
    #expect(failure(String(repeating: "x", count: 70_000)).contains("64 KiB"))
    #expect(failure("\0").contains("not UTF-8 text"))
  }

  @Test("The system's thumbnailers are providers of level 0, except missing ones and our own")
  func catalog() async throws {
    let fixtures = try await CatalogFixtures()
    let good =
      "[Thumbnailer Entry]\nTryExec=tool\nExec=tool -s %s %u %o\nMimeType=image/png;image/svg+xml;application/x-none;\n"
    let path = try await fixtures.addThumbnailer(good, name: "good")
    try await fixtures.addThumbnailer(good.replacing("TryExec=tool", with: "TryExec=/none"), name: "untried")
    try await fixtures.addThumbnailer(good.replacing("Exec=tool ", with: "Exec=gone "), name: "gone")
    try await fixtures.addThumbnailer(good + "X-Cameo-Provider=org.cameo.images\n", name: "ours")
    try await fixtures.addThumbnailer(good, folder: "far", name: "good")
    try await fixtures.addThumbnailer("junk", name: "junk")
    try fixtures.directory.write(Array(good.utf8), to: "thumbnailers/not-one.txt")
    let catalog = fixtures.catalog(thumbnailers: ["thumbnailers", "far"])
    let provider = try #require(catalog.providers.first)
    #expect(catalog.providers.count == 1)
    #expect(provider.id == "thumbnailer.good")
    #expect(provider.level == 0)
    #expect(provider.source == path)
    #expect(provider.command == ["\(fixtures.directory.path)/bin/tool", "-s", "%s", "%u", "%o"])
    #expect(provider.supportedContentTypes == ["public.png", "public.svg-image", "mime.application.x-none"])
    #expect(provider.capabilities == [.thumbnail])
    #expect(catalog.problems.count == 4, "\(catalog.problems)")
  }

  /// What Debian's ffmpegthumbnailer and gnome-epub-thumbnailer install, in short.
  @Test("Real ones")
  func realOnes() throws {
    let video = try file(
      "[Thumbnailer Entry]", "TryExec=ffmpegthumbnailer", "Exec=ffmpegthumbnailer -i %i -o %o -s %s -f",
      "MimeType=video/jpeg;video/mp4;video/mpeg;video/quicktime;")
    #expect(
      ThumbnailerCommand.expand(video.command, input: "/a.mp4", output: "/o.png", size: 128) == [
        "ffmpegthumbnailer", "-i", "/a.mp4", "-o", "/o.png", "-s", "128", "-f",
      ])
    let book = try file(
      "[Thumbnailer Entry]", "TryExec=/usr/bin/gnome-epub-thumbnailer",
      "Exec=/usr/bin/gnome-epub-thumbnailer -s %s %u %o",
      "MimeType=application/epub+zip;")
    #expect(book.command.count == 5)
  }

  @Test("Truncated or changed anywhere, files are read or refused")
  func mutations() {
    let texts = [
      "[Thumbnailer Entry]\nTryExec=/a\nExec=/a \"b\\\"\" 'c' %s %u %o %%\nMimeType=image/png;\n",
      CatalogFixtures.peopleGroups,
    ]
    for text in texts {
      let bytes = Array(text.utf8)
      for place in bytes.indices {
        for byte: UInt8? in [nil, 0, 0x22, 0x25, 0x5C, 0xFF] {
          let mutated = byte.map { bytes[..<place] + [$0] + bytes[(place + 1)...] } ?? bytes[..<place]
          _ = try? ThumbnailerFile(Array(mutated))
          _ = try? ProviderManifest(Array(mutated), limits: ProviderLimits())
        }
      }
    }
  }

  /// All thumbnailers that are installed here are read.
  @Test("Installed ones")
  func installedOnes() {
    let catalog = ProviderCatalog(
      folders: [], thumbnailerFolders: ["/usr/share/thumbnailers"], limits: ProviderLimits(), registry: .init())
    for provider in catalog.providers { #expect(!provider.supportedContentTypes.isEmpty && provider.command.count > 1) }
  }
}
