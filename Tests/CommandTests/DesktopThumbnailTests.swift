internal import Glibc
internal import TestKit
internal import Testing

/// Thumbnails in the cache that desktops share. GIO, libgnome-desktop and Pillow read what was written.
@Suite("thumb --freedesktop", .timed)
struct DesktopThumbnailTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    mkdir(folder.file("photos"), 0o755)
    try folder.write(
      Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_420.jpg")), to: "photos/a b.jpg")
  }

  private func thumb(_ arguments: String...) async throws -> Tool.Result {
    try await Tool.cameo(
      "thumb", ["--freedesktop"] + arguments, directory: folder.path, environment: environment)
  }

  private var environment: [String: String] { ["XDG_CACHE_HOME": folder.file("cache"), "LC_ALL": "C.UTF-8"] }

  /// Gives a file another time.
  private func touch(_ name: String) {
    let time = timeval(tv_sec: 1, tv_usec: 0)
    #expect(utimes(folder.file(name), [time, time]) == 0)
  }

  /// The names below the cache's folder, sorted.
  private func entries() async throws -> [String] {
    try await Tool.run("find", [".", "-type", "f"], directory: folder.file("cache/thumbnails"))
      .text.split(separator: "\n").map { String($0.dropFirst(2)) }.sorted()
  }

  @Test("GNOME's library finds each size, and the files are as the specification says")
  func sizes() async throws {
    let made = try await thumb("photos/a b.jpg")
    #expect(made.status == 0 && made.errors == "")
    let python = try await Tool.run(
      "/usr/bin/python3",
      [
        "-c",
        """
        import os, sys, gi
        gi.require_version("GnomeDesktop", "4.0")
        from gi.repository import Gio, GnomeDesktop
        from PIL import Image
        file = Gio.File.new_for_path(sys.argv[1])
        time = int(os.stat(sys.argv[1]).st_mtime)
        for size in ["NORMAL", "LARGE", "XLARGE", "XXLARGE"]:
            factory = GnomeDesktop.DesktopThumbnailFactory.new(getattr(GnomeDesktop.DesktopThumbnailSize, size))
            path = factory.lookup(file.get_uri(), time)
            picture = Image.open(path)
            picture.load()
            text = picture.text
            assert text["Thumb::URI"] == file.get_uri() and text["Thumb::MTime"] == str(time)
            assert text["Thumb::Size"] == str(os.stat(sys.argv[1]).st_size)
            assert text["Thumb::Mimetype"] == "image/jpeg" and text["Software"] == "Cameo"
            original = Image.open(sys.argv[1])
            assert text["Thumb::Image::Width"] == str(original.width)
            print(max(picture.size), oct(os.stat(path).st_mode & 0o777), oct(os.stat(os.path.dirname(path)).st_mode & 0o777))
        """, folder.file("photos/a b.jpg"),
      ], environment: environment)
    let source = try await Tool.python(
      "from PIL import Image; import sys; print(max(Image.open(sys.argv[1]).size))", [folder.file("photos/a b.jpg")])
    let side = try #require(Int(source.text.trimmingPrefix(" ").filter(\.isNumber)))
    let expected = [128, 256, 512, 1024].map { "\(min($0, side)) 0o600 0o700\n" }.joined()
    #expect(python.text == expected, "\(python.errors)")
  }

  @Test("What is up to date is skipped, and a changed file is not")
  func skipped() async throws {
    func states(_ result: Tool.Result) -> [Substring] {
      result.text.matches(of: /"skipped": ("[a-z-]+"|null)/).map { $0.1 }
    }
    #expect(states(try await thumb("--json", "-s", "128,256", "photos/a b.jpg")) == ["null", "null"])
    #expect(try await entries().map { $0.prefix { $0 != "/" } } == ["large", "normal"])
    #expect(
      states(try await thumb("--json", "-s", "128,256", "photos/a b.jpg")) == ["\"up-to-date\"", "\"up-to-date\""])
    touch("photos/a b.jpg")
    #expect(states(try await thumb("--json", "-s", "128,256", "photos/a b.jpg")) == ["null", "null"])
    #expect(try await entries().count == 2)
  }

  @Test("A broken file is remembered until it changes")
  func failures() async throws {
    let whole = Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_420.jpg"))
    try folder.write(Array(whole.prefix(400)), to: "photos/broken.jpg")
    let first = try await thumb("photos/broken.jpg")
    #expect(first.status == 1)
    let entry = try #require(try await entries().first)
    #expect(entry.hasPrefix("fail/cameo-"))
    let second = try await thumb("photos/broken.jpg")
    #expect(second.status == 1)
    #expect(second.errors.contains("(remembered; it is tried again when the file changes)"))
    try folder.write(whole, to: "photos/broken.jpg")
    #expect(try await thumb("-s", "128", "photos/broken.jpg").status == 0)
    #expect(try await entries().map { $0.prefix { $0 != "/" } } == ["normal"])
  }

  @Test("--clean removes the thumbnails of files that changed or no longer exist, and no others")
  func clean() async throws {
    let photo = Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_420.jpg"))
    for name in ["kept.jpg", "changed.jpg", "gone.jpg"] { try folder.write(photo, to: "photos/\(name)") }
    #expect(try await thumb("-s", "128", "photos/kept.jpg").status == 0)
    let kept = try await entries()
    #expect(try await thumb("-s", "128", "photos/changed.jpg", "photos/gone.jpg").status == 0)
    #expect(try await entries().count == 3)
    touch("photos/changed.jpg")
    unlink(folder.file("photos/gone.jpg"))
    #expect(try await thumb("--clean", "--dry-run").errors.contains("would remove 2 files"))
    let report = try await thumb("--clean", "--dry-run", "--json").text
    #expect(report.filter { !$0.isWhitespace }.hasSuffix(#""files":[]}"#))
    #expect(try await entries().count == 3)
    let cleaned = try await thumb("--clean")
    #expect(cleaned.status == 0)
    #expect(cleaned.errors.contains("removed 2 files"))
    #expect(try await entries() == kept)
  }

  @Test("A shared repository names its files relative to the folder")
  func shared() async throws {
    #expect(try await thumb("--shared", "-s", "256", "photos/a b.jpg").status == 0)
    let python = try await Tool.python(
      """
      import sys, os, hashlib
      from PIL import Image
      name = hashlib.md5(b"./a%20b.jpg").hexdigest() + ".png"
      print(Image.open(os.path.join(sys.argv[1], ".sh_thumbnails/large", name)).text["Thumb::URI"])
      """, [folder.file("photos")])
    #expect(python.text == "./a%20b.jpg\n", "\(python.errors)")
    #expect(!folder.names.contains("cache"))
    // Thumbnails get no thumbnails, however often.
    for _ in 0..<2 { #expect(try await thumb("--shared", "-s", "256", "-r", "photos").status == 0) }
    let files = try await Tool.run("find", ["photos", "-type", "f"], directory: folder.path)
    #expect(files.text.split(separator: "\n").count == 2)
    #expect(
      try await thumb("--shared", "--json", "-s", "256", "photos/a b.jpg").text.contains("\"skipped\": \"up-to-date\""))
  }

  @Test(
    "What the specification fixes cannot be chosen",
    arguments: [
      ("-f webp", "--freedesktop and -f cannot be used together"),
      ("-o x.png", "--freedesktop and -o cannot be used together"),
    ])
  func usage(_ options: String, _ message: String) throws {
    let result = try InProcess(
      "thumb",
      ["--freedesktop"] + options.split(separator: " ").map(String.init) + [folder.file("photos/a b.jpg")])
    #expect(result.status == 64)
    #expect(result.errors == "thumb: \(message) (see 'thumb --help')\n")
  }

  @Test("Other sizes are refused before any work")
  func otherSizes() async throws {
    let result = try await Tool.cameo(
      "thumb", ["--freedesktop", "-s", "100", "photos/a b.jpg"], directory: folder.path, environment: environment)
    #expect(result.status == 64)
    #expect(
      result.errors == "thumb: --freedesktop: expected sizes of 128, 256, 512 or 1024 (see 'thumb --help')\n")
  }
}
