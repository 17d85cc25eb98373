internal import ImageModel

/// The fraction of two 32-bit numbers that Exif stores for a number that a user wrote.
struct DecimalFraction: Hashable {
  var numerator: Int64
  var denominator: Int64

  /// Parses `1/250`, `0.004`, `-3`, `5e-3`; nil for anything else and for what does not fit into 32 bits.
  ///
  /// A decimal number becomes the exact fraction in lowest terms if that fits, else the nearest one that fits. A
  /// fraction stays as it is written, even with the denominator 0.
  init?(_ text: String, signed: Bool) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let numerator = Int64(parts[0]), let denominator = Int64(parts[1]) else { return nil }
      self.init(numerator, denominator, signed: signed)
      return
    }
    guard parts.count == 1, let value = Double(decimal: text), signed || value >= 0 else { return nil }
    self.init(value, signed: signed)
  }

  /// Whether the number is not 0, but so small that the nearest fraction is 0.
  private(set) var isTooSmall = false

  private init?(_ numerator: Int64, _ denominator: Int64, signed: Bool) {
    let range: ClosedRange<Int64> = signed ? Int64(Int32.min)...Int64(Int32.max) : 0...Int64(UInt32.max)
    guard range.contains(numerator), range.contains(denominator) else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The nearest fraction whose parts fit, by continued fractions. Short decimal numbers become exact.
  init?(_ value: Double, signed: Bool) {
    let most = signed ? Double(Int32.max) : Double(UInt32.max)
    guard abs(value) <= most else { return nil }
    let magnitude = abs(value)
    var (h0, h1, k0, k1) = (0.0, 1.0, 1.0, 0.0)
    var rest = magnitude
    for _ in 0..<40 {
      let whole = rest.rounded(.down)
      let (h2, k2) = (whole * h1 + h0, whole * k1 + k0)
      guard h2 <= most, k2 <= most else { break }
      (h0, h1, k0, k1) = (h1, h2, k1, k2)
      // This is the precision of a Double.
      if abs(h1 / k1 - magnitude) <= magnitude * 1e-15 || rest == whole { break }
      rest = 1 / (rest - whole)
    }
    // A number of at least half the smallest fraction is rounded up to it.
    if h1 == 0, magnitude * most >= 0.5 { (h1, k1) = (1, most) }
    self.init(Int64(value < 0 ? -h1 : h1), Int64(k1), signed: signed)
    isTooSmall = h1 == 0 && magnitude > 0
  }
}
