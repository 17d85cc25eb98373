package import CodecKit
internal import ImageModel

/// GIF, read in Swift alone and written by giflib: the rows of `BuiltInCodecs`.
package enum GIFCodec {
  /// Reads all frames, as the screen shows them.
  package static let decoder = DecoderDescriptor(
    name: "gif",
    open: { source, limits throws(ImageError) in try GIFDecoder(source, limits: limits) })

  /// Writes one picture, or an animation, in at most 256 colours a frame.
  package static let encoder = EncoderDescriptor(
    name: "gif",
    holdsFrames: true, maxColors: ColorPalette.maxColors, holds: [.xmp, .comments],
    accepts: { $0.hasAlpha ? .rgba8 : .rgb8 },
    // The canvases, the changed pixels and their indices.
    memory: { image, _ in (image.frame == nil ? 9 : 17) * image.size.pixelCount },
    open: { sink, limits throws(ImageError) in GIFEncoder(sink, limits: limits) })
}
