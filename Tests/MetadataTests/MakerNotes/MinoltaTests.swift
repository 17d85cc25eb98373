internal import ImageModel
internal import MetadataModel
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Minolta's maker notes", .timed)
struct MinoltaTests {
  private func sample(_ make: String, _ model: String, bigEndian: Bool, _ fields: [IFDField]) -> MakerNoteSample {
    MakerNoteSample(make, model, bigEndian: bigEndian) { place in
      try IFDWriter(bigEndian: bigEndian).directory(IFDTree(fields), at: UInt64(place)).bytes
    }
  }

  /// 16-bit numbers from 0 on, big-endian.
  private func numbers(_ count: UInt8) -> [UInt8] { (0..<count).flatMap { [0, $0] } }

  @Test("The settings of the 5D and the 7D are big-endian in either byte order", arguments: [false, true])
  func settings(bigEndian: Bool) async throws {
    let first = sample("KONICA MINOLTA", "DYNAX 7D", bigEndian: bigEndian, [ExifSamples.undefined(4, numbers(200))])
    #expect(try first.group()["FNumber"]?.number.map { abs($0 - 15.3212) < 1e-3 } == true)
    #expect(try await first.agreements() > 20)
    let second = sample(
      "KONICA MINOLTA", "MAXXUM 5D", bigEndian: bigEndian, [ExifSamples.undefined(0x0114, numbers(200))])
    #expect(try await second.agreements() > 20)
  }

  /// The directory of Minolta's tags follows Sony's, and each of its blocks has a byte order of its own.
  @Test("The note of Sony's A100 contains one of Minolta's", arguments: [false, true])
  func a100(bigEndian: Bool) async throws {
    let inner = IFDTree([
      .text(0, "MLT0"), ExifSamples.undefined(0x10, (0..<100).map { UInt8($0) }),
      ExifSamples.undefined(0x20, (0..<2_000).map { UInt8(truncatingIfNeeded: $0 / 3) }),
      ExifSamples.undefined(0x0114, numbers(180)),
    ])
    let sample = sample("SONY", "DSLR-A100", bigEndian: bigEndian, [.short(0xB001, 256), .directory(0xB028, inner)])
    #expect(try sample.group()["MakerNoteVersion"] == .text("MLT0"))
    // 400 and 401 divided by 3 are 133; 1680 / 3 is 560, 48 in a byte.
    #expect(try sample.group()["MeasuredLV"] == .decimal(-7.25))
    #expect(try await sample.agreements() > 60)
  }

  @Test("Notes in other forms are not read as directories", arguments: ["MLY0", "KC", "+M+M"])
  func otherForms(head: String) throws {
    let sample = MakerNoteSample(
      "Minolta Co., Ltd.", "DiMAGE G400", Array(head.utf8) + [UInt8](repeating: 1, count: 200))
    let metadata = try ExifSamples.read(sample.block(), makerNotes: true)
    #expect(metadata.diagnostics.allSatisfy { !$0.message.contains("MakerNotes") })
    #expect(metadata.images.first?.properties["MakerNotes"]?["Maker"] != .text("Minolta"))
  }
}
