internal import ImageModel
internal import PDFReading

/// What the samples of a picture of a PDF mean, as far as they can be resampled (ISO 32000-1, 8.6).
enum PictureSpace {
  /// One or three components that can be averaged. The colour space stays.
  case plain(PixelFormat.ColorModel)
  /// Indices of a palette, and its colours: `count` components each, in the base colour space.
  case palette(base: FileObject, PixelFormat.ColorModel, colors: [UInt8])

  /// The colours of the samples, or of the palette.
  var model: PixelFormat.ColorModel {
    switch self {
    case .plain(let model): model
    case .palette(_, let model, _): model
    }
  }

  /// nil for colour spaces whose components cannot be averaged or that have another number of them.
  init?(_ object: FileObject?, _ reader: ObjectReader) throws(ImageError) {
    let kind = try ColorSpaceKind(object, reader)
    if let model = kind.model {
      self = .plain(model)
      return
    }
    guard kind == .palette, let parts = try reader.resolve(object).array, parts.count >= 4,
      let model = try ColorSpaceKind(parts[1], reader).model,
      let last = try reader.resolve(parts[2]).integer, (0...255).contains(last)
    else { return nil }
    var colors = try Self.bytes(parts[3], reader)
    let count = (last + 1) * model.channelCount
    colors = Array(colors.prefix(count)) + [UInt8](repeating: 0, count: max(0, count - colors.count))
    self = .palette(base: parts[1], model, colors: colors)
  }

  private static func bytes(_ object: FileObject, _ reader: ObjectReader) throws(ImageError) -> [UInt8] {
    if let number = object.reference, try reader.object(number).isStream {
      // 256 colours of four components.
      return try reader.decodedBytes(of: number, limit: 1 << 16)
    }
    return try reader.resolve(object).string ?? []
  }
}

/// Unpacks the samples of a picture.
enum PictureSamples {
  /// The samples with 8 bits each; nil where there are too few bytes, or too many bits for a sample.
  ///
  /// - Parameter bits: 1, 2, 4, 8 or 16 a sample. Rows begin with a whole byte (8.9.3).
  static func pixels(_ bytes: [UInt8], _ size: PixelSize, bits: Int, _ space: PictureSpace) throws(ImageError)
    -> PixelBuffer?
  {
    let stored: Int
    switch space {
    case .plain(let model): stored = model.channelCount
    case .palette: stored = 1
    }
    guard [1, 2, 4, 8, 16].contains(bits) else { return nil }
    let samplesPerRow = size.width * stored
    let bytesPerRow = (samplesPerRow * bits + 7) / 8
    guard size.width > 0, size.height > 0, bytes.count >= bytesPerRow * size.height else { return nil }
    var samples: [UInt8] = []
    if bits == 8 {
      samples = bytes.count == bytesPerRow * size.height ? bytes : Array(bytes[..<(bytesPerRow * size.height)])
    } else {
      samples.reserveCapacity(samplesPerRow * size.height)
      // Indices stay as they are; other samples are spread to 8 bits.
      var factor = 1
      if case .plain = space, bits < 8 { factor = 255 / ((1 << bits) - 1) }
      for y in 0..<size.height {
        let row = y * bytesPerRow
        for x in 0..<samplesPerRow {
          if bits == 16 {
            samples.append(bytes[row + 2 * x])
          } else {
            let bit = x * bits
            let value = Int(bytes[row + bit >> 3]) >> (8 - bits - bit & 7) & ((1 << bits) - 1)
            samples.append(UInt8(value * factor))
          }
        }
      }
    }
    switch space {
    case .plain(let model):
      return try PixelBuffer(size: size, format: PixelFormat(.uint8, model), bytes: samples)
    case .palette(_, let model, let colors):
      let channels = model.channelCount
      var expanded: [UInt8] = []
      expanded.reserveCapacity(samples.count * channels)
      for index in samples {
        // Indices beyond the palette mean its last colour.
        let first = min(Int(index) * channels, colors.count - channels)
        expanded.append(contentsOf: colors[first..<first + channels])
      }
      return try PixelBuffer(size: size, format: PixelFormat(.uint8, model), bytes: expanded)
    }
  }
}
