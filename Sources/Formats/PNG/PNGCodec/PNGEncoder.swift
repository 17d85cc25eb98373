internal import ByteStreams
internal import CodecKit
internal import ImageModel

/// Writes one picture, or the frames of an animation.
///
/// Rows are buffered while the pixels may still fit a smaller layout than their format, up to 64 MiB or a quarter of
/// `limits.maxMemory`. Larger pictures, and those that cannot become smaller, are written row by row. An interlaced
/// picture is buffered completely.
final class PNGEncoder: ImageEncoder {
  private enum State {
    case idle
    /// Rows are buffered and surveyed.
    case holding
    /// Rows are written as they arrive.
    case streaming
    /// Rows belong to a frame.
    case animating
    case ended
  }

  private let sink: any ByteSink
  private let writer: Result<PNGWriter, ImageError>
  private var animation: PNGAnimationWriter?
  private let limits: Limits
  private var state = State.idle
  private var image: EncodeImage?
  private var level = 6
  private var chunks: [PNGAncillaryChunk] = []
  private var notes: [Diagnostic] = []
  private var survey: PNGPixelSurvey
  private var held: [UInt8] = []
  private var rowsLeft = 0

  init(_ sink: any ByteSink, limits: Limits) {
    self.sink = sink
    writer = Result { () throws(ImageError) in try PNGWriter(sink) }
    self.limits = limits
    survey = PNGPixelSurvey(.gray8, constraints: .init())
  }

  /// The nearest format that PNG can hold.
  static func accepted(for format: PixelFormat) -> PixelFormat {
    PixelFormat(
      format.component == .uint8 ? .uint8 : .uint16, format.colorModel == .gray ? .gray : .rgb,
      alpha: format.hasAlpha ? .straight : .none)
  }

  func begin(_ image: EncodeImage) throws(ImageError) {
    if let animation, case .ended = state {
      try animation.check(image)
      self.image?.frame = image.frame
      rowsLeft = image.size.height
      state = .animating
      return
    }
    guard case .idle = state else { throw ImageError(.usage, "a PNG file holds one image only", format: "PNG") }
    guard Self.accepted(for: image.format) == image.format else {
      throw ImageError(.unsupported, "cannot hold pixels of \(image.format)", format: "PNG")
    }
    guard (1...Int(Int32.max)).contains(image.size.width), (1...Int(Int32.max)).contains(image.size.height) else {
      throw ImageError(.unsupported, "cannot hold a picture of \(image.size)", format: "PNG")
    }
    if let option = image.options.compression {
      guard let level = Int(option), (0...9).contains(level) else {
        throw ImageError(.usage, "PNG has no compression \"\(option)\": it takes a level from 0 to 9")
      }
      self.level = level
    }
    (chunks, notes) = try PNGAncillaryChunk.all(for: image)
    self.image = image
    rowsLeft = image.size.height
    if image.frame != nil, image.format == .rgb8 || image.format == .rgba8 {
      animation = try PNGAnimationWriter(sink, image, chunks, level: level, limits: limits)
      state = .animating
      return
    }
    let (bytes, overflow) = (image.size.width * image.format.bytesPerPixel)
      .multipliedReportingOverflow(by: image.size.height)
    let total = overflow ? Int.max : bytes
    let limits = limits.holding(image.heldMemory)
    if image.options.interlace {
      // The rows, and once more when they are repacked.
      try limits.check(
        memory: total > Int.max / 2 ? .max : 2 * total, for: "an interlaced picture of \(image.size)", format: "PNG")
    } else if image.options.keepsPixelFormat || total > min(64 << 20, limits.freeMemory / 4) {
      state = .streaming
      try writeHeader(PNGPixelLayout(image.format), image)
      return
    }
    held.reserveCapacity(total)
    survey = PNGPixelSurvey(image.format, constraints: PNGAncillaryChunk.constraints(for: image.profile))
    state = .holding
  }

  func write(rows: UnsafeRawBufferPointer, count: Int) throws(ImageError) {
    guard let image, count > 0 else { return }
    let stride = image.size.width * image.format.bytesPerPixel
    guard count <= rowsLeft, rows.count >= count * stride else {
      throw ImageError(.usage, "\(count) rows are more than the picture has", format: "PNG")
    }
    rowsLeft -= count
    let rows = UnsafeRawBufferPointer(rebasing: rows[..<(count * stride)])
    switch state {
    case .holding:
      survey.observe(rows)
      held.append(contentsOf: rows)
      if survey.mayReduce || image.options.interlace { return }
      try release(PNGPixelLayout(image.format), image)
      state = .streaming
    case .streaming: try writer.get().write(rows, stride: stride, count: count)
    case .animating: animation?.write(rows, count: count)
    case .idle, .ended: throw ImageError(.usage, "rows come before or after the image", format: "PNG")
    }
  }

  func end() throws(ImageError) {
    guard let image, rowsLeft == 0 else {
      throw ImageError(.usage, "the picture ends \(rowsLeft) rows too early", format: "PNG")
    }
    if let animation, let frame = image.frame {
      try animation.end(frame)
    } else {
      if case .holding = state { try release(survey.layout(for: image.size), image) }
      try writer.get().end()
    }
    state = .ended
  }

  func finish() throws(ImageError) -> [Diagnostic] {
    guard case .ended = state else { throw ImageError(.usage, "there is no image to write", format: "PNG") }
    try animation?.finish()
    return notes
  }

  private func writeHeader(_ layout: PNGPixelLayout, _ image: EncodeImage) throws(ImageError) {
    try writer.get().begin(
      layout, size: image.size, level: level, interlaced: image.options.interlace, chunks: chunks)
  }

  /// Writes the header and the buffered rows.
  private func release(_ layout: PNGPixelLayout, _ image: EncodeImage) throws(ImageError) {
    try writeHeader(layout, image)
    let writer = try writer.get()
    let packer = PNGRowPacker(image.format, to: layout)
    let sourceStride = image.size.width * image.format.bytesPerPixel
    let stride = layout.bytesPerRow(width: image.size.width)
    let held = held
    self.held = []
    let rowCount = held.count / sourceStride
    // An interlaced picture is needed whole; otherwise one row at a time is enough.
    let bandRows = image.options.interlace ? rowCount : 1
    let band = UnsafeMutableRawBufferPointer.allocate(
      byteCount: packer.isIdentity ? 0 : stride * bandRows, alignment: 16)
    defer { band.deallocate() }
    try held.withRawBytes { held throws(ImageError) in
      if packer.isIdentity {
        if image.options.interlace { return try writer.writePicture(held, stride: stride) }
        return try writer.write(held, stride: stride, count: rowCount)
      }
      for first in Swift.stride(from: 0, to: rowCount, by: bandRows) {
        let piece = UnsafeRawBufferPointer(
          rebasing: held[(first * sourceStride)..<((first + bandRows) * sourceStride)])
        packer.pack(piece, into: band)
        if image.options.interlace {
          try writer.writePicture(UnsafeRawBufferPointer(band), stride: stride)
        } else {
          try writer.write(UnsafeRawBufferPointer(band), stride: stride, count: 1)
        }
      }
    }
  }
}
