internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// A conversion reports the metadata that it loses.
@Suite struct MetadataLossTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func convert(_ name: String, to output: String, strip: [String] = []) throws -> [String] {
    var job = ConversionJob(input: .path(Fixtures.path(name)), output: .path(directory.file(output)))
    job.strip = strip
    return try job.run(in: JobEnvironment(limits: .standard)).diagnostics.map(\.message)
  }

  @Test("Extended XMP is copied, joined with its packet", arguments: ["jpg", "png", "tif"])
  func extendedXMP(_ suffix: String) async throws {
    let notes = try convert("jpeg/valid/xmp_extended.jpg", to: "out.\(suffix)")
    #expect(!notes.contains { $0.contains("extended") })
    func properties(_ path: String) async throws -> Set<String> {
      let result = try await Tool.run("exiftool", ["-a", "-G1", "-s", "-n", "-XMP:all", "--HasExtendedXMP", path])
      return Set(result.text.split(separator: "\n").map(String.init))
    }
    let before = try await properties(Fixtures.path("jpeg/valid/xmp_extended.jpg"))
    let after = try await properties(directory.file("out.\(suffix)"))
    // The fixture has a title in both parts; the packet's counts. Everything else is copied.
    #expect(after.isSubset(of: before))
    #expect(before.subtracting(after).allSatisfy { $0.contains("Title") }, "\(before.subtracting(after))")
    #expect(after.contains { $0.contains("Label") })
  }

  @Test("Further pictures, chunks and segments that are not copied are named")
  func notes() throws {
    #expect(try convert("jpeg/valid/mpf_two_images.jpg", to: "a.png").contains { $0.contains("(MPF) are not copied") })
    let chunks = try convert("png/valid/sbit_bkgd_time.png", to: "b.png").first { $0.contains("not copied") }
    #expect(chunks?.contains("tIME") == true && chunks?.contains("sBIT") == true, "\(chunks ?? "")")
    #expect(
      try !convert("png/valid/sbit_bkgd_time.png", to: "c.png", strip: ["all"]).contains { $0.contains("not copied") })
  }

  @Test("Adobe's segment, which encoders write themselves, is not a loss; another segment is")
  func adobe() throws {
    func notes(_ marker: UInt8, _ number: Int) throws -> [String] {
      let input = try directory.write(HandMadeJPEG.with([(marker, Array("other".utf8))]), to: "in\(number).jpg")
      let job = ConversionJob(input: .path(input), output: .path(directory.file("out\(number).jpg")))
      return try job.run(in: JobEnvironment(limits: .standard)).diagnostics.map(\.message)
    }
    #expect(try notes(0xEE, 1) == [])
    #expect(try notes(0xE4, 2) == ["APP4 is not copied"])
  }
}
