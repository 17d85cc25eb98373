internal import CWebPShims
package import CodecKit
internal import ImageModel

/// WebP by libwebp: the rows of `BuiltInCodecs`.
package enum WebPCodec {
  /// Reads lossy and lossless pictures with their alpha, and the frames of animations as they appear on the canvas.
  package static let decoder = DecoderDescriptor(
    name: "webp",
    open: { source, limits throws(ImageError) in try WebPDecoder(source, limits: limits) })

  /// Writes one picture, or an animation.
  package static let encoder = EncoderDescriptor(
    name: "webp",
    holdsFrames: true, isLossy: true, options: { $0 == WebPEncoder.Compression.lossless.rawValue ? [] : [.quality] },
    compressions: WebPEncoder.Compression.allCases.map(\.rawValue),
    holds: [.exif, .xmp, .icc],
    accepts: { $0.hasAlpha ? .rgba8 : .rgb8 },
    memory: { image, _ in WebPEncoder.memory(for: image) },
    open: { sink, limits throws(ImageError) in WebPEncoder(sink, limits: limits) })
}

/// Loads the libraries.
enum LibWebP {
  /// Throws `unsupported` where libwebp cannot be loaded. Call it before any other call of the library.
  static func load() throws(ImageError) { try check(webp_shim_load(), "libwebp7") }

  /// The same for libwebpdemux, which draws animations.
  static func loadDemux() throws(ImageError) { try check(webp_shim_load_demux(), "libwebpdemux2") }

  /// The same for libwebpmux, which writes animations.
  static func loadMux() throws(ImageError) { try check(webp_shim_load_mux(), "libwebpmux3") }

  private static func check(_ problem: UnsafePointer<CChar>?, _ package: String) throws(ImageError) {
    guard let problem else { return }
    throw ImageError(.unsupported, "install \(package): \(String(cString: problem))", format: "WebP")
  }
}
