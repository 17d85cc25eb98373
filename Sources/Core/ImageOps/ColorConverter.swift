package import CodecKit
package import ColorManagement
package import ImageModel

/// Converts the colours of a source to another profile.
///
/// The source's pixels must have the transform's source format. The transform keeps its own diagnostics about profiles.
package final class ColorConverter: RowSource {
  package let layout: RowLayout
  package let transform: ColorTransform
  private var reader: RowReader

  /// - Throws: `usage` when the transform is for another pixel format; `limitExceeded` for rows that need too much
  ///   memory.
  package init(_ source: any RowSource, _ transform: ColorTransform, limits: Limits) throws(ImageError) {
    let input = source.layout
    guard input.format == transform.source else {
      throw ImageError(.usage, "a colour transform for \(transform.source) does not fit pixels of \(input.format)")
    }
    try limits.check(memory: RowReader.memory(for: input), for: "converting colours")
    self.transform = transform
    layout = RowLayout(
      size: input.size, format: transform.destination, profile: transform.destinationProfile,
      sourceBox: input.sourceBox)
    reader = RowReader(source)
  }

  package var diagnostics: [Diagnostic] { reader.source.diagnostics }

  package func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    try reader.map(into: buffer, maxRows: maxRows, bytesPerRow: layout.bytesPerRow) { row, target in
      transform.apply(row, to: target, pixels: layout.size.width)
    }
  }
}
