/// The part of a picture that is kept.
public enum CropRequest: Hashable, Sendable {
  /// Pixels at an offset. The part may reach over the edge of the picture if there is a background.
  case pixels(PixelRect)
  /// A number of pixels, which lie where a `CropPosition` says.
  case size(PixelSize)
  /// A part of the width and of the height, more than 0 and at most 1.
  case fraction(width: Double, height: Double)
  /// The largest part whose width is that many times its height.
  case aspect(Double)

  /// The pixels of a picture that are kept. They may lie outside it.
  ///
  /// - Parameter position: where the part lies if it has no offset: fractions of what is left over.
  package func rect(in picture: PixelSize, at position: CropPosition) -> PixelRect {
    func side(_ length: Double, _ most: Int) -> Int { max(1, min(most, Int(min(length.rounded(), 1e9)))) }
    let size: PixelSize
    switch self {
    case .pixels(let rect): return rect
    case .size(let wanted): size = wanted
    case .fraction(let width, let height):
      size = PixelSize(
        width: side(Double(picture.width) * width, picture.width),
        height: side(Double(picture.height) * height, picture.height))
    case .aspect(let ratio):
      size = PixelSize(
        width: side(Double(picture.height) * ratio, picture.width),
        height: side(Double(picture.width) / ratio, picture.height))
    }
    return PixelRect(placing: size, in: picture, at: position)
  }
}

extension PixelRect {
  /// A rectangle in, or around, another one of which only the size matters: `position` has the fractions of the
  /// difference that lie at the left and the top.
  package init(placing size: PixelSize, in whole: PixelSize, at position: CropPosition) {
    func offset(_ difference: Int, _ fraction: Double) -> Int {
      Int((Double(difference) * min(max(fraction, 0), 1)).rounded(.down))
    }
    self.init(
      x: offset(whole.width - size.width, position.x), y: offset(whole.height - size.height, position.y), size: size)
  }

  /// The part of the rectangle that lies in a picture; nil if there is none.
  package func inside(_ picture: PixelSize) -> PixelRect? {
    // No option and no picture has larger numbers, and their sums fit.
    guard [x, y, size.width, size.height].allSatisfy({ (-1 << 40...1 << 40).contains($0) }) else { return nil }
    let (left, top) = (max(0, x), max(0, y))
    let (right, bottom) = (min(picture.width, x + size.width), min(picture.height, y + size.height))
    guard right > left, bottom > top else { return nil }
    return PixelRect(columns: left..<right, rows: top..<bottom)
  }

  /// The smallest rectangle that holds both.
  package func union(_ other: PixelRect) -> PixelRect {
    PixelRect(
      columns: min(x, other.x)..<max(x + size.width, other.x + other.size.width),
      rows: min(y, other.y)..<max(y + size.height, other.y + other.size.height))
  }
}
