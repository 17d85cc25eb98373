internal import Foundation
internal import MetadataModel
internal import MetadataReading
internal import TestKit
internal import Testing

@Suite("PNG properties")
struct PNGPropertiesTests {
  private static let agreement = BlockAgreement(
    groups: ["PNG": ["PNG", "PNG-pHYs", "PNG-cICP"], "Text": ["PNG"]],
    ours: [
      // The exponent of the standard (11.3.2.2) where ExifTool has its inverse; numbers where it has text and bytes.
      "Gamma", "ImageOffset", "ImageOffsetUnits", "SuggestedPalettes", "PaletteHistogram", "Transparency",
    ],
    theirs: [
      "Gamma", "ImageOffset", "SuggestedPalette", "PaletteHistogram", "Transparency", "Datecreate", "Datemodify",
    ])

  @Test("Every chunk has ExifTool's names and values in every fixture")
  func fixtures() async throws {
    var compared = 0
    for name in Fixtures.names(under: "png/valid")
    where !name.contains("writer_")
      && ["colour", "text", "phys", "sbit", "chunks", "palette", "trns", "exif", "xmp", "named"]
        .contains(where: { name.contains($0) })
      && name.hasSuffix(".png")
    {
      compared += try await Self.agreement.check(name)
    }
    #expect(compared > 300)
  }

  @Test("What ExifTool writes otherwise is the chunk's own value")
  func ownValues() throws {
    let metadata = try BlockAgreement.read(Fixtures.path("png/valid/chunks_every.png"))
    let group = try #require(metadata.group("PNG"))
    #expect(group["Gamma"] == .decimal(0.45455))
    #expect(group["ImageOffset"] == .array([.integer(10), .integer(20)]))
    #expect(group["SuggestedPalettes"] == .integer(1))
    #expect(group["ModifyDate"] == .text("2024:05:06 07:08:09"))
    #expect(group.properties.first { $0.name == "PixelUnits" }?.readable == "metres")
    let keyed = try BlockAgreement.read(Fixtures.path("png/valid/gray16_trns.png"))
    #expect(keyed.group("PNG")?.properties.first { $0.name == "ColorType" }?.readable == "greyscale")
  }

  @Test("A text keeps its language and its keyword in that language")
  func languages() throws {
    let metadata = try BlockAgreement.read(Fixtures.path("png/valid/chunks_every.png"))
    let texts = try #require(metadata.properties["Text"])
    #expect(texts["Title"] == .text("Plain"))
    #expect(texts["Title-de"] == .text("Grüße"))
    #expect(texts["Title-fr"] == .text("Bonjour"))
    #expect(texts.properties.map(\.title) == [nil, "Titel", "Titre"])
  }

  @Test("Chunks that are cut short or too long say nothing, and a text that inflates without end is left out")
  func damage() throws {
    let bomb = try BlockAgreement.read(Fixtures.path("png/broken/metadata_itxt_bomb.png"))
    #expect(bomb.warnings.contains { $0.contains("XMP") })
    #expect(bomb.group("PNG")?["ImageWidth"] != nil)
    let text = try BlockAgreement.read(Fixtures.path("png/broken/metadata_ztxt_bomb.png"))
    #expect(text.properties["Text"] == nil && !text.warnings.isEmpty)
  }
}
