internal import CHEIFShims
package import CodecKit
internal import ImageModel

/// HEIC and AVIF by libheif, sequences of AVIF by libavif: the rows of `BuiltInCodecs`.
package enum HEIFCodec {
  /// Reads HEVC in HEIF.
  package static let heicDecoder = DecoderDescriptor(
    name: "heic",
    open: { source, limits throws(ImageError) in try HEIFDecoder(source, limits: limits) })

  /// Reads AV1 in HEIF, and the frames of its sequences.
  package static let avifDecoder = DecoderDescriptor(
    name: "avif",
    open: { source, limits throws(ImageError) in try HEIFDecoder(source, limits: limits) })

  /// Writes HEVC, where libheif has an encoder for it.
  package static let heicEncoder = encoder("heic", isAV1: false)

  /// Writes one picture, or an animation.
  package static let avifEncoder = encoder("avif", isAV1: true)

  private static func encoder(_ name: String, isAV1: Bool) -> EncoderDescriptor {
    EncoderDescriptor(
      name: name,
      holdsFrames: isAV1, isLossy: true, options: { _ in [.quality, .subsampling] },
      thumbnailQuality: HEIFEncoder.defaultQuality, holds: [.exif, .xmp, .icc, .codePoints], needsUprightRows: true,
      accepts: { format in
        // libheif 1.15 writes no grey AVIF.
        PixelFormat(
          format.component == .uint8 ? .uint8 : .uint16, .rgb, alpha: format.hasAlpha ? .straight : .none)
      },
      memory: { image, _ in
        if isAV1, let frame = image.frame { return AVIFSequenceEncoder.memory(for: image, frame) }
        return HEIFEncoder.memory(for: image, isAV1: isAV1)
      },
      open: { sink, limits throws(ImageError) in
        isAV1 ? AVIFEncoder(sink, limits: limits) as any ImageEncoder : HEIFEncoder(sink, isAV1: false, limits: limits)
      })
  }
}

/// Loads the library.
enum LibHEIF {
  /// Throws `unsupported` where libheif cannot be loaded. Call it before any other call of the library.
  static func load() throws(ImageError) {
    guard let problem = heif_shim_load() else { return }
    throw ImageError(.unsupported, "install libheif1: \(String(cString: problem))", format: "HEIF")
  }

  /// - Throws: the error of a step with its message.
  static func check(_ status: heif_shim_status, _ message: [CChar]) throws(ImageError) {
    let text = String(
      decoding: message.prefix { $0 != 0 && $0 != 0x0A }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    switch status {
    case heif_shim_ok: return
    case heif_shim_unsupported: throw ImageError(.unsupported, text, format: "HEIF")
    case heif_shim_no_codec: throw ImageError(.unsupported, "libheif has no codec for it: \(text)", format: "HEIF")
    case heif_shim_too_large: throw ImageError(.limitExceeded, text, format: "HEIF")
    default: throw ImageError(.invalidData, text, format: "HEIF")
    }
  }
}
