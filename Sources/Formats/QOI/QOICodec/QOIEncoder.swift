internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import QOIStructure

/// Writes one picture, row by row. The header says sRGB: other colours have become that.
final class QOIEncoder: ImageEncoder {
  /// The longest run of a chunk: the numbers above are the tags of whole pixels.
  private static let longestRun = 62

  private let sink: any ByteSink
  private var image: EncodeImage?
  private var state = QOIState()
  private var run = 0
  private var rowsWritten = 0

  init(_ sink: any ByteSink) { self.sink = sink }

  func begin(_ image: EncodeImage) throws(ImageError) {
    guard self.image == nil else { throw usage("a QOI file holds one image only") }
    guard image.format == .rgb8 || image.format == .rgba8 else {
      throw ImageError(.unsupported, "cannot hold pixels of \(image.format)", format: "QOI")
    }
    let size = image.size
    guard size.width > 0, size.height > 0, size.longSide <= Int(Int32.max) else {
      throw ImageError(.unsupported, "cannot hold a picture of \(size)", format: "QOI")
    }
    self.image = image
    try sink.append(
      Array("qoif".utf8) + UInt32(size.width).bigEndianBytes + UInt32(size.height).bigEndianBytes
        + [UInt8(image.format.channelCount), 0])
  }

  func write(rows: UnsafeRawBufferPointer, count: Int) throws(ImageError) {
    guard let image else { throw usage("rows come before the image") }
    let channels = image.format.channelCount
    guard count >= 0, rows.count >= count * image.size.width * channels, rowsWritten + count <= image.size.height else {
      throw usage("\(count) rows are more than the picture has")
    }
    rowsWritten += count
    var chunks: [UInt8] = []
    for at in stride(from: 0, to: count * image.size.width * channels, by: channels) {
      add(QOIState.Pixel(rows[at], rows[at + 1], rows[at + 2], channels == 4 ? rows[at + 3] : 255), to: &chunks)
    }
    try sink.append(chunks)
  }

  private func add(_ pixel: QOIState.Pixel, to chunks: inout [UInt8]) {
    let last = state.pixel
    if pixel == last {
      run += 1
      if run == Self.longestRun { endRun(&chunks) }
      return
    }
    endRun(&chunks)
    state.pixel = pixel
    let place = QOIState.place(of: pixel)
    if state.seen[place] == pixel {
      chunks.append(UInt8(place))
      return
    }
    state.seen[place] = pixel
    guard pixel.w == last.w else {
      chunks += [0xFF, pixel.x, pixel.y, pixel.z, pixel.w]
      return
    }
    // Differences wrap around.
    let red = Int8(bitPattern: pixel.x &- last.x)
    let green = Int8(bitPattern: pixel.y &- last.y)
    let blue = Int8(bitPattern: pixel.z &- last.z)
    let (redLeft, blueLeft) = (red &- green, blue &- green)
    if (-2...1).contains(red), (-2...1).contains(green), (-2...1).contains(blue) {
      chunks.append(0x40 | UInt8(red + 2) << 4 | UInt8(green + 2) << 2 | UInt8(blue + 2))
    } else if (-32...31).contains(green), (-8...7).contains(redLeft), (-8...7).contains(blueLeft) {
      chunks += [0x80 | UInt8(green + 32), UInt8(redLeft + 8) << 4 | UInt8(blueLeft + 8)]
    } else {
      chunks += [0xFE, pixel.x, pixel.y, pixel.z]
    }
  }

  private func endRun(_ chunks: inout [UInt8]) {
    if run > 0 { chunks.append(0xC0 | UInt8(run - 1)) }
    run = 0
  }

  func end() throws(ImageError) {
    guard let image, rowsWritten == image.size.height else { throw usage("the picture ends too early") }
    var chunks: [UInt8] = []
    endRun(&chunks)
    try sink.append(chunks)
  }

  func finish() throws(ImageError) -> [Diagnostic] {
    guard image != nil else { throw usage("there is no image to write") }
    try sink.append(QOIStructure.endMarker)
    return []
  }

  private func usage(_ message: String) -> ImageError { ImageError(.usage, message, format: "QOI") }
}
