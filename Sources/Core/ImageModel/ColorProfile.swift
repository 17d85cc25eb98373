/// What a file says about the meaning of its colour samples.
public struct ColorProfile: Hashable, Sendable {
  public enum Definition: Hashable, Sendable {
    /// IEC 61966-2-1.
    case sRGB
    /// The bytes of an ICC profile, unchanged from the file.
    case icc([UInt8])
    /// A gamma and, for RGB, the white point and primaries: PNG's gAMA and cHRM.
    case calibrated(Calibration)
    /// The primaries and transfer function of PNG's cICP.
    case codePoints(CodePoints)
  }

  /// A tone curve and chromaticities, as in PNG third edition, 11.3.2.1 and 11.3.2.2.
  public struct Calibration: Hashable, Sendable {
    /// The exponent that turns samples into light: 2.2 where gAMA says 45,455.
    public var gamma: Double
    /// The white point and the primaries; nil means those of sRGB.
    public var chromaticities: Chromaticities?

    public init(gamma: Double, chromaticities: Chromaticities? = nil) {
      self.gamma = gamma
      self.chromaticities = chromaticities
    }
  }

  /// CIE 1931 x and y of the white point and the primaries.
  public struct Chromaticities: Hashable, Sendable {
    public struct Point: Hashable, Sendable {
      public var x: Double
      public var y: Double
      public init(x: Double, y: Double) {
        self.x = x
        self.y = y
      }
    }
    public var white: Point
    public var red: Point
    public var green: Point
    public var blue: Point

    public init(white: Point, red: Point, green: Point, blue: Point) {
      self.white = white
      self.red = red
      self.green = green
      self.blue = blue
    }

    /// x and y of the white point, red, green and blue.
    package var values: [Double] { [white, red, green, blue].flatMap { [$0.x, $0.y] } }
  }

  public var definition: Definition

  public init(_ definition: Definition) {
    self.definition = definition
  }

  public static let sRGB = ColorProfile(.sRGB)
  public static func icc(_ bytes: [UInt8]) -> ColorProfile { ColorProfile(.icc(bytes)) }

  /// The bytes of the ICC profile, where the file has one.
  public var iccBytes: [UInt8]? {
    if case .icc(let bytes) = definition { bytes } else { nil }
  }
}
