internal import Glibc
internal import ImageModel
internal import Imaging
internal import MetadataModel
internal import TestKit
internal import Testing

/// Metadata of JPEG XL files, read where it is compressed and changed without touching the picture; cjxl, djxl and
/// exiftool are the judges.
@Suite(.timed) struct JPEGXLRewritingTests {
  private let directory: TemporaryDirectory
  private let environment = JobEnvironment(limits: .standard)

  init() throws { directory = try TemporaryDirectory() }

  private static let files = ["rgb", "container", "parts", "exif", "xmp", "animation", "packed_jpeg"]

  @discardableResult
  private func rewrite(_ path: String, _ change: (inout MetadataRewriteJob) -> Void) throws -> (JobReport, String) {
    let output = directory.file("out\(directory.names.count).jxl")
    var job = MetadataRewriteJob(input: .path(path), output: .path(output))
    change(&job)
    try job.check()
    return (try job.run(in: environment), output)
  }

  private func fixture(_ name: String) -> String { Fixtures.path("jpegxl/valid/\(name).jxl") }

  /// The pixels as djxl decodes them; for an animation those of the last frame.
  private func picture(_ path: String) async throws -> [UInt8] {
    let output = directory.file("pixels.ppm")
    let result = try await Tool.run("djxl", [path, output])
    try #require(result.status == 0, "\(result.errors)")
    let name = directory.names.last { $0.hasPrefix("pixels") } ?? ""
    defer { for name in directory.names where name.hasPrefix("pixels") { unlink(directory.file(name)) } }
    return Fixtures.bytes(directory.file(name))
  }

  /// libjxl rounds differently on different processors, so djxl decodes on the same one.
  @Test("Lossy pictures have djxl's pixels", arguments: ["lossy", "packed_jpeg", "photo_rgb", "progressive"])
  func lossyPixels(_ name: String) async throws {
    let output = directory.file("theirs.png")
    let result = try await Tool.run("djxl", [fixture(name), output])
    try #require(result.status == 0, "\(result.errors)")
    let ours = try ImageSource(path: fixture(name)).image(at: 0).pixels
    let theirs = try ImageSource(path: output).image(at: 0).pixels
    #expect(ours.size == theirs.size && ours.format == theirs.format)
    let isSame = ours.bytes == theirs.bytes
    #expect(isSame)
  }

  /// The types of the boxes.
  private func boxes(_ path: String) -> [String] {
    let bytes = Fixtures.bytes(path)
    var (at, found) = (0, [String]())
    while at + 8 <= bytes.count {
      let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      found.append(String(decoding: bytes[at + 4..<at + 8], as: UTF8.self))
      at = length == 0 ? bytes.count : at + length
    }
    return found
  }

  @Test("New metadata is read by exiftool, and the picture stays", arguments: files)
  func set(_ name: String) async throws {
    let (_, output) = try rewrite(fixture(name)) { job in
      job.set = ["exif.Artist=Ann", "gps.latitude=-33.85", "xmp.dc:title=Sea", "dpi=300"]
    }
    let isSame = try await picture(output) == picture(fixture(name))
    #expect(isSame)
    let said = try await Tool.run(
      "exiftool", ["-n", "-s3", "-IFD0:Artist", "-IFD0:XResolution", "-GPS:GPSLatitudeRef", "-XMP:Title", output])
    #expect(said.text.split(separator: "\n") == ["Ann", "300", "S", "Sea"])
    #expect(try await Tool.run("exiftool", ["-warning", "-error", output]).text == "")
    #expect(boxes(output).starts(with: ["JXL ", "ftyp", "Exif", "xml "]))
  }

  @Test("All metadata is removed", arguments: files)
  func stripAll(_ name: String) async throws {
    let (_, output) = try rewrite(fixture(name)) { $0.strip = ["all"] }
    let isSame = try await picture(output) == picture(fixture(name))
    #expect(isSame)
    let left = try await Tool.run(
      "exiftool", ["-a", "-G1", "-s", "-IFD0:all", "-ExifIFD:all", "-GPS:all", "-XMP:all", output])
    #expect(left.text == "")
    #expect(!boxes(output).contains { ["Exif", "xml ", "brob", "jbrd"].contains($0) })
  }

  @Test("A file without a change is copied, and a codestream gets no container for it")
  func nothingToChange() throws {
    let (report, output) = try rewrite(fixture("rgb")) { $0.delete = ["gps"] }
    #expect(report.changes == [] && Fixtures.bytes(output) == Fixtures.bytes(fixture("rgb")))
  }

  /// Metadata that cjxl compressed is found, replaced and removed; the JPEG file in it would contradict it.
  @Test("Compressed metadata is read and changed")
  func compressed() async throws {
    let packed = directory.file("packed.jxl")
    _ = try await Tool.run("cjxl", [Fixtures.path("jpeg/valid/everything.jpg"), packed])
    try #require(boxes(packed).contains("brob"))
    let source = try ImageSource(path: packed)
    #expect(source.diagnostics.filter { $0.severity == .warning } == [])
    let jpeg = try ImageSource(path: Fixtures.path("jpeg/valid/everything.jpg"))
    for (group, name) in [("IFD0", "Make"), ("Exif", "ISOSpeedRatings"), ("GPS", "GPSLatitude")] {
      let (found, expected) = (
        try source.properties(at: 0)[group]?[name], try jpeg.properties(at: 0)[group]?[name]
      )
      #expect(found == expected, "\(group) \(name)")
    }
    #expect(try source.properties(at: 0)["XMP"] != nil)
    let (report, output) = try rewrite(packed) { $0.strip = ["gps"] }
    #expect(report.diagnostics.contains { $0.message.contains("cannot be restored") })
    #expect(try ImageSource(path: output).properties(at: 0)["GPS"] == nil)
    let said = try await Tool.run("exiftool", ["-s3", "-IFD0:Make", "-GPS:GPSLatitude", output])
    let make = try await Tool.run("exiftool", ["-s3", "-IFD0:Make", Fixtures.path("jpeg/valid/everything.jpg")])
    #expect(said.text == make.text && said.text != "")
    #expect(!boxes(output).contains("jbrd"))
  }

  /// djxl turns the picture by the header; ImageMagick turns what djxl makes of the old file. Of the fixtures, some
  /// have a header with all defaults, some one without an orientation, and some are in containers.
  @Test(
    "The orientation in the header is set, and set again",
    arguments: ["rgb", "lossy", "rgb16", "rgba", "grey", "container", "parts", "exif", "packed_jpeg"])
  func orientation(_ name: String) async throws {
    let (plain, path) = (directory.file("plain.png"), directory.file("turned.png"))
    #expect(try await Tool.run("djxl", [fixture(name), plain]).status == 0)
    var file = fixture(name)
    for (number, turn) in [(6, "RightTop"), (8, "LeftBottom"), (5, "LeftTop"), (1, "TopLeft")] {
      let (report, output) = try rewrite(file) { $0.orientation = number }
      #expect(!report.changes.isEmpty)
      file = directory.file("\(number).jxl")
      rename(output, file)
      #expect(try ImageSource(path: file).info(at: 0).orientation.rawValue == number)
      #expect(try await Tool.run("djxl", [file, path]).status == 0)
      #expect(try await Self.isSame(path, plain, turned: turn), "\(number)")
    }
    if name == "exif" {
      #expect(try await Tool.run("exiftool", ["-n", "-s3", "-IFD0:Orientation", file]).text == "1\n")
    }
  }

  /// Whether a picture is another one, turned as a name of ImageMagick says.
  private static func isSame(_ path: String, _ plain: String, turned: String) async throws -> Bool {
    let result = try await Tool.run(
      "convert",
      [
        plain, "-orient", turned, "-auto-orient", path, "-metric", "AE", "-compare", "-format", "%[distortion]",
        "info:",
      ])
    return result.text == "0"
  }

  @Test("What JPEG XL cannot hold, and a file that is cut short, are refused")
  func refusals() throws {
    for (set, hint) in [("iptc.City=x", "IPTC"), ("comment=x", "comments")] {
      let error = #expect(throws: ImageError.self) { try rewrite(fixture("rgb")) { $0.set = [set] } }
      #expect(error?.kind == .unsupported)
      #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
    }
    let cut = try directory.write(Array(Fixtures.bytes(fixture("container")).dropLast(20)), to: "cut.jxl")
    let error = #expect(throws: ImageError.self) { try rewrite(cut) { $0.set = ["exif.Artist=x"] } }
    #expect(error?.kind == .invalidData)
  }

  @Test("A JPEG file is packed without loss, or a note says why not")
  func packing() async throws {
    func convert(_ name: String, _ change: (inout ConversionJob) -> Void = { _ in }) throws -> JobReport {
      var job = ConversionJob(
        input: .path(Fixtures.path("jpeg/valid/\(name).jpg")), output: .path(directory.file("\(name).jxl")))
      change(&job)
      return try job.run(in: environment)
    }
    let packed = try convert("everything")
    #expect(packed.outputs.map(\.isCopied) == [true] && packed.diagnostics.allSatisfy { $0.severity != .note })
    // Pictures of CMYK, and without metadata that the packed file would keep.
    for report in [try convert("cmyk_icc"), try convert("exif_gps_big_endian") { $0.strip = ["gps"] }] {
      #expect(report.outputs.map(\.isCopied) == [false])
      #expect(report.diagnostics.contains { $0.severity == .note && $0.message.contains("encoded again") })
    }
    #expect(try ImageSource(path: directory.file("exif_gps_big_endian.jxl")).properties(at: 0)["GPS"] == nil)
    // And back, where the note is about the JPEG file in it; a picture that never was one needs none.
    for (name, isNoted) in [("packed_jpeg", true), ("exif", false)] {
      var job = ConversionJob(input: .path(fixture(name)), output: .path(directory.file("\(name).jpg")))
      job.strip = ["gps"]
      let report = try job.run(in: environment)
      #expect(report.diagnostics.contains { $0.message.contains("repacked without loss") } == isNoted)
    }
  }
}
