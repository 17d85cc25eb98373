internal import ImageModel

/// Splits rows of pixels into colour samples as PDF stores them, most significant byte first, and alpha samples.
struct RowSplitter {
  private let format: PixelFormat
  private let layout: SampleLayout
  private let width: Int
  private let indices: [UInt32: UInt8]
  private(set) var colors: [UInt8]
  private(set) var alpha: [UInt8]
  /// Whether all pixels so far were opaque.
  private(set) var isOpaque = true

  init(_ format: PixelFormat, _ layout: SampleLayout, width: Int) {
    self.format = format
    self.layout = layout
    self.width = width
    colors = [UInt8](repeating: 0, count: layout.bytesPerRow(format, width: width))
    alpha = [UInt8](repeating: 0, count: format.hasAlpha ? width * format.component.byteCount : 0)
    var indices: [UInt32: UInt8] = [:]
    if let palette = layout.palette {
      for index in 0..<min(256, palette.count / 3) {
        let key = Self.key(palette[3 * index], palette[3 * index + 1], palette[3 * index + 2])
        if indices[key] == nil { indices[key] = UInt8(index) }
      }
    }
    self.indices = indices
  }

  private static func key(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt32 {
    UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// Fills `colors` and `alpha` from a row of pixels.
  mutating func split(_ row: UnsafeRawBufferPointer) {
    let channels = format.channelCount
    let colorChannels = format.colorModel.channelCount
    if layout.palette != nil {
      lookUp(row, channels)
    } else if format.component == .uint16 {
      let samples = row.bindMemory(to: UInt16.self)
      colors.withUnsafeMutableBytes { target in
        var place = 0
        for pixel in 0..<width {
          for channel in 0..<colorChannels {
            target.storeBytes(of: samples[pixel * channels + channel].bigEndian, toByteOffset: place, as: UInt16.self)
            place += 2
          }
        }
      }
    } else if layout.bits < 8 {
      packBits(row)
    } else if channels == colorChannels {
      colors.withUnsafeMutableBytes { $0.copyMemory(from: row) }
    } else {
      colors.withUnsafeMutableBytes { target in
        var place = 0
        for pixel in 0..<width {
          for channel in 0..<colorChannels {
            target[place] = row[pixel * channels + channel]
            place += 1
          }
        }
      }
    }
    if format.hasAlpha { takeAlpha(row, channels) }
  }

  private mutating func takeAlpha(_ row: UnsafeRawBufferPointer, _ channels: Int) {
    if format.component == .uint16 {
      let samples = row.bindMemory(to: UInt16.self)
      var all: UInt16 = .max
      alpha.withUnsafeMutableBytes { target in
        for pixel in 0..<width {
          let value = samples[pixel * channels + channels - 1]
          all &= value
          target.storeBytes(of: value.bigEndian, toByteOffset: 2 * pixel, as: UInt16.self)
        }
      }
      if all != .max { isOpaque = false }
    } else {
      var all: UInt8 = .max
      alpha.withUnsafeMutableBytes { target in
        for pixel in 0..<width {
          let value = row[pixel * channels + channels - 1]
          all &= value
          target[pixel] = value
        }
      }
      if all != .max { isOpaque = false }
    }
  }

  /// Packs gray samples of 1, 2 or 4 bits. The decoder scales them to 8 bits; the upper bits are those of the file.
  private mutating func packBits(_ row: UnsafeRawBufferPointer) {
    let bits = layout.bits
    pack { pixel in row[pixel] >> UInt8(8 - bits) }
  }

  /// Looks up palette indices. A colour that is not in the palette is from a row that is missing because of damage.
  private mutating func lookUp(_ row: UnsafeRawBufferPointer, _ channels: Int) {
    let indices = indices
    pack { pixel in
      let place = pixel * channels
      return indices[Self.key(row[place], row[place + 1], row[place + 2])] ?? 0
    }
  }

  private mutating func pack(_ value: (Int) -> UInt8) {
    let (bits, width) = (layout.bits, width)
    colors.withUnsafeMutableBytes { target in
      var place = 0
      var (byte, filled) = (UInt8(0), 0)
      for pixel in 0..<width {
        byte = bits == 8 ? value(pixel) : byte << UInt8(bits) | value(pixel)
        filled += bits
        if filled == 8 {
          target[place] = byte
          place += 1
          (byte, filled) = (0, 0)
        }
      }
      if filled > 0 { target[place] = byte << UInt8(8 - filled) }
    }
  }
}

/// The layout of decoded pixels in an image stream: the bits per sample, or the palette of the indices.
struct SampleLayout {
  /// 1, 2, 4, 8 or 16.
  var bits: Int
  /// Triples of red, green and blue.
  var palette: [UInt8]?

  /// The smallest layout that is known to hold the samples of a file.
  ///
  /// - Parameters:
  ///   - format: the format of the decoded pixels.
  ///   - palette: the palette of the file, which the decoder has resolved.
  init(_ format: PixelFormat, _ info: ImageInfo, palette: [UInt8]?) {
    bits = format.component == .uint8 ? 8 : 16
    if let palette, info.colorModel == .palette, format.component == .uint8, format.colorModel == .rgb,
      (3...768).contains(palette.count)
    {
      self.palette = palette
      let count = palette.count / 3
      bits = count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8
    } else if info.colorModel == .gray, format.component == .uint8, format.colorModel == .gray, !format.hasAlpha,
      [1, 2, 4].contains(info.bitsPerSample)
    {
      bits = info.bitsPerSample
    }
  }

  var isFiltered: Bool { bits >= 8 && palette == nil }

  func channelCount(_ format: PixelFormat) -> Int { palette == nil ? format.colorModel.channelCount : 1 }

  func bytesPerRow(_ format: PixelFormat, width: Int) -> Int { (width * channelCount(format) * bits + 7) / 8 }
}
