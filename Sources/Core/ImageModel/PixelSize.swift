/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The number of pixels; `Int.max` where it does not fit.
  public var pixelCount: Int {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : count
  }

  public var longSide: Int { max(width, height) }

  /// The same size with its axes exchanged.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }

  /// The size that pixels of another aspect have as square ones: one axis becomes longer.
  ///
  /// - Parameter aspect: how wide a pixel is in its height, 0.1 to 10.
  package func square(_ aspect: Double) -> PixelSize {
    func longer(_ side: Int, _ factor: Double) -> Int {
      factor > 1 ? Int((min(Double(side) * factor, 1e15)).rounded()) : side
    }
    return PixelSize(width: longer(width, aspect), height: longer(height, 1 / aspect))
  }
}

extension PixelSize: CustomStringConvertible {
  public var description: String { "\(width)x\(height)" }
}

/// A rectangle of whole pixels.
public struct PixelRect: Hashable, Sendable {
  /// The pixels at its left, and the rows above it.
  public var x: Int
  public var y: Int
  public var size: PixelSize

  public init(x: Int, y: Int, size: PixelSize) {
    self.x = x
    self.y = y
    self.size = size
  }

  /// The rectangle of some columns and rows.
  package init(columns: Range<Int>, rows: Range<Int>) {
    self.init(x: columns.lowerBound, y: rows.lowerBound, size: PixelSize(width: columns.count, height: rows.count))
  }

  package var columns: Range<Int> { x..<x + size.width }
  package var rows: Range<Int> { y..<y + size.height }

  /// Checks that the rectangle has pixels and lies in a picture.
  ///
  /// - Throws: `usage`.
  package func check(in picture: PixelSize) throws(ImageError) {
    guard x >= 0, y >= 0, size.width > 0, size.height > 0, size.width <= picture.width, size.height <= picture.height,
      x <= picture.width - size.width, y <= picture.height - size.height
    else { throw ImageError(.usage, "a part of \(size) pixels at \(x), \(y) is not in a picture of \(picture)") }
  }
}

/// The part of a decoder's output that the picture covers, with fractions of pixels.
///
/// A decoder that scales while it decodes rounds its output size up: from 1,001 pixels at 1/8 it delivers 126, of which
/// the picture covers 125.125. A resampler that uses the box neither shifts nor darkens the borders.
public struct SourceBox: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double = 0, y: Double = 0, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The box of a picture that is delivered at full size.
  public init(_ size: PixelSize) {
    self.init(width: Double(size.width), height: Double(size.height))
  }
}
