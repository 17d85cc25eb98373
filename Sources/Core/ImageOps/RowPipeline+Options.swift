package import ImageModel

extension RowPipeline {
  /// What is done to the rows of a decoder.
  package struct Options: Sendable {
    /// The new size; nil keeps the size.
    package var resize: ResizePlan?
    package var kernel = ResamplingKernel.lanczos3
    /// Whether pixels are averaged as light rather than as encoded values. It holds for gray and RGB, whose samples are
    /// taken to have sRGB's curve; ink and Lab are averaged as they are.
    package var linear = false
    package var colors = ProfileChoice.keep
    /// Transparent pixels are put on this colour; nil keeps transparency where the output can hold it, and otherwise puts
    /// them on white.
    package var background: BackgroundColor?
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
