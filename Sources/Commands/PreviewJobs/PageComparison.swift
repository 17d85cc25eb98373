internal import ImageModel

/// The differences of two pictures of a page, which are aligned at the upper left.
struct PageComparison {
  /// The part of the pixels that differ. Where only one picture is, all do.
  let part: Double

  private let one: PixelBuffer
  private let other: PixelBuffer
  private let size: PixelSize
  /// Whether each pixel differs, row by row.
  private var differs: [Bool]

  /// - Parameters:
  ///   - one: grey or RGB of 8 bits, as is the other one.
  ///   - tolerance: how far a sample may differ, as a part of the range.
  init(_ one: PixelBuffer, _ other: PixelBuffer, tolerance: Double) throws(ImageError) {
    for pixels in [one, other] {
      guard pixels.format.component == .uint8, [.gray, .rgb].contains(pixels.format.colorModel) else {
        throw ImageError(.unsupported, "a page was drawn with samples of \(pixels.format)")
      }
    }
    (self.one, self.other) = (one, other)
    size = PixelSize(
      width: max(one.size.width, other.size.width), height: max(one.size.height, other.size.height))
    differs = [Bool](repeating: false, count: size.width * size.height)
    let limit = Int((tolerance * 255).rounded())
    var count = 0
    for y in 0..<size.height {
      for x in 0..<size.width {
        if let a = Self.color(of: one, x, y), let b = Self.color(of: other, x, y),
          abs(a.0 - b.0) <= limit, abs(a.1 - b.1) <= limit, abs(a.2 - b.2) <= limit
        {
          continue
        }
        differs[y * size.width + x] = true
        count += 1
      }
    }
    part = Double(count) / Double(max(1, differs.count))
  }

  /// Red, green and blue; nil outside the picture.
  private static func color(of pixels: PixelBuffer, _ x: Int, _ y: Int) -> (Int, Int, Int)? {
    guard x < pixels.size.width, y < pixels.size.height else { return nil }
    let start = y * pixels.bytesPerRow + x * pixels.format.bytesPerPixel
    let first = Int(pixels.bytes[start])
    guard pixels.format.colorModel == .rgb else { return (first, first, first) }
    return (first, Int(pixels.bytes[start + 1]), Int(pixels.bytes[start + 2]))
  }

  /// The page in pale grey with the differences: what only the first document has in red, what only the second has in
  /// blue.
  func picture() throws(ImageError) -> PixelBuffer {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 * differs.count)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (a, b) = (brightness(one, x, y), brightness(other, x, y))
        if differs[y * size.width + x] {
          // The darker one has the mark.
          bytes += a < b ? [220, 30, 30] : a > b ? [30, 60, 220] : [170, 30, 170]
        } else {
          let gray = UInt8(191 + min(a, b) / 4)
          bytes += [gray, gray, gray]
        }
      }
    }
    return try PixelBuffer(size: size, format: .rgb8, bytes: bytes)
  }

  /// From 0 to 255; white outside the picture.
  private func brightness(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> Int {
    guard let color = Self.color(of: pixels, x, y) else { return 255 }
    return (color.0 * 3 + color.1 * 6 + color.2) / 10
  }
}
