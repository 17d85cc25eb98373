internal import Foundation
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TIFFStructure
internal import TestKit
internal import Testing

/// Maker notes that DNG files keep in the field DNGPrivateData of the main directory.
@Suite("Maker notes in DNGPrivateData", .timed)
struct PrivateDataTests {
  private func group(
    make: String, model: String, _ data: [UInt8], bigEndian: Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> PropertyGroup {
    let field = IFDField(0xC634, .values(.byte, .unsigned(data.map { UInt64($0) })))
    let block = try ExifSamples.block([.text(0x010F, make), .text(0x0110, model), field], bigEndian: bigEndian)
    let metadata = try ExifSamples.read(block, detail: .readable, makerNotes: true)
    let group = try #require(metadata.images.first?.properties["MakerNotes"], sourceLocation: sourceLocation)
    let directory = try TemporaryDirectory()
    let path = try directory.write(block, to: "note.tif")
    let result = try await Tool.run("exiftool", ["-s3", "-n", "-MakerNotes:SerialNumber", path])
    #expect(
      group["SerialNumber"]?.plainText == result.text.split(separator: "\n").first.map { String($0) },
      sourceLocation: sourceLocation)
    return group
  }

  @Test("Pentax writes DNG files itself")
  func pentax() async throws {
    let directory = try IFDWriter(bigEndian: true).directory(IFDTree([.text(0x229, "12345678")]), at: 10).bytes
    let data = Array("PENTAX \0MM".utf8) + directory
    let group = try await group(make: "PENTAX", model: "PENTAX K-30", data, bigEndian: false)
    #expect(group["Maker"] == .text("Pentax"))
    #expect(group["SerialNumber"] == .text("12345678"))
  }

  /// The offsets in the note count from the header of the file that it was copied from, where it stood at 40,000.
  @Test("Adobe's converter copies notes with their byte order and their old offset")
  func adobe() async throws {
    let fields: [IFDField] = [.text(0x04, "FINE   "), .text(0x1D, "2031234")]
    let note = try IFDWriter(bigEndian: true).directory(IFDTree(fields), at: 40_000).bytes
    func record(_ name: String, _ data: [UInt8]) -> [UInt8] {
      Array(name.utf8) + UInt32(data.count).bigEndianBytes + data + (data.count % 2 == 0 ? [] : [0])
    }
    let data =
      Array("Adobe\0".utf8) + record("Test", [1, 2, 3])
      + record("MakN", Array("MM".utf8) + UInt32(40_000).bigEndianBytes + note)
    let group = try await group(make: "NIKON CORPORATION", model: "NIKON D1", data, bigEndian: false)
    #expect(group["Maker"] == .text("Nikon"))
    #expect(group["SerialNumber"] == .text("2031234"))
    #expect(group["Quality"] == .text("FINE   "))
  }

  @Test("Records that end early have no note", arguments: [6, 10, 14, 17, 20])
  func damaged(size: Int) throws {
    let data = Array("Adobe\0MakN".utf8) + UInt32(100).bigEndianBytes + Array("MM\0\0\0\u{8}".utf8)
    let field = ExifSamples.undefined(0xC634, Array(data.prefix(size)))
    let block = try ExifSamples.block([.text(0x010F, "NIKON"), field])
    let metadata = try ExifSamples.read(block, detail: .readable, makerNotes: true)
    #expect(metadata.images.first?.properties["MakerNotes"] == nil)
  }
}
