internal import ByteStreams
internal import Catalogue
internal import ImageModel
internal import Imaging

/// Decodes a picture for a catalogue: a thumbnail, and a hash of what it looks like.
enum PictureDrawing {
  /// - Throws: `ImageError` with the name; errors of decoding.
  static func picture(
    of bytes: any ByteSource, name: String, _ parts: CataloguePicture.Parts, limits: Limits
  ) throws(ImageError) -> CataloguePicture {
    let source = try ImageSource(bytes, name: name, ImageSource.Options(limits: limits))
    var render = RenderOptions(size: .longSide(256))
    render.background = .white
    let drawn = try source.thumbnail(at: source.primaryIndex, render)
    let pixels = drawn.pixels
    var picture = CataloguePicture()
    // The parts of damaged pictures that are missing look alike.
    let isDamaged = (source.diagnostics + drawn.diagnostics).contains { $0.severity == .warning }
    if parts.contains(.looks), !isDamaged { picture.looks = looks(of: pixels) }
    if parts.contains(.thumbnail) {
      let destination = try ImageDestination(format: "jpeg", limits: limits)
      var options = ImageDestination.ImageOptions()
      options.quality = 80
      try destination.add(pixels, options)
      _ = try destination.finish()
      picture.thumbnail = (destination.finishedBytes, pixels.size)
    }
    return picture
  }

  /// A difference hash: the picture is reduced to 9 columns and 8 rows of grey, and each bit says whether a cell is
  /// brighter than the one to its left. nil for a picture whose cells hardly differ: it would look like any other one.
  private static func looks(of pixels: PixelBuffer) -> UInt64? {
    let (columns, rows) = (9, 8)
    let channels = pixels.format.channelCount
    guard pixels.format.component == .uint8, channels == 1 || channels == 3 else { return nil }
    let (width, height) = (pixels.size.width, pixels.size.height)
    // In a narrow picture a pixel may count in two cells.
    var cells = [Double](repeating: 0, count: columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let across = range(column, of: columns, in: width)
        let down = range(row, of: rows, in: height)
        var sum = 0.0
        for y in down {
          for x in across {
            let place = (y * width + x) * channels
            func sample(_ channel: Int) -> Double { Double(pixels.bytes[place + channel]) }
            sum += channels == 1 ? sample(0) : 0.299 * sample(0) + 0.587 * sample(1) + 0.114 * sample(2)
          }
        }
        cells[row * columns + column] = sum / Double(across.count * down.count)
      }
    }
    guard let darkest = cells.min(), let brightest = cells.max(), brightest - darkest >= 8 else { return nil }
    var hash: UInt64 = 0
    for row in 0..<rows {
      for column in 1..<columns {
        let place = row * columns + column
        hash = hash << 1 | (cells[place] > cells[place - 1] ? 1 : 0)
      }
    }
    return hash
  }

  /// The pixels of a cell: at least one.
  private static func range(_ cell: Int, of count: Int, in length: Int) -> Range<Int> {
    let start = min(cell * length / count, length - 1)
    return start..<max(start + 1, (cell + 1) * length / count)
  }
}
