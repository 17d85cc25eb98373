internal import MetadataModel
internal import MetadataReading
internal import TestKit
internal import Testing

@Suite("TIFF page properties", .timed)
struct TIFFPagePropertiesTests {
  @Test(
    "A page's smaller versions are listed with their sizes", arguments: ["pyramid_subifds", "pyramid_reduced_pages"])
  func levels(fixture: String) async throws {
    let path = Fixtures.path("tiff/valid/\(fixture).tif")
    // All widths in the file, the page's own first.
    let widths = try await Tool.run("exiftool", ["-a", "-n", "-s3", "-EXIF:ImageWidth", path])
      .text.split(separator: "\n").map { String($0) }
    let value = try #require(try BlockAgreement.read(path).group("Image")?["PyramidLevels"])
    guard case .array(let levels) = value else {
      Issue.record("no array")
      return
    }
    let own = levels.map { level in
      guard case .structure(let parts) = level, let width = parts.first(where: { $0.name == "Width" }) else {
        return ""
      }
      return width.value.plainText
    }
    #expect(own.sorted() == Array(widths.dropFirst()).sorted() && !own.isEmpty)
  }
}
