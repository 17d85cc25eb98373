internal import Glibc
internal import TestKit
internal import Testing

/// Runs what `preview export` writes in the sandbox of GNOME's thumbnailing, as root and as an ordinary user.
@Suite("preview: thumbnailers in GNOME's sandbox", .timed) struct GNOMESandboxTests {
  /// A document, its provider, and a point of its thumbnail whose colour is known from how the document was made.
  struct Sample: CustomTestStringConvertible {
    var document: String
    var provider: String
    var size: String
    /// The colour at a point, in percent of the picture's width and height, and how far each channel may be off.
    var color: (x: Int, y: Int, rgb: [Int], tolerance: Int)
    var testDescription: String { document }
  }

  private static let samples = [
    // The sky; Fixtures/README.md says how the photograph is made.
    Sample(
      document: "jpeg/valid/photo_phone.jpg", provider: "images", size: "192x256", color: (50, 3, [17, 104, 188], 30)),
    Sample(document: "preview/valid/bars.pdf", provider: "pdf", size: "147x256", color: (18, 50, [204, 51, 25], 4)),
    Sample(document: "preview/valid/house.svg", provider: "svg", size: "256x128", color: (37, 62, [192, 48, 32], 4)),
    // Paper, below the end of a short text.
    Sample(
      document: "preview/valid/plain.txt", provider: "text", size: "181x256", color: (50, 97, [255, 255, 255], 2)),
    Sample(
      document: "preview/valid/pioneers.pplgrp", provider: "peoplegroups", size: "256x256",
      color: (50, 78, [112, 42, 38], 30)),
  ]

  @Test("Each exported thumbnailer draws there", arguments: GNOMESandbox.Person.present, Self.samples)
  func exported(person: GNOMESandbox.Person, sample: Sample) async throws {
    let sandbox = try GNOMESandbox(person)
    let exec = try await exported(sandbox, "cameo-org.cameo.\(sample.provider)")
    let document = Fixtures.path(sample.document)
    let result = try await sandbox.run(exec, document)
    // GNOME takes the picture only if the status is 0.
    #expect(result.status == 0, "\(result.errors)")
    try await look(sandbox, sample)
    // Only the picture and the document's mount point are left in the sandbox's /tmp, which GNOME removes with rmdir.
    let left = try await Tool.run("ls", ["-A", sandbox.folder.file("tmp")]).text.split(separator: "\n")
    let suffix = document.split(separator: ".").last ?? ""
    #expect(left == ["gnome-desktop-file-to-thumbnail.\(suffix)", "gnome-desktop-thumbnailer.png"])
  }

  /// Without font rules, our program and others would draw code in a proportional font with serifs.
  @Test(
    "Monospaced fonts are monospaced there",
    arguments: [
      ("widths.txt", "text", "llllllllllllllllllllllll\nMMMMMMMMMMMMMMMMMMMMMMMM\n"),
      (
        "widths.svg", "svg",
        "<svg xmlns='http://www.w3.org/2000/svg' width='256' height='128' font-family='monospace' font-size='16'>"
          + "<rect width='256' height='128' fill='white'/><text x='8' y='32'>llllllllllllllllllllllll</text>"
          + "<text x='8' y='96'>MMMMMMMMMMMMMMMMMMMMMMMM</text></svg>"
      ),
    ])
  func fonts(row: (name: String, provider: String, text: String)) async throws {
    let sandbox = try GNOMESandbox(.whoeverTests)
    let document = try sandbox.folder.write(Array(row.text.utf8), to: row.name)
    let exec = try await exported(sandbox, "cameo-org.cameo.\(row.provider)")
    let result = try await sandbox.run(exec, document)
    #expect(result.status == 0, "\(result.errors)")
    let seen = try await Tool.python(Self.lines, [sandbox.folder.file("tmp/gnome-desktop-thumbnailer.png")])
    let widths = seen.text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(widths.count == 2, "\(seen.text) \(seen.errors)")
    // An l is narrower than its cell, by less than half a letter at each end of 24.
    #expect(Double(abs(widths[0] - widths[1])) < 0.06 * Double(widths[1]), "\(widths)")
  }

  @Test("A damaged document fails there, and leaves nothing", arguments: GNOMESandbox.Person.present)
  func damaged(person: GNOMESandbox.Person) async throws {
    let sandbox = try GNOMESandbox(person)
    let exec = try await exported(sandbox, "cameo-org.cameo.peoplegroups")
    let result = try await sandbox.run(exec, Fixtures.path("preview/broken/garbage.pplgrp"))
    #expect(result.status == 1)
    #expect(!result.errors.contains("sandbox"), "\(result.errors)")
    #expect(sandbox.thumbnail.isEmpty)
  }

  @Test("The thumbnailer of another package runs there unchanged", arguments: GNOMESandbox.Person.present)
  func film(person: GNOMESandbox.Person) async throws {
    let sandbox = try GNOMESandbox(person)
    let film = sandbox.folder.file("clip.avi")
    try await PreviewThumbnailerTests.make("film", at: film)
    let exec = try Self.exec(Fixtures.bytes("/usr/share/thumbnailers/ffmpegthumbnailer.thumbnailer"))
    let result = try await sandbox.run(exec, film)
    #expect(result.status == 0, "\(result.errors)")
    let sample = Sample(document: film, provider: "", size: "256x192", color: (50, 50, [20, 60, 200], 20))
    try await look(sandbox, sample)
  }

  @Test("GNOME's own library makes thumbnails with the exported thumbnailers", arguments: GNOMESandbox.Person.present)
  func library(person: GNOMESandbox.Person) async throws {
    let sandbox = try GNOMESandbox(person)
    let data = sandbox.folder.file("home/data")
    let export = try await sandbox.runInstalled(["/usr/local/bin/preview", "export", "--to", data])
    try #require(export.status == 0, "\(export.errors)")
    let update = try await sandbox.runInstalled(["update-mime-database", "\(data)/mime"])
    try #require(update.status == 0, "\(update.errors)")
    for sample in Self.samples {
      let document = Fixtures.path(sample.document)
      let made = try await sandbox.runInstalled(["/usr/bin/python3", "-c", Self.factory, document])
      let lines = made.text.split(separator: "\n").map(String.init)
      guard lines.count == 4 else {
        Issue.record("no thumbnail of \(sample.document): \(made.errors)")
        continue
      }
      var status = stat()
      try #require(stat(document, &status) == 0)
      #expect(lines[0] == sample.size)
      // `Thumb::URI` and `Thumb::MTime` of the freedesktop's Thumbnail Managing Standard.
      #expect(lines[1] == "file://\(document)")
      #expect(lines[2] == "\(status.st_mtim.tv_sec)")
      #expect(lines[3].hasPrefix(sandbox.folder.file("home/cache/thumbnails/large/")))
    }
  }

  /// The command of a thumbnailer that the installed `preview` exports.
  private func exported(_ sandbox: GNOMESandbox, _ name: String) async throws -> String {
    let data = sandbox.folder.file("home/data")
    let export = try await sandbox.runInstalled(["/usr/local/bin/preview", "export", "--to", data])
    try #require(export.status == 0, "\(export.errors)")
    return try Self.exec(Fixtures.bytes("\(data)/thumbnailers/\(name).thumbnailer"))
  }

  private static func exec(_ entry: [UInt8]) throws -> String {
    let lines = String(decoding: entry, as: UTF8.self).split(separator: "\n")
    return String(try #require(lines.first { $0.hasPrefix("Exec=") }).dropFirst(5))
  }

  private func look(_ sandbox: GNOMESandbox, _ sample: Sample) async throws {
    let path = sandbox.folder.file("tmp/gnome-desktop-thumbnailer.png")
    let seen = try await Tool.python(Self.point, [path, "\(sample.color.x)", "\(sample.color.y)"])
    let words = seen.text.split(whereSeparator: \.isWhitespace)
    try #require(words.count == 5, "\(seen.errors)")
    #expect(words[0] == "PNG")
    #expect(words[1] == sample.size)
    for (part, expected) in zip(words.dropFirst(2), sample.color.rgb) {
      #expect(abs((Int(part) ?? -1000) - expected) <= sample.color.tolerance, "\(seen.text)")
    }
  }

  /// Format, size and the colour of a point by Pillow.
  private static let point = """
    import sys
    from PIL import Image
    image = Image.open(sys.argv[1])
    x, y = (int(percent) * side // 100 for percent, side in zip(sys.argv[2:], image.size))
    red, green, blue, _ = image.convert("RGBA").getpixel((x, y))
    print(image.format, "%dx%d" % image.size, red, green, blue)
    """

  /// The width of each line of dark letters: of rows with dark pixels inside the picture's frame.
  private static let lines = """
    import sys
    from PIL import Image
    image = Image.open(sys.argv[1]).convert("RGBA")
    flat = Image.new("RGBA", image.size, "white")
    flat.alpha_composite(image)
    flat = flat.convert("L").crop((4, 4, image.width - 4, image.height - 4))
    rows = [[x for x in range(flat.width) if flat.getpixel((x, y)) < 190] for y in range(flat.height)]
    lines, last = [], False
    for row in rows:
        if row and last: lines[-1] += row
        elif row: lines.append(row)
        last = bool(row)
    print(*[max(line) - min(line) + 1 for line in lines])
    """

  /// Does what GNOME's file manager does with a document without a thumbnail, by libgnome-desktop, which runs
  /// bubblewrap. Prints the size, what the saved thumbnail says about the document, and its path.
  private static let factory = """
    import sys, gi
    gi.require_version("GnomeDesktop", "4.0")
    from gi.repository import Gio, GnomeDesktop
    from PIL import Image
    factory = GnomeDesktop.DesktopThumbnailFactory.new(GnomeDesktop.DesktopThumbnailSize.LARGE)
    file = Gio.File.new_for_path(sys.argv[1])
    info = file.query_info("standard::content-type,time::modified", 0, None)
    uri, time = file.get_uri(), info.get_attribute_uint64("time::modified")
    assert factory.can_thumbnail(uri, info.get_content_type(), time), info.get_content_type()
    picture = factory.generate_thumbnail(uri, info.get_content_type(), None)
    factory.save_thumbnail(picture, uri, time, None)
    saved = factory.lookup(uri, time)
    text = Image.open(saved).text
    print("%dx%d" % (picture.get_width(), picture.get_height()), text["Thumb::URI"], text["Thumb::MTime"], saved, sep="\\n")
    """
}
