internal import ImageModel

/// How many luma samples there are for one of chroma, along both axes.
struct JPEGSubsampling {
  var horizontal: Int
  var vertical: Int

  /// The factors for an option such as `4:2:0`; `auto` and nil are 4:2:0 below quality 90, else 4:4:4.
  ///
  /// - Throws: `usage` for another word.
  init(option: String?, quality: Int) throws(ImageError) {
    switch option ?? "auto" {
    case "auto": (horizontal, vertical) = quality < 90 ? (2, 2) : (1, 1)
    case "4:4:4": (horizontal, vertical) = (1, 1)
    case "4:2:2": (horizontal, vertical) = (2, 1)
    case "4:2:0": (horizontal, vertical) = (2, 2)
    case "4:4:0": (horizontal, vertical) = (1, 2)
    case "4:1:1": (horizontal, vertical) = (4, 1)
    case let other:
      throw ImageError(
        .usage, "JPEG subsampling is auto, 4:4:4, 4:2:2, 4:2:0, 4:4:0 or 4:1:1, not \(other)")
    }
  }
}

/// A resolution as a JFIF segment holds it: whole numbers per inch or centimetre.
struct JPEGDensity {
  /// 0: no unit, 1: inch, 2: centimetre.
  var unit: Int32 = 0
  var x: UInt16 = 1
  var y: UInt16 = 1
  /// Whether nothing was lost but a fraction.
  var isExact = true

  init(_ resolution: Resolution?) {
    guard let resolution else { return }
    let scale: Double
    let isWholePerCentimeter =
      resolution.unit == .meter && (resolution.x / 100).rounded() * 100 == resolution.x
      && (resolution.y / 100).rounded() * 100 == resolution.y
    switch resolution.unit {
    case .inch: (unit, scale) = (1, 1)
    case .centimeter: (unit, scale) = (2, 1)
    case .meter where isWholePerCentimeter: (unit, scale) = (2, 0.01)
    case .meter: (unit, scale) = (1, 0.0254)
    case .none: (unit, scale) = (0, 1)
    }
    let (x, y) = ((resolution.x * scale).rounded(), (resolution.y * scale).rounded())
    guard (1...65_535).contains(x), (1...65_535).contains(y) else {
      (unit, isExact) = (0, false)
      return
    }
    self.x = UInt16(x)
    self.y = UInt16(y)
  }
}
