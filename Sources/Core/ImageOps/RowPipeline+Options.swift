package import ImageModel

extension RowPipeline {
  /// What is done to the rows of a decoder.
  package struct Options: Sendable {
    /// What happens to the colours.
    package enum Colors: Hashable, Sendable {
      /// Samples keep their meaning, and the profile travels with them.
      case keep
      /// Converted to sRGB; grey stays grey, with sRGB's curve.
      case sRGB
      /// Converted to the colours of an ICC profile.
      case icc([UInt8])
    }

    /// A colour behind transparent pixels, as sRGB with samples of 0...1.
    package struct Background: Hashable, Sendable {
      package var red: Float
      package var green: Float
      package var blue: Float

      package init(red: Float, green: Float, blue: Float) {
        self.red = red
        self.green = green
        self.blue = blue
      }

      package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.init(red: Float(red) / 255, green: Float(green) / 255, blue: Float(blue) / 255)
      }

      package static let white = Background(red: Float(1), green: 1, blue: 1)
      package static let black = Background(red: Float(0), green: 0, blue: 0)
    }

    /// The new size; nil keeps the size.
    package var resize: ResizePlan?
    package var kernel = Kernel.lanczos3
    /// Whether pixels are averaged as light rather than as encoded values. It holds for gray and RGB, whose samples are
    /// taken to have sRGB's curve; ink and Lab are averaged as they are.
    package var linear = false
    package var colors = Colors.keep
    /// Transparent pixels are put on this colour; nil keeps transparency where the output can hold it, and otherwise puts
    /// them on white.
    package var background: Background?
    /// How the rows have to be turned; `.up` leaves them.
    package var orientation = Orientation.up
    /// The type of the samples; nil keeps that of the input.
    package var component: PixelFormat.Component?
    /// The format that the output can hold for rows of a given one: an encoder descriptor's `accepts`.
    package var outputFormat: @Sendable (PixelFormat) -> PixelFormat = { $0 }
    /// The rows of the picture, where the decoder delivers it smaller: warnings count in them. nil for the source's.
    package var pictureHeight: Int?
    /// Takes the fraction of the source's rows that have been read.
    package var progress: (@Sendable (Double) -> Void)?

    package init() {}
  }
}
