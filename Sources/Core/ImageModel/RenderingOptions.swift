/// A filter kernel for resampling.
public enum ResamplingKernel: String, Hashable, Sendable, CaseIterable {
  /// The mean of the pixels that an output pixel covers.
  case box
  /// Linear interpolation.
  case triangle
  /// The cubic with B = 0 and C = 1/2 (Keys with a = -1/2), which Pillow calls BICUBIC.
  case catmullRom = "catmull-rom"
  /// A sinc with three lobes under a sinc window; the sharpest of the four.
  case lanczos3
}

/// The box that a thumbnail is fitted to. At least one axis is given.
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
  /// As large as fits into the box, the aspect kept.
  case inside
  /// The box is covered and what stands over is cut off.
  case cover
  /// The box is filled, the aspect changed.
  case fill
}

/// Which part is kept when something is cut off: fractions of the overhang, 0 left or top, 1 right or bottom.
public struct CropPosition: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  public static let center = CropPosition(x: 0.5, y: 0.5)
}

/// A colour for what is behind transparent pixels: sRGB, 8 bits a sample.
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

/// What happens to the colours.
public enum ProfileChoice: Hashable, Sendable {
  /// Converted to sRGB; grey stays grey, with sRGB's curve.
  case sRGB
  /// Pixels and profile stay together as they are.
  case keep
  /// Converted to the profile with these ICC bytes.
  case icc([UInt8])
}
