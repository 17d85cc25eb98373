internal import Foundation
internal import ImageModel
internal import Imaging
internal import MetadataModel
internal import TestKit
internal import Testing

@Suite("Positions where few programs look", .timed)
struct HiddenPositionTests: RewriteTrial {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static let packet = """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
    xmlns:e="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" e:GPSLatitude="48,8.5N" \
    dc:source="kept"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
    """

  /// Getty's, one with a blank, and what else exiftool reads.
  @Test(
    "XMP with a damaged signature is read with a warning, and its position goes",
    arguments: [
      "XMP\0://ns.adobe.com/xap/1.0/\0", "http://ns.adobe.com/xap/1.0/ \0", "http://ns.adobe.com/xap/1.0/",
      "http\0", "",
    ])
  func damagedSignature(_ signature: String) async throws {
    let bytes = HandMadeJPEG.with([(0xE1, Array((signature + Self.packet).utf8))])
    let input = try directory.write(bytes, to: "in.jpg")
    let source = try ImageSource(path: input)
    #expect(try source.properties(at: 0)["XMP"]?["exif:GPSLatitude"] == .text("48,8.5N"))
    #expect(source.diagnostics.contains { $0.message.contains("signature") })
    #expect(try await exiftool(["-s3", "-XMP:GPSLatitude", "-n"], input) == ["48.1416666666667"])
    let result = try rewrite(bytes, "jpg") { $0.delete = ["gps"] }
    #expect(!result.report.changes.isEmpty)
    #expect(try await exiftool(["-a", "-s3", "-XMP:GPS*", "-XMP-dc:Source"], result.path) == ["kept"])
    #expect(result.bytes.range(of: "48,8.5N") == nil)
  }

  @Test("A packet with a damaged signature does not count where another packet is sound", arguments: [true, false])
  func damagedBesideSound(isFirst: Bool) async throws {
    let sound = Self.packet.replacing("e:GPSLatitude=\"48,8.5N\" dc:source=\"kept\"", with: "dc:source=\"sound\"")
    let packets = ["XMP\0://ns.adobe.com/xap/1.0/\0" + Self.packet, "http://ns.adobe.com/xap/1.0/\0" + sound]
    let segments = packets.map { (marker: UInt8(0xE1), content: Array($0.utf8)) }
    let bytes = HandMadeJPEG.with(isFirst ? segments : segments.reversed())
    let input = try directory.write(bytes, to: "in.jpg")
    #expect(try ImageSource(path: input).properties(at: 0)["XMP"]?["dc:source"] == .text("sound"))
    let result = try rewrite(bytes, "jpg") { $0.delete = ["gps"] }
    #expect(try await exiftool(["-a", "-s3", "-XMP:GPS*", "-XMP-dc:Source"], result.path) == ["sound"])
    #expect(result.bytes.range(of: "48,8.5N") == nil)
    let output = directory.file("converted.png")
    _ = try ConversionJob(input: .path(input), output: .path(output)).run(in: environment)
    #expect(try await exiftool(["-a", "-s3", "-XMP-dc:Source"], output) == ["sound"])
  }

  /// The data of an infrared camera: a header, a directory of two records, a text and a position, in two segments.
  private func infrared(bigEndian: Bool, piece: Int = 200) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return bigEndian ? bytes.reversed() : bytes
    }
    func little(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    func record(_ type: Int, _ start: Int, _ length: Int) -> [UInt8] {
      number(type, 2) + number(1, 2) + number(100, 4) + number(1, 4) + number(start, 4) + number(length, 4)
        + [UInt8](repeating: 0, count: 12)
    }
    var gps = little(UInt32(1)) + [2, 2, 0, 0] + Array("N\0E\0".utf8) + [0, 0, 0, 0]
    gps += little((48.125).bitPattern) + little((11.5).bitPattern) + little(Float(520.5).bitPattern)
    gps += [UInt8](repeating: 0, count: 0x58 - gps.count) + Array("WGS84".utf8)
    gps += [UInt8](repeating: 0, count: 0x80 - gps.count)
    var data = Array("FFF\0".utf8) + [UInt8](repeating: 0, count: 16) + number(101, 4) + number(0x40, 4) + number(2, 4)
    data += [UInt8](repeating: 0, count: 0x40 - data.count)
    data += record(0x2B, 0x80 + 32, gps.count) + record(0x23, 0x80, 32) + Array("Furnace".utf8)
    data += [UInt8](repeating: 0, count: 0x80 + 32 - data.count) + gps
    return HandMadeJPEG.with(
      stride(from: 0, to: data.count, by: piece).enumerated().map { index, start in
        let last = UInt8((data.count - 1) / piece)
        return (0xE1, Array("FLIR\0\u{1}".utf8) + [UInt8(index), last] + data[start..<min(start + piece, data.count)])
      })
  }

  @Test("The position of an infrared camera is shown, and deleted", arguments: [true, false], [200, 1_000])
  func infraredPosition(bigEndian: Bool, piece: Int) async throws {
    let bytes = infrared(bigEndian: bigEndian, piece: piece)
    let input = try directory.write(bytes, to: "in.jpg")
    let group = try #require(try ImageSource(path: input).properties(at: 0)["FLIR"])
    let names = ["GPSLatitude", "GPSLongitude", "GPSAltitude", "GPSMapDatum"]
    let theirs = try await exiftool(["-s3", "-n"] + names.map { "-APP1:\($0)" }, input)
    #expect(theirs == ["48.125", "11.5", "520.5", "WGS84"])
    #expect(names.map { group[$0]?.plainText } == theirs)
    let result = try rewrite(bytes, "jpg") { $0.delete = ["gps"] }
    #expect(result.report.changes == ["deleted gps of FLIR"])
    #expect(try await exiftool(["-a", "-s3", "-APP1:GPSLatitude", "-APP1:GPSMapDatum"], result.path).isEmpty)
    // Nothing else changes.
    #expect(result.bytes.count == bytes.count && result.bytes.range(of: "Furnace") != nil)
    #expect(result.bytes.range(of: "WGS84") == nil)
  }

  /// A directory at 0x40 with two positions, each of which has all 0x80 bytes. A thousand of them would be overwritten
  /// a thousand times.
  @Test("Records of an infrared camera that overlap are not searched")
  func overlappingInfrared() throws {
    var data = Array("FFF\0".utf8) + [UInt8](repeating: 0, count: 16)
    data += [101, 0x40, 2].flatMap { UInt32($0).bigEndianBytes }
    data += [UInt8](repeating: 0, count: 0x40 - data.count)
    for _ in 0..<2 {
      data += [0, 0x2B, 0, 1]
      data += [100, 1, 0, 0x80, 0, 0, 0].flatMap { UInt32($0).bigEndianBytes }
    }
    try #require(data.count == 0x80)
    let bytes = HandMadeJPEG.with([(0xE1, Array("FLIR\0\u{1}\0\0".utf8) + data)])
    let result = try rewrite(bytes, "jpg") { $0.delete = ["gps"] }
    #expect(result.report.changes == [])
    #expect(result.report.diagnostics.contains { $0.message.contains("FLIR") && $0.message.contains("location") })
  }

  @Test("Data of an infrared camera that cannot be searched is named")
  func unreadableInfrared() throws {
    let bytes = HandMadeJPEG.with([(0xE1, Array("FLIR\0\u{1}\0\0FFF\0 and no more".utf8))])
    let result = try rewrite(bytes, "jpg") { $0.delete = ["gps"] }
    #expect(result.report.diagnostics.contains { $0.message.contains("FLIR") && $0.message.contains("location") })
  }
}

extension [UInt8] {
  fileprivate func range(of text: String) -> Range<Int>? {
    let part = Array(text.utf8)
    return indices.first { self[$0...].starts(with: part) }.map { $0..<$0 + part.count }
  }
}
