internal import ArgumentParser
package import CommandKit
package import ImageModel
internal import Imaging

extension OptionText {
  /// The largest side that options accept.
  private static let largestSide = 1_000_000

  /// `N`, `WxH`, `Wx` or `xH` in pixels.
  package static func size(_ text: String) throws -> SizeRequest {
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

  /// `WxH+X+Y` in pixels.
  package static func rectangle(_ text: String) throws -> PixelRect {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false)
    let offsets = parts.dropFirst().compactMap { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part).flatMap { $0 <= largestSide ? $0 : nil } : nil
    }
    guard parts.count == 3, offsets.count == 2, let size = try? exactSize(String(parts[0])) else {
      throw ValidationError("expected WxH+X+Y with numbers up to \(largestSide), as in 640x480+10+0")
    }
    return PixelRect(x: offsets[0], y: offsets[1], size: size)
  }

  /// A named position, `attention` or `X%,Y%`.
  package static func position(_ text: String) throws -> CropPosition {
    if text == "attention" { return .attention }
    guard let position = CropPosition(text) else {
      throw ValidationError("expected \(list(CropPosition.named.map(\.key))), attention, or X%,Y% as in 30%,0%")
    }
    return position
  }

  /// The named colours.
  package static let colors: KeyValuePairs<String, BackgroundColor> = [
    "white": .white, "black": .init(red: 0, green: 0, blue: 0), "gray": .init(red: 128, green: 128, blue: 128),
    "red": .init(red: 255, green: 0, blue: 0), "green": .init(red: 0, green: 128, blue: 0),
    "blue": .init(red: 0, green: 0, blue: 255), "yellow": .init(red: 255, green: 255, blue: 0),
  ]

  /// `#rgb`, `#rrggbb` or a named colour.
  package static func color(_ text: String) throws -> BackgroundColor {
    if let named = colors.first(where: { $0.key == text.lowercased() }) { return named.value }
    let digits = text.dropFirst().compactMap(\.hexDigitValue)
    guard text.hasPrefix("#"), digits.count == text.count - 1, digits.count == 3 || digits.count == 6 else {
      throw ValidationError("expected #rgb, #rrggbb or a name: \(list(colors.map(\.key)))")
    }
    // One digit stands for two equal ones.
    let samples =
      digits.count == 3
      ? digits.map { $0 * 17 } : stride(from: 0, to: 6, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    return BackgroundColor(red: UInt8(samples[0]), green: UInt8(samples[1]), blue: UInt8(samples[2]))
  }
}
