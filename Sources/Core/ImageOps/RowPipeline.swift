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
