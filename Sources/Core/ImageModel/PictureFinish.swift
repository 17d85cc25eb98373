/// What is done to a picture after it has its size, in this order: blur and tone, what lies over it, what is around it,
/// and fewer colours. The defaults change nothing.
public struct PictureFinish: Hashable, Sendable {
  public var tone = ToneAdjustment()
  /// Pictures that are drawn over the picture, the first one first.
  public var overlays: [Overlay] = []
  public var frame: PictureFrame?
  /// The greatest number of colours of the result, 2 to 256, with 8 bits a sample; nil: any. Formats with lossy
  /// compression do not keep them.
  public var colors: Int?
  /// Whether the errors of fewer colours are spread to neighbouring pixels.
  public var dithers = true

  public init() {}

  package var isEmpty: Bool { self == PictureFinish() }

  /// Whether the upright picture is needed: something has a place in it.
  package var hasPlaces: Bool { !overlays.isEmpty || frame != nil }

  /// Whether the picture is read before it is drawn, so that its rows are needed twice.
  package var readsPicture: Bool { tone.normalizes || frame?.filling == .blur }
}

/// Changes of tone, in the order of the properties.
///
/// Gamma, contrast, inversion and normalisation work on encoded samples, as in other programs. Brightness, saturation
/// and tint work in linear light, for which samples are taken to have sRGB's curve. Ink and Lab are refused.
public struct ToneAdjustment: Hashable, Sendable {
  /// The standard deviation of a Gaussian blur, in pixels of the result; 0: none. In linear light if the picture is
  /// resized so.
  public var blur = 0.0
  /// Whether the samples are stretched so that 1 % of the pixels become black and 1 % white, by their luma.
  public var normalizes = false
  /// The values that become 0 and 1; known once the picture has been read for `normalizes`.
  package var levels: ClosedRange<Float>?
  /// Whether each sample is replaced by what is missing to white.
  public var inverts = false
  /// The inverse of the exponent that is applied to samples: more than 1 makes the picture brighter.
  public var gamma = 1.0
  /// The factor by which light is multiplied.
  public var brightness = 1.0
  /// The factor by which the distance of a sample to the middle (0.5) is multiplied.
  public var contrast = 1.0
  /// The factor by which the distance of a colour to the grey of the same light is multiplied.
  public var saturation = 1.0
  /// The picture gets the hue of this colour; each pixel keeps its light, so that black and white stay.
  public var tint: BackgroundColor?

  public init() {}

  package var isEmpty: Bool { self == ToneAdjustment() }

  /// Whether something other than the blur is asked for.
  package var changesTones: Bool {
    var others = self
    others.blur = 0
    return !others.isEmpty
  }
}

/// A picture that is drawn over another one.
public struct Overlay: Hashable, Sendable {
  /// Its size on the picture.
  public enum Size: Hashable, Sendable {
    /// As large as fits into a box, in pixels.
    case inside(SizeRequest)
    /// A part of the picture's width, more than 0 and at most 1.
    case widthFraction(Double)
  }

  public var picture: OverlayPicture
  /// nil: its own size.
  public var size: Size?
  /// Where it lies: fractions of the room that is left; 1 and 1 are the lower right corner.
  public var position = CropPosition(x: 1, y: 1)
  /// Pixels between it and the edges, and between repeated ones.
  public var margin = 0
  /// From 0 to 1.
  public var opacity = 1.0
  /// Whether it is repeated over the whole picture.
  public var isTiled = false

  public init(_ picture: OverlayPicture) { self.picture = picture }
}

/// The pixels of an overlay: sRGB with straight alpha.
public struct OverlayPicture: Sendable {
  package let pixels: PixelBuffer
  /// A hash of the pixels. Descriptions of options contain it, which decide whether a file is up to date.
  package let digest: UInt64

  /// - Parameter pixels: in the format `rgba8`.
  package init(_ pixels: PixelBuffer, digest: UInt64) {
    self.pixels = pixels
    self.digest = digest
  }
}

extension OverlayPicture: Hashable {
  public static func == (one: OverlayPicture, other: OverlayPicture) -> Bool {
    one.digest == other.digest && one.pixels == other.pixels
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

extension OverlayPicture: CustomStringConvertible {
  public var description: String { "\(pixels.size) \(String(digest, radix: 36))" }
}

/// What is added around a picture.
public struct PictureFrame: Hashable, Sendable {
  /// What the added pixels show.
  public enum Filling: String, Hashable, Sendable, CaseIterable {
    /// The colour of the background. Without one they are transparent if the picture has transparency, else white.
    case color
    /// The picture itself, enlarged until it covers everything, and blurred.
    case blur
  }

  public enum Extent: Hashable, Sendable {
    /// Pixels at each side.
    case border(width: Int, height: Int)
    /// As many that the picture has at least this size.
    case box(PixelSize)
    /// As many that the picture has the size that was asked for, of which both sides are given.
    case wantedSize
  }

  public var extent: Extent
  /// Where the picture lies in the box.
  public var position = CropPosition.center
  public var filling = Filling.color

  public init(_ extent: Extent) { self.extent = extent }

  /// The same frame where the size that was asked for is known.
  package func resolved(_ size: SizeRequest?) -> PictureFrame {
    guard extent == .wantedSize, let width = size?.width, let height = size?.height else { return self }
    var frame = self
    frame.extent = .box(PixelSize(width: width, height: height))
    return frame
  }

  /// The picture in the result, whose size is also given.
  package func placement(of picture: PixelSize) -> (whole: PixelSize, picture: PixelRect) {
    switch extent {
    case .border(let width, let height):
      return (
        PixelSize(width: picture.width + 2 * width, height: picture.height + 2 * height),
        PixelRect(x: width, y: height, size: picture)
      )
    case .box(let box):
      let whole = PixelSize(width: max(box.width, picture.width), height: max(box.height, picture.height))
      return (whole, PixelRect(placing: picture, in: whole, at: position))
    case .wantedSize:
      // Without a size that was asked for there is nothing to add.
      return (picture, PixelRect(x: 0, y: 0, size: picture))
    }
  }
}
