/// A filter kernel for resampling.
public enum ResamplingKernel: String, Hashable, Sendable, CaseIterable {
  /// The mean of the pixels that an output pixel covers.
  case box
  /// Linear interpolation.
  case triangle
  /// The cubic with B = 0 and C = 1/2 (Keys with a = -1/2), which Pillow calls BICUBIC.
  case catmullRom = "catmull-rom"
  /// A sinc with three lobes and a sinc window; the sharpest of the four.
  case lanczos3
}

/// The box that a thumbnail has to fit. At least one axis is given.
public struct SizeRequest: Hashable, Sendable {
  /// nil leaves the axis free.
  public var width: Int?
  public var height: Int?

  public init(width: Int?, height: Int?) {
    self.width = width
    self.height = height
  }

  /// The size with a long side of `side` pixels.
  public static func longSide(_ side: Int) -> SizeRequest { SizeRequest(width: side, height: side) }
}

/// How a picture is fitted to a box.
public enum FitMode: String, Hashable, Sendable, CaseIterable {
  /// The picture is as large as fits into the box, with its aspect ratio.
  case inside
  /// The picture covers the box with its aspect ratio, and what projects is cut off.
  case cover
  /// The picture fills the box, and its aspect ratio changes.
  case fill
}

/// Which part is kept when a picture is cropped: fractions of the excess, 0 for left or top, 1 for right or bottom.
public struct CropPosition: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  public static let center = CropPosition(x: 0.5, y: 0.5)
}

/// The colour behind transparent pixels: sRGB, 8 bits per sample.
public struct BackgroundColor: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  public static let white = BackgroundColor(red: 255, green: 255, blue: 255)
}

/// What happens to the colours of a picture.
public enum ProfileChoice: Hashable, Sendable {
  /// Converted to sRGB; grey stays grey, with sRGB's curve.
  case sRGB
  /// Pixels and profile stay unchanged.
  case keep
  /// Converted to the profile with these ICC bytes.
  case icc([UInt8])
}
