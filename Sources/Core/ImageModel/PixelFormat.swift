/// How the samples of one pixel lie in memory: the component type, the colour model and the alpha channel.
///
/// Pixels are interleaved, samples have the machine's byte order, rows run from left to right. Alpha, if present, is
/// the last channel. The meaning of the samples is the same everywhere in the suite:
///
/// - `uint8` and `uint16` samples use the full range; `float32` samples are nominally 0...1 and may lie outside it;
/// - `gray` is 0 for black; `cmyk` is 0 for no ink and full range for full ink, whatever the file's convention;
/// - `lab` is encoded as in ICC.1:2010, 6.3.4.2 (L* full range for 0...100, a* and b* with 128 added in 8 bits, and
///   32,896 for 0 in 16 bits); as `float32` it holds the plain values of L*, a* and b*.
public struct PixelFormat: Hashable, Sendable {
  /// The type of one sample.
  public enum Component: UInt8, Hashable, Sendable {
    case uint8, uint16, float32

    /// The size of a sample in bytes.
    public var byteCount: Int {
      switch self {
      case .uint8: 1
      case .uint16: 2
      case .float32: 4
      }
    }
  }

  /// What the colour samples mean.
  public enum ColorModel: String, Hashable, Sendable {
    case gray, rgb, cmyk, lab

    /// The number of colour samples of a pixel, without alpha.
    public var channelCount: Int {
      switch self {
      case .gray: 1
      case .rgb, .lab: 3
      case .cmyk: 4
      }
    }
  }

  /// How the alpha channel relates to the others.
  public enum Alpha: String, Hashable, Sendable {
    /// There is no alpha channel.
    case none
    /// Colour samples are independent of alpha ("unassociated").
    case straight
    /// Colour samples are multiplied by alpha ("associated").
    case premultiplied
  }

  public var component: Component
  public var colorModel: ColorModel
  public var alpha: Alpha

  public init(_ component: Component, _ colorModel: ColorModel, alpha: Alpha = .none) {
    self.component = component
    self.colorModel = colorModel
    self.alpha = alpha
  }

  public var hasAlpha: Bool { alpha != .none }
  /// The number of samples of a pixel, alpha included.
  public var channelCount: Int { colorModel.channelCount + (hasAlpha ? 1 : 0) }
  public var bytesPerPixel: Int { channelCount * component.byteCount }

  public static let gray8 = PixelFormat(.uint8, .gray)
  public static let rgb8 = PixelFormat(.uint8, .rgb)
  public static let rgba8 = PixelFormat(.uint8, .rgb, alpha: .straight)
}

extension PixelFormat: CustomStringConvertible {
  /// A short name such as `rgb uint8` or `gray uint16 straight alpha`.
  public var description: String {
    "\(colorModel.rawValue) \(component)" + (hasAlpha ? " \(alpha.rawValue) alpha" : "")
  }
}
