internal import ImageModel

/// Takes rows of pixels apart into samples as PDF stores them, most significant byte first, and alpha in rows of its own.
struct RowSplitter {
  private let format: PixelFormat
  private let layout: SampleLayout
  private let width: Int
  private let indices: [UInt32: UInt8]
  private(set) var colors: [UInt8]
  private(set) var alpha: [UInt8]
  /// Whether every alpha sample so far was that of an opaque pixel.
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

  /// A decoder spreads gray of 1, 2 and 4 bits over the full range; the upper bits are what the file had.
  private mutating func packBits(_ row: UnsafeRawBufferPointer) {
    let bits = layout.bits
    pack { pixel in row[pixel] >> UInt8(8 - bits) }
  }

  /// A colour that the palette lacks can only come from a row that damage has left out.
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
