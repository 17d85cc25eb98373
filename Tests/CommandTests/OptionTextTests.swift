internal import CommandKit
internal import ImageModel
internal import Imaging
internal import ImagingCommands
internal import TestKit
internal import Testing

@Suite("Values of options", .timed)
struct OptionTextTests {
  @Test(
    "Amounts have suffixes",
    arguments: [
      ("0", 0), ("500", 500), ("64k", 64_000), ("20M", 20_000_000), ("1Gi", 1_073_741_824), ("3Ki", 3_072),
      ("2mi", 2_097_152), ("4G", 4_000_000_000),
    ])
  func amounts(_ text: String, _ expected: Int) throws {
    #expect(try OptionText.amount(text) == expected)
  }

  @Test("Other amounts are refused", arguments: ["", "k", "-1", "1.5M", "1T", "9223372036854775807k", "12q", "١"])
  func wrongAmounts(_ text: String) {
    #expect(throws: (any Error).self) { try OptionText.amount(text) }
  }

  @Test(
    "Decimal numbers",
    arguments: [
      ("0", 0), ("12", 12), ("-0.25", -0.25), ("+.5", 0.5), ("5e-3", 0.005), ("1E3", 1_000),
    ])
  func decimals(_ text: String, _ expected: Double) throws {
    #expect(try OptionText.decimal(text, in: -1_000...1_000) == expected)
    // A part of a text, as in `50%`.
    #expect(Double(decimal: "\(text)%".dropLast()) == expected)
  }

  @Test(
    "What else Swift reads as a number is none in an option",
    arguments: ["", "-", ".", "1e", "0x10", "0x1p3", "1p3", "inf", "-infinity", "nan", "1e999", " 1", "1 ", "1_0", "١"])
  func wrongDecimals(_ text: String) {
    #expect(Double(decimal: text) == nil)
    #expect(throws: (any Error).self) { try OptionText.decimal(text, in: -1_000...1_000) }
  }

  @Test(
    "Sizes",
    arguments: [
      ("256", SizeRequest(width: 256, height: 256)), ("640x480", SizeRequest(width: 640, height: 480)),
      ("640x", SizeRequest(width: 640, height: nil)), ("x480", SizeRequest(width: nil, height: 480)),
    ])
  func sizes(_ text: String, _ expected: SizeRequest) throws {
    #expect(try OptionText.size(text) == expected)
  }

  @Test(
    "Other sizes are refused",
    arguments: ["", "x", "0", "0x5", "-5", "5x-5", "1x2x3", "a", "+5", "9999999999999999999"])
  func wrongSizes(_ text: String) {
    #expect(throws: (any Error).self) { try OptionText.size(text) }
  }

  @Test(
    "Positions",
    arguments: [
      ("center", 0.5, 0.5), ("top", 0.5, 0), ("bottom-right", 1, 1), ("left", 0, 0.5), ("30%,0%", 0.3, 0),
      ("100%,12.5%", 1, 0.125),
    ])
  func positions(_ text: String, _ x: Double, _ y: Double) throws {
    #expect(try OptionText.position(text) == CropPosition(x: x, y: y))
  }

  @Test(
    "Other positions are refused",
    arguments: ["", "middle", "30%", "30,40", "101%,0%", "nan%,0%", "1%,2%,3%", "1e1%,0%", "0x1p3%,0%", "+5%,0%"])
  func wrongPositions(_ text: String) {
    #expect(throws: (any Error).self) { try OptionText.position(text) }
  }

  @Test(
    "Colours",
    arguments: [
      ("#f80", 255, 136, 0), ("#FF8000", 255, 128, 0), ("white", 255, 255, 255), ("Black", 0, 0, 0),
    ] as [(String, UInt8, UInt8, UInt8)])
  func colors(_ text: String, _ red: UInt8, _ green: UInt8, _ blue: UInt8) throws {
    #expect(try OptionText.color(text) == BackgroundColor(red: red, green: green, blue: blue))
  }

  @Test(
    "Colours with transparency",
    arguments: [
      ("#f808", 136), ("#ff880080", 128), ("rgba(255, 136, 0, 0.5)", 128), ("rgba(255,136,0,20%)", 51),
    ] as [(String, UInt8)])
  func clearColors(_ text: String, _ alpha: UInt8) throws {
    #expect(try OptionText.color(text) == BackgroundColor(red: 255, green: 136, blue: 0, alpha: alpha))
    #expect(throws: (any Error).self) { try OptionText.opaqueColor(text) }
    #expect(try OptionText.color("none").alpha == 0)
  }

  @Test(
    "Other colours are refused", arguments: ["", "#", "#ff", "#ggg", "fff", "#12345", "#1234567", "mauve", "#fffé"])
  func wrongColors(_ text: String) {
    #expect(throws: (any Error).self) { try OptionText.color(text) }
  }
}
