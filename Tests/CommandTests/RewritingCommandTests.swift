internal import Foundation
internal import TestKit
internal import Testing

@Suite("imgconv --metadata-only, as a command", .timed)
struct RewritingCommandTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func copy(_ name: String, to file: String) throws -> String {
    try directory.write(Fixtures.bytes(Fixtures.path(name)), to: file)
  }

  @Test("A missing file in --copy-from is a usage error, reported once and before any output")
  func missingCopy() async throws {
    let files = [try copy("jpeg/valid/gray.jpg", to: "a.jpg"), try copy("jpeg/valid/gray.jpg", to: "b.jpg")]
    let before = files.map { Fixtures.bytes($0) }
    let missing = directory.file("missing.jpg")
    let result = try await Tool.cameo(
      "imgconv", ["--metadata-only", "--in-place", "--set", "exif.Artist=A", "--copy-from", missing] + files)
    #expect(result.status == 64)
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.errors.contains("missing.jpg") && result.errors.contains("--copy-from"))
    #expect(files.map { Fixtures.bytes($0) } == before)
  }

  @Test(
    "A file in which nothing changes keeps its times",
    arguments: ["jpeg/valid/everything.jpg", "png/valid/exif.png", "tiff/valid/exif_gps_big_endian.tif"])
  func unchanged(_ name: String) async throws {
    let path = try copy(name, to: "a." + (name.split(separator: ".").last ?? ""))
    let set = ["--metadata-only", "--in-place", "--set", "exif.Artist=Somebody", path]
    #expect(try await Tool.cameo("imgconv", set).status == 0)
    for arguments in [set, ["--metadata-only", "--in-place", "--delete", "exif.SpectralSensitivity", path]] {
      let old = Date(timeIntervalSince1970: 1_000_000_000)
      try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
      let bytes = Fixtures.bytes(path)
      let result = try await Tool.cameo("imgconv", arguments + ["--json"])
      #expect(result.status == 0)
      #expect(result.text.contains("\"skipped\": \"unchanged\""), "\(result.text)")
      #expect(Fixtures.bytes(path) == bytes)
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date == old)
    }
    // Under another name the same bytes are written.
    let other = directory.file("other")
    let copied = try await Tool.cameo(
      "imgconv", ["--metadata-only", "--delete", "exif.SpectralSensitivity", path, "-o", other])
    #expect(copied.status == 0 && Fixtures.bytes(other) == Fixtures.bytes(path))
  }

  @Test("Commands that edit one file in place at the same time all keep their edits")
  func together() async throws {
    let path = try copy("jpeg/valid/everything.jpg", to: "a.jpg")
    let tags = ["Artist", "Copyright", "ImageDescription", "Make", "Model", "Software"]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for tag in tags {
        group.addTask {
          let edit = ["--metadata-only", "--in-place", "--set", "exif.\(tag)=Together \(tag)", path]
          let result = try await Tool.cameo("imgconv", edit)
          #expect(result.status == 0, "\(result.errors)")
        }
      }
      try await group.waitForAll()
    }
    let properties = try #require(try await ExifTool.read([path])[path])
    for tag in tags { #expect(ExifTool.text(properties, "IFD0:\(tag)") == "Together \(tag)") }
  }

  @Test("A note that many files have is printed for three, and then summed up; the report has all")
  func notes() async throws {
    for number in 1...5 { _ = try copy("jpeg/valid/gray.jpg", to: "\(number).jpg") }
    let arguments = ["--strip", "gps", "-r", directory.path, "-d", directory.file("out"), "--parents", "--json"]
    let result = try await Tool.cameo("imgconv", arguments)
    let note = "nothing to change: the file was copied as it is"
    let named = (1...3).map { "imgconv: \(directory.file("\($0).jpg")): note: \(note)\n" }.joined()
    #expect(result.status == 0 && result.errors == named + "imgconv: note: 2 more files: \(note)\n")
    #expect(result.text.ranges(of: note).count == 5)
  }

  @Test("--allow refuses formats that the command does not read")
  func allow() throws {
    for command in ["thumb", "imgconv"] {
      let result = try InProcess(
        command, ["--allow", "xmp", Fixtures.path("jpeg/valid/gray.jpg"), "-o", directory.file("out.png")])
      #expect(result.status == 64, "\(command)")
      #expect(result.errors.contains("xmp is not an image format"), "\(result.errors)")
    }
  }

  @Test("A negative limit and an empty name are reported as such")
  func messages() async throws {
    let limit = try InProcess("imgmeta", ["--max-pixels", "-3", Fixtures.path("jpeg/valid/gray.jpg")])
    #expect(limit.status == 64)
    #expect(limit.errors.contains("expected a number such as 500"), "\(limit.errors)")
    let empty = try await Tool.cameo("imgmeta", ["", Fixtures.path("jpeg/valid/gray.jpg")])
    #expect(empty.status == 1)
    #expect(empty.errors.contains("'': the name is empty"), "\(empty.errors)")
    #expect(!empty.text.isEmpty)
  }
}
