internal import Foundation
internal import ImageModel
internal import TestKit
internal import Testing

/// `imgmeta --diff`. exiftool makes the second file, so that what differs is known.
@Suite("imgmeta --diff", .timed)
struct DifferenceTests {
  private let directory: TemporaryDirectory
  private let photo = Fixtures.path("jpeg/valid/exif_gps_big_endian.jpg")

  init() throws { directory = try TemporaryDirectory() }

  /// A copy with another model, without the exposure time, and with a property of XMP.
  private func changed() async throws -> String {
    let copy = directory.file("changed.jpg")
    let made = try await Tool.run(
      "exiftool",
      ["-q", "-Model=Fixture Two", "-ExposureTime=", "-XMP-dc:Source=archive", "-o", copy, photo])
    #expect(made.status == 0, "\(made.errors)")
    return copy
  }

  @Test("Changed, removed and added properties are lines as of diff, and the status is 1")
  func lines() async throws {
    let copy = try await changed()
    let result = try await Tool.cameo(
      "imgmeta", ["--diff", photo, "--tag", "IFD0:Model", "--tag", "ExposureTime", "--tag", "XMP:dc:source", copy])
    #expect(result.status == 1, "\(result.errors)")
    #expect(
      result.text == """
        --- \(photo)
        +++ \(copy)
        -IFD0:Model: Fixture One
        +IFD0:Model: Fixture Two
        -Exif:ExposureTime: 0.004
        +XMP:dc:source: archive

        """)
  }

  @Test("JSON has the values of both files with their types")
  func json() async throws {
    let result = try await Tool.cameo("imgmeta", ["--json", "--diff", photo, try await changed()])
    #expect(result.status == 1)
    let records = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]])
    let all = try #require(records.first?["differences"] as? [[String: Any]])
    func difference(_ name: String) -> [String: Any]? { all.first { $0["name"] as? String == name } }
    #expect(difference("Model")?["before"] as? String == "Fixture One")
    #expect(difference("Model")?["after"] as? String == "Fixture Two")
    #expect((difference("ExposureTime")?["before"] as? [String: Any])?["denominator"] as? Int == 250)
    #expect(difference("ExposureTime")?["after"] == nil)
    #expect(difference("dc:source")?["image"] as? Int == 1)
    // Neither of them changed.
    #expect(difference("DateTimeOriginal") == nil && difference("Size") == nil)
  }

  @Test("Equal metadata is status 0, and a file that cannot be read is status 2")
  func statuses() async throws {
    let same = try await Tool.cameo("imgmeta", ["--diff", photo, photo])
    #expect(same.status == 0 && same.text == "", "\(same.text)")
    let missing = directory.file("missing.jpg")
    for files in [[photo, missing], [missing, photo]] {
      let result = try await Tool.cameo("imgmeta", ["--diff"] + files)
      #expect(result.status == 2 && result.errors.contains("missing.jpg"), "\(result.errors)")
    }
    let refused = try await Tool.cameo("imgmeta", ["--csv", "--diff", photo, photo])
    #expect(refused.status == 64 && refused.errors.contains("--diff and --csv"), "\(refused.errors)")
  }

  @Test("A file is equal to itself, also as standard input and with a number that is none")
  func itself() async throws {
    func field(_ tag: UInt16, _ type: UInt16, _ value: UInt32) -> [UInt8] {
      tag.bigEndianBytes + type.bigEndianBytes + UInt32(1).bigEndianBytes + value.bigEndianBytes
    }
    // A grey pixel, whose ModelPixelScale is NaN.
    let fields = [
      field(256, 3, 1 << 16), field(257, 3, 1 << 16), field(258, 3, 8 << 16), field(259, 3, 1 << 16),
      field(262, 3, 1 << 16), field(273, 4, 8), field(277, 3, 1 << 16), field(278, 3, 1 << 16), field(279, 4, 1),
      field(0x830E, 12, 134),
    ]
    let head = Array("MM".utf8) + [0, 42, 0, 0, 0, 8] + UInt16(fields.count).bigEndianBytes
    let bytes = head + fields.joined() + [0, 0, 0, 0] + [0x7F, 0xF8, 0, 0, 0, 0, 0, 0]
    try #require(bytes.count == 142)
    let path = try directory.write(bytes, to: "nan.tif")
    let same = try await Tool.cameo("imgmeta", ["--diff", "-", path], input: bytes)
    #expect(same.status == 0 && same.text == "", "\(same.text) \(same.errors)")
    let twice = try await Tool.cameo("imgmeta", ["--diff", "-", "-"])
    #expect(twice.status == 64 && twice.errors.contains("only once"), "\(twice.errors)")
  }

  @Test("Lines name the image where one of the files has several")
  func images() async throws {
    let pages = Fixtures.path("tiff/valid/pages_bigtiff.tif")
    let result = try await Tool.cameo("imgmeta", ["--diff", photo, "--tag", "Image:Width", pages])
    #expect(result.status == 1, "\(result.errors)")
    let widths = try await ExifTool.values(["IFD0:ImageWidth", "IFD1:ImageWidth"], pages)
    #expect(result.text.contains("\n+1:Image:Width: \(widths[0])\n+2:Image:Width: \(widths[1])\n"), "\(result.text)")
  }
}
