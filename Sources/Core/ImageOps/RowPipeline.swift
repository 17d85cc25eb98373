package import CodecKit
internal import ColorManagement
package import ImageModel

/// The stages between a decoder and an encoder, put together in the right order.
///
/// Rows of the decoder -> box filter -> kernel -> colours -> background -> sample type -> missing rows -> orientation. The
/// colours are converted after the picture has become small; ink is averaged as ink. Stages that have nothing to do are
/// left out, so that a copy without changes costs nothing.
///
/// `layout` says what comes out, with the profile that belongs to the pixels; all its rows are delivered, even where the
/// source is damaged.
package final class RowPipeline: RowSource {
  package let layout: RowLayout
  private let last: any RowSource
  /// What the pipeline itself has to say: notes about losses.
  private let notes: [Diagnostic]

  package var diagnostics: [Diagnostic] { notes + last.diagnostics }

  /// - Throws: `usage` for options that do not go together or a wanted profile that is none; `limitExceeded` for stages
  ///   that would need more than `limits.maxMemory`.
  package init(_ source: any RowSource, _ options: Options, limits: Limits) throws(ImageError) {
    var builder = RowPipelineBuilder(source, options, limits: limits)
    last = try builder.build()
    var layout = last.layout
    layout.profile = builder.profile
    self.layout = layout
    notes = builder.notes
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    try last.read(into: buffer, maxRows: maxRows)
  }
}

extension RowPipeline {
  /// What is done to the rows of a decoder.
  package struct Options: Sendable {
    /// Kernel, colours, background and sample type. The size takes effect through `resize` alone, and
    /// `applyOrientation` through `orientation`.
    package var render: RenderOptions
    /// The new size; nil keeps the size.
    package var resize: ResizePlan?
    /// How the rows have to be turned; `.up` leaves them.
    package var orientation = Orientation.up
    /// The format that the output can hold for rows of a given one: an encoder descriptor's `accepts`.
    package var outputFormat: @Sendable (PixelFormat) -> PixelFormat = { $0 }
    /// The rows of the picture, where the decoder delivers it smaller: warnings count in them. nil for the source's.
    package var pictureHeight: Int?
    /// Takes the fraction of the source's rows that have been read.
    package var progress: (@Sendable (Double) -> Void)?

    package init(_ render: RenderOptions = RenderOptions(), orientation: Orientation = .up) {
      self.render = render
      self.orientation = orientation
    }

    /// The geometry that the options ask for; nil keeps the size.
    ///
    /// - Parameter stored: the size of the picture's rows before orientation.
    package func geometry(for stored: PixelSize) throws(ImageError) -> ThumbnailGeometry? {
      guard render.size != nil else { return nil }
      let geometry = try ThumbnailGeometry(source: orientation.upright(stored), render)
      return geometry.isIdentity ? nil : geometry
    }

    /// The same options with the plan that they ask for.
    package func resizing(_ stored: PixelSize) throws(ImageError) -> Options {
      var options = self
      options.resize = try geometry(for: stored).map { ResizePlan($0, orientation: orientation) }
      return options
    }
  }
}
