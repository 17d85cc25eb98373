internal import ImageModel
internal import Imaging
internal import MetadataModel
internal import TestKit
internal import Testing

/// Metadata of HEIC and AVIF files, changed without touching the pictures; exiftool and heif-convert read the results.
@Suite(.timed) struct HEIFRewritingTests {
  private let directory: TemporaryDirectory
  private let environment = JobEnvironment(limits: .standard)

  init() throws { directory = try TemporaryDirectory() }

  private static let names = [
    "rgb", "exif_xmp", "grid", "alpha", "thumbnail", "gain_map", "icc", "orientation_6", "trailer",
  ]
  private static let kinds = ["heic", "avif"]

  @discardableResult
  private func rewrite(
    _ kind: String, _ name: String, _ change: (inout MetadataRewriteJob) -> Void
  ) throws -> (JobReport, String) {
    try rewrite(Fixtures.path("\(kind)/valid/\(name).\(kind)"), to: "\(name).\(kind)", change)
  }

  private func rewrite(
    _ path: String, to name: String, _ change: (inout MetadataRewriteJob) -> Void
  ) throws -> (JobReport, String) {
    let output = directory.file(name)
    var job = MetadataRewriteJob(input: .path(path), output: .path(output))
    change(&job)
    try job.check()
    return (try job.run(in: environment), output)
  }

  /// The picture as heif-convert writes it, without the metadata that it copies.
  private func expectSamePictures(_ path: String, _ kind: String, _ name: String) async throws {
    let before = try ImageSource(path: Fixtures.path("\(kind)/valid/\(name).\(kind)"))
    let after = try ImageSource(path: path)
    #expect(after.count == before.count)
    for index in 0..<before.count {
      let (old, new) = (try before.image(at: index).pixels, try after.image(at: index).pixels)
      let isSame = old == new
      #expect(isSame)
    }
    let result = try await Tool.run("heif-convert", [path, directory.file("theirs.png")])
    #expect(result.status == 0, "\(result.text) \(result.errors)")
  }

  @Test("New metadata is read by exiftool, and the pictures stay", arguments: kinds, names)
  func set(_ kind: String, _ name: String) async throws {
    let (_, output) = try rewrite(kind, name) { job in
      job.set = ["exif.Artist=Ann", "gps.latitude=-33.85", "xmp.dc:title=Sea", "dpi=300"]
    }
    try await expectSamePictures(output, kind, name)
    let said = try await Tool.run(
      "exiftool", ["-n", "-s3", "-IFD0:Artist", "-IFD0:XResolution", "-GPS:GPSLatitudeRef", "-XMP:Title", output])
    #expect(said.text.split(separator: "\n") == ["Ann", "300", "S", "Sea"])
    let warnings = try await Tool.run("exiftool", ["-s3", "-warning", "-error", output]).text
    // The bytes after the last box are of no kind that exiftool knows.
    #expect(name == "trailer" ? warnings.hasPrefix("Truncated ") : warnings == "", "\(warnings)")
    let ours = try ImageSource(path: output).properties(at: 0)
    #expect(ours["IFD0"]?["Artist"]?.plainText == "Ann")
  }

  @Test("All metadata is removed, and its bytes", arguments: kinds, names)
  func stripAll(_ kind: String, _ name: String) async throws {
    let (_, output) = try rewrite(kind, name) { $0.strip = ["all"] }
    try await expectSamePictures(output, kind, name)
    let left = try await Tool.run(
      "exiftool", ["-a", "-G1", "-s", "-IFD0:all", "-ExifIFD:all", "-GPS:all", "-XMP:all", output])
    #expect(left.text == "")
    let text = String(decoding: Fixtures.bytes(output), as: UTF8.self)
    #expect(!text.contains("rdf:RDF") && !text.contains("MM\0*"))
  }

  @Test("Positions go, and the rest stays", arguments: kinds)
  func stripPositions(_ kind: String) async throws {
    func said(_ path: String, _ group: String) async throws -> String {
      try await Tool.run("exiftool", ["-a", "-s", "-\(group):all", path]).text
    }
    let before = Fixtures.path("\(kind)/valid/exif_xmp.\(kind)")
    let (report, output) = try rewrite(kind, "exif_xmp") { $0.strip = ["gps"] }
    #expect(!report.changes.isEmpty)
    #expect(try await said(before, "GPS") != "")
    #expect(try await said(output, "GPS") == "")
    #expect(try await said(output, "ExifIFD") == said(before, "ExifIFD"))
    // Once more there is nothing to do.
    let again = try rewrite(output, to: "again.\(kind)") { $0.strip = ["gps"] }
    #expect(again.0.changes == [] && Fixtures.bytes(again.1) == Fixtures.bytes(output))
  }

  /// heif-convert turns the picture by its properties; ImageMagick turns what it makes of the file without them.
  @Test("The orientation is set by the properties of the picture", arguments: kinds, ["rgb", "orientation_6", "alpha"])
  func orientation(_ kind: String, _ name: String) async throws {
    let names = [
      "TopLeft", "TopRight", "BottomRight", "BottomLeft", "LeftTop", "RightTop", "RightBottom", "LeftBottom",
    ]
    let (plain, turned) = (directory.file("plain.png"), directory.file("turned.png"))
    let upright = try rewrite(Fixtures.path("\(kind)/valid/\(name).\(kind)"), to: "upright.\(kind)") {
      $0.orientation = 1
    }.1
    #expect(try await Tool.run("heif-convert", [upright, plain]).status == 0)
    for (index, orientation) in names.enumerated() {
      let (report, output) = try rewrite(upright, to: "turned_\(index).\(kind)") { $0.orientation = index + 1 }
      if index == 0 {
        #expect(Fixtures.bytes(output) == Fixtures.bytes(upright))
      } else {
        #expect(!report.changes.isEmpty)
      }
      #expect(try ImageSource(path: output).info(at: 0).orientation.rawValue == index + 1)
      #expect(try await Tool.run("heif-convert", [output, turned]).status == 0)
      let compared = try await Tool.run(
        "convert",
        [
          plain, "-orient", orientation, "-auto-orient", turned, "-metric", "AE", "-compare", "-format",
          "%[distortion]",
          "info:",
        ])
      #expect(compared.text == "0", "\(orientation)")
      if name == "orientation_6" {
        let said = try await Tool.run("exiftool", ["-n", "-s3", "-IFD0:Orientation", output])
        #expect(said.text == "\(index + 1)\n")
      } else {
        #expect(try await Tool.run("exiftool", ["-Exif:all", output]).text == "")
      }
    }
  }

  @Test("Bytes after the last box stay, or go if that is asked for", arguments: kinds)
  func trailer(_ kind: String) throws {
    let file = Fixtures.bytes(Fixtures.path("\(kind)/valid/trailer.\(kind)"))
    let trailer = file.suffix(68)
    try #require(trailer.starts(with: [0, 0, 0x30, 0x0A]))
    let (report, kept) = try rewrite(kind, "trailer") { $0.set = ["exif.Artist=Ann"] }
    #expect(Fixtures.bytes(kept).suffix(68) == trailer)
    #expect(report.diagnostics.contains { $0.message.hasPrefix("68 bytes after the picture are kept") })
    let (removal, bare) = try rewrite(kept, to: "bare.\(kind)") { $0.strip = ["trailers"] }
    #expect(removal.changes == ["deleted 68 bytes after the picture"])
    #expect(Fixtures.bytes(bare) == Fixtures.bytes(kept).dropLast(68))
  }

  @Test("Metadata at a cut end is shown as far as it goes, and not changed", arguments: kinds)
  func cutMetadata(_ kind: String) throws {
    let path = Fixtures.path("\(kind)/broken/metadata_exif_short.\(kind)")
    let source = try ImageSource(path: path)
    #expect(source.diagnostics.contains { $0.severity == .warning })
    #expect(try source.properties(at: 0)["IFD0"]?["Model"] != nil)
    let error = #expect(throws: ImageError.self) { try rewrite(path, to: "out.\(kind)") { $0.set = ["exif.Artist=x"] } }
    #expect(error?.kind == .invalidData)
  }

  /// Bytes of the box `meta` are changed. What is written is described as the damaged file was.
  @Test("Damaged files are refused, or stay what they are", arguments: kinds)
  func damage(_ kind: String) throws {
    let file = Fixtures.bytes(Fixtures.path("\(kind)/valid/exif_xmp.\(kind)"))
    var random = SeededRandom(seed: 7)
    var written = 0
    for _ in 0..<400 {
      var damaged = file
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        damaged[Int.random(in: 0..<600, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let path = try directory.write(damaged, to: "damaged.\(kind)")
      guard let before = try? ImageSource(path: path),
        let output = try? rewrite(path, to: "out.\(kind)", { $0.set = ["exif.Artist=Ann"] }).1
      else { continue }
      let after = try ImageSource(path: output)
      #expect(try after.count == before.count && after.info(at: 0).size == before.info(at: 0).size)
      written += 1
    }
    #expect(written > 0)
  }

  @Test("What HEIF cannot hold, sequences and damage are refused")
  func refusals() throws {
    for (set, hint) in [("iptc.City=x", "IPTC"), ("comment=x", "comments")] {
      let error = #expect(throws: ImageError.self) { try rewrite("heic", "rgb") { $0.set = [set] } }
      #expect(error?.kind == .unsupported)
      #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
    }
    let file = Fixtures.bytes(Fixtures.path("avif/valid/exif_xmp.avif"))
    let tracks = try directory.write(file + [0, 0, 0, 8] + Array("moov".utf8), to: "sequence.avif")
    let cut = try directory.write(Array(file.dropLast(20)), to: "cut.avif")
    for (path, kind) in [(tracks, ImageError.Kind.unsupported), (cut, .invalidData)] {
      let error = #expect(throws: ImageError.self) {
        try rewrite(path, to: "out.avif") { $0.set = ["exif.Artist=x"] }
      }
      #expect(error?.kind == kind)
    }
  }
}
