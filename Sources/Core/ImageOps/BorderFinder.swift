package import CodecKit
package import ImageModel

/// Finds the border of one colour around a picture.
package enum BorderFinder {
  /// The part without the border: the smallest that holds all pixels which differ from the pixel at the upper left.
  ///
  /// - Parameters:
  ///   - rows: of the whole picture; they are read to the end.
  ///   - part: where the border is sought; nil in the whole picture. It lies in the picture.
  ///   - tolerance: how much a sample of the border may differ, from 0 to 1. Invisible pixels are alike.
  /// - Returns: nil if all pixels are alike.
  /// - Throws: `limitExceeded` for rows that need too much memory, and errors of the rows.
  package static func content(
    of rows: any RowSource, in part: PixelRect? = nil, tolerance: Double, limits: Limits
  ) throws(ImageError) -> PixelRect? {
    let layout = rows.layout
    let part = part ?? PixelRect(x: 0, y: 0, size: layout.size)
    let loader = WorkingRowLoader(layout.format, linear: false)
    let channels = loader.workingFormat.channelCount
    let (width, bytes) = (layout.size.width, layout.size.width * channels * 4)
    try limits.check(memory: RowReader.memory(for: layout) + bytes, for: "looking for a border")
    let row = RowBuffer(floats: width * channels)
    let border = RowBuffer(floats: channels)
    // Rounded samples of a border may differ by the tolerance and a little.
    let most = Float(tolerance) * (layout.format.colorModel == .lab ? 100 : 1) + 1e-4
    func differs(_ x: Int) -> Bool {
      for channel in 0..<channels where abs(row.floats[x &* channels &+ channel] - border.floats[channel]) > most {
        return true
      }
      return false
    }
    var reader = RowReader(rows)
    var (left, right, top, bottom) = (Int.max, Int.min, Int.max, Int.min)
    var y = 0
    while let stored = try reader.row() {
      defer { y += 1 }
      guard part.rows.contains(y) else { continue }
      loader.load(stored, to: row.floats, pixels: width)
      if y == part.y {
        for channel in 0..<channels { border.floats[channel] = row.floats[part.x * channels + channel] }
      }
      guard let first = part.columns.first(where: differs), let last = part.columns.last(where: differs) else {
        continue
      }
      (left, right) = (min(left, first), max(right, last))
      (top, bottom) = (min(top, y), y)
    }
    guard left <= right else { return nil }
    return PixelRect(columns: left..<right + 1, rows: top..<bottom + 1)
  }
}
