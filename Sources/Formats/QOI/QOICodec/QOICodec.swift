package import CodecKit
internal import ImageModel
internal import QOIStructure

/// QOI in Swift alone: the row of `BuiltInCodecs`.
package enum QOICodec {
  package static let decoder = DecoderDescriptor(name: "qoi") { source, limits throws(ImageError) in
    let info = try QOIStructure.read(source, limits: limits).imageInfo
    try limits.check(info.size, streamed: true, format: "QOI")
    return SingleImageDecoder(info) { request throws(ImageError) in try QOIRows(info, source, request) }
  }

  /// Writes 8 bits of red, green, blue and, where the picture has it, alpha.
  package static let encoder = EncoderDescriptor(
    name: "qoi", holds: [], accepts: { $0.hasAlpha ? .rgba8 : .rgb8 },
    open: { sink, _ throws(ImageError) in QOIEncoder(sink) })
}

/// A pixel of QOI, and the pixels that were seen last.
struct QOIState {
  /// Red, green, blue and alpha.
  typealias Pixel = SIMD4<UInt8>

  var pixel = Pixel(0, 0, 0, 255)
  var seen = [Pixel](repeating: Pixel(), count: 64)

  /// The place of a pixel among those that were seen.
  static func place(of pixel: Pixel) -> Int {
    (Int(pixel.x) &* 3 &+ Int(pixel.y) &* 5 &+ Int(pixel.z) &* 7 &+ Int(pixel.w) &* 11) & 63
  }
}
