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
  /// The maximum number of bytes of coefficients for optimised tables: 2.8 million pixels in colour.
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
    let quantization = image.options.quality == nil ? image.options.coding as? JPEGQuantization : nil
    let options = try shimOptions(image, quantization)
    var compressor = try JPEGCompressor(output, limits: limits)
    if let turn = image.turn {
      let coefficients = try JPEGDecoder(turn.source, limits: limits).coefficients()
      try compressor.start(options, moving: coefficients, turn)
      let warnings = coefficients.warnings
      if warnings.count > 0 {
        let damage = warnings.inputEnded ? "the file ends without an end marker" : warnings.first
        notes.append(.warning("\(damage); the copy has the same damage"))
      }
      writtenRows = image.size.height
    } else {
      let free = limits.holding(image.heldMemory).freeMemory
      let usesFile = image.options.progressive && options.coefficientBytes > free
      try compressor.start(options, quantization, coefficients: usesFile ? TemporaryFile() : nil)
    }
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
    guard case .ended = state else { throw ImageError(.usage, "there is no complete picture to finish") }
    state = .finished
    return notes
  }

  private func shimOptions(
    _ image: EncodeImage, _ quantization: JPEGQuantization?
  ) throws(ImageError) -> jpeg_shim_encode_options {
    let quality = image.options.quality ?? 90
    guard (1...100).contains(quality) else {
      throw ImageError(.usage, "JPEG quality is 1 to 100, not \(quality)")
    }
    let kept = image.options.subsampling == nil ? JPEGSubsampling(name: quantization?.subsampling) : nil
    let sampling =
      if let kept { kept } else { try JPEGSubsampling(option: image.options.subsampling, quality: quality) }
    var options = jpeg_shim_encode_options()
    options.width = UInt32(image.size.width)
    options.height = UInt32(image.size.height)
    options.components = Int32(image.format.channelCount)
    options.quality = Int32(quality)
    options.horizontal_sampling = Int32(sampling.horizontal)
    options.vertical_sampling = Int32(sampling.vertical)
    options.progressive = image.options.progressive ? 1 : 0
    // Optimised tables need all coefficients at once. Larger pictures are streamed with the standard tables.
    let free = limits.holding(image.heldMemory).freeMemory
    let hasRoom = image.size.pixelCount * image.format.channelCount * 2 <= min(Self.maxOptimizedBytes, free / 2)
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

extension jpeg_shim_encode_options {
  /// The memory in bytes for all coefficients at two bytes each.
  fileprivate var coefficientBytes: Int {
    let (h, v) = components == 3 ? (Int(horizontal_sampling), Int(vertical_sampling)) : (1, 1)
    let units = ((Int(width) + 8 * h - 1) / (8 * h)) * ((Int(height) + 8 * v - 1) / (8 * v))
    return units * (h * v + Int(components) - 1) * 128
  }
}

/// How many luma samples there are for one of chroma, along both axes.
struct JPEGSubsampling {
  var horizontal: Int
  var vertical: Int

  /// The factors for an option such as `4:2:0`; `auto` and nil are 4:2:0 below quality 90, else 4:4:4.
  ///
  /// - Throws: `usage` for another value.
  init(option: String?, quality: Int) throws(ImageError) {
    let name = option ?? "auto"
    guard let known = JPEGSubsampling(name: name == "auto" ? quality < 90 ? "4:2:0" : "4:4:4" : name) else {
      throw ImageError(.usage, "JPEG subsampling is auto, 4:4:4, 4:2:2, 4:2:0, 4:4:0 or 4:1:1, not \(name)")
    }
    self = known
  }

  /// The factors by their name; nil for a name that is not one of five.
  init?(name: String?) {
    switch name {
    case "4:4:4": (horizontal, vertical) = (1, 1)
    case "4:2:2": (horizontal, vertical) = (2, 1)
    case "4:2:0": (horizontal, vertical) = (2, 2)
    case "4:4:0": (horizontal, vertical) = (1, 2)
    case "4:1:1": (horizontal, vertical) = (4, 1)
    default: return nil
    }
  }
}

/// A resolution as a JFIF segment holds it: whole numbers per inch or centimetre.
struct JPEGDensity {
  /// 0: no unit, 1: inch, 2: centimetre.
  var unit: Int32 = 0
  var x: UInt16 = 1
  var y: UInt16 = 1
  /// Whether the resolution fits, apart from a lost fraction.
  var isExact = true

  init(_ resolution: Resolution?) {
    guard let resolution else { return }
    let scale: Double
    let isWholePerCentimeter =
      resolution.unit == .meter && (resolution.x / 100).rounded() * 100 == resolution.x
      && (resolution.y / 100).rounded() * 100 == resolution.y
    switch resolution.unit {
    case .inch: (unit, scale) = (1, 1)
    case .centimeter: (unit, scale) = (2, 1)
    case .meter where isWholePerCentimeter: (unit, scale) = (2, 0.01)
    case .meter: (unit, scale) = (1, 0.0254)
    case .none: (unit, scale) = (0, 1)
    }
    let (x, y) = ((resolution.x * scale).rounded(), (resolution.y * scale).rounded())
    guard (1...65_535).contains(x), (1...65_535).contains(y) else {
      (unit, isExact) = (0, false)
      return
    }
    self.x = UInt16(x)
    self.y = UInt16(y)
  }
}
