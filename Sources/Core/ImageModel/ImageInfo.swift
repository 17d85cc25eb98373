/// What a file's header says about one of its images. Nothing here needs a pixel to be decoded.
public struct ImageInfo: Hashable, Sendable {
  /// What the stored samples mean, before a decoder converts them.
  public enum StoredColorModel: String, Hashable, Sendable {
    case gray, rgb, palette, cmyk, ycck, ycbcr, lab
    /// Samples without a stated meaning.
    case other
  }

  public enum SampleFormat: String, Hashable, Sendable {
    case unsigned, signed, float, complex
  }

  /// The purpose of the image in its file.
  public enum Role: String, Hashable, Sendable {
    /// A picture or page of its own.
    case page
    /// A smaller version of another image in the file.
    case reduced
    /// A transparency mask of another image.
    case mask
  }

  /// The size of the stored rows, before orientation.
  public var size: PixelSize
  public var colorModel: StoredColorModel
  public var bitsPerSample: Int
  public var sampleFormat: SampleFormat = .unsigned
  public var samplesPerPixel: Int
  public var hasAlpha: Bool
  public var isPremultiplied = false
  public var orientation: Orientation = .up
  public var resolution: Resolution?
  public var role: Role = .page
  /// The name of the compression as the format's users know it: `baseline`, `progressive`, `deflate`, `LZW`, ...
  public var compression: String?
  /// JPEG: several scans; PNG: Adam7; otherwise false.
  public var isProgressive = false
  /// Chroma subsampling in the usual notation (`4:2:0`), where the image has chroma.
  public var chromaSubsampling: String?
  /// Width and height of the tiles, where the image is stored in tiles.
  public var tileSize: PixelSize?
  /// What the file says about its colours; nil where it says nothing.
  public var profile: ColorProfile?

  public init(
    size: PixelSize, colorModel: StoredColorModel, bitsPerSample: Int, samplesPerPixel: Int, hasAlpha: Bool = false
  ) {
    self.size = size
    self.colorModel = colorModel
    self.bitsPerSample = bitsPerSample
    self.samplesPerPixel = samplesPerPixel
    self.hasAlpha = hasAlpha
  }

  /// The size of the picture after orientation.
  public var uprightSize: PixelSize { orientation.upright(size) }
}

/// Pixels per unit of length along both axes.
public struct Resolution: Hashable, Sendable {
  public enum Unit: String, Hashable, Sendable {
    case inch, centimeter, meter
    /// The values only give the aspect ratio of a pixel.
    case none
  }

  public var x: Double
  public var y: Double
  public var unit: Unit

  public init(x: Double, y: Double, unit: Unit) {
    self.x = x
    self.y = y
    self.unit = unit
  }

  /// Dots per inch along both axes; nil where the unit is not a length or a value is not positive.
  public var dotsPerInch: (x: Double, y: Double)? {
    guard x > 0, y > 0, x.isFinite, y.isFinite else { return nil }
    switch unit {
    case .inch: return (x, y)
    case .centimeter: return (x * 2.54, y * 2.54)
    case .meter: return (x * 0.0254, y * 0.0254)
    case .none: return nil
    }
  }

  /// The resolution after one axis was stretched so that pixels are square; nil where that says nothing.
  package var square: Resolution? { unit == .none ? nil : Resolution(x: max(x, y), y: max(x, y), unit: unit) }

  /// The plausible numbers of dots per inch.
  package static let plausible = 10.0...10_000.0

  /// How wide a pixel is in its height; 1 where the values are not plausible.
  package var pixelAspect: Double {
    if let dpi = dotsPerInch, !Self.plausible.contains(dpi.x) || !Self.plausible.contains(dpi.y) { return 1 }
    let aspect = y / x
    return aspect.isFinite && (0.1...10).contains(aspect) ? aspect : 1
  }
}
