package import CodecKit
internal import ImageModel

/// GIF by giflib: the rows of `BuiltInCodecs`.
package enum GIFCodec {
  /// Reads all frames, as the screen shows them.
  package static let decoder = DecoderDescriptor(
    name: "gif", contentType: "com.compuserve.gif",
    open: { source, limits throws(ImageError) in try GIFDecoder(source, limits: limits) })

  /// Writes one picture, or an animation, in at most 256 colours a frame.
  package static let encoder = EncoderDescriptor(
    name: "gif", contentType: "com.compuserve.gif", fileExtension: "gif", supportsSeveralImages: false,
    holdsFrames: true, maxColors: GIFPalette.maxColors, holds: [.xmp, .comments],
    accepts: { $0.hasAlpha ? .rgba8 : .rgb8 },
    open: { sink, limits throws(ImageError) in GIFEncoder(sink, limits: limits) })
}
