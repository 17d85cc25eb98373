internal import CodecKit
internal import ImageModel

/// A quick comparison of an embedded preview with its picture, by the mean colours of 16 x 12 cells.
///
/// It finds a preview that shows something else, because a program mirrored, cut or replaced the picture and left the
/// old preview. It does not find small differences.
enum PreviewComparison {
  private static let columns = 16
  private static let cellRows = 12
  /// The rows of cells that are compared where every row costs decoding. All twelve would take longer than to decode
  /// the picture: the medians of six photographs of 8 to 12 megapixels are 16.9 ms to decode the picture, 9.9 with two
  /// rows and 18.1 with twelve.
  private static let firstCellRows = 2
  /// The largest mean difference of 8-bit samples, and the largest in one cell. Cameras sharpen previews and change
  /// their tones a little: those of 30 cameras differ by 6 and 25 at most. Mirrored photographs differ by more, except
  /// where the sky fills the compared rows.
  private static let maxMeanDifference = 6
  private static let maxDifference = 25

  /// Whether a preview seems to show the picture. Only the upper sixth of a picture is decoded, or the whole picture if
  /// it is progressive: its coarsest scan comes first.
  ///
  /// - Throws: errors of decoding.
  static func matches(
    _ preview: PixelBuffer, _ source: ImageSource, index: Int, _ info: ImageInfo
  ) throws(ImageError) -> Bool {
    let count = info.isProgressive ? cellRows : firstCellRows
    let picture = try source.rows(at: index, minimumSize: PixelSize(width: columns, height: cellRows))
    guard picture.layout.format == preview.format,
      let expected = try means(picture, count), let found = try means(BufferRowSource(preview), count)
    else { return false }
    let differences = zip(expected, found).map { abs($0 - $1) }
    return differences.reduce(0, +) <= maxMeanDifference * differences.count && differences.max() ?? 0 <= maxDifference
  }

  /// The means of the first rows of cells, channel by channel. nil for samples that are not bytes, for a picture with
  /// fewer pixels than cells, and for one that ends early.
  private static func means(_ rows: any RowSource, _ count: Int) throws(ImageError) -> [Int]? {
    let layout = rows.layout
    let (width, height, channels) = (layout.size.width, layout.size.height, layout.format.channelCount)
    guard layout.format.component == .uint8, width >= columns, height >= cellRows else { return nil }
    var sums = [Int](repeating: 0, count: columns * count * channels)
    var counts = sums
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: layout.bytesPerRow, alignment: 64)
    defer { buffer.deallocate() }
    for y in 0..<(height * count / cellRows) {
      guard try rows.read(into: buffer, maxRows: 1) == 1 else { return nil }
      let first = y * cellRows / height * columns
      for x in 0..<width {
        let cell = (first + x * columns / width) * channels
        for channel in 0..<channels {
          sums[cell + channel] += Int(buffer[x * channels + channel])
          counts[cell + channel] += 1
        }
      }
    }
    return zip(sums, counts).map { $0 / max(1, $1) }
  }
}
