internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// XMP and comments of GIF files, changed without touching the frames; exiftool and ImageMagick read the results.
@Suite(.timed) struct GIFRewritingTests {
  private let directory: TemporaryDirectory
  private let environment = JobEnvironment(limits: .standard)

  init() throws { directory = try TemporaryDirectory() }

  private static let files = ["version_87a", "xmp", "comment", "anim_restore", "local_table", "trailing_bytes"]

  private func rewrite(_ name: String, _ change: (inout MetadataRewriteJob) -> Void) throws -> String {
    let output = directory.file("\(name).gif")
    var job = MetadataRewriteJob(input: .path(Fixtures.path("gif/valid/\(name).gif")), output: .path(output))
    change(&job)
    try job.check()
    _ = try job.run(in: environment)
    return output
  }

  /// ImageMagick's digests of all frames, and their places and times.
  private func frames(_ path: String) async throws -> String {
    try await Tool.run("identify-im6.q16", ["-format", "%# %g %T %D\\n", path]).text
  }

  @Test("New metadata is read by exiftool, and the frames stay", arguments: files)
  func set(_ name: String) async throws {
    let comment = "A long comment. " + String(repeating: "x", count: 400)
    let output = try rewrite(name) { $0.set = ["xmp.dc:title=Sea", "comment=\(comment)"] }
    let before = try await frames(Fixtures.path("gif/valid/\(name).gif"))
    #expect(!before.isEmpty)
    #expect(try await frames(output) == before)
    let said = try await Tool.run("exiftool", ["-s3", "-GIF:GIFVersion", "-XMP:Title", "-Comment", output])
    #expect(said.text.split(separator: "\n") == ["89a", "Sea", comment[...]])
    #expect(try await Tool.run("exiftool", ["-warning", "-error", output]).text == "")
  }

  @Test("All metadata is removed, and what follows the file", arguments: files + ["iccp", "unknown_extensions"])
  func stripAll(_ name: String) async throws {
    let output = try rewrite(name) { $0.strip = ["all"] }
    #expect(try await frames(output) == (try await frames(Fixtures.path("gif/valid/\(name).gif"))))
    let left = try await Tool.run("exiftool", ["-a", "-G1", "-s", "-XMP:all", "-Comment", "-ICC_Profile:all", output])
    #expect(left.text == "")
    #expect(Fixtures.bytes(output).last == 0x3B)
    #expect(!String(decoding: Fixtures.bytes(output), as: UTF8.self).contains("private"))
  }

  @Test("What GIF cannot hold is refused")
  func refusals() throws {
    for (set, hint) in [("exif.Artist=x", "Exif"), ("dpi=300", "resolution"), ("png.Title=x", "comments")] {
      let error = #expect(throws: ImageError.self) { try rewrite("xmp") { $0.set = [set] } }
      #expect(error?.kind == .unsupported)
      #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
    }
  }

  @Test(
    "A file that is cut short or damaged is refused, because frames might be taken for what follows", arguments: 1...3)
  func cut(missing: Int) throws {
    let whole = Fixtures.bytes(Fixtures.path("gif/valid/xmp.gif"))
    let files = [Array(whole.dropLast(missing + 1)), Array(whole.dropLast()) + [0x55, 0x55, 0x3B]]
    for bytes in files {
      let path = try directory.write(bytes, to: "cut.gif")
      var job = MetadataRewriteJob(input: .path(path), output: .path(directory.file("out.gif")))
      job.strip = ["all"]
      let error = #expect(throws: ImageError.self) { try job.run(in: environment) }
      #expect(error?.kind == .invalidData)
      #expect(Fixtures.bytes(path) == bytes)
    }
  }
}
