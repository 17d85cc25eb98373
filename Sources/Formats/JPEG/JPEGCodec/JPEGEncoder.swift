internal import ByteStreams
internal import CJPEGShims
internal import CodecKit
internal import ImageModel

/// Writes one picture of 8 bits as gray, YCbCr or CMYK.
final class JPEGEncoder: ImageEncoder {
  private enum State {
    case empty, writing, ended, finished
  }

  /// The longest axis that libjpeg writes: `JPEG_MAX_DIMENSION`.
  static let maxAxis = 65_500
  /// Bytes of coefficients that are kept for the sake of optimised tables: 2.8 million pixels in colour.
  private static let maxOptimizedBytes = 16 << 20

  private let limits: Limits
  private let output: JPEGOutput
  private var compressor: JPEGCompressor?
  private var state = State.empty
  private var size = PixelSize(width: 0, height: 0)
  private var bytesPerRow = 0
  private var writtenRows = 0
  private var notes: [Diagnostic] = []

  init(_ sink: any ByteSink, limits: Limits) {
    self.limits = limits
    output = JPEGOutput(sink)
  }

  func begin(_ image: EncodeImage) throws(ImageError) {
    guard case .empty = state else { throw ImageError(.usage, "a JPEG file holds one picture") }
    guard image.format == JPEGCodec.encoder.accepts(image.format) else {
      throw ImageError(.unsupported, "cannot store \(image.format)", format: "JPEG")
    }
    guard image.size.width > 0, image.size.height > 0 else {
      throw ImageError(.usage, "there is no picture of \(image.size) pixels")
    }
    guard image.size.longSide <= Self.maxAxis else {
      throw ImageError(
        .unsupported, "an axis has at most \(Self.maxAxis) pixels, and the picture is \(image.size)", format: "JPEG")
    }
    let options = try shimOptions(image)
    let compressor = try JPEGCompressor(output, limits: limits)
    try compressor.start(options)
    notes += try JPEGMetadataWriter.write(image, to: compressor)
    self.compressor = consume compressor
    size = image.size
    bytesPerRow = image.size.width * image.format.bytesPerPixel
    state = .writing
  }

  func write(rows: UnsafeRawBufferPointer, count: Int) throws(ImageError) {
    guard case .writing = state, count >= 0, count <= size.height - writtenRows, rows.count >= count * bytesPerRow
    else { throw ImageError(.usage, "rows that the picture does not have") }
    try compressor?.write(rows: rows, count: count)
    writtenRows += count
  }

  func end() throws(ImageError) {
    guard case .writing = state, writtenRows == size.height else {
      throw ImageError(.usage, "\(writtenRows) of \(size.height) rows have been written")
    }
    try compressor?.finish()
    compressor = nil
    state = .ended
  }

  func finish() throws(ImageError) -> [Diagnostic] {
    guard case .ended = state else { throw ImageError(.usage, "there is no whole picture to finish") }
    state = .finished
    return notes
  }

  private func shimOptions(_ image: EncodeImage) throws(ImageError) -> jpeg_shim_encode_options {
    let quality = image.options.quality ?? 90
    guard (1...100).contains(quality) else {
      throw ImageError(.usage, "JPEG quality is 1 to 100, not \(quality)")
    }
    let sampling = try JPEGSubsampling(option: image.options.subsampling, quality: quality)
    var options = jpeg_shim_encode_options()
    options.width = UInt32(image.size.width)
    options.height = UInt32(image.size.height)
    options.components = Int32(image.format.channelCount)
    options.quality = Int32(quality)
    options.horizontal_sampling = Int32(sampling.horizontal)
    options.vertical_sampling = Int32(sampling.vertical)
    options.progressive = image.options.progressive ? 1 : 0
    let coefficients = image.size.pixelCount * image.format.channelCount * 2
    if image.options.progressive {
      try limits.check(memory: coefficients, for: "the coefficients of a progressive picture", format: "JPEG")
    }
    // Optimised tables need all coefficients at once; larger pictures are streamed, and the standard tables serve.
    let hasRoom = coefficients <= min(Self.maxOptimizedBytes, limits.maxMemory / 2)
    options.optimizes_tables = image.options.progressive || image.options.optimizeTables && hasRoom ? 1 : 0
    let density = JPEGDensity(image.metadata.resolution)
    options.density_unit = density.unit
    options.x_density = density.x
    options.y_density = density.y
    if image.metadata.resolution != nil, !density.isExact || image.format.colorModel == .cmyk {
      notes.append(.note("JPEG cannot hold this resolution in a JFIF segment"))
    }
    return options
  }
}
