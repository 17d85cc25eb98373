internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// Metadata of WebP files, changed without touching the pictures; exiftool reads the results.
@Suite(.timed) struct WebPRewritingTests {
  private let directory: TemporaryDirectory
  private let environment = JobEnvironment(limits: .standard)

  init() throws { directory = try TemporaryDirectory() }

  private static let files = [
    "everything", "rgb", "lossy", "lossy_alpha", "exif_with_prefix", "xmp", "anim_offsets", "trailing_bytes",
  ]

  @discardableResult
  private func rewrite(_ name: String, _ change: (inout MetadataRewriteJob) -> Void) throws -> (JobReport, String) {
    let output = directory.file("\(name).webp")
    var job = MetadataRewriteJob(input: .path(Fixtures.path("webp/valid/\(name).webp")), output: .path(output))
    change(&job)
    try job.check()
    return (try job.run(in: environment), output)
  }

  /// The chunks of the pictures, one after the other.
  private func pictures(_ path: String) -> [UInt8] {
    let bytes = Fixtures.bytes(path)
    var (at, found) = (12, [UInt8]())
    while at + 8 <= bytes.count {
      let name = String(decoding: bytes[at..<at + 4], as: UTF8.self)
      let length = (0..<4).reduce(0) { $0 | Int(bytes[at + 4 + $1]) << (8 * $1) }
      let end = min(bytes.count, at + 8 + length + length % 2)
      if ["VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"].contains(name) { found += bytes[at..<end] }
      at = end
    }
    return found
  }

  @Test("New metadata is read by exiftool, and the pictures stay byte for byte", arguments: files)
  func set(_ name: String) async throws {
    let (_, output) = try rewrite(name) { job in
      job.set = ["exif.Artist=Ann", "gps.latitude=-33.85", "xmp.dc:title=Sea", "dpi=300"]
      job.orientation = 6
    }
    #expect(pictures(output) == pictures(Fixtures.path("webp/valid/\(name).webp")))
    let said = try await Tool.run(
      "exiftool",
      [
        "-n", "-s3", "-IFD0:Artist", "-IFD0:Orientation", "-IFD0:XResolution", "-GPS:GPSLatitudeRef", "-XMP:Title",
        output,
      ])
    #expect(said.text.split(separator: "\n") == ["Ann", "6", "300", "S", "Sea"])
    #expect(try await Tool.run("webpinfo", [output]).text.contains("No error detected"))
    #expect(try await Tool.run("exiftool", ["-warning", "-error", output]).text == "")
  }

  @Test("All metadata is removed, and what follows the file", arguments: files)
  func stripAll(_ name: String) async throws {
    let (_, output) = try rewrite(name) { $0.strip = ["all"] }
    #expect(pictures(output) == pictures(Fixtures.path("webp/valid/\(name).webp")))
    let left = try await Tool.run(
      "exiftool", ["-a", "-G1", "-s", "-IFD0:all", "-ExifIFD:all", "-GPS:all", "-XMP:all", "-ICC_Profile:all", output])
    #expect(left.text == "")
    let bytes = Fixtures.bytes(output)
    let declared = (0..<4).reduce(8) { $0 + Int(bytes[4 + $1]) << (8 * $1) }
    #expect(declared == bytes.count)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("private"))
  }

  @Test("Other metadata stays, and unknown chunks")
  func restStays() async throws {
    let (_, output) = try rewrite("everything") { $0.set = ["xmp.dc:title=T"] }
    func rest(_ path: String) async throws -> String {
      try await Tool.run(
        "exiftool", ["-a", "-G1", "-s", "-IFD0:all", "-ExifIFD:all", "-GPS:all", "-ICC_Profile:all", path]
      ).text
    }
    let before = try await rest(Fixtures.path("webp/valid/everything.webp"))
    #expect(before.contains("Make"))
    #expect(before.contains("ProfileDescription"))
    #expect(try await rest(output) == before)
    #expect(String(decoding: Fixtures.bytes(output), as: UTF8.self).contains("prVt"))
  }

  @Test("What WebP cannot hold, and a file that is cut short, are refused")
  func refusals() throws {
    for (set, hint) in [("iptc.City=x", "IPTC"), ("comment=x", "comments"), ("png.Title=x", "comments")] {
      let error = #expect(throws: ImageError.self) { try rewrite("rgb") { $0.set = [set] } }
      #expect(error?.kind == .unsupported)
      #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
    }
    let cut = try directory.write(
      Array(Fixtures.bytes(Fixtures.path("webp/valid/photo_rgb.webp")).prefix(5_000)), to: "cut.webp")
    var job = MetadataRewriteJob(input: .path(cut), output: .path(directory.file("out.webp")))
    job.set = ["exif.Artist=x"]
    let error = #expect(throws: ImageError.self) { try job.run(in: environment) }
    #expect(error?.kind == .invalidData)
  }

  @Test("A second packet goes when positions are stripped, and is not lost by a change")
  func secondPacket() throws {
    func chunk(_ name: String, _ text: String) -> [UInt8] {
      let size = text.utf8.count
      return Array(name.utf8) + (0..<4).map { UInt8(size >> (8 * $0) & 255) } + Array(text.utf8)
        + (size % 2 == 1 ? [0] : [])
    }
    func packet(_ property: String) -> String {
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about='' "
        + "xmlns:exif='http://ns.adobe.com/exif/1.0/' \(property)/></rdf:RDF>"
    }
    var bytes = Fixtures.bytes(Fixtures.path("webp/valid/rgb.webp"))
    bytes += chunk("XMP ", packet("exif:Contrast='1'")) + chunk("XMP ", packet("exif:GPSLatitude='48,12N'"))
    let body = bytes.count - 8
    bytes.replaceSubrange(4..<8, with: (0..<4).map { UInt8(body >> (8 * $0) & 255) })
    let path = try directory.write(bytes, to: "two.webp")
    let output = directory.file("out.webp")
    var job = MetadataRewriteJob(input: .path(path), output: .path(output))
    job.strip = ["gps"]
    let report = try job.run(in: environment)
    #expect(report.changes.contains { $0.contains("further xmp") })
    let text = String(decoding: Fixtures.bytes(output), as: UTF8.self)
    #expect(!text.contains("GPSLatitude"))
    #expect(text.contains("Contrast"))
    job.strip = []
    job.set = ["xmp.dc:title=x"]
    let error = #expect(throws: ImageError.self) { try job.run(in: environment) }
    #expect(error?.kind == .invalidData)
  }

  @Test("What stays and may hold what is to be removed is named")
  func notes() throws {
    let kept = try rewrite("everything") { $0.strip = ["gps"] }.0
    #expect(kept.diagnostics.contains { $0.message.contains("unknown chunks") && $0.message.contains("prVt") })
    let trailing = try rewrite("trailing_bytes") { $0.strip = ["gps"] }.0
    #expect(trailing.diagnostics.contains { $0.message.contains("13 bytes after the picture are kept") })
  }
}
