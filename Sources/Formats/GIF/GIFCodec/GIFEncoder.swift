internal import ByteStreams
internal import CGIFShims
internal import CodecKit
internal import GIFStructure
internal import ImageModel

/// Writes one picture, or the frames of an animation. A frame is written when the next one is known: only then it is
/// clear whether it has to be cleared. So three canvases are held.
final class GIFEncoder: ImageEncoder {
  private let output: BufferedSink
  private let limits: Limits
  private var writer: OpaquePointer?
  /// The first image; it has the metadata.
  private var image: EncodeImage?
  /// The table of the file: the colours of the first frame.
  private var palette: ColorPalette?
  /// The rows of the current image.
  private var incoming: FramePixels
  /// The last frame, which is not yet written, and what the screen shows before it.
  private var pending: FramePixels?
  private var screen: FramePixels
  private var pendingDuration = 0.0
  /// The end of the frames that were written, in seconds.
  private var time = 0.0
  private var isReduced = false
  private var losesAlpha = false

  init(_ sink: any ByteSink, limits: Limits) {
    output = BufferedSink(sink)
    self.limits = limits
    incoming = FramePixels(PixelSize(width: 0, height: 0))
    screen = incoming
  }

  deinit { _ = gif_shim_writer_close(writer) }

  func begin(_ image: EncodeImage) throws(ImageError) {
    guard image.format == .rgb8 || image.format == .rgba8 else {
      throw ImageError(.unsupported, "cannot hold pixels of \(image.format)", format: "GIF")
    }
    guard (1...65_535).contains(image.size.width), (1...65_535).contains(image.size.height) else {
      throw ImageError(
        .unsupported, "cannot hold a picture of \(image.size): a side has at most 65535 pixels", format: "GIF")
    }
    if let first = self.image {
      guard first.frame != nil, image.frame != nil, first.size == image.size else {
        throw ImageError(.usage, "a GIF file holds one image, or frames of one size", format: "GIF")
      }
    } else {
      try GIFCodec.encoder.memory(for: image, limits)
      screen = FramePixels(clear: image.size)
    }
    self.image = self.image ?? image
    self.image?.format = image.format
    self.image?.frame = image.frame
    incoming = FramePixels(image.size)
  }

  func write(rows: UnsafeRawBufferPointer, count: Int) throws(ImageError) {
    guard let image, rows.count >= count * image.size.width * image.format.bytesPerPixel,
      incoming.pixels.count + count * image.size.width <= image.size.pixelCount
    else { throw ImageError(.usage, "\(count) rows are more than the picture has", format: "GIF") }
    incoming.append(rows, count: count, hasAlpha: image.format.hasAlpha)
  }

  func end() throws(ImageError) {
    guard let image, incoming.isWhole else {
      throw ImageError(.usage, "the picture ends too early", format: "GIF")
    }
    if image.format.hasAlpha {
      // A pixel is transparent or not.
      var losesAlpha = losesAlpha
      incoming.update { pixel in
        let alpha = pixel >> 24
        losesAlpha = losesAlpha || alpha > 0 && alpha < 255
        return alpha < 128 ? 0 : pixel | 0xFF00_0000
      }
      self.losesAlpha = losesAlpha
    }
    try writePending(before: incoming)
    pending = incoming
    incoming = FramePixels(image.size)
    pendingDuration = image.frame?.duration ?? 0
  }

  func finish() throws(ImageError) -> [Diagnostic] {
    guard pending != nil else { throw ImageError(.usage, "there is no image to write", format: "GIF") }
    try writePending(before: nil)
    let isClosed = gif_shim_writer_close(writer)
    writer = nil
    try check(isClosed == 1 && output.flush())
    var notes: [Diagnostic] = []
    if isReduced { notes.append(.note("a GIF has 256 colours a frame: others were mixed from them (dithered)")) }
    if losesAlpha { notes.append(.note("pixels that were partly transparent are now opaque or transparent")) }
    return notes
  }

  /// Writes the pending frame: the rectangle in which it changes the screen.
  private func writePending(before next: FramePixels?) throws(ImageError) {
    guard let pending else { return }
    let size = pending.size
    // Drawing cannot make pixels transparent; clearing the rectangle of the frame before can.
    let cleared = next.flatMap { pending.rectangle(from: $0) { $0 != 0 && $1 == 0 } }
    let changed =
      palette == nil
      ? PixelRect(columns: 0..<size.width, rows: 0..<size.height) : pending.rectangle(from: screen) { $0 != $1 }
    let rect = Self.union(changed, cleared) ?? PixelRect(columns: 0..<1, rows: 0..<1)
    var pixels: [UInt32] = []
    pixels.reserveCapacity(rect.size.pixelCount)
    for row in rect.rows {
      for place in row * size.width + rect.x..<row * size.width + rect.columns.upperBound {
        pixels.append(pending.pixels[place] == screen.pixels[place] ? 0 : pending.pixels[place])
      }
    }
    try write(pixels, rect, isCleared: cleared != nil)
    screen = pending
    if cleared != nil { screen.clear(rect) }
  }

  private func write(_ pixels: [UInt32], _ rect: PixelRect, isCleared: Bool) throws(ImageError) {
    let isFirst = self.palette == nil
    var palette = self.palette ?? ColorPalette(pixels)
    if isFirst {
      self.palette = palette
      try writeHeader(palette)
    }
    // Other frames have tables of their own, unless the first one's table has all their colours.
    let usesGlobal = isFirst || palette.isExact && palette.holds(pixels)
    if !usesGlobal { palette = ColorPalette(pixels) }
    isReduced = isReduced || !palette.isExact
    var frame = gif_shim_frame()
    (frame.x, frame.y) = (Int32(rect.x), Int32(rect.y))
    (frame.width, frame.height) = (Int32(rect.size.width), Int32(rect.size.height))
    frame.disposal = isCleared ? 2 : image?.frame == nil ? 0 : 1
    // The times of frames are rounded, not their durations, so that errors do not add up.
    let end = time + pendingDuration
    frame.delay = Int32(min(max(0, (end * 100).rounded() - (time * 100).rounded()), 65_535))
    time = end
    // Readers clear a frame to the background's colour if the frame has no transparent one.
    let isTransparent = pixels.contains(0) || isCleared && palette.transparentIndex < ColorPalette.maxColors
    frame.transparent = isTransparent ? Int32(palette.transparentIndex) : -1
    let colors = usesGlobal ? [] : palette.bytes
    try check(
      colors.withUnsafeBufferPointer {
        frame.colors = $0.baseAddress
        frame.color_count = Int32($0.count / 3)
        return gif_shim_writer_frame(writer, &frame) == 1
      })
    var indices = palette.indices(of: pixels, width: rect.size.width)
    let isWritten = indices.withUnsafeMutableBufferPointer { indices in
      stride(from: 0, to: indices.count, by: rect.size.width).allSatisfy {
        gif_shim_writer_row(writer, indices.baseAddress?.advanced(by: $0), Int32(rect.size.width)) == 1
      }
    }
    try check(isWritten)
  }

  private func writeHeader(_ palette: ColorPalette) throws(ImageError) {
    guard let image else { return }
    // The output lives as long as the writer, because this object owns both.
    writer = gif_shim_writer_create(BufferedSink.write, output.context)
    guard writer != nil else { throw ImageError(.limitExceeded, "no memory to write a GIF file", format: "GIF") }
    let colors = palette.bytes
    try check(
      gif_shim_writer_begin(
        writer, Int32(image.size.width), Int32(image.size.height), colors, Int32(colors.count / 3)) == 1)
    var extensions: [UInt8] = []
    if let frame = image.frame, frame.loopCount != 1 { extensions += GIFStructure.loopExtension(frame.loopCount) }
    for comment in image.metadata.comments {
      extensions += GIFStructure.extensionBytes(.comment, Array(comment.utf8)) ?? []
    }
    if let xmp = image.metadata.xmp, !xmp.isEmpty { extensions += GIFStructure.extensionBytes(.xmp, xmp) ?? [] }
    try check(extensions.withUnsafeBytes { output.take($0) })
  }

  private func check(_ isWritten: Bool) throws(ImageError) {
    guard !isWritten else { return }
    throw output.failure ?? ImageError(.limitExceeded, "giflib cannot write this picture", format: "GIF")
  }

  private static func union(_ a: PixelRect?, _ b: PixelRect?) -> PixelRect? {
    guard let a, let b else { return a ?? b }
    return PixelRect(
      columns: min(a.x, b.x)..<max(a.columns.upperBound, b.columns.upperBound),
      rows: min(a.y, b.y)..<max(a.rows.upperBound, b.rows.upperBound))
  }
}
