package import CodecKit
package import ImageModel

/// Sharpens a picture: an unsharp mask with a radius of one pixel.
///
/// Each sample moves away from the mean of its neighbourhood, weighted 1 2 1 along both axes, by `amount` times their
/// difference. Flat areas and the mean of the picture are not changed. Outside the picture, the outermost pixels are
/// repeated. Encoded samples are sharpened, not linear light, and alpha is not.
///
/// The output is `float32`, premultiplied where the source has alpha; values may lie outside 0...1.
package final class Sharpener: RowSource {
  package let layout: RowLayout
  private var reader: RowReader
  private let loader: WorkingRowLoader
  private let amount: Float
  /// The row above the next one, that row, and the row below it, in turn.
  private let ring: RowBuffer
  /// The sum of three rows, weighted 1 2 1.
  private let sums: RowBuffer
  private let samplesPerRow: Int
  private var rowsTaken = 0
  private var nextRow = 0

  /// - Throws: `limitExceeded` for rows that need too much memory.
  package init(_ source: any RowSource, amount: Double, limits: Limits) throws(ImageError) {
    let input = source.layout
    let loader = WorkingRowLoader(input.format, linear: false)
    samplesPerRow = input.size.width * loader.workingFormat.channelCount
    try limits.check(memory: RowReader.memory(for: input) + samplesPerRow * 16, for: "sharpening rows")
    layout = RowLayout(
      size: input.size, format: loader.workingFormat, profile: input.profile, sourceBox: input.sourceBox)
    ring = RowBuffer(floats: 3 * samplesPerRow)
    sums = RowBuffer(floats: samplesPerRow)
    self.amount = Float(amount)
    self.loader = loader
    reader = RowReader(source)
  }

  package var diagnostics: [Diagnostic] { reader.source.diagnostics }

  package func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    let count = min(maxRows, layout.size.height - nextRow, buffer.count / layout.bytesPerRow)
    var delivered = 0
    while delivered < count {
      while rowsTaken < min(nextRow + 2, layout.size.height), let row = try reader.row() {
        loader.load(row, to: slot(rowsTaken), pixels: layout.size.width)
        rowsTaken += 1
      }
      // The source ended early.
      guard nextRow < rowsTaken else { break }
      sharpen(to: (start + delivered * layout.bytesPerRow).assumingMemoryBound(to: Float.self))
      delivered += 1
      nextRow += 1
    }
    return delivered
  }

  private func slot(_ row: Int) -> UnsafeMutablePointer<Float> { ring.floats + (row % 3) * samplesPerRow }

  private func sharpen(to target: UnsafeMutablePointer<Float>) {
    let row = slot(nextRow)
    let (above, below) = (slot(max(nextRow - 1, 0)), slot(min(nextRow + 1, rowsTaken - 1)))
    let (sums, count, channels) = (sums.floats, samplesPerRow, layout.format.channelCount)
    for i in 0..<count { sums[i] = above[i] + 2 * row[i] + below[i] }
    for i in 0..<count {
      let left = i >= channels ? i &- channels : i
      let right = i &+ channels < count ? i &+ channels : i
      let mean = (sums[left] + 2 * sums[i] + sums[right]) * (1 / 16)
      target[i] = row[i] + amount * (row[i] - mean)
    }
    guard layout.format.hasAlpha else { return }
    for i in stride(from: channels - 1, to: count, by: channels) { target[i] = row[i] }
  }
}
