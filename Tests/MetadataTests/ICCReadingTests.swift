internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TestKit
internal import Testing

@Suite("ICC profiles", .timed)
struct ICCReadingTests {
  private static let agreement = BlockAgreement(
    groups: ["ICC": ["ICC_Profile", "ICC-header", "ICC-meas", "ICC-view", "ICC-chrm"]],
    names: [
      "zz32": "ICC_Profile_Zz32", "zz08": "ICC_Profile_Zz08", "zzda": "ICC_Profile_Zzda", "zzpd": "ICC_Profile_Zzpd",
    ],
    // Our version is three numbers, ExifTool's one; the identifier is hexadecimal; a text in one language has no
    // language in its name.
    ours: ["ProfileVersion", "ProfileID", "DeviceMfgDesc"],
    // Fields of 0 in the header are not listed.
    theirs: [
      "ProfileVersion", "ProfileID", "DeviceMfgDesc-de-DE", "ProfileCMMType", "PrimaryPlatform", "DeviceManufacturer",
      "DeviceModel", "ProfileCreator",
    ])

  @Test(
    "With the option every tag has ExifTool's name and value",
    arguments: ["icc_every_tag", "icc_one_piece", "cmyk_icc", "icc_gray", "icc_70_kb"])
  func allTags(fixture: String) async throws {
    #expect(try await Self.agreement.check("jpeg/valid/\(fixture).jpg", profileTags: true) >= 12)
  }

  @Test("Values that differ from ExifTool's are those of the profile's bytes")
  func header() throws {
    let path = Fixtures.path("jpeg/valid/icc_every_tag.jpg")
    let group = try #require(try BlockAgreement.read(path, profileTags: true).group("ICC"))
    #expect(group["ProfileVersion"] == .text("2.4.0"))
    #expect(group["ProfileID"] == .text("101112131415161718191a1b1c1d1e1f"))
    #expect(group["DeviceMfgDesc"] == .text("Hersteller"))
    #expect(group["ProfileCMMType"] == .text("lcms"))
    #expect(group["DeviceModel"] == .text("modl"))
    #expect(group["ProfileDescription-de-DE"] == .text("Alles für Muster"))
    // s15Fixed16 numbers are exact: 63,190 / 65,536.
    let whitePoint: [Double] = [63190.0 / 65536, 1, 54061.0 / 65536]
    #expect(group["MediaWhitePoint"] == .array(whitePoint.map { .decimal($0) }))
    #expect(group.properties.first { $0.name == "RedTRC" }?.readable == "gamma 2.19921875")
    #expect(group.properties.first { $0.name == "CMMFlags" }?.readable?.hasPrefix("embedded") == true)
  }

  @Test("Without the option the header, description and copyright are listed")
  func headerOnly() throws {
    let group = try #require(try BlockAgreement.read(Fixtures.path("jpeg/valid/icc_every_tag.jpg")).group("ICC"))
    #expect(group["ProfileDescription"] == .text("Fixture everything"))
    #expect(group["ProfileCopyright"] == .text("CC0"))
    #expect(group["RedMatrixColumn"] == nil && group["ProfileDescription-de-DE"] == nil)
  }

  private func profile(tags: [(String, UInt32, UInt32)], count: UInt32? = nil, data: [UInt8] = []) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 128)
    bytes.replaceSubrange(36..<40, with: Array("acsp".utf8))
    bytes += SegmentedJPEG.big(count ?? UInt32(tags.count))
    for (signature, offset, size) in tags {
      bytes += Array(signature.utf8) + SegmentedJPEG.big(offset) + SegmentedJPEG.big(size)
    }
    return bytes + data
  }

  private func read(_ profile: [UInt8]) throws -> ImageMetadata {
    try SegmentedJPEG.read([(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile)], profileTags: true)
  }

  @Test("Tags outside the profile and counts that overflow are warnings; the others are read")
  func damage() throws {
    let text = Array("text".utf8) + [0, 0, 0, 0] + Array("Hello".utf8)
    let start = UInt32(132 + 3 * 12)
    let bytes = profile(
      tags: [("cprt", start, UInt32(text.count)), ("desc", .max, 16), ("targ", start, .max)], data: text)
    let metadata = try read(bytes)
    #expect(metadata.group("ICC")?["ProfileCopyright"] == .text("Hello"))
    #expect(metadata.warnings.contains { $0.contains("desc at 4294967295") && $0.contains("targ") })
    let many = try read(profile(tags: [("cprt", 144, UInt32(text.count))], count: .max, data: text))
    #expect(many.group("ICC")?["ProfileCopyright"] == .text("Hello"))
    #expect(many.warnings.contains { $0.contains("of 4294967295 tags") })
    var cut = profile(tags: [])
    cut.replaceSubrange(0..<4, with: SegmentedJPEG.big(9_999))
    #expect(try read(cut).warnings.contains { $0.contains("cut short: 132 of 9999 bytes") })
  }

  @Test("Texts outside their tag are left out")
  func localizedOutside() throws {
    let head = Array("mluc".utf8) + [0, 0, 0, 0] + SegmentedJPEG.big(.max) + SegmentedJPEG.big(12)
    let records =
      Array("deDE".utf8) + SegmentedJPEG.big(.max) + SegmentedJPEG.big(8)
      + Array("enUS".utf8) + SegmentedJPEG.big(2) + SegmentedJPEG.big(40) + [0, 65]
    let data = head + records
    let metadata = try read(profile(tags: [("desc", 144, UInt32(data.count))], data: data))
    #expect(metadata.group("ICC")?["ProfileDescription"] == .text("A"))
  }

  @Test("A thousand tags that share their bytes do not fill the memory")
  func sharedBytes() throws {
    let data = [UInt8](repeating: 1, count: 40_000)
    let tags = (0..<1_000).map { _ in ("A2B0", UInt32(132 + 12_000), UInt32(data.count)) }
    let metadata = try read(profile(tags: tags, data: data))
    #expect((metadata.group("ICC")?.properties.count ?? 0) < 30)
    #expect(metadata.warnings.contains { $0.contains("share their bytes") })
  }

  @Test("An incomplete profile is left out, with a warning")
  func missingPiece() throws {
    let whole = profile(tags: [])
    let name = Array("ICC_PROFILE\0".utf8)
    let metadata = try SegmentedJPEG.read([(0xE2, name + [1, 3] + whole), (0xE2, name + [3, 3] + [1, 2])])
    #expect(metadata.group("ICC") == nil)
    #expect(metadata.warnings.contains { $0.contains("2 of 3 pieces") })
  }

  @Test("Languages that share one long text are not all kept")
  func sharedTexts() throws {
    var data = Array("mluc".utf8) + [0, 0, 0, 0] + SegmentedJPEG.big(200) + SegmentedJPEG.big(12)
    for index in 0..<200 {
      data += [UInt8(97 + index / 26), UInt8(97 + index % 26), 0x44, 0x45]
      data += SegmentedJPEG.big(40_000) + SegmentedJPEG.big(2_416)
    }
    data += [UInt8](repeating: 0x41, count: 40_000)
    let metadata = try read(profile(tags: [("dscm", 144, UInt32(data.count))], data: data))
    let texts = (metadata.group("ICC")?.properties ?? []).filter { $0.name.hasPrefix("ProfileDescriptionML") }
    #expect((1...2).contains(texts.count))
  }

  /// The bytes of a tag of the type `mluc`.
  private func localized(_ texts: [(String, String)]) -> [UInt8] {
    var records = Array("mluc".utf8) + [0, 0, 0, 0] + SegmentedJPEG.big(UInt32(texts.count)) + SegmentedJPEG.big(12)
    var content: [UInt8] = []
    for (language, text) in texts {
      let bytes = utf16(text)
      let offset = UInt32(16 + 12 * texts.count + content.count)
      records += Array(language.utf8) + SegmentedJPEG.big(UInt32(bytes.count)) + SegmentedJPEG.big(offset)
      content += bytes
    }
    return records + content
  }

  private func utf16(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }

  @Test("Of several languages the American text counts, or else another English one, or else the first")
  func languages() throws {
    let texts = [("deDE", "Farb-LCD"), ("enGB", "Colour LCD"), ("enUS", "Color LCD"), ("frFR", "LCD couleur")]
    func group(_ texts: [(String, String)]) throws -> PropertyGroup {
      let data = localized(texts)
      return try #require(try read(profile(tags: [("dscm", 144, UInt32(data.count))], data: data)).group("ICC"))
    }
    let all = try group(texts)
    #expect(all["ProfileDescriptionML"] == .text("Color LCD"))
    #expect(all["ProfileDescriptionML-en-GB"] == .text("Colour LCD"))
    #expect(all["ProfileDescriptionML-de-DE"] == .text("Farb-LCD"))
    #expect(try group(Array(texts.prefix(2)))["ProfileDescriptionML"] == .text("Colour LCD"))
    #expect(try group([texts[3], texts[0]])["ProfileDescriptionML"] == .text("LCD couleur"))
  }

  @Test("A long list of measurements is kept as bytes, with its beginning as readable text")
  func longText() throws {
    let text = "CGATS" + String(repeating: "0123456789", count: 200)
    let data = Array("text".utf8) + [0, 0, 0, 0] + Array(text.utf8) + [0]
    let metadata = try read(profile(tags: [("targ", 144, UInt32(data.count))], data: data))
    let property = try #require(metadata.group("ICC")?.properties.first { $0.name == "CharTarget" })
    #expect(property.value == .bytes(Array(text.utf8)))
    #expect(property.readable == text.prefix(1_024) + "... (2005 characters)")
  }

  @Test("The entries of a dictionary are properties; those without a value or outside the tag are left out")
  func dictionary() throws {
    let title = localized([("enUS", "Maker of the display")])
    let texts = [utf16("EDID_mnft"), utf16("SAM"), utf16("nothing"), title]
    var offset: UInt32 = 16 + 4 * 32
    let places = texts.map { text -> [UInt8] in
      defer { offset += UInt32(text.count) }
      return SegmentedJPEG.big(offset) + SegmentedJPEG.big(UInt32(text.count))
    }
    let none = [UInt8](repeating: 0, count: 8)
    let outside = SegmentedJPEG.big(.max) + SegmentedJPEG.big(4)
    var data = Array("dict".utf8) + [0, 0, 0, 0] + SegmentedJPEG.big(4) + SegmentedJPEG.big(32)
    data += places[0] + places[1] + places[3] + none
    data += places[2] + none + none + none
    data += outside + places[1] + none + none
    // An empty text is a value.
    data += places[2] + SegmentedJPEG.big(16) + SegmentedJPEG.big(0) + outside + outside
    data += texts.flatMap { $0 }
    let group = try #require(try read(profile(tags: [("meta", 144, UInt32(data.count))], data: data)).group("ICC"))
    let entries = group.properties.filter { $0.name.hasPrefix("meta") }
    #expect(
      entries == [
        Property("meta:EDID_mnft", .text("SAM"), title: "Maker of the display"), Property("meta:nothing", .text("")),
      ])
  }

  @Test("Entries that share one long text are not all kept")
  func sharedEntries() throws {
    var data = Array("dict".utf8) + [0, 0, 0, 0] + SegmentedJPEG.big(.max) + SegmentedJPEG.big(16)
    for index in 0..<200 {
      data += SegmentedJPEG.big(3_216) + SegmentedJPEG.big(UInt32(2 * (index + 1)))
      data += SegmentedJPEG.big(3_216) + SegmentedJPEG.big(40_000)
    }
    data += [UInt8](repeating: 0x41, count: 40_000)
    let metadata = try read(profile(tags: [("meta", 144, UInt32(data.count))], data: data))
    #expect((1...3).contains((metadata.group("ICC")?.properties ?? []).filter { $0.name.hasPrefix("meta:") }.count))
  }
}
