internal import ImageModel
internal import MetadataModel
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Ricoh's maker notes", .timed)
struct RicohTests {
  /// A date has two digits in each byte. The inner directory comes after a text and is big-endian.
  @Test("The directories of a note and the block of the picture are read", arguments: [false, true])
  func directories(isOwnBase: Bool) async throws {
    let model = isOwnBase ? "Caplio RR1" : "Caplio GX100"
    let note = MakerNoteSample("RICOH", model, bigEndian: false) { place in
      let info: [UInt8] =
        [0, 8, 0, 6, 0, 0, 0x20, 0x08, 0x05, 0x17, 0x12, 0x59, 0x30] + [UInt8](repeating: 1, count: 15)
      let inner = IFDTree([
        .text(4, "2008:01:02 03:04:05"), ExifSamples.undefined(0x29, Array("Rev0101\0\0\0\0\0Rev2\0".utf8)),
      ])
      func main(_ start: Int) throws -> [UInt8] {
        let directory = try IFDWriter(bigEndian: true).directory(inner, at: UInt64(start + 20)).bytes
        let tree = IFDTree([
          .text(1, "Rdc"), .text(2, "Rev0113"), ExifSamples.undefined(0x1001, info),
          ExifSamples.undefined(0x2001, Array("[Ricoh Camera Info]\0".utf8) + directory),
        ])
        return try Array("Ricoh\0\0\0".utf8) + IFDWriter(bigEndian: false).directory(tree, at: UInt64(place + 8)).bytes
      }
      if isOwnBase { return try main(0) }
      return try main(place + SampleExif.offset(of: Array("[Ricoh".utf8), in: main(0)))
    }
    let group = try note.group()
    #expect(group["FirmwareVersion"] == .text("Rev0113"))
    #expect(group["RicohImageWidth"] == .integer(0x0800))
    #expect(group["RicohDate"] == .text("2008:05:17 12:59:30"))
    #expect(group["ManufactureDate1"] == .text("2008:01:02 03:04:05"))
    #expect(group["FirmwareRevision"] == .text("Rev0101"))
    #expect(try await note.agreements() == 8)
  }

  @Test("Text notes are lists of names and hexadecimal digits")
  func text() throws {
    let group = try MakerNoteSample("RICOH", "RDC-5300", Array("Rv0103;\0\u{1}Rg045A;Gg0123;Xy1;Bg;".utf8)).group()
    #expect(group["FirmwareVersion"] == .text("0103"))
    #expect(group["RedGain"] == .text("045A"))
    #expect(group["GreenGain"] == .text("0123"))
    #expect(group["BlueGain"] == nil)
  }

  /// The number of fields is followed by two bytes too many.
  @Test("The padded directory of the HZ15 is read", arguments: [false, true])
  func padded(bigEndian: Bool) async throws {
    let tree = IFDTree([.text(0x207, "HZ15 model"), ExifSamples.undefined(0x300, Array("RicohImaging   ".utf8))])
    let directory = try IFDWriter(bigEndian: bigEndian).directory(tree, at: 10).bytes
    let header: [UInt8] = bigEndian ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] : [0x49, 0x49, 42, 0, 8, 0, 0, 0]
    let note = MakerNoteSample(
      "PENTAX RICOH IMAGING", "RICOH HZ15", bigEndian: bigEndian,
      header + directory[..<2] + [0, 0] + directory[2...])
    #expect(try note.group()["RicohModel"] == .text("HZ15 model"))
    #expect(try note.group()["RicohMake"] == .text("RicohImaging"))
    #expect(try await note.agreements() == 2)
  }
}
