internal import ByteStreams
internal import CJPEGXLShims
package import CodecKit
internal import ImageModel
internal import JPEGXLStructure

/// JPEG XL by libjxl: the rows of `BuiltInCodecs`.
package enum JPEGXLCodec {
  /// Reads lossy and lossless pictures, and the frames of animations.
  package static let decoder = DecoderDescriptor(
    name: "jpegxl",
    open: { source, limits throws(ImageError) in try JPEGXLDecoder(source, limits: limits) })

  /// Writes one picture.
  package static let encoder = EncoderDescriptor(
    name: "jpegxl",
    options: { $0 == JPEGXLEncoder.Compression.lossless.rawValue ? [] : [.quality] },
    compressions: JPEGXLEncoder.Compression.allCases.map(\.rawValue), holds: [.exif, .xmp, .icc],
    accepts: { format in
      let model = format.colorModel == .gray ? PixelFormat.ColorModel.gray : .rgb
      return PixelFormat(format.component, model, alpha: format.hasAlpha ? .straight : .none)
    },
    memory: { image, available in JPEGXLEncoder.memory(for: image, available) },
    open: { sink, limits throws(ImageError) in JPEGXLEncoder(sink, limits: limits) })

  /// Packs JPEG files without loss, and restores them.
  package static let packer = Repacker(
    from: "jpeg", to: "jpegxl", bytesPerPixel: 25,
    applies: { _, _ throws(ImageError) in true },
    run: { source, sink, limits throws(ImageError) in try repack(source, sink, limits, jpegxl_shim_pack) })
  package static let unpacker = Repacker(
    from: "jpegxl", to: "jpeg", bytesPerPixel: 8,
    applies: { source, limits throws(ImageError) in try JPEGXLStructure.read(source, limits: limits).holdsJPEG },
    run: { source, sink, limits throws(ImageError) in try repack(source, sink, limits, jpegxl_shim_unpack) })

  private typealias Repack = (UnsafePointer<UInt8>?, Int, UnsafeMutableRawPointer?, jpegxl_shim_write?) -> Int32

  private static func repack(
    _ source: any ByteSource, _ sink: any ByteSink, _ limits: Limits, _ step: Repack
  ) throws(ImageError) {
    try load()
    try limits.check(memory: Int(clamping: source.size), for: "the file", format: "JPEG XL")
    let bytes = try source.bytes(at: 0, count: Int(clamping: source.size))
    let output = BufferedSink(sink)
    let isDone = bytes.withUnsafeBufferPointer { step($0.baseAddress, $0.count, output.context, BufferedSink.write) }
    if isDone != 0 { _ = output.flush() }
    if let failure = output.failure { throw failure }
    guard isDone != 0 else { throw ImageError(.unsupported, "libjxl does not repack this file", format: "JPEG XL") }
  }

  /// Throws `unsupported` where libjxl cannot be loaded. Call it before any other call of the library.
  static func load() throws(ImageError) {
    guard let problem = jpegxl_shim_load() else { return }
    throw ImageError(.unsupported, "install libjxl0.7: \(String(cString: problem))", format: "JPEG XL")
  }
}
