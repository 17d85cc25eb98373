internal import Foundation
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TestKit
internal import Testing

@Suite("JPEG properties", .timed)
struct JPEGPropertiesTests {
  @Test(
    "JFIF, JFXX, Adobe and Ducky have ExifTool's names and values",
    arguments: [
      ("jfif_300x150_dpi", 3), ("jfif_118_per_cm", 3), ("ycck_adobe_2", 4), ("rgb_adobe_0", 4), ("ycbcr_adobe_1", 4),
      ("ducky", 5), ("jfxx_jpeg", 4), ("jfxx_rgb", 3), ("jfxx_palette", 3), ("gray", 3), ("everything", 3),
    ])
  func segments(fixture: String, count: Int) async throws {
    let agreement = BlockAgreement(
      groups: ["JFIF": ["JFIF"], "JFXX": ["JFXX"], "Adobe": ["Adobe"], "Ducky": ["Ducky"]],
      // ExifTool has the version as two numbers, and converts the pixels to a TIFF file.
      ours: ["JFIFVersion", "ExtensionCode", "ThumbnailPixels", "ThumbnailWidth", "ThumbnailHeight"],
      theirs: ["JFIFVersion", "ThumbnailTIFF"])
    #expect(try await agreement.check("jpeg/valid/\(fixture).jpg") >= count)
  }

  @Test("A comment ends before the NUL bytes that pad it, not at a NUL within it, as in ExifTool")
  func commentWithNUL() async throws {
    let content = Array("one\0two\0\0".utf8)
    #expect(try SegmentedJPEG.read([(0xFE, content)]).comments == ["one\0two"])
    let directory = try TemporaryDirectory()
    let path = try directory.write(SegmentedJPEG.bytes([(0xFE, content)]), to: "comment.jpg")
    #expect(try await Tool.run("exiftool", ["-b", "-Comment", path]).output == Array("one\0two".utf8))
    #expect(try SegmentedJPEG.read([(0xFE, [0, 0])]).comments == [""])
  }

  @Test("Thumbnails of the JFIF extension")
  func extensionThumbnails() async throws {
    let path = Fixtures.path("jpeg/valid/jfxx_jpeg.jpg")
    let metadata = try BlockAgreement.read(path)
    let preview = try #require(metadata.previews.first)
    #expect(preview.origin == "JFXX")
    let expected = try await Tool.run("exiftool", ["-b", "-JFXX:ThumbnailImage", path]).output
    #expect(Array(Fixtures.bytes(path)[Int(preview.range.lowerBound)..<Int(preview.range.upperBound)]) == expected)
    let pixels = try BlockAgreement.read(Fixtures.path("jpeg/valid/jfxx_rgb.jpg"))
    #expect(pixels.group("JFXX")?["ThumbnailWidth"] == .integer(4))
    #expect(pixels.group("JFXX")?["ThumbnailPixels"] == .bytes(Array(0..<36)))
    #expect(pixels.previews.isEmpty)
    for content in [[], [0x13, 9, 9, 1], [0x11, 1], [0x10, 1, 2], [0x55]] as [[UInt8]] {
      let damaged = try SegmentedJPEG.read([(0xE0, Array("JFXX\0".utf8) + content)])
      #expect(damaged.warnings.contains { $0.hasPrefix("JFXX") })
    }
  }

  @Test("The coding process is the frame header's in every fixture")
  func processes() async throws {
    let paths = Fixtures.names(under: "jpeg/valid").map { Fixtures.path($0) }
    let others = try await ExifTool.read(paths)
    for path in paths {
      let expected = try #require(ExifTool.text(others[path] ?? [:], "File:EncodingProcess"), "\(path)")
      let value = try BlockAgreement.read(path).group("Image")?["EncodingProcess"]?.number
      #expect(value == Double(expected), "\(path)")
    }
  }

  @Test(
    "The estimated quality is the setting that the file was written with",
    arguments: [1, 2, 10, 49, 50, 51, 75, 90, 99, 100])
  func quality(setting: Int) async throws {
    let picture = Array("P6 16 16 255\n".utf8) + (0..<768).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let directory = try TemporaryDirectory()
    for (index, options) in [["-baseline"], [], ["-progressive"], ["-grayscale"]].enumerated() {
      let file = try await Tool.run("cjpeg", ["-quality", "\(setting)"] + options, input: picture).output
      let path = try directory.write(file, to: "\(index).jpg")
      #expect(
        try BlockAgreement.read(path).group("Image")?["EstimatedQuality"] == .integer(Int64(setting)), "\(options)")
    }
  }

  @Test("The estimated quality is ImageMagick's in every fixture with tables of 8 bits")
  func qualityOfFixtures() async throws {
    let names = Fixtures.names(under: "jpeg/valid").filter { !$0.contains("16bit") }
    let result = try await Tool.run(
      "identify-im6.q16", ["-ping", "-format", "%Q\n"] + names.map { Fixtures.path($0) })
    let settings = result.text.split(separator: "\n").map { Int($0) }
    #expect(settings.count == names.count)
    for (name, setting) in zip(names, settings) {
      let value = try BlockAgreement.read(Fixtures.path(name)).group("Image")?["EstimatedQuality"]?.number
      #expect(value.map { Int($0) } == setting, "\(name)")
    }
  }
}
