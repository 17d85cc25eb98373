package import ImageModel

/// Converts pixels from one profile to another.
///
/// The intent is perceptual with black point compensation. Without a profile, RGB is sRGB, gray has sRGB's curve, ink
/// is converted by a formula, and Lab needs none. A damaged profile, or one that does not fit the source's pixels, is
/// ignored with a warning in `diagnostics`. Alpha is copied and must be straight.
///
/// One thread at a time may use a transform. Making one takes up to a few milliseconds, so make one for all rows of a
/// picture.
package final class ColorTransform {
  package let source: PixelFormat
  package let destination: PixelFormat
  /// The profile of the output pixels.
  package let destinationProfile: ColorProfile?
  package let diagnostics: [Diagnostic]
  /// Whether the colours stay unchanged and at most the sample type changes.
  package let isIdentity: Bool

  /// Ink without a profile is converted to RGB first.
  private let usesInkFormula: Bool
  private let transform: LCMSTransform?
  /// The faster transform, used in place of `transform` where it applies.
  private let matrix: MatrixTransform?
  /// Intermediate rows.
  private var scratch: [UInt8] = []

  /// - Parameters:
  ///   - sourceProfile: the profile of the source's samples; nil where the file has none.
  ///   - destinationProfile: the profile of the result; nil for the default of the destination's colour model.
  /// - Throws: `usage` for a destination profile that does not fit the pixels, for CMYK without one, for premultiplied
  ///   alpha, or for alpha on one side only; `invalidData` for a damaged destination profile.
  package init(
    from sourceProfile: ColorProfile?, _ source: PixelFormat, to destinationProfile: ColorProfile?,
    _ destination: PixelFormat, limits: Limits
  ) throws(ImageError) {
    guard source.alpha == destination.alpha, source.alpha != .premultiplied else {
      throw ImageError(.usage, "colours can be converted only with the same straight alpha on both sides")
    }
    let context = LCMSContext()
    let target = try ChosenProfile.destination(destinationProfile, destination.colorModel, limits, context)
    var (origin, diagnostics) = try ChosenProfile.source(sourceProfile, source.colorModel, limits, context)
    self.source = source
    self.destination = destination
    self.destinationProfile = destination.colorModel == .lab ? nil : destinationProfile ?? .sRGB
    isIdentity = source.colorModel == destination.colorModel && origin.isSame(as: target)

    matrix = isIdentity ? nil : Self.matrix(origin, source, target, destination)
    var made: LCMSTransform?
    if isIdentity {
      // Only the sample type changes; a transform to the same profile would not be exact to the last bit.
      origin = target
    }
    if matrix == nil, !(isIdentity && source == destination) {
      let precise = source.component != .uint8 || destination.component != .uint8
      do throws(ImageError) {
        made = try Self.transform(origin, source, target, destination, precise, context)
      } catch {
        guard origin.isFromFile else { throw error }
        diagnostics.append(.warning("the embedded colour profile cannot be used: \(error.message)"))
        origin = .standard(source.colorModel)
        made = try Self.transform(origin, source, target, destination, precise, context)
      }
    }
    transform = made
    usesInkFormula = origin.isInkFormula
    self.diagnostics = diagnostics
  }

  private static func matrix(
    _ origin: ChosenProfile, _ source: PixelFormat, _ target: ChosenProfile, _ destination: PixelFormat
  ) -> MatrixTransform? {
    guard target.isSRGB, let from = origin.opened else { return nil }
    return MatrixTransform(from: from, source, to: destination)
  }

  private static func transform(
    _ origin: ChosenProfile, _ source: PixelFormat, _ target: ChosenProfile, _ destination: PixelFormat,
    _ precise: Bool, _ context: LCMSContext
  ) throws(ImageError) -> LCMSTransform? {
    guard let to = try target.profile(in: context) else {
      throw ImageError(.usage, "a conversion to CMYK needs a profile")
    }
    if let from = try origin.profile(in: context) {
      return try LCMSTransform(from: from, source, to: to, destination, precise: precise)
    }
    var rgb = source
    rgb.colorModel = .rgb
    if rgb == destination, target.isSRGB { return nil }
    return try LCMSTransform(from: .sRGB(in: context), rgb, to: to, destination, precise: precise)
  }

  /// Transforms pixels. Both pointers have to be aligned for their samples, and the rows must not overlap.
  package func apply(_ row: UnsafeRawPointer, to target: UnsafeMutableRawPointer, pixels: Int) {
    if usesInkFormula, !isIdentity {
      var rgb = source
      rgb.colorModel = .rgb
      guard let transform else { return InkFormula.convert(row, to: target, source, pixels: pixels) }
      return withScratch(pixels * rgb.bytesPerPixel) { scratch in
        InkFormula.convert(row, to: scratch, source, pixels: pixels)
        transform.apply(scratch, to: target, pixels: pixels)
      }
    }
    if let matrix { return matrix.apply(row, to: target, pixels: pixels) }
    guard let transform else {
      return target.copyMemory(from: row, byteCount: pixels * source.bytesPerPixel)
    }
    if source.isFloatInk {
      // In samples that are floats, lcms2 expects ink in percent.
      withScratch(pixels * source.bytesPerPixel) { scratch in
        scratch.copyMemory(from: row, byteCount: pixels * source.bytesPerPixel)
        Self.scaleInk(scratch, pixels: pixels, channels: source.channelCount, by: 100)
        transform.apply(scratch, to: target, pixels: pixels)
      }
    } else {
      transform.apply(row, to: target, pixels: pixels)
    }
    if destination.isFloatInk {
      Self.scaleInk(target, pixels: pixels, channels: destination.channelCount, by: 0.01)
    }
  }

  /// Converts one colour given as floats, without alpha.
  ///
  /// - Throws: as `init`.
  package static func convert(
    _ color: [Float], from source: ColorProfile?, _ model: PixelFormat.ColorModel, to destination: ColorProfile?,
    _ destinationModel: PixelFormat.ColorModel, limits: Limits
  ) throws(ImageError) -> [Float] {
    if destinationModel == .cmyk, destination == nil {
      return InkFormula.ink(for: try convert(color, from: source, model, to: .sRGB, .rgb, limits: limits))
    }
    guard color.count == model.channelCount else {
      throw ImageError(.usage, "a \(model.rawValue) colour has \(model.channelCount) samples, not \(color.count)")
    }
    let transform = try ColorTransform(
      from: source, PixelFormat(.float32, model), to: destination, PixelFormat(.float32, destinationModel),
      limits: limits)
    var result = [Float](repeating: 0, count: destinationModel.channelCount)
    color.withUnsafeBytes { color in
      result.withUnsafeMutableBytes { result in
        guard let from = color.baseAddress, let to = result.baseAddress else { return }
        transform.apply(from, to: to, pixels: 1)
      }
    }
    return result
  }

  private func withScratch(_ byteCount: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
    if scratch.count < byteCount { scratch = [UInt8](repeating: 0, count: byteCount) }
    scratch.withUnsafeMutableBytes { if let start = $0.baseAddress { body(start) } }
  }

  private static func scaleInk(_ row: UnsafeMutableRawPointer, pixels: Int, channels: Int, by factor: Float) {
    let samples = row.assumingMemoryBound(to: Float.self)
    for pixel in 0..<pixels {
      for channel in 0..<4 { samples[pixel &* channels &+ channel] *= factor }
    }
  }
}

extension PixelFormat {
  fileprivate var isFloatInk: Bool { colorModel == .cmyk && component == .float32 }
}
