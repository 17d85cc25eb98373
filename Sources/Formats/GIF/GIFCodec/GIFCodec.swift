package import CodecKit
internal import ImageModel

/// GIF by giflib: a row of `BuiltInCodecs`. It is not written.
package enum GIFCodec {
  /// Reads all frames, as the screen shows them.
  package static let decoder = DecoderDescriptor(
    name: "gif", contentType: "com.compuserve.gif",
    open: { source, limits throws(ImageError) in try GIFDecoder(source, limits: limits) })
}
