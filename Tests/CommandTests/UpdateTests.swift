internal import Foundation
internal import TestKit
internal import Testing

/// Runs that are repeated with --update.
@Suite("--update", .timed)
struct UpdateTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/gray.jpg")), to: "a.jpg")
  }

  /// Whether a run writes its output.
  private func writes(_ command: String, _ arguments: [String]) async throws -> Bool {
    let result = try await Tool.cameo(command, arguments + ["--update", "--json"], directory: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    let skipped = try await Tool.run("jq", ["-r", ".files[0].outputs[0].skipped"], input: result.output)
    return skipped.text == "null\n"
  }

  @Test("An output is made again with other options, and only then")
  func options() async throws {
    // Where the file system has no extended attributes, only times count.
    let hasAttributes = try await hasAttributes()
    for options in [["-s", "32"], ["-s", "48"], ["-s", "48", "-q", "50"]] {
      let arguments = ["-o", "t.jpg", "a.jpg"] + options
      #expect(try await writes("thumb", arguments) == (hasAttributes || options == ["-s", "32"]), "\(options)")
      #expect(try await !writes("thumb", arguments), "\(options)")
    }
    let size = try await Tool.run("identify-im6.q16", ["-format", "%wx%h", folder.file("t.jpg")])
    #expect(size.text == (hasAttributes ? "48x32" : "32x21"))
  }

  private func hasAttributes() async throws -> Bool {
    let program = "import os, sys\nos.setxattr(sys.argv[1], 'user.test', b'1')"
    return try await Tool.python(program, [folder.file("a.jpg")]).status == 0
  }

  @Test("A copy that keeps the picture is made anew with a quality, and without it again")
  func copies() async throws {
    guard try await hasAttributes() else { return }
    #expect(try await writes("imgconv", ["a.jpg", "-o", "b.jpg"]))
    #expect(try await !writes("imgconv", ["a.jpg", "-o", "b.jpg"]))
    #expect(try await writes("imgconv", ["a.jpg", "-o", "b.jpg", "-q", "30"]))
    #expect(try await writes("imgconv", ["a.jpg", "-o", "b.jpg"]))
    #expect(Fixtures.bytes(folder.file("b.jpg")) == Fixtures.bytes(folder.file("a.jpg")))
  }

  @Test("An output is made again if a run without --update made it with other options")
  func firstRun() async throws {
    guard try await hasAttributes() else { return }
    #expect(try await Tool.cameo("thumb", ["-s", "16", "-o", "t.jpg", "a.jpg"], directory: folder.path).status == 0)
    #expect(try await !writes("thumb", ["-s", "16", "-o", "t.jpg", "a.jpg"]))
    #expect(try await writes("thumb", ["-s", "24", "-o", "t.jpg", "a.jpg"]))
  }

  @Test("The report of an output that is left alone has the size of the file")
  func sizeInReport() async throws {
    #expect(try await Tool.cameo("thumb", ["-s", "16", "-o", "t.jpg", "a.jpg"], directory: folder.path).status == 0)
    let arguments = ["-s", "24", "-o", "t.jpg", "a.jpg", "--no-clobber", "--json"]
    let result = try await Tool.cameo("thumb", arguments, directory: folder.path)
    let query = ".files[0].outputs[0] | \"\\(.width)x\\(.height) \\(.skipped)\""
    let report = try await Tool.run("jq", ["-r", query], input: result.output)
    let size = try await Tool.run("identify-im6.q16", ["-format", "%wx%h", folder.file("t.jpg")])
    #expect(report.text == "\(size.text) exists\n")
  }

  @Test("An output is made again if its picture is replaced by an older one, or by one of another name")
  func olderPicture() async throws {
    guard try await hasAttributes() else { return }
    let arguments = ["-s", "16", "-o", "t.jpg", "a.jpg"]
    #expect(try await writes("thumb", arguments))
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/flat_colour.jpg")), to: "a.jpg")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: folder.file("a.jpg"))
    #expect(try await writes("thumb", arguments))
    #expect(try await !writes("thumb", arguments))
    let other = folder.file("b.jpg")
    try FileManager.default.copyItem(atPath: folder.file("a.jpg"), toPath: other)
    #expect(try await writes("thumb", ["-s", "16", "-o", "t.jpg", "b.jpg"]))
  }

  @Test("What was left of a damaged picture is made again, and may be replaced")
  func damage() async throws {
    guard try await hasAttributes() else { return }
    let whole = Fixtures.bytes(Fixtures.path("jpeg/valid/photo_phone.jpg"))
    try folder.write(Array(whole.prefix(whole.count / 2)), to: "c.jpg")
    let arguments = ["-s", "16", "-o", "c_small.jpg", "c.jpg", "--update"]
    for _ in 0..<2 { #expect(try await Tool.cameo("thumb", arguments, directory: folder.path).status == 3) }
    let cut = Fixtures.bytes(folder.file("c_small.jpg"))
    try folder.write(whole, to: "c.jpg")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: folder.file("c.jpg"))
    #expect(try await writes("thumb", Array(arguments.dropLast())))
    #expect(Fixtures.bytes(folder.file("c_small.jpg")) != cut)
    #expect(try await !writes("thumb", Array(arguments.dropLast())))
  }

  @Test("A file of another program is judged by its time")
  func others() async throws {
    try folder.write([1, 2, 3], to: "c.jpg")
    #expect(try await !writes("imgconv", ["a.jpg", "-o", "c.jpg"]))
    #expect(Fixtures.bytes(folder.file("c.jpg")) == [1, 2, 3])
  }
}
