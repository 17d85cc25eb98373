internal import Glibc
internal import TestKit
internal import Testing

@Suite("Names by properties, moves and copies", .timed)
struct MoveTests {
  /// DateTimeOriginal is 2024:05:06 07:08:09, Model is `Fixture One`.
  private let photo = Fixtures.bytes(Fixtures.path("jpeg/valid/exif_gps_big_endian.jpg"))
  /// It has no date.
  private let plain = Fixtures.bytes(Fixtures.path("jpeg/valid/gray.jpg"))
  private let folder: TemporaryDirectory
  private let byDate = "{DateCreated:%Y/%m}/{DateCreated:%Y%m%d_%H%M%S}{_n}.{ext}"

  init() throws { folder = try TemporaryDirectory() }

  private func imgmeta(_ arguments: [String]) async throws -> Tool.Result {
    try await Tool.cameo("imgmeta", arguments, directory: folder.path)
  }

  private func names(in name: String) async throws -> [String] {
    try await Tool.run("ls", ["-A", folder.file(name)]).text.split(separator: "\n").map(String.init)
  }

  @Test("Files are moved by their dates, clashes are numbered, a second run changes nothing, and the list undoes it")
  func moveByDate() async throws {
    for name in ["a.jpg", "b.JPG", "c.jpg"] { try folder.write(photo, to: name) }
    let options = ["--move", "--parents", "-o", byDate, "--undo-list", "moves.jsonl"]
    let dry = try await imgmeta(["--move", "--parents", "-o", byDate, "--dry-run", "a.jpg", "b.JPG", "c.jpg"])
    #expect(
      dry.text
        == "a.jpg -> 2024/05/20240506_070809.jpg\nb.JPG -> 2024/05/20240506_070809.JPG\n"
        + "c.jpg -> 2024/05/20240506_070809_2.jpg\n", "\(dry.errors)")
    #expect(folder.names == ["a.jpg", "b.JPG", "c.jpg"])

    let moved = try await imgmeta(options + ["a.jpg", "b.JPG", "c.jpg"])
    #expect(moved.status == 0 && moved.text.isEmpty, "\(moved.errors)")
    let expected = ["20240506_070809.JPG", "20240506_070809.jpg", "20240506_070809_2.jpg"]
    #expect(Set(try await names(in: "2024/05")) == Set(expected))
    for name in expected { #expect(Fixtures.bytes(folder.file("2024/05/\(name)")) == photo) }
    #expect(folder.names == ["2024", "moves.jsonl"])

    let again = try await imgmeta(["--move", "-r", "--parents", "-o", byDate, "2024"])
    #expect(again.status == 0, "\(again.errors)")
    #expect(Set(try await names(in: "2024/05")) == Set(expected))

    let undone = try await imgmeta(["--jobs", "moves.jsonl"])
    #expect(undone.status == 0, "\(undone.errors)\(undone.text)")
    #expect(folder.names == ["2024", "a.jpg", "b.JPG", "c.jpg", "moves.jsonl"])
    #expect(try await names(in: "2024/05").isEmpty)
  }

  @Test("Days are a format within braces, and a mistake outside of them")
  func days() async throws {
    try folder.write(photo, to: "a.jpg")
    let dry = try await imgmeta(["--move", "--dry-run", "-o", "{date:%Y-%m-%d}_{stem}.{ext}", "a.jpg"])
    #expect(dry.text == "a.jpg -> 2024-05-06_a.jpg\n", "\(dry.errors)")
    let mistake = try await imgmeta(["--move", "--dry-run", "-o", "{date:%Y}_%d.{ext}", "a.jpg"])
    #expect(mistake.status == 64 && mistake.errors.contains("'%d' is not a field"), "\(mistake.errors)")
  }

  @Test("A file without the date fails alone; a text after a bar is used instead")
  func missingDate() async throws {
    try folder.write(photo, to: "a.jpg")
    try folder.write(plain, to: "b.jpg")
    let result = try await imgmeta(["--copy", "-o", "{DateCreated:%Y}.{ext}", "a.jpg", "b.jpg"])
    #expect(result.status == 1)
    #expect(result.errors.contains("b.jpg: no name: it has no {DateCreated:%Y}"), "\(result.errors)")
    #expect(folder.names == ["2024.jpg", "a.jpg", "b.jpg"])
    let other = try await imgmeta(["--copy", "-o", "{DateCreated:%Y|undated}_{stem}.{ext}", "a.jpg", "b.jpg"])
    #expect(other.status == 0, "\(other.errors)")
    #expect(folder.names == ["2024.jpg", "2024_a.jpg", "a.jpg", "b.jpg", "undated_b.jpg"])
  }

  @Test("Nothing is replaced, and a link stays")
  func existing() async throws {
    try folder.write(photo, to: "a.jpg")
    try folder.write([1], to: "Fixture One.jpg")
    let result = try await imgmeta(["--move", "-o", "{Model}.{ext}", "a.jpg"])
    #expect(result.status == 1 && result.errors.contains("exists, and nothing is replaced"), "\(result.errors)")
    let kept = try await imgmeta(["--move", "--no-clobber", "-o", "{Model}.{ext}", "a.jpg"])
    #expect(kept.status == 0, "\(kept.errors)")
    let numbered = try await imgmeta(["--copy", "-o", "{Model}{_n}.{ext}", "a.jpg"])
    #expect(numbered.status == 0, "\(numbered.errors)")
    #expect(folder.names == ["Fixture One.jpg", "Fixture One_2.jpg", "a.jpg"])
    #expect(Fixtures.bytes(folder.file("Fixture One.jpg")) == [1])
    #expect(symlink("a.jpg", folder.file("link.jpg")) == 0)
    let link = try await imgmeta(["--move", "-o", "new.jpg", "link.jpg"])
    #expect(link.status == 1 && link.errors.contains("is a symbolic link"), "\(link.errors)")
  }

  @Test("Sidecar files and the video of a Live Photo go along, or stay together with the picture")
  func companions() async throws {
    for name in ["IMG_1.jpg", "IMG_2.jpg"] { try folder.write(photo, to: name) }
    try folder.write([1], to: "IMG_1.MOV")
    try folder.write([2], to: "IMG_1.jpg.xmp")
    try folder.write([3], to: "IMG_1.xmp")
    try folder.write([4], to: "IMG_2.xmp")
    try folder.write([5], to: "x_2.xmp")
    let options = ["--move", "--companions", "-o", "x{_n}.{ext}"]
    let result = try await imgmeta(options + ["IMG_1.MOV", "IMG_1.jpg", "IMG_2.jpg"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(folder.names == ["x.MOV", "x.jpg", "x.jpg.xmp", "x.xmp", "x_2.xmp", "x_3.jpg", "x_3.xmp"])
    #expect(Fixtures.bytes(folder.file("x.xmp")) == [3])
    let clash = try await imgmeta(["--move", "--companions", "-o", "x_2.{ext}", "x_3.jpg"])
    #expect(clash.status == 1 && clash.errors.contains("x_2.xmp exists"), "\(clash.errors)")
    #expect(folder.names == ["x.MOV", "x.jpg", "x.jpg.xmp", "x.xmp", "x_2.xmp", "x_3.jpg", "x_3.xmp"])
  }

  @Test("Two pictures of one sidecar file get one name; the sidecar file goes with the first")
  func sharedSidecar() async throws {
    for name in ["IMG_1.jpg", "IMG_1.JPG"] { try folder.write(photo, to: name) }
    try folder.write([3], to: "IMG_1.xmp")
    let result = try await imgmeta(["--move", "--companions", "-o", "x{_n}.{ext}", "IMG_1.jpg", "IMG_1.JPG"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(Set(folder.names) == ["x.JPG", "x.jpg", "x.xmp"])
  }

  @Test("A value with a dash at the beginning makes no name that is an option", arguments: ["-", "-rf"])
  func dash(_ value: String) async throws {
    try folder.write(photo, to: "a.jpg")
    let set = try await Tool.cameo(
      "imgconv", ["--in-place", "--set", "exif.Model=\(value)", "a.jpg"], directory: folder.path)
    #expect(set.status == 0, "\(set.errors)")
    #expect(try await imgmeta(["--move", "-o", "{exif.Model}", "a.jpg"]).status == 0)
    #expect(folder.names == ["_\(value)"])
    #expect(try await imgmeta(["--move", "-o", "a{exif.Model}", "_\(value)"]).status == 0)
    #expect(folder.names == ["a\(value)"])
  }

  @Test("To another file system a file is copied with its mode and time, and then removed")
  func otherFileSystem() async throws {
    try folder.write(photo, to: "a.jpg")
    #expect(chmod(folder.file("a.jpg"), 0o640) == 0)
    #expect(try await Tool.run("touch", ["-d", "2020-01-02 03:04:05.5 UTC", folder.file("a.jpg")]).status == 0)
    #expect(mkdir(folder.file("disk"), 0o755) == 0)
    try await Mount.tmpfs(at: folder.file("disk"), size: "1m")
    defer { Mount.unmount(folder.file("disk")) }
    let result = try await imgmeta(["--move", "-o", "disk/{Model}.{ext}", "a.jpg"])
    #expect(result.status == 0, "\(result.errors)")
    let moved = folder.file("disk/Fixture One.jpg")
    #expect(Fixtures.bytes(moved) == photo)
    let status = try await Tool.run("stat", ["-c", "%a %.1Y", moved]).text
    #expect(status == "640 1577934245.5\n")
    #expect(folder.names == ["disk"])
  }

  @Test("--where selects the files that are moved")
  func condition() async throws {
    try folder.write(photo, to: "a.jpg")
    try folder.write(plain, to: "b.jpg")
    let result = try await imgmeta(["--move", "--where", "date >= 2024", "-o", "new_{name}", "a.jpg", "b.jpg"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(folder.names == ["b.jpg", "new_a.jpg"])
  }

  @Test("imgconv and thumb have properties in names; a value stays within one name")
  func pictures() async throws {
    for name in ["a.jpg", "b.jpg"] { try folder.write(photo, to: name) }
    let set = try await Tool.cameo(
      "imgconv", ["--in-place", "--set", "exif.Model=../../evil", "b.jpg"], directory: folder.path)
    #expect(set.status == 0, "\(set.errors)")
    let converted = try await Tool.cameo(
      "imgconv", ["a.jpg", "b.jpg", "--parents", "-o", "out/{date:%Y-%m}/{Model}.png"], directory: folder.path)
    #expect(converted.status == 0, "\(converted.errors)")
    #expect(Set(try await names(in: "out/2024-05")) == ["Fixture One.png", "_._.._evil.png"])
    for _ in 0..<2 {
      let thumbs = try await Tool.cameo(
        "thumb", ["-s", "16", "a.jpg", "b.jpg", "-o", "{exif.DateTimeOriginal:%Y}{_n}.{ext}"], directory: folder.path)
      #expect(thumbs.status == 0, "\(thumbs.errors)")
    }
    #expect(folder.names == ["2024.jpg", "2024_2.jpg", "2024_3.jpg", "2024_4.jpg", "a.jpg", "b.jpg", "out"])
    let sized = try await Tool.cameo("thumb", ["a.jpg", "-o", "{width}{_n}.jpg"], directory: folder.path)
    #expect(sized.status == 64 && sized.errors.contains("{_n} needs a name"), "\(sized.errors)")
  }

  @Test(
    "Options that mean nothing are refused",
    arguments: [
      (["--move", "a.jpg"], "--move needs -o"), (["--move", "--copy", "-o", "x", "a.jpg"], "exclude each other"),
      (["--dry-run", "a.jpg"], "--dry-run needs --move or --copy"), (["--undo-list", "l", "a.jpg"], "needs --move"),
      (["--copy", "--undo-list", "l", "-o", "x", "a.jpg"], "needs --move"), (["--move", "-o", "-", "a.jpg"], "-o -"),
      (["--move", "--json", "-o", "x", "a.jpg"], "write no report"),
      (["--move", "-o", "{foo}", "a.jpg"], "unknown field '{foo}'"),
    ] as [([String], String)])
  func refused(_ arguments: [String], _ message: String) async throws {
    let result = try await imgmeta(arguments)
    #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
  }
}
