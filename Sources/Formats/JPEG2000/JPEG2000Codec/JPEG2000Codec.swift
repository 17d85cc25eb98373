internal import CJPEG2000Shims
package import CodecKit
internal import ImageModel

/// JPEG 2000 by libopenjp2: the row of `BuiltInCodecs`.
package enum JPEG2000Codec {
  /// Reads JP2 and JPX files, and codestreams alone.
  package static let decoder = DecoderDescriptor(
    name: "jpeg2000",
    open: { source, limits throws(ImageError) in try JPEG2000Decoder(source, limits: limits) })

  /// Throws `unsupported` where libopenjp2 cannot be loaded. Call it before any other call of the library.
  static func load() throws(ImageError) {
    guard let problem = jpeg2000_shim_load() else { return }
    throw ImageError(.unsupported, "install libopenjp2-7: \(String(cString: problem))", format: "JPEG 2000")
  }
}
