package import CodecKit
package import ImageModel

/// Replaces every block of pixels by its mean: the cheap part of a large reduction.
///
/// Blocks at the right and at the bottom may hold fewer pixels. Their mean is that of the existing pixels, and the
/// layout's `sourceBox` gives the extent of the picture with fractions. The output is working rows: `float32`,
/// premultiplied alpha, linear light if `linear` is set.
package final class BoxReducer: RowSource {
  /// The largest factor: the sum of this many 8-bit samples fits into 16 bits.
  package static let maximumFactor = 256

  package let layout: RowLayout
  private var reader: RowReader
  private let loader: WorkingRowLoader
  private let factorX: Int
  private let factorY: Int
  private let inputWidth: Int
  /// Whether 8-bit samples are summed without conversion.
  private let sumsBytes: Bool
  /// The sums of the columns of a block, as 16-bit integers or as floats.
  private let sums: RowBuffer
  /// One source row as working floats.
  private let working: RowBuffer
  private let output: RowBuffer
  private var nextRow = 0

  /// - Parameter linear: whether samples with sRGB's curve are converted to linear light first.
  /// - Throws: `usage` for a factor that is not in 1...256; `limitExceeded` for rows that need too much memory.
  package init(
    _ source: any RowSource, x: Int, y: Int, linear: Bool = false, limits: Limits
  ) throws(ImageError) {
    guard (1...Self.maximumFactor).contains(x), (1...Self.maximumFactor).contains(y) else {
      throw ImageError(.usage, "a reduction by \(x)x\(y) is not possible")
    }
    let input = source.layout
    let samples = input.size.width * input.format.channelCount
    try limits.check(memory: RowReader.memory(for: input) + 12 * samples, for: "averaging rows")
    factorX = x
    factorY = y
    inputWidth = input.size.width
    let linear = linear && input.format.hasToneCurve
    loader = WorkingRowLoader(input.format, linear: linear)
    sumsBytes =
      input.format.component == .uint8 && !input.format.hasAlpha && input.format.colorModel != .lab && !linear
    sums = RowBuffer(byteCount: samples * (sumsBytes ? 2 : 4))
    working = RowBuffer(floats: sumsBytes ? 0 : samples)
    let size = PixelSize(width: (input.size.width + x - 1) / x, height: (input.size.height + y - 1) / y)
    output = RowBuffer(floats: size.width * input.format.channelCount)
    let cover = input.sourceBox
    layout = RowLayout(
      size: size, format: loader.workingFormat, profile: input.profile,
      sourceBox: SourceBox(
        x: cover.x / Double(x), y: cover.y / Double(y), width: cover.width / Double(x),
        height: cover.height / Double(y)))
    reader = RowReader(source)
  }

  package var diagnostics: [Diagnostic] { reader.source.diagnostics }

  package func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    let count = min(maxRows, layout.size.height - nextRow, buffer.count / layout.bytesPerRow)
    var delivered = 0
    while delivered < count {
      let rows = try sumRows()
      guard rows > 0 else {
        nextRow = layout.size.height
        break
      }
      averageColumns(rows: rows)
      (start + delivered * layout.bytesPerRow).copyMemory(from: output.start, byteCount: layout.bytesPerRow)
      delivered += 1
      nextRow += 1
    }
    return delivered
  }

  /// Adds up the rows of the next block.
  ///
  /// - Returns: how many rows it has; 0 after the last block.
  private func sumRows() throws(ImageError) -> Int {
    let count = inputWidth * layout.format.channelCount
    var rows = 0
    while rows < factorY, let row = try reader.row() {
      if sumsBytes {
        BoxSums.add(
          row.assumingMemoryBound(to: UInt8.self), to: sums.start.assumingMemoryBound(to: UInt16.self), count: count,
          isFirst: rows == 0)
      } else {
        if loader.isIdentity {
          BoxSums.add(row.assumingMemoryBound(to: Float.self), to: sums.floats, count: count, isFirst: rows == 0)
        } else {
          loader.load(row, to: working.floats, pixels: inputWidth)
          BoxSums.add(UnsafePointer(working.floats), to: sums.floats, count: count, isFirst: rows == 0)
        }
      }
      rows += 1
    }
    return rows
  }

  /// Turns the sums of columns into the means of blocks.
  private func averageColumns(rows: Int) {
    let channels = layout.format.channelCount
    let whole = inputWidth / factorX
    let rest = inputWidth - whole * factorX
    if sumsBytes {
      let sums = sums.start.assumingMemoryBound(to: UInt16.self)
      let scale = 1 / Float(255 * rows)
      BoxSums.average(
        sums, to: output.floats, blocks: whole, width: factorX, channels: channels, scale: scale / Float(factorX))
      if rest > 0 {
        BoxSums.average(
          sums + whole * factorX * channels, to: output.floats + whole * channels, blocks: 1, width: rest,
          channels: channels, scale: scale / Float(rest))
      }
    } else {
      let scale = 1 / Float(rows)
      BoxSums.average(
        sums.floats, to: output.floats, blocks: whole, width: factorX, channels: channels,
        scale: scale / Float(factorX))
      if rest > 0 {
        BoxSums.average(
          sums.floats + whole * factorX * channels, to: output.floats + whole * channels, blocks: 1, width: rest,
          channels: channels, scale: scale / Float(rest))
      }
    }
  }
}
