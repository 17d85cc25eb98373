internal import Foundation
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Values of Exif fields", .timed)
struct ExifValueTests {
  @Test("Every tag that ExifTool can write in Exif's directories has a name")
  func namesOfAllTags() async throws {
    let list = try await Tool.run("exiftool", ["-listx", "-f", "-EXIF:All"]).text
    var group: String?
    var tags: [String: Set<UInt16>] = [:]
    for line in list.split(separator: "\n") where line.contains("<t") {
      func attribute(_ name: String) -> String? {
        line.range(of: " \(name)='").map { String(line[$0.upperBound...].prefix { $0 != "'" }) }
      }
      if line.contains("<table ") { group = attribute("name") }
      // Tags from 0xFDE8 on, of Kodak's and Adobe's raw files, have other meanings elsewhere.
      guard line.contains("<tag "), let id = attribute("id").flatMap({ UInt16($0) }),
        id < 0xFDE8, attribute("writable") == "true"
      else { continue }
      switch (group, attribute("g1")) {
      case ("GPS::Main", _): tags["GPS", default: []].insert(id)
      case ("Exif::Main", "InteropIFD"): tags["Interop", default: []].insert(id)
      case ("Exif::Main", "ExifIFD"): tags["Exif", default: []].insert(id)
      case ("Exif::Main", _): tags["IFD0", default: []].insert(id)
      default: break
      }
    }
    #expect((tags["GPS"] ?? []).count >= 32)
    #expect((tags["IFD0"] ?? []).count > 100)
    for (name, numbers) in tags where name != "Interop" {
      let fields = numbers.filter { ![330, 34665, 34853].contains($0) }.map { IFDField.short($0, 1) }
      let tree = try ExifSamples.properties(
        name == "IFD0" ? fields : [], exif: name == "Exif" ? fields : [], gps: name == "GPS" ? fields : [])
      let group = try #require(tree[name])
      #expect(group.properties.filter { $0.name.hasPrefix("0x") }.isEmpty, "\(name)")
    }
    // Exif 3.0, table 8: not yet in that list.
    let new = try ExifSamples.properties(exif: (0xA436...0xA43C).map { .text($0, "new") })["Exif"]
    #expect(
      new?.properties.map(\.name) == [
        "ImageTitle", "Photographer", "ImageEditor", "CameraFirmware", "RAWDevelopingSoftware",
        "ImageEditingSoftware", "MetadataEditingSoftware",
      ])
  }

  /// `日本語` in each encoding, by Python's codecs.
  @Test("User comments in each code")
  func userCommentsInEachCode() async throws {
    let program = """
      text = '\\u65e5\\u672c\\u8a9e\\u306e\\u6587'
      for code in ['iso2022_jp', 'euc_jp', 'shift_jis', 'utf-16-le', 'utf-16-be']: print(text.encode(code).hex())
      """
    let lines = try await Tool.python(program).text.split(separator: "\n").map { Self.bytes($0) }
    func comment(_ code: String, _ content: [UInt8], bigEndian: Bool = false, type: IFDFieldType = .undefined) throws
      -> PropertyValue?
    {
      let name = Array(code.utf8) + [UInt8](repeating: 0, count: 8 - code.utf8.count)
      let field = IFDField(0x9286, .raw(type: type, bytes: name + content))
      return try ExifSamples.properties(exif: [field], bigEndian: bigEndian)["Exif"]?["UserComment"]
    }
    let expected = PropertyValue.text("日本語の文")
    for line in lines.prefix(3) { #expect(try comment("JIS", line) == expected) }
    // Without high bits or escape sequences it is plain JIS X 0208.
    #expect(try comment("JIS", lines[1].map { $0 & 0x7F }) == expected)
    #expect(try comment("JIS", Array("plain text".utf8)) == .text("plain text"))
    for bigEndian in [false, true] {
      #expect(try comment("UNICODE", lines[bigEndian ? 4 : 3], bigEndian: bigEndian) == expected)
      // Latin text reveals its byte order, whatever that of the block is.
      let latin = Array("Grüße".utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      #expect(try comment("UNICODE", latin, bigEndian: bigEndian) == .text("Grüße"))
      #expect(try comment("UNICODE", [0xFE, 0xFF] + latin, bigEndian: bigEndian) == .text("Grüße"))
    }
    // Cameras of Ricoh write characters of one byte under the code of UTF-16.
    for text in ["Birthday at the lake   \0", "Gru\u{DF} vom See", "000000", "      ", "banana"] {
      let expected = PropertyValue.text(text.trimmingTrailingSpaces)
      for bytes in [Array(text.utf8), text.unicodeScalars.map { UInt8($0.value) }] {
        #expect(try comment("Unicode", bytes) == expected, "\(text)")
        #expect(try comment("UNICODE", bytes, bigEndian: true) == expected, "\(text)")
      }
    }
    // Kana whose bytes are all letters of ASCII: U+3044, U+306C, U+304F.
    #expect(try comment("UNICODE", [0x30, 0x44, 0x30, 0x6C, 0x30, 0x4F], bigEndian: true) == .text("いぬく"))
    // The same in either order, also with U+3000; and a space before the text.
    for text in ["いいね", "いいねいいね", "いい\u{3000}ね", " Hello world"] {
      let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      let little = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      for (content, bigEndian) in [(big, true), (big, false), (little, true), (little, false)] {
        #expect(try comment("UNICODE", content, bigEndian: bigEndian) == .text(text), "\(text) \(bigEndian)")
      }
    }
    #expect(try comment("ASCII", Array("plain  \0\0".utf8)) == .text("plain"))
    #expect(try comment("ASCII   ", Array("filled with spaces".utf8)) == .text("filled with spaces"))
    #expect(try comment("", Array("no code".utf8)) == .text("no code"))
    #expect(try comment("ASCII", Array("of type BYTE".utf8), type: .byte) == .text("of type BYTE"))
    #expect(try comment("", [1, 2, 3, 200]) == .bytes([UInt8](repeating: 0, count: 8) + [1, 2, 3, 200]))
  }

  private static func bytes(_ hex: some StringProtocol) -> [UInt8] {
    let digits = Array(hex.utf8).map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x57 }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  @Test("UTF-8 text has a type of its own in Exif 3.0")
  func utf8() throws {
    let text = IFDField(0xA437, .values(.utf8, .text(Array("Grüße 写真".utf8))))
    #expect(try ExifSamples.properties(exif: [text])["Exif"]?["Photographer"] == .text("Grüße 写真"))
  }

  @Test("The filter pattern of a sensor is read in either byte order", arguments: [false, true])
  func filterPattern(isSwapped: Bool) throws {
    let bytes: [UInt8] = isSwapped ? [0, 2, 0, 2, 0, 1, 1, 2] : [2, 0, 2, 0, 0, 1, 1, 2]
    let value = try ExifSamples.properties(exif: [ExifSamples.undefined(0xA302, bytes)])["Exif"]?["CFAPattern"]
    #expect(value == .array([2, 2, 0, 1, 1, 2].map { .integer($0) }))
  }

  @Test("Texts of DNG and Panasonic in bytes are texts, as in ExifTool, and empty ones are left out")
  func textsOfBytes() async throws {
    let name = Array("Camera\0".utf8)
    let block = try ExifSamples.block([
      IFDField(0xC615, .values(.byte, .unsigned(name.map { UInt64($0) }))),
      ExifSamples.undefined(0xC6D2, Array("A title".utf8) + [0, 0]),
      ExifSamples.undefined(0xC6D3, [UInt8](repeating: 0, count: 64)),
    ])
    let group = try #require(try ExifSamples.read(block).images.first?.properties["IFD0"])
    #expect(group["LocalizedCameraModel"] == .text("Camera"))
    #expect(group["PanasonicTitle"] == .text("A title"))
    #expect(group.properties.count == 2)
    let other = try await ExifTool.read(ExifSamples.jpeg(block), suffix: "jpg")
    #expect(ExifTool.text(other, "IFD0:LocalizedCameraModel") == "Camera")
    #expect(ExifTool.text(other, "IFD0:PanasonicTitle") == "A title")
  }

  @Test("Bytes that are not a version stay bytes")
  func bytesThatAreNotAVersionStayBytes() throws {
    let exif = try ExifSamples.properties(exif: [ExifSamples.undefined(0x9000, [0, 2, 2, 0])])["Exif"]
    #expect(exif?["ExifVersion"] == .bytes([0, 2, 2, 0]))
  }

  @Test("The thumbnail's offset counts from the beginning of the file", arguments: [false, true])
  func thumbnailPlace(bigEndian: Bool) async throws {
    let block = try SampleExif.block(bigEndian: bigEndian)
    let file = ExifSamples.jpeg(block)
    let metadata = try ExifSamples.read(block)
    let group = try #require(metadata.images.first?.properties["IFD1"])
    let place = try SampleExif.offset(of: SampleExif.thumbnail, in: file)
    #expect(group["ThumbnailOffset"] == .integer(Int64(place)))
    #expect(group["ThumbnailLength"] == .integer(Int64(SampleExif.thumbnail.count)))
    #expect(group["JPEGInterchangeFormat"] == .integer(Int64(place - 12)))
    let range = UInt64(place)..<UInt64(place + SampleExif.thumbnail.count)
    #expect(metadata.previews == [.init(origin: "IFD1", format: "jpeg", range: range)])
    let other = try await ExifTool.read(file, suffix: "jpg")
    #expect(ExifTool.text(other, "IFD1:ThumbnailOffset") == "\(place)")
  }

  @Test("References of a position may be words, and that of the height a text", arguments: ["South", "s", " S "])
  func referencesInWords(south: String) throws {
    let gps = [
      .text(1, south), ExifSamples.rationals(2, [(36, 1), (48, 1), (0, 1)]), .text(3, "West"),
      ExifSamples.rationals(4, [(174, 1), (30, 1), (0, 1)]), .text(5, "1"), ExifSamples.rationals(6, [(1_204, 10)]),
    ]
    let group = try #require(try ExifSamples.properties(gps: gps, detail: .readable)["GPS"])
    #expect(group["Latitude"] == .decimal(-36.8))
    #expect(group["Longitude"] == .decimal(-174.5))
    #expect(group["Altitude"] == .decimal(-120.4))
    #expect(group.properties.first { $0.name == "GPSAltitudeRef" }?.displayText == "below sea level")
    #expect(group.properties.first { $0.name == "GPSLatitude" }?.displayText == "36° 48' 0\" S")
  }

  @Test("Positions in words")
  func positionsInWords() throws {
    let gps = [
      ExifSamples.undefined(0, [2, 3, 0, 0]), .text(1, "S"), ExifSamples.rationals(2, [(33, 1), (51, 1), (216, 10)]),
      .text(3, "E"),
      ExifSamples.rationals(4, [(151, 1), (12_500, 1_000), (0, 1)]), IFDField(5, .values(.byte, .unsigned([1]))),
      ExifSamples.rationals(6, [(345, 10)]), ExifSamples.rationals(7, [(5, 1), (8, 1), (95, 10)]), .text(0xC, "N"),
      ExifSamples.rationals(0xD, [(73, 10)]), .text(0x10, "M"), ExifSamples.rationals(0x11, [(1_234, 10)]),
    ]
    let tree = try ExifSamples.properties(gps: gps, detail: .readable)
    func words(_ name: String) -> String? { tree["GPS"]?.properties.first { $0.name == name }?.displayText }
    #expect(words("GPSVersionID") == "2.3.0.0")
    #expect(words("GPSLatitude") == "33° 51' 21.6\" S")
    #expect(words("Latitude") == "-33.856")
    #expect(words("GPSLongitude") == "151° 12' 30\" E")
    #expect(words("GPSAltitudeRef") == "below sea level")
    #expect(words("GPSAltitude") == "34.5 m")
    #expect(words("Altitude") == "-34.5")
    #expect(words("GPSTimeStamp") == "05:08:09.5 UTC")
    #expect(words("GPSSpeed") == "7.3 knots")
    #expect(words("GPSImgDirection") == "123.4°")
    #expect(words("GPSImgDirectionRef") == "magnetic direction")
    // Exif 3.0 counts from the ellipsoid.
    let new = try ExifSamples.properties(
      exif: [ExifSamples.undefined(0x9000, Array("0300".utf8))], gps: gps, detail: .readable)
    #expect(new["GPS"]?.properties.first { $0.name == "GPSAltitudeRef" }?.displayText == "below the ellipsoid")
    #expect(new["Exif"]?.properties.first?.displayText == "Exif 3.0")
  }

  @Test("A value that libexif does not describe has no readable text")
  func valuesWithoutWords() throws {
    let exif = try ExifSamples.properties(
      exif: [
        .short(0x9208, 226), ExifSamples.rationals(0xA404, [(0, 0)]), ExifSamples.rationals(0x9206, [(0xFFFF_FFFF, 1)]),
        ExifSamples.undefined(0xA40B, [1, 2, 3]), .short(0xA403, 1),
      ], detail: .readable)["Exif"]
    func words(_ name: String) -> String? { exif?.properties.first { $0.name == name }?.displayText }
    #expect(words("LightSource") == "226")
    #expect(words("DigitalZoomRatio") == "unknown")
    #expect(words("SubjectDistance") == "infinite")
    #expect(words("DeviceSettingDescription") == "3 bytes")
    #expect(words("WhiteBalance") == "Manual white balance")
    // Values of the standards that libexif does not know.
    for (tag, value, expected) in [
      (UInt16(0x9208), UInt16(16), "Warm white fluorescent"),
      (0x9209, 0x50, "Flash did not fire, compulsory flash mode, red-eye reduction mode"),
      (0x0103, 4, "CCITT Group 4"), (0x0128, 1, "no unit"), (0x0103, 60_000, "60000"),
    ] {
      let group = try ExifSamples.properties([.short(tag, value)], detail: .readable)["IFD0"]
      #expect(group?.properties.first?.displayText == expected)
    }
  }
}
