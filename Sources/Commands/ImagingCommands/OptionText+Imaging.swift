internal import ArgumentParser
package import CommandKit
internal import Drawing
package import ImageModel
internal import Imaging

extension OptionText {
  /// The largest side that options accept.
  private static let largestSide = 1_000_000

  /// `N`, `WxH`, `Wx` or `xH` in pixels.
  package static func size(_ text: String) throws -> SizeRequest {
    let hints: [Character: String] = [
      "!": "--fit stretch gives exactly these sides", "^": "--fit cover fills the box",
      ">": "--size never enlarges",
    ]
    if let hint = text.last.flatMap({ hints[$0] }) {
      throw ValidationError("expected N, WxH, Wx or xH without a sign; \(hint)")
    }
    let sides = text.split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
    func side(_ text: Substring) throws -> Int? {
      if text.isEmpty { return nil }
      guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int(text), (1...largestSide).contains(value)
      else { throw ValidationError("expected N, WxH, Wx or xH with numbers from 1 to \(largestSide)") }
      return value
    }
    let values = try sides.map(side)
    switch (values.count, values.first ?? nil, values.last ?? nil) {
    case (1, let side?, _): return .longSide(side)
    case (2, let width, let height) where width != nil || height != nil:
      return SizeRequest(width: width, height: height)
    default: throw ValidationError("expected N, WxH, Wx or xH, as in 256, 640x480, 640x or x480")
    }
  }

  /// `WxH` in pixels.
  package static func exactSize(_ text: String) throws -> PixelSize {
    let size = try? size(text)
    guard text.contains("x"), let width = size?.width, let height = size?.height else {
      throw ValidationError("expected WxH, as in 256x256")
    }
    return PixelSize(width: width, height: height)
  }

  /// The part of a picture: `WxH+X+Y` in pixels, also with offsets such as `-10`; `WxH`; `N%` or `W%xH%`; `16:9`.
  package static func crop(_ text: String) throws -> CropRequest {
    if let rectangle = rectangle(text) { return .pixels(rectangle) }
    if let size = try? exactSize(text) { return .size(size) }
    if let ratio = ratio(text) { return .aspect(ratio) }
    if let (width, height) = percentages(text) { return .fraction(width: width, height: height) }
    throw ValidationError(
      "expected WxH+X+Y, WxH, N%, W%xH% or a ratio such as 16:9, with numbers up to \(largestSide)")
  }

  private static func rectangle(_ text: String) -> PixelRect? {
    guard let match = text.wholeMatch(of: /([0-9]+x[0-9]+)([+-][0-9]+)([+-][0-9]+)/),
      let size = try? exactSize(String(match.1)), let x = Int(match.2), let y = Int(match.3),
      (-largestSide...largestSide).contains(x), (-largestSide...largestSide).contains(y)
    else { return nil }
    return PixelRect(x: x, y: y, size: size)
  }

  private static func ratio(_ text: String) -> Double? {
    let sides = text.split(separator: ":", omittingEmptySubsequences: false).map {
      try? decimal(String($0), in: 0.001...10_000)
    }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    return width / height
  }

  private static func percentages(_ text: String) -> (Double, Double)? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { side in
      side.hasSuffix("%") ? try? decimal(String(side.dropLast()), in: 0.001...100) / 100 : nil
    }
    guard (1...2).contains(sides.count), let width = sides[0], let height = sides[sides.count - 1] else { return nil }
    return (width, height)
  }

  /// A named position, `attention` or `X%,Y%`.
  package static func position(_ text: String) throws -> CropPosition {
    if text == "attention" { return .attention }
    guard let position = CropPosition(text) else {
      throw ValidationError("expected \(list(CropPosition.named.map(\.key))), attention, or X%,Y% as in 30%,0%")
    }
    return position
  }

  /// A named position or `X%,Y%`.
  package static func place(_ text: String) throws -> CropPosition {
    guard let position = CropPosition(text) else {
      throw ValidationError("expected \(list(CropPosition.named.map(\.key))), or X%,Y% as in 30%,0%")
    }
    return position
  }

  /// The names of colours.
  package static var colorNames: [String] { ColorText.allNames }

  /// `#rgb`, `#rrggbb`, `#rrggbbaa`, `rgba(...)` or a named colour.
  package static func color(_ text: String) throws -> BackgroundColor {
    guard let color = ColorText.color(text.lowercased() == "none" ? "transparent" : text) else {
      throw ValidationError(
        "expected #rgb, #rrggbb, #rrggbbaa, rgba(51, 102, 153, 0.5) or a name: \(list(colorNames))")
    }
    func sample(_ value: Double) -> UInt8 { UInt8((min(max(value, 0), 1) * 255).rounded()) }
    return BackgroundColor(
      red: sample(color.red), green: sample(color.green), blue: sample(color.blue), alpha: sample(color.alpha))
  }

  /// The same without transparency.
  package static func opaqueColor(_ text: String) throws -> BackgroundColor {
    let color = try color(text)
    guard color.isOpaque else { throw ValidationError("expected an opaque colour") }
    return color
  }
}
