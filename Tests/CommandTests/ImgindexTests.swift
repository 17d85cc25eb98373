@testable internal import imgindex
internal import ArgumentParser
@testable internal import CommandKit
internal import Foundation
internal import TestKit
internal import Testing

@Suite("imgindex", .timed)
struct ImgindexTests {
  private let folder: TemporaryDirectory
  private var photos: String { folder.file("photos") }
  private var catalogue: String { folder.file("photos.db") }

  /// Six files: with Exif and GPS, with IPTC and XMP, without metadata, in three formats, and one that is not a
  /// picture.
  init() throws {
    folder = try TemporaryDirectory()
    try FileManager.default.createDirectory(atPath: photos + "/in", withIntermediateDirectories: true)
    for (fixture, name) in [
      ("jpeg/valid/photo_phone.jpg", "phone.jpg"), ("jpeg/valid/everything.jpg", "in/everything.jpg"),
      ("jpeg/valid/iptc.jpg", "iptc.jpg"), ("png/valid/photo_rgb.png", "in/plain.png"),
      ("tiff/valid/pages_three_kinds.tif", "pages.tif"),
    ] {
      try FileManager.default.copyItem(atPath: Fixtures.path(fixture), toPath: photos + "/" + name)
      try age(name)
    }
    try Data("not a picture".utf8).write(to: URL(fileURLWithPath: photos + "/broken.jpg"))
    try age("broken.jpg")
  }

  /// Gives a file a time in the past: one that has just been changed is read again.
  private func age(_ name: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1.6e9)], ofItemAtPath: photos + "/" + name)
  }

  private func run(_ arguments: [String]) async throws -> Tool.Result { try await Tool.cameo("imgindex", arguments) }

  private struct Report: Decodable, Equatable {
    var read: Int
    var failed: Int
    var unchanged: Int
    var renamed: Int
    var removed: Int
  }

  @discardableResult
  private func update(_ arguments: [String] = [], status: Int? = nil) async throws -> Report {
    let result = try await run(["update", catalogue, photos, "--json"] + arguments)
    if let status { #expect(result.status == status, "\(result.errors)") }
    return try JSONDecoder().decode(Report.self, from: Data(result.output))
  }

  private func sql(_ statement: String, _ path: String? = nil) async throws -> String {
    let result = try await Tool.run("sqlite3", [path ?? catalogue, statement])
    try #require(result.status == 0, "\(result.errors)")
    return result.text
  }

  private func paths(_ condition: String...) async throws -> [String] {
    let result = try await run(["query", catalogue] + condition)
    #expect(result.status == 0, "\(result.errors)")
    return result.text.split(separator: "\n").map { String($0.dropFirst(photos.count + 1)) }
  }

  // MARK: What is in a catalogue

  @Test("A query writes what imgmeta writes", arguments: ["--json", "--jsonl", "--csv"])
  func sameAsImgmeta(_ format: String) async throws {
    try await update(status: 1)
    try FileManager.default.removeItem(atPath: photos + "/broken.jpg")
    for options in [[], ["--tag", "Model", "--tag", "dc:subject"], ["--value", "both"]] {
      let expected = try await Tool.cameo("imgmeta", ["-r", photos, format, "--quiet"] + options)
      let found = try await run(["query", catalogue, format] + options)
      #expect(found.text == expected.text, "\(format) \(options)")
    }
  }

  @Test("The text of all properties is that of imgmeta")
  func details() async throws {
    try await update()
    try FileManager.default.removeItem(atPath: photos + "/broken.jpg")
    let expected = try await Tool.cameo("imgmeta", ["-r", photos, "--text", "--quiet"])
    #expect(try await run(["query", catalogue, "--details"]).text == expected.text)
  }

  @Test("SQL sees hashes, positions and sizes as sha256sum and exiftool do")
  func views() async throws {
    try await update()
    let path = photos + "/in/everything.jpg"
    let hash = try await Tool.run("sha256sum", [path]).text.prefix(64)
    let other = try await Tool.run(
      "exiftool", ["-n", "-s3", "-GPSLatitude", "-GPSLongitude", "-ImageWidth", "-ImageHeight", "-ISO", path])
    let columns = "sha256 || char(10) || round(latitude, 6) || char(10) || round(longitude, 6) || char(10) || width"
    let row = try await sql(
      "SELECT \(columns) || char(10) || height || char(10) || iso FROM photos WHERE path = '\(path)'")
    let numbers = other.text.split(separator: "\n").map { Double($0) ?? .nan }.map { ($0 * 1e6).rounded() / 1e6 }
    let found = row.split(separator: "\n")
    #expect(found.first == hash)
    #expect(found.dropFirst().map { Double($0) ?? .nan } == numbers)
    #expect(try await sql("SELECT error FROM errors").contains("not a valid JPEG"))
    let model = try await sql("SELECT value FROM properties WHERE path = '\(path)' AND name = 'Model'")
    #expect(model == (try await Tool.run("exiftool", ["-s3", "-IFD0:Model", path]).text))
  }

  @Test("The rating is in stars, and paths of tags are keywords")
  func ratings() async throws {
    for (name, tag) in [("phone.jpg", "-XMP-microsoft:RatingPercent=25"), ("iptc.jpg", "-IFD0:Rating=4")] {
      let made = try await Tool.run(
        "exiftool",
        [
          "-q", "-overwrite_original", "-IPTC:all=", "-XMP:all=", tag, "-XMP-digiKam:TagsList=Ort/Eiger",
          "\(photos)/\(name)",
        ])
      try #require(made.status == 0, "\(made.errors)")
      try age(name)
    }
    try await update()
    let rows = try await sql(
      "SELECT rating FROM photos WHERE rating IS NOT NULL AND path NOT LIKE '%/in/%' ORDER BY path")
    #expect(rows == "4.0\n2.0\n")
    #expect(try await sql("SELECT keywords FROM photos WHERE path = '\(photos)/iptc.jpg'") == "Ort\nEiger\n")
    #expect(try await paths("Rating >= 4 and not GPS:Latitude") == ["iptc.jpg"])
    #expect(try await paths("--text", "eiger") == ["iptc.jpg", "phone.jpg"])
    #expect(try await paths("Keywords = Eiger") == ["iptc.jpg", "phone.jpg"])
  }

  // MARK: Update

  @Test("Only files that are new or were changed are read")
  func incremental() async throws {
    #expect(
      try await update(status: 1) == Report(read: 5, failed: 1, unchanged: 0, renamed: 0, removed: 0))
    #expect(try await update(status: 0) == Report(read: 0, failed: 0, unchanged: 6, renamed: 0, removed: 0))
    _ = try await Tool.run("touch", ["-d", "2020-02-02 02:02:02.123456789", photos + "/phone.jpg"])
    #expect(try await update() == Report(read: 1, failed: 0, unchanged: 5, renamed: 0, removed: 0))
    try FileManager.default.removeItem(atPath: photos + "/iptc.jpg")
    #expect(try await update() == Report(read: 0, failed: 0, unchanged: 5, renamed: 0, removed: 1))
    try FileManager.default.moveItem(atPath: photos + "/in", toPath: photos + "/elsewhere")
    #expect(try await update() == Report(read: 0, failed: 0, unchanged: 3, renamed: 2, removed: 0))
    #expect(
      try await paths() == ["elsewhere/everything.jpg", "elsewhere/plain.png", "pages.tif", "phone.jpg"])
  }

  @Test("A directory that is not there, and files that are left out, remove nothing")
  func nothingIsForgotten() async throws {
    try await update()
    #expect(try await update(["--ext", "tif"]) == Report(read: 0, failed: 0, unchanged: 1, renamed: 0, removed: 0))
    let away = folder.file("away")
    try FileManager.default.moveItem(atPath: photos, toPath: away)
    let result = try await run(["update", catalogue, photos])
    #expect(result.status == 1)
    #expect(result.errors.contains(photos))
    #expect(try await sql("SELECT count(*) FROM photos") == "5\n")
  }

  @Test("An update that was killed and one after it give what one alone gives")
  func killed() async throws {
    for number in 0..<900 { try copy(number) }
    // Ended by SIGKILL as soon as some files are in the catalogue.
    let script = """
      "$0" update "$1" "$2" --quiet & pid=$!
      until [ "$(sqlite3 "$1" 'SELECT count(*) FROM file' 2>/dev/null || echo 0)" -gt 0 ]; do
        kill -0 $pid 2>/dev/null || break
      done
      kill -9 $pid; wait $pid; true
      """
    _ = try await Tool.run("sh", ["-c", script, "\(Tool.products)/imgindex", catalogue, photos])
    #expect(try await sql("PRAGMA integrity_check") == "ok\n")
    try await update()
    let whole = folder.file("whole.db")
    _ = try await run(["update", whole, photos])
    for (view, order) in [("photos", "1"), ("properties", "1, 2, 3, 4, 6, 7"), ("errors", "1")] {
      let statement = "SELECT * FROM \(view) ORDER BY \(order)"
      #expect(try await sql(statement) == (try await sql(statement, whole)), "\(view)")
    }
  }

  private func copy(_ number: Int) throws {
    var bytes = Fixtures.bytes(Fixtures.path("jpeg/valid/iptc.jpg"))
    bytes += Array("\(number)".utf8)
    try Data(bytes).write(to: URL(fileURLWithPath: photos + "/in/copy\(number).jpg"))
    try age("in/copy\(number).jpg")
  }

  @Test("Two processes may update one catalogue at once")
  func twoWriters() async throws {
    for number in 0..<400 { try copy(number) }
    async let one = run(["update", catalogue, photos, "--quiet", "--warning-exit-0"])
    async let other = run(["update", catalogue, photos, photos + "/in", "--quiet", "--warning-exit-0"])
    // The later process may find the broken file in the catalogue.
    let (first, second) = try await (one, other)
    #expect((first.errors + second.errors).contains("broken.jpg"))
    for result in [first, second] {
      #expect(result.status <= 1)
      #expect(result.errors.split(separator: "\n").allSatisfy { $0.contains("broken.jpg") }, "\(result.errors)")
    }
    #expect(try await sql("SELECT count(*), count(DISTINCT path) FROM photos") == "405|405\n")
    #expect(
      try await sql("SELECT count(*) FROM search; PRAGMA foreign_key_check; PRAGMA integrity_check")
        .hasSuffix("ok\n"))
    #expect(try await update() == Report(read: 0, failed: 0, unchanged: 406, renamed: 0, removed: 0))
  }

  @Test("Two processes that find the same renamed directory keep its files")
  func twoWritersAfterARename() async throws {
    for number in 0..<400 { try copy(number) }
    try await update()
    for (old, new) in [("in", "elsewhere"), ("elsewhere", "in")] {
      try FileManager.default.moveItem(atPath: photos + "/" + old, toPath: photos + "/" + new)
      async let one = run(["update", catalogue, photos, "--quiet"])
      async let other = run(["update", catalogue, photos, "--quiet"])
      _ = try await [one, other]
      #expect(try await sql("SELECT count(*) FROM file WHERE path LIKE '%/\(new)/%'") == "402\n")
      #expect(try await sql("SELECT count(*) FROM file") == "406\n")
    }
  }

  @Test("A directory with hard links to one file is renamed with all of them")
  func hardLinks() async throws {
    for number in 0..<5 {
      try #require(link(photos + "/iptc.jpg", photos + "/in/hard\(number).jpg") == 0)
    }
    try await update()
    try FileManager.default.moveItem(atPath: photos + "/in", toPath: photos + "/elsewhere")
    #expect(try await update() == Report(read: 0, failed: 0, unchanged: 4, renamed: 7, removed: 0))
  }

  @Test("A link to a file in the tree is an entry of its own, and stays one; a link out of the tree is none")
  func links() async throws {
    try await update()
    let outside = try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/iptc.jpg")), to: "outside.jpg")
    try #require(symlink(outside, photos + "/b.jpg") == 0)
    for name in ["a.jpg", "c.jpg"] {
      try #require(symlink("phone.jpg", photos + "/" + name) == 0)
      #expect(try await update().read == 1)
      #expect(try await update().read == 0)
    }
    #expect(
      try await paths() == [
        "a.jpg", "c.jpg", "in/everything.jpg", "in/plain.png", "iptc.jpg", "pages.tif", "phone.jpg",
      ])
  }

  @Test("A file of another kind is refused and stays as it is")
  func notACatalogue() async throws {
    let text = folder.file("notes.txt")
    try Data(repeating: 65, count: 5_000).write(to: URL(fileURLWithPath: text))
    for arguments in [["update", text, photos], ["query", text]] {
      let result = try await run(arguments)
      #expect(result.status == 64)
      #expect(result.errors == "imgindex: \(text): is not a catalogue of imgindex\n")
    }
    let directory = try await run(["update", photos, photos])
    #expect(directory.status == 64)
    #expect(directory.errors == "imgindex: \(photos): is not a catalogue of imgindex\n")
    let other = folder.file("other.db")
    _ = try await sql("CREATE TABLE mine(x)", other)
    #expect(try await run(["update", other, photos]).status == 64)
    #expect(try await sql("SELECT name FROM sqlite_master", other) == "mine\n")
    #expect(try await run(["query", folder.file("missing.db")]).status == 1)
    for arguments in [["query", folder.file("no/a.db")], ["update", folder.file("no/a.db"), photos]] {
      let result = try await run(arguments)
      #expect(result.status == 1)
      #expect(result.errors.hasSuffix("no/a.db: cannot open: No such file or directory\n"))
    }
  }

  // MARK: Query

  @Test("Conditions, words and positions find files")
  func queries() async throws {
    try await update()
    #expect(try await paths("camera = \"Fixture One\" and date >= 2024-05") == ["in/everything.jpg", "phone.jpg"])
    #expect(try await paths("camera = \"Fixture One\" and date >= 2024-06").isEmpty)
    #expect(try await paths("not camera and pages > 1 or xmp:dc:title[x-default] = Fixture") == ["in/everything.jpg"])
    // 47.556 S, 1 degree of latitude away: 111.2 km.
    let (latitude, longitude) = try await position("in/everything.jpg")
    #expect(try await paths("near(\(latitude + 1), \(longitude), 112km)").contains("in/everything.jpg"))
    #expect(try await paths("near(\(latitude + 1), \(longitude), 110.5 km)").contains("in/everything.jpg") == false)
    #expect(try await paths("--text", "synthetic land*").contains("in/everything.jpg"))
    #expect(try await paths("--text", "GRUSSE").isEmpty)
    #expect(try await paths("--text", "grusse").isEmpty)
    #expect(try await paths("--text", "gruße") == (try await paths("--text", "Grüße")))
    #expect(try await paths("--text", "grüße").contains("in/everything.jpg"))
    #expect(try await paths("--text", "\"landscape synthetic\"").isEmpty)
  }

  private func position(_ name: String) async throws -> (Double, Double) {
    let text = try await Tool.run("exiftool", ["-n", "-s3", "-GPSLatitude", "-GPSLongitude", photos + "/" + name]).text
    let parts = text.split(separator: "\n").compactMap { Double($0) }
    return (try #require(parts.first), try #require(parts.last))
  }

  @Test("A misspelled name is told, and a wrong condition is an error")
  func mistakes() async throws {
    try await update()
    #expect(
      try await run(["query", catalogue, "Modell = x"]).errors
        == "imgindex: note: no file has 'Modell'; did you mean Model?\n")
    for condition in ["Model =", "near(1, 2)", "near(91, 0, 1 km)", "near(1, 2, 3 miles)"] {
      #expect(try await run(["query", catalogue, condition]).status == 64, "\(condition)")
    }
  }

  @Test("A name that is not UTF-8 comes back byte by byte")
  func rawNames() async throws {
    let script = """
      import shutil, sys, os
      path = os.fsencode(sys.argv[2]) + b"/caf\\xe9.jpg"
      shutil.copy(sys.argv[1], path)
      # A file that has just been changed is read again.
      os.utime(path, (1.6e9, 1.6e9))
      """
    _ = try await Tool.python(script, [Fixtures.path("jpeg/valid/gray.jpg"), photos])
    try await update()
    let result = try await run(["query", catalogue, "--print", "{path}\\0"])
    #expect(
      result.output.split(separator: 0).contains {
        $0.suffix(8).elementsEqual([0x63, 0x61, 0x66, 0xE9] + Array(".jpg".utf8))
      })
    #expect(try await update() == Report(read: 0, failed: 0, unchanged: 7, renamed: 0, removed: 0))
  }

  @Test("With --null each path ends with a NUL byte, and formats are refused")
  func null() async throws {
    try FileManager.default.moveItem(atPath: photos + "/iptc.jpg", toPath: photos + "/two\nlines.jpg")
    try await update()
    let result = try await run(["query", catalogue, "--null", "format = JPEG"])
    let names = ["in/everything.jpg", "phone.jpg", "two\nlines.jpg"]
    #expect(result.text == names.map { "\(photos)/\($0)\0" }.joined())
    #expect(try await run(["query", catalogue, "--null", "--jsonl"]).status == 64)
  }

  private func list(_ arguments: String...) async throws -> [String] {
    let result = try await run(["query", catalogue] + arguments)
    #expect(result.status == 0, "\(result.errors)")
    return result.text.split(separator: "\n").map(String.init)
  }

  @Test("A list is sorted by a property, reversed, limited and counted; files without the property come last")
  func sorted() async throws {
    try await update()
    let bySize = try await sql("SELECT path FROM photos ORDER BY size").split(separator: "\n").map(String.init)
    #expect(try await list("--sort", "size") == bySize)
    #expect(try await list("--sort", "File:Size", "--reverse", "--limit", "2") == Array(bySize.reversed().prefix(2)))
    #expect(try await list("--count") == ["5"])
    let dated = Set(try await list("date"))
    #expect(try await sql("SELECT count(*) FROM photos WHERE date IS NOT NULL") == "\(dated.count)\n")
    #expect((1..<5).contains(dated.count))
    for direction in [[], ["--reverse"]] {
      let result = try await run(["query", catalogue, "--sort", "date"] + direction)
      #expect(Set(result.text.split(separator: "\n").prefix(dated.count).map(String.init)) == dated)
    }
    #expect(try await list("--sort", "name", "name ~ '*.*'").count == 5)
    // A name that is nearly one that files have is misspelled; one that none is near may come later.
    let misspelled = try await run(["query", catalogue, "--sort", "Formatt"])
    #expect(misspelled.status == 64 && misspelled.text.isEmpty)
    #expect(misspelled.errors.hasPrefix("imgindex: --sort Formatt: no file has it; did you mean Format? (see"))
    #expect(try await run(["query", catalogue, "--sort", "Xyzzy"]).errors == "imgindex: note: no file has 'Xyzzy'\n")
    let negative = try await run(["query", catalogue, "--limit", "-1"])
    #expect(negative.errors.contains("'--limit <COUNT>': expected a number of at least 0"), "\(negative.errors)")
    for wrong in [
      ["--reverse"], ["--count", "--limit", "1"], ["--count", "--json"], ["--limit", "-1"], ["--sort", ""],
      ["--follow", "--sort", "date"],
    ] {
      #expect(try await run(["query", catalogue] + wrong).status == 64, "\(wrong)")
    }
  }

  @Test("Paths are listed in natural order, the files of a folder together")
  func naturalOrder() async throws {
    let names = ["a/2.jpg", "a/10.jpg", "a 1/1.jpg", "page-2.jpg", "page-10.jpg"]
    for name in names.reversed() {
      let path = "\(photos)/order/\(name)"
      try FileManager.default.createDirectory(
        atPath: String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]), withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: photos + "/phone.jpg", toPath: path)
    }
    try await update()
    #expect(try await list().filter { $0.contains("/order/") } == names.map { "\(photos)/order/\($0)" })
  }

  @Test("Where the catalogue cannot grow, the reason is said once, and the next update does the rest")
  func fullDisk() async throws {
    func limited(blocks: Int) async throws -> Tool.Result {
      try await Tool.run(
        "bash",
        [
          "-c", "trap '' XFSZ; ulimit -f \(blocks); exec \"$0\" \"$@\"", "\(Tool.products)/imgindex", "update",
          catalogue, photos, "--quiet",
        ])
    }
    /// Files that are not pictures have lines of their own.
    func isOneLine(_ errors: String) -> Bool {
      errors.split(separator: "\n").count { $0.hasPrefix("imgindex: \(catalogue): ") } == 1
    }
    let none = try await limited(blocks: 2)
    #expect(none.status == 1 && isOneLine(none.errors), "\(none.errors)")
    #expect(folder.names == ["photos"])
    for number in 0..<300 {
      try FileManager.default.copyItem(atPath: photos + "/phone.jpg", toPath: "\(photos)/copy_\(number).jpg")
    }
    let some = try await limited(blocks: 400)
    #expect(some.status == 1 && isOneLine(some.errors), "\(some.errors)")
    let report = try await update()
    #expect(report.read + report.unchanged == 305 && report.read > 0)
    #expect(try await sql("PRAGMA integrity_check") == "ok\n")
  }

  @Test("What follows a catalogue ends when that is deleted or replaced", arguments: ["rm", "mv new.db"])
  func replaced(_ change: String) async throws {
    try await update()
    let script = """
      cd "$1" && imgindex=$0 && "$imgindex" update new.db photos --quiet 2> /dev/null
      timeout 250 "$imgindex" watch photos.db photos > watch.txt 2> watch.errors & watch=$!
      timeout 250 "$imgindex" query photos.db --follow > found.txt 2> query.errors & query=$!
      # Both follow the catalogue when a new file is found.
      for turn in $(seq 200); do
        cp photos/phone.jpg photos/new$turn.jpg; sleep 1; [ -s found.txt ] && break
      done
      \(change) photos.db; wait $query; echo $?; cp photos/phone.jpg photos/last.jpg; wait $watch; echo $?
      cat query.errors; tail -n 1 watch.errors
      """
    let tool = try await Tool.run("bash", ["-c", script, "\(Tool.products)/imgindex", folder.path])
    let error = "imgindex: photos.db: the catalogue was deleted or replaced\n"
    #expect(tool.text == "1\n1\n\(error)\(error)")
  }

  @Test("In a directory that cannot be written, nothing is followed or updated, and the list is there")
  func readOnly() async throws {
    try await update()
    // Without the files beside it that share its changes.
    _ = try await sql("PRAGMA wal_checkpoint(TRUNCATE)")
    let script = """
      cd "$1" && chmod 555 . && drop= && if [ "$(id -u)" = 0 ]; then drop="setpriv --bounding-set=-dac_override"; fi
      $drop "$0" query photos.db --count; echo $?
      $drop timeout 250 "$0" query photos.db --follow; echo $?
      $drop "$0" update photos.db photos; echo $?
      chmod 755 .
      """
    let tool = try await Tool.run("bash", ["-c", script, "\(Tool.products)/imgindex", folder.path])
    #expect(tool.text == "5\n0\n1\n1\n")
    #expect(
      tool.errors == """
        imgindex: photos.db: its directory cannot be written, so that changes by others are not seen
        imgindex: photos.db: cannot write: Permission denied

        """)
  }

  @Test("Files that exchange their names while a catalogue is watched stay in it")
  func exchange() async throws {
    let script = """
      cd "$1" && mkdir swapped && cp photos/phone.jpg swapped/a.jpg && cp "$2" swapped/b.jpg
      "$0" watch photos.db swapped > watch.txt & watch=$!
      until grep -q unchanged watch.txt; do sleep 0.1; done
      # At once, and then as long as a busy machine needs.
      python3 -c 'import os
      for old, new in ["ac", "ba", "cb"]: os.rename(f"swapped/{old}.jpg", f"swapped/{new}.jpg")'
      for turn in $(seq 600); do
        "$0" query photos.db --print '{name} {width}' | grep -q "b.jpg 1280" && break
        sleep 0.1
      done
      kill $watch; wait $watch
      "$0" query photos.db --print '{name} {width}'; "$0" update photos.db swapped
      """
    let tool = try await Tool.run(
      "bash", ["-c", script, "\(Tool.products)/imgindex", folder.path, Fixtures.path("jpeg/valid/gray.jpg")])
    #expect(
      tool.text == """
        a.jpg 67
        b.jpg 1280
        photos.db: 0 read, 0 failed, 2 unchanged, 0 renamed, 0 removed

        """)
  }

  @Test("While a catalogue is watched, a standing query prints what begins to match")
  func follow() async throws {
    // Waits for what must come, however long that takes.
    let script = """
      cd "$2" && imgindex=$0 photo=$1
      "$imgindex" watch photos.db photos > watch.txt & watch=$!
      until grep -q unchanged watch.txt; do sleep 0.1; done
      "$imgindex" query photos.db --follow 'camera = "Fixture One"' --print '{name}' > found.txt & follow=$!
      # The query has begun when it has opened the catalogue.
      until ls -l /proc/$follow/fd 2>/dev/null | grep -q photos.db-wal; do sleep 0.1; done
      sleep 1
      cp "$photo" photos/one.jpg
      until [ -s found.txt ] || ! kill -0 $watch; do sleep 0.1; done
      mv photos/one.jpg photos/two.jpg
      until grep -q ^renamed watch.txt || ! kill -0 $watch; do sleep 0.1; done
      rm photos/two.jpg
      until grep -q ^deleted watch.txt || ! kill -0 $watch; do sleep 0.1; done
      kill $watch $follow; wait $watch; cat found.txt; tail -n +2 watch.txt
      """
    let photo = Fixtures.path("jpeg/valid/exif_gps_big_endian.jpg")
    let result = try await Tool.run("sh", ["-c", script, "\(Tool.products)/imgindex", photo, folder.path])
    #expect(
      result.text == """
        one.jpg
        new \(photos)/one.jpg
        renamed \(photos)/two.jpg from \(photos)/one.jpg
        deleted \(photos)/two.jpg

        """)
  }

  // MARK: Duplicates

  @Test("Copies are found by their bytes, and pictures that look alike in any size and format")
  func duplicates() async throws {
    try FileManager.default.copyItem(atPath: photos + "/phone.jpg", toPath: photos + "/in/again.jpg")
    try FileManager.default.linkItem(atPath: photos + "/iptc.jpg", toPath: photos + "/link.jpg")
    let script = """
      from PIL import Image, ImageOps; import sys
      picture = ImageOps.exif_transpose(Image.open(sys.argv[1] + "/phone.jpg")); picture.thumbnail((400, 400))
      picture.save(sys.argv[1] + "/small.png")
      """
    _ = try await Tool.python(script, [photos])
    // The missing parts of these two pictures look alike.
    for name in ["photo_phone", "photo_portrait_422"] {
      let bytes = Fixtures.bytes(Fixtures.path("jpeg/valid/\(name).jpg"))
      _ = try folder.write(Array(bytes.prefix(bytes.count / 10)), to: "photos/\(name)-cut.jpg")
    }
    try await update(["--looks", "--thumbnails"])
    let copies = try await run(["duplicates", catalogue])
    #expect(copies.text == "\(photos)/in/again.jpg\n\(photos)/phone.jpg\n")
    let similar = try await run(["duplicates", catalogue, "--similar"])
    let alike = try await run(["duplicates", catalogue, "--similar", "--distance", "10"])
    #expect(alike.status == 0 && !alike.text.contains("-cut"))
    let group = similar.text.components(separatedBy: "\n\n").first { $0.contains("phone.jpg") }
    #expect(
      group?.split(separator: "\n").sorted()
        == ["\(photos)/in/again.jpg", "\(photos)/phone.jpg", "\(photos)/small.png"].map { $0[...] })
    let thumbnail = folder.file("thumbnail.jpg")
    _ = try await sql("SELECT writefile('\(thumbnail)', jpeg) FROM thumbnails WHERE path = '\(photos)/phone.jpg'")
    #expect(
      try await Tool.run("exiftool", ["-s3", "-ImageSize", thumbnail]).text
        == (try await sql("SELECT width || 'x' || height FROM thumbnails WHERE path = '\(photos)/phone.jpg'")))
  }

  // MARK: Help

  @Test("The command lines of the examples are valid, and help fits a terminal")
  func help() async throws {
    let examples = ImgindexHelp.discussion.split(separator: "\n").filter { $0.hasPrefix("  imgindex") }
    #expect(examples.count >= 5)
    for example in examples {
      let words = try ShellWords.split(String(example.split(separator: "|")[0]))
      #expect(throws: Never.self, "\(example)") {
        _ = try Imgindex.parseAsRoot(ShortOptions.separated(Array(words.dropFirst())))
      }
    }
    for arguments in [[], ["update"], ["query"], ["duplicates"], ["watch"]] {
      let result = try await Tool.cameo("imgindex", arguments + ["--help"], environment: ["COLUMNS": "80"])
      #expect(result.status == 0)
      #expect(result.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
    #expect(try await run([]).status == 64)
  }
}
