internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import PNGStructure

/// Writes the frames of an animation (PNG third edition, 4.9). libpng writes each frame as a file of its own, whose
/// image data goes into fdAT. A frame is the rectangle in which the picture changes; two canvases are held.
final class PNGAnimationWriter {
  private let sink: any ByteSink
  private let limits: Limits
  private let level: Int
  private let image: EncodeImage
  private let chunks: [PNGAncillaryChunk]
  private var shown: FramePixels?
  private var incoming: FramePixels
  private var sequence: UInt32 = 0
  /// The end of the frames so far, in seconds.
  private var time = 0.0

  /// - Throws: `limitExceeded`.
  init(
    _ sink: any ByteSink, _ image: EncodeImage, _ chunks: [PNGAncillaryChunk], level: Int, limits: Limits
  ) throws(ImageError) {
    // Two canvases, the changed pixels, and their data.
    try limits.holding(image.heldMemory).check(
      memory: 16 * image.size.pixelCount, for: "an animation of \(image.size)", format: "PNG")
    self.sink = sink
    self.image = image
    self.chunks = chunks
    self.level = level
    self.limits = limits
    incoming = FramePixels(image.size)
  }

  func check(_ next: EncodeImage) throws(ImageError) {
    guard next.frame != nil, next.size == image.size, next.format == image.format else {
      throw ImageError(.usage, "a PNG file holds one image, or frames of one size", format: "PNG")
    }
  }

  func write(_ rows: UnsafeRawBufferPointer, count: Int) {
    incoming.append(rows, count: count, hasAlpha: image.format.hasAlpha)
  }

  /// Writes the frame whose rows have come.
  func end(_ frame: EncodeFrame) throws(ImageError) {
    let whole = PixelRect(x: 0, y: 0, size: image.size)
    let rect =
      shown.map { incoming.rectangle(from: $0) { $0 != $1 } ?? PixelRect(columns: 0..<1, rows: 0..<1) } ?? whole
    let control = PNGAncillaryChunk(name: "fcTL", content: next() + header(of: rect, frame))
    if shown == nil {
      let counts = UInt32(clamping: frame.count).bigEndianBytes + UInt32(clamping: frame.loopCount).bigEndianBytes
      let file = try encoded(rect, chunks + [PNGAncillaryChunk(name: "acTL", content: counts), control])
      // All but IEND.
      try sink.append(Array(file.dropLast(12)))
    } else {
      let file = MemoryByteSource(try encoded(rect, []))
      var bytes = PNGFrame.chunk(control.name, control.content)
      for chunk in try PNGStructure.read(file, limits: limits).chunks where chunk.isImageData {
        bytes += PNGFrame.chunk("fdAT", next() + (try file.bytes(at: chunk.contentOffset, count: Int(chunk.length))))
      }
      try sink.append(bytes)
    }
    shown = incoming
    incoming = FramePixels(image.size)
  }

  func finish() throws(ImageError) { try sink.append(PNGFrame.chunk("IEND", [])) }

  /// The next sequence number.
  private func next() -> [UInt8] {
    defer { sequence += 1 }
    return sequence.bigEndianBytes
  }

  /// What fcTL says after the sequence number: the place, the time, that nothing is cleared, and that pixels replace
  /// those that are shown.
  private func header(of rect: PixelRect, _ frame: EncodeFrame) -> [UInt8] {
    // The times of frames are rounded, not their durations, so that errors do not add up.
    let end = time + frame.duration
    let milliseconds = max(0, (end * 1_000).rounded() - (time * 1_000).rounded())
    time = end
    let unit: UInt16 = milliseconds <= 65_535 ? 1_000 : 1
    let delay = UInt16(min(milliseconds * Double(unit) / 1_000, 65_535))
    return [rect.size.width, rect.size.height, rect.x, rect.y].flatMap { UInt32($0).bigEndianBytes }
      + delay.bigEndianBytes + unit.bigEndianBytes + [0, 0]
  }

  /// A PNG file with a rectangle of the frame.
  private func encoded(_ rect: PixelRect, _ chunks: [PNGAncillaryChunk]) throws(ImageError) -> [UInt8] {
    let file = MemoryByteSink()
    let writer = try PNGWriter(file)
    let layout = PNGPixelLayout(image.format)
    try writer.begin(layout, size: rect.size, level: level, interlaced: false, chunks: chunks)
    let stride = layout.bytesPerRow(width: rect.size.width)
    for row in rect.rows {
      let start = row * image.size.width
      var bytes: [UInt8] = []
      bytes.reserveCapacity(stride)
      for pixel in incoming.pixels[start + rect.x..<start + rect.columns.upperBound] {
        bytes.append(UInt8(truncatingIfNeeded: pixel))
        bytes.append(UInt8(truncatingIfNeeded: pixel >> 8))
        bytes.append(UInt8(truncatingIfNeeded: pixel >> 16))
        if image.format.hasAlpha { bytes.append(UInt8(truncatingIfNeeded: pixel >> 24)) }
      }
      try bytes.withRawBytes { row throws(ImageError) in try writer.write(row, stride: stride, count: 1) }
    }
    try writer.end()
    return file.bytes
  }
}
