internal import Drawing
internal import ImageModel
internal import ProviderProtocol

/// Turns a provider's drawing into pixels in a layout of the protocol.
enum PixelReply {
  /// The pixels of a drawing, reduced to the size that the host accepts.
  ///
  /// - Throws: what the closure throws; `limitExceeded` for more pixels than allowed.
  static func draw(
    _ drawing: ContextDrawing, into box: Size, scale: Double, limits: HostMessage.RenderLimits
  ) throws -> PixelBuffer {
    guard drawing.size.width > 0, drawing.size.height > 0, drawing.size.width.isFinite, drawing.size.height.isFinite
    else { throw ProviderError(.corruptInput, "the provider's drawing has no size") }
    let fitted = drawing.size.fitted(into: box)
    let pixels = FileThumbnailRequest.pixels(fitted, scale)
    guard pixels.pixelCount <= limits.megapixels * 1_000_000 else {
      throw ProviderError(
        .limitExceeded, "a picture of \(pixels) pixels; at most \(limits.megapixels) million are allowed")
    }
    // Whole pixels may be a little more than the fitted size; the drawing fills them.
    let factor = Double(pixels.width) / drawing.size.width
    let context = try DrawingContext.image(size: pixels, scale: factor)
    if drawing.isFlipped { context.flip() }
    try drawing.draw(context)
    return try context.makeImage(alpha: .straight)
  }

  /// The rows of a picture in a layout of the protocol.
  ///
  /// - Throws: `limitExceeded`; `unsupportedType` for more than 8 bits a sample, CMYK and Lab.
  static func rows(
    _ picture: PixelBuffer, limits: HostMessage.RenderLimits
  ) throws(ProviderError) -> (pixels: ProviderMessage.Pixels, bytes: [UInt8]) {
    let format = picture.format
    guard picture.size.pixelCount <= limits.megapixels * 1_000_000 else {
      throw ProviderError(
        .limitExceeded, "a picture of \(picture.size) pixels; at most \(limits.megapixels) million are allowed")
    }
    guard format.component == .uint8, format.colorModel == .gray || format.colorModel == .rgb else {
      throw ProviderError(.unsupportedType, "a provider cannot answer with a picture of \(format)")
    }
    let layout: ProviderMessage.PixelLayout
    var bytes = picture.bytes
    switch (format.colorModel, format.alpha) {
    case (.gray, .none): layout = .gray8
    case (.rgb, .none): layout = .rgb8
    default:
      layout = .rgba8
      if format.colorModel == .gray { bytes = colored(bytes) }
      if format.alpha == .premultiplied { divide(&bytes) }
    }
    return (
      ProviderMessage.Pixels(
        format: layout, width: picture.size.width, height: picture.size.height,
        stride: picture.size.width * layout.bytesPerPixel), bytes
    )
  }

  /// Grey and alpha as red, green, blue and alpha.
  private static func colored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 2)
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      let gray = bytes[index]
      result.append(gray)
      result.append(gray)
      result.append(gray)
      result.append(bytes[index + 1])
    }
    return result
  }

  /// Divides the colours by alpha.
  private static func divide(_ bytes: inout [UInt8]) {
    for index in stride(from: 0, to: bytes.count - 3, by: 4) {
      let alpha = Int(bytes[index + 3])
      guard alpha > 0, alpha < 255 else { continue }
      for channel in index..<index + 3 {
        bytes[channel] = UInt8(min(255, (Int(bytes[channel]) * 255 + alpha / 2) / alpha))
      }
    }
  }
}
