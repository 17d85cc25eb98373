internal import Foundation
internal import TestKit
internal import Testing

/// What outputs take over from the files that they are made of, and what remains of those.
@Suite("imgconv: --preserve, --set-file-time, --backup", .timed)
struct FileTimeTests {
  private let directory: TemporaryDirectory
  private let old = Date(timeIntervalSince1970: 1_000_000_000)

  init() throws { directory = try TemporaryDirectory() }

  private func copy(_ name: String, to file: String) throws -> String {
    let path = try directory.write(Fixtures.bytes(Fixtures.path(name)), to: file)
    try FileManager.default.setAttributes([.modificationDate: old, .posixPermissions: 0o640], ofItemAtPath: path)
    return path
  }

  private func time(_ path: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test(
    "With --preserve an output has the times, permissions and attributes of its input",
    arguments: [["--in-place"], ["-o", "out.jpg"]], [["--set", "exif.Artist=Ann"], ["-q", "80"]])
  func preserved(_ place: [String], _ change: [String]) async throws {
    let path = try copy("jpeg/valid/gray.jpg", to: "a.jpg")
    let marked = try await Tool.python(
      "import os, sys; os.setxattr(sys.argv[1], 'user.note', b'sea')", [path])
    let result = try await Tool.cameo(
      "imgconv", ["--preserve"] + change + [path] + place, directory: directory.path)
    #expect(result.status == 0, "\(result.errors)")
    let output = place.count == 1 ? path : directory.file("out.jpg")
    #expect(try time(output) == old)
    #expect(try permissions(output) == 0o640)
    // Some file systems have no attributes.
    if marked.status == 0 {
      let read = try await Tool.python(
        "import os, sys; print(os.getxattr(sys.argv[1], 'user.note').decode())", [output])
      #expect(read.text == "sea\n", "\(read.errors)")
    }
  }

  @Test("Without it, the time is that of the change")
  func notPreserved() async throws {
    let path = try copy("jpeg/valid/gray.jpg", to: "a.jpg")
    #expect(try await Tool.cameo("imgconv", ["--in-place", "--set", "exif.Artist=Ann", path]).status == 0)
    #expect(try #require(try time(path)) > old)
  }

  /// 2024-05-06T07:08:09+02:00 is 1714972089 seconds after 1970 (date -d).
  @Test("--set-file-time takes the date of the picture, also one that is set, and of a file that does not change")
  func fileTime() async throws {
    let path = try copy("jpeg/valid/gray.jpg", to: "a.jpg")
    let taken = Date(timeIntervalSince1970: 1_714_972_089)
    let date = "exif.DateTimeOriginal=2024:05:06 07:08:09+02:00"
    let set = try await Tool.cameo("imgconv", ["--in-place", "--set-file-time", "--set", date, path])
    #expect(set.status == 0, "\(set.errors)")
    #expect(try time(path) == taken)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
    let bytes = Fixtures.bytes(path)
    let unchanged = try await Tool.cameo("imgconv", ["--in-place", "--set-file-time", path])
    #expect(unchanged.status == 0, "\(unchanged.errors)")
    #expect(try time(path) == taken && Fixtures.bytes(path) == bytes)
    let converted = directory.file("a.png")
    #expect(try await Tool.cameo("imgconv", ["--set-file-time", path, "-o", converted]).status == 0)
    #expect(try time(converted) == taken)
    let undated = try copy("jpeg/valid/gray.jpg", to: "b.jpg")
    let noted = try await Tool.cameo("imgconv", ["--in-place", "--set-file-time", undated])
    #expect(noted.errors.contains("\(undated) has no date"), "\(noted.errors)")
  }

  @Test("A date without a zone is one of the local zone")
  func localTime() async throws {
    let path = try copy("jpeg/valid/gray.jpg", to: "a.jpg")
    let arguments = ["--in-place", "--set-file-time", "--set", "exif.DateTimeOriginal=2024:05:06 07:08:09", path]
    let result = try await Tool.cameo("imgconv", arguments, environment: ["TZ": "UTC-2"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try time(path) == Date(timeIntervalSince1970: 1_714_972_089))
  }

  @Test("--backup keeps the first file that was replaced")
  func backup() async throws {
    let path = try copy("jpeg/valid/gray.jpg", to: "a.jpg")
    let original = Fixtures.bytes(path)
    for name in ["Ann", "Ben"] {
      let result = try await Tool.cameo("imgconv", ["--in-place", "--backup", "--set", "exif.Artist=\(name)", path])
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(Fixtures.bytes(path + "_original") == original)
    #expect(try time(path + "_original") == old)
    #expect(directory.names.sorted() == ["a.jpg", "a.jpg_original"])
    let artist = try await Tool.run("exiftool", ["-s3", "-Artist", path])
    #expect(artist.text == "Ben\n")
  }
}
