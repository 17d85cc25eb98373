package import ImageModel
internal import ProviderHost

/// Reads the picture of a preset's overlay, upright and in sRGB.
package typealias OverlayReading = (_ path: String) throws(ImageError) -> OverlayPicture

/// The options of a preset that draw a picture over others: a logo, a watermark. Requests do not have them.
enum PresetOverlay {
  static let prefix = "overlay"

  private static let names = ["overlay", "overlay-size", "overlay-position", "overlay-margin", "overlay-opacity"]

  /// The overlay of a preset; nil for one without these options.
  ///
  /// - Throws: `ServiceProblem` for wrong options; what reading throws, with the path.
  static func parsed(_ options: [RequestQuery.Option], _ read: OverlayReading) throws -> Overlay? {
    if options.isEmpty { return nil }
    let query = RequestQuery(options: options)
    for option in options where !names.contains(option.name) {
      throw ServiceProblem.invalid("a preset cannot set \(ServiceProblem.scrubbed(option.name))")
    }
    guard let path = query["overlay"], !path.isEmpty else {
      throw ServiceProblem.invalid("overlay=FILE is missing")
    }
    let size = try query["overlay-size"].map(size)
    let position = try query["overlay-position"].map(position)
    let margin = try number("overlay-margin", query, in: 0...RenderRequest.longestSide) ?? 0
    let opacity = try number("overlay-opacity", query, in: 1...100) ?? 100
    var overlay = Overlay(try read(path))
    if let size { overlay.size = size }
    if let position { overlay.position = position }
    overlay.margin = margin
    overlay.opacity = Double(opacity) / 100
    return overlay
  }

  private static func number(
    _ name: String, _ query: RequestQuery, in range: ClosedRange<Int>
  ) throws(ServiceProblem) -> Int? {
    guard let text = query[name] else { return nil }
    guard let value = Int(text), range.contains(value), !text.hasPrefix("+") else {
      throw .invalid("\(name) is a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private static func position(_ text: String) throws(ServiceProblem) -> CropPosition {
    guard let position = CropPosition(text) else {
      let names = CropPosition.named.map(\.key).joined(separator: ", ")
      throw .invalid("overlay-position is one of \(names), or X%,Y% as in 30%,0%")
    }
    return position
  }

  private static func size(_ text: String) throws(ServiceProblem) -> Overlay.Size {
    let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
    let most = text.hasSuffix("%") ? 100 : RenderRequest.longestSide
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(digits),
      (1...most).contains(value)
    else { throw .invalid("overlay-size is pixels, or a part of the picture's width, as in 20%") }
    return text.hasSuffix("%") ? .widthFraction(Double(value) / 100) : .inside(.longSide(value))
  }
}
