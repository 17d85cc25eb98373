internal import CLCMS2Shims
internal import ImageModel

/// A transform of lcms2 between interleaved pixels.
///
/// Its intent is perceptual with black point compensation: what browsers and sharp do, and the same as relative
/// colorimetric for profiles of a matrix and curves; with ink, the darkest print becomes black.
final class LCMSTransform {
  private let raw: UnsafeMutableRawPointer
  private let context: LCMSContext

  /// - Throws: `invalidData` when the library can make no transform between the profiles.
  init(
    from source: LCMSProfile, _ sourceFormat: PixelFormat, to destination: LCMSProfile,
    _ destinationFormat: PixelFormat, precise: Bool
  ) throws(ImageError) {
    context = source.context
    let made = try lcms_shim_transform_create(
      context.raw(), source.raw, Self.format(sourceFormat), destination.raw, Self.format(destinationFormat),
      precise ? 1 : 0)
    guard let made else {
      throw ImageError(
        .invalidData, context.message(else: "no transform can be made with it"), format: "ICC profile")
    }
    raw = made
  }

  deinit { lcms_shim_transform_free(raw) }

  func apply(_ source: UnsafeRawPointer, to destination: UnsafeMutableRawPointer, pixels: Int) {
    lcms_shim_transform_apply(raw, source, destination, UInt32(clamping: pixels))
  }

  private static func format(_ format: PixelFormat) -> lcms_shim_format {
    let space: lcms_shim_space =
      switch format.colorModel {
      case .gray: lcms_shim_gray
      case .rgb: lcms_shim_rgb
      case .cmyk: lcms_shim_cmyk
      case .lab: lcms_shim_lab
      }
    let component: lcms_shim_component =
      switch format.component {
      case .uint8: lcms_shim_uint8
      case .uint16: lcms_shim_uint16
      case .float32: lcms_shim_float32
      }
    return lcms_shim_format(space: space, component: component, has_alpha: format.hasAlpha ? 1 : 0)
  }
}
