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

  /// As it is given on a command line: `320` for both sides, `320x240`, and `320x` for the width alone.
  package var text: String {
    let sides = [width, height].map { $0.map(String.init) ?? "" }
    return sides[0] == sides[1] ? sides[0] : sides.joined(separator: "x")
  }

  /// The size with a long side of `side` pixels.
  public static func longSide(_ side: Int) -> SizeRequest { SizeRequest(width: side, height: side) }
}

/// How a picture is fitted to a box.
public enum FitMode: String, Hashable, Sendable, CaseIterable {
  /// The picture is as large as fits into the box, with its aspect ratio.
  case inside
  /// The picture covers the box and keeps its aspect ratio. The parts outside the box are cut off.
  case cover
  /// The picture gets the size of the box, and its aspect ratio changes.
  case stretch

  /// Reads a name. `fill`, as CSS calls `stretch`, is understood, too.
  public init?(rawValue: String) {
    switch rawValue {
    case "inside": self = .inside
    case "cover": self = .cover
    case "stretch", "fill": self = .stretch
    default: return nil
    }
  }
}

/// Which part is kept when a picture is cropped: fractions of the excess, 0 for left or top, 1 for right or bottom.
public struct CropPosition: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Whether the part with most detail and skin is kept instead. `x` and `y` then apply where no such part is known.
  public var followsDetail = false

  public static let center = CropPosition(x: 0.5, y: 0.5)
  /// The part with most detail and skin.
  public static var attention: CropPosition {
    var position = center
    position.followsDetail = true
    return position
  }

  /// The positions that have names.
  package static let named: KeyValuePairs<String, CropPosition> = [
    "center": .center, "top": .init(x: 0.5, y: 0), "bottom": .init(x: 0.5, y: 1), "left": .init(x: 0, y: 0.5),
    "right": .init(x: 1, y: 0.5), "top-left": .init(x: 0, y: 0), "top-right": .init(x: 1, y: 0),
    "bottom-left": .init(x: 0, y: 1), "bottom-right": .init(x: 1, y: 1),
  ]

  /// A named position, or `X%,Y%` with numbers from 0 to 100; nil for any other text.
  package init?(_ text: String) {
    if let named = Self.named.first(where: { $0.key == text }) {
      self = named.value
      return
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let fractions = parts.compactMap { part -> Double? in
      // Double also reads hexadecimal digits and exponents.
      guard part.hasSuffix("%"), part.dropLast().utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
        let percent = Double(part.dropLast()), (0...100).contains(percent)
      else { return nil }
      return percent / 100
    }
    guard parts.count == 2, fractions.count == 2 else { return nil }
    self.init(x: fractions[0], y: fractions[1])
  }
}

/// The colour behind transparent pixels: sRGB, 8 bits per sample.
public struct BackgroundColor: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  /// 255: opaque.
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  package var isOpaque: Bool { alpha == 255 }

  public static let white = BackgroundColor(red: 255, green: 255, blue: 255)
}

/// What happens to the colours of a picture.
public enum ProfileChoice: Hashable, Sendable {
  /// Converted to sRGB; grey stays grey, with sRGB's curve.
  case sRGB
  /// Converted to grey with sRGB's curve.
  case gray
  /// Pixels and profile stay unchanged.
  case keep
  /// Converted to the profile with these ICC bytes.
  case icc([UInt8])
}

/// The sample values that become black and white.
public enum SampleRange: Hashable, Sendable {
  /// The smallest and the largest of the picture.
  case automatic
  /// Stored values: 0 to 255 in 8 bits, 0 to 65,535 in 16 bits, plain values in other integers and in floats. The first
  /// is smaller than the second.
  case values(Double, Double)
}

/// Whether a preview that is embedded in the file may be used instead of the picture. That is fast, but previews are
/// strongly compressed, and programs that change a picture may leave an old one.
public enum EmbeddedPreviewUse: String, Hashable, Sendable, CaseIterable {
  /// If it is large enough and undamaged, and has the orientation, the aspect ratio and, by a quick look, the content
  /// of the picture. The look is at the upper sixth, except in progressive JPEGs.
  case auto
  case never
  /// Only the preview: a file without one is an error.
  case only
}

/// What is shown of a camera's raw file.
public enum RAWRendering: String, Hashable, Sendable, CaseIterable {
  /// The largest preview in it, as the camera made it.
  case preview
  /// The data of the sensor, developed with the camera's white balance: slower, with 16 bits a sample in sRGB.
  case develop
}

/// How a picture becomes pixels. The defaults of `init()` change nothing.
public struct RenderOptions: Hashable, Sendable {
  /// How far the upright, turned picture is turned clockwise, in degrees; the corners get the background.
  public var angle = 0.0
  /// The part of the turned picture that is used; nil for all of it. With a background it may reach over the edge.
  public var crop: PixelRect?
  /// The box that the picture is fitted to; nil keeps the size.
  public var size: SizeRequest?
  public var fit = FitMode.inside
  /// Which part stays when `fit` cuts something off.
  public var position = CropPosition.center
  /// Whether small pictures are made larger.
  public var enlarge = false
  /// Whether pixels are taken to be square, whatever the resolution of the picture says. Otherwise a picture whose
  /// pixels are not square gets square ones with its new size, and keeps its shape on paper.
  public var assumesSquarePixels = false
  /// Whether the picture is turned upright.
  public var applyOrientation = false
  public var embedded = EmbeddedPreviewUse.never
  public var kernel = ResamplingKernel.lanczos3
  /// How much the picture is sharpened after it was resized; 0: not at all, 0.5: mildly. `Sharpener` has the numbers.
  public var sharpening = 0.0
  /// Whether pixels are averaged in linear light instead of encoded values. This applies to grey and RGB, whose samples
  /// are taken to have sRGB's curve. Ink and Lab are averaged as they are.
  public var linear = false
  public var profile = ProfileChoice.keep
  /// Transparent pixels are put on this colour; nil keeps transparency where the output can hold it, and otherwise puts
  /// them on white. The transparency of the colour itself is kept or lost in the same way.
  public var background: BackgroundColor?
  /// The values that become black and white; nil: 0 and full range, in floats 0 and 1.
  public var range: SampleRange?
  /// The type of the samples; nil keeps that of the picture.
  public var component: PixelFormat.Component?
  /// What is done after the picture has its size, and after it was sharpened.
  public var finish = PictureFinish()

  public init() {}

  /// Whether the result has transparency if the output can hold it.
  ///
  /// - Parameter hasAlpha: whether the picture has transparency.
  package func keepsTransparency(_ hasAlpha: Bool) -> Bool {
    guard let background else { return hasAlpha }
    return !background.isOpaque && (hasAlpha || angle != 0 || crop != nil || finish.frame?.filling == .color)
  }

  /// Leaves out everything that does not decide which part of the picture is shown: for small versions that are only
  /// looked at.
  package mutating func removeFinish() {
    finish = PictureFinish()
    sharpening = 0
  }

  /// The defaults of a thumbnail: upright, in sRGB with 8 bits a sample.
  public init(size: SizeRequest) {
    self.size = size
    applyOrientation = true
    profile = .sRGB
    component = .uint8
  }
}
