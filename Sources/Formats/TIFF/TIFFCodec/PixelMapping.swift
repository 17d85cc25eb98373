internal import CTIFFShims
internal import ImageModel

/// A conversion of pixels in place, after their samples have the delivered type.
enum PixelMapping {
  /// White and black are swapped; alpha stays unchanged. Floats are assumed to be 0...1.
  static func invert(_ target: UnsafeMutableRawPointer, _ count: Int, _ format: PixelFormat) {
    let step = format.channelCount
    switch format.component {
    case .uint8:
      let pixels = target.assumingMemoryBound(to: UInt8.self)
      for i in 0..<count { pixels[i * step] = ~pixels[i * step] }
    case .uint16:
      let pixels = target.assumingMemoryBound(to: UInt16.self)
      for i in 0..<count { pixels[i * step] = ~pixels[i * step] }
    case .float32:
      let pixels = target.assumingMemoryBound(to: Float.self)
      for i in 0..<count { pixels[i * step] = 1 - pixels[i * step] }
    }
  }

  /// TIFF's CIELab to the encoding of `PixelFormat`: a* and b* are two's complement, in 16 bits with 256 for 1, and
  /// become unsigned, in 16 bits with 257 for 1. Values above 127 are clipped.
  static func offsetLab(_ target: UnsafeMutableRawPointer, _ count: Int, _ format: PixelFormat) {
    let step = format.channelCount
    if format.component == .uint8 {
      let pixels = target.assumingMemoryBound(to: UInt8.self)
      for i in 0..<count {
        pixels[i * step + 1] ^= 0x80
        pixels[i * step + 2] ^= 0x80
      }
    } else {
      let pixels = target.assumingMemoryBound(to: UInt16.self)
      for i in 0..<count {
        for channel in 1...2 { pixels[i * step + channel] = widened(pixels[i * step + channel] ^ 0x8000) }
      }
    }
  }

  /// L*a*b* of ICC version 2 (65,280 for 100, 32,768 for 0) to that of version 4 (65,535 and 32,896).
  static func widenLab(_ target: UnsafeMutableRawPointer, _ count: Int, step: Int) {
    let pixels = target.assumingMemoryBound(to: UInt16.self)
    for i in 0..<count {
      for channel in 0...2 { pixels[i * step + channel] = widened(pixels[i * step + channel]) }
    }
  }

  /// 257/256 of a value, rounded and clipped.
  @inline(__always)
  private static func widened(_ value: UInt16) -> UInt16 {
    UInt16(min(65_535, (UInt32(value) * 257 + 128) >> 8))
  }

  /// 16-bit samples of ITU-T T.42 to the encoding of `PixelFormat`: a* = (a - 128) * 170 / 255, b* = (b - 96) * 200 /
  /// 255.
  static func ituLab(_ target: UnsafeMutableRawPointer, _ count: Int, step: Int) {
    let pixels = target.assumingMemoryBound(to: UInt16.self)
    for i in 0..<count {
      let a = (Float(pixels[i * step + 1]) / 257 - 128) * (170.0 / 255)
      let b = (Float(pixels[i * step + 2]) / 257 - 96) * (200.0 / 255)
      pixels[i * step + 1] = UInt16(min(65_535, max(0, ((a + 128) * 257).rounded())))
      pixels[i * step + 2] = UInt16(min(65_535, max(0, ((b + 128) * 257).rounded())))
    }
  }

  /// CIE XYZ to linear RGB with the primaries of ITU-R BT.709 and a white of equal energy, as in libtiff's
  /// tif_luv.c.
  static func xyzToRGB(_ target: UnsafeMutableRawPointer, _ count: Int, step: Int) {
    let pixels = target.assumingMemoryBound(to: Float.self)
    for i in 0..<count {
      let (x, y, z) = (pixels[i * step], pixels[i * step + 1], pixels[i * step + 2])
      pixels[i * step] = 2.690 * x - 1.276 * y - 0.414 * z
      pixels[i * step + 1] = -1.022 * x + 1.978 * y + 0.044 * z
      pixels[i * step + 2] = 0.061 * x - 0.224 * y + 1.163 * z
    }
  }
}

extension PixelMapping {
  /// The reverse of `offsetLab`, for writing. In 16 bits TIFF has 256 steps where `PixelFormat` has 257, so that one
  /// in 257 values returns one higher.
  static func signLab(_ target: UnsafeMutableRawPointer, _ count: Int, _ format: PixelFormat) {
    let step = format.channelCount
    if format.component == .uint8 {
      offsetLab(target, count, format)
    } else {
      let pixels = target.assumingMemoryBound(to: UInt16.self)
      for i in 0..<count {
        for channel in 1...2 {
          let value = (UInt32(pixels[i * step + channel]) * 256 + 128) / 257
          pixels[i * step + channel] = UInt16(truncatingIfNeeded: value) ^ 0x8000
        }
      }
    }
  }
}

/// The colours of a palette image, as red, green and blue for each index.
struct ColorMap {
  /// Whether entries need 16 bits.
  let isWide: Bool
  /// Three samples an entry; 8-bit values unless `isWide`.
  let samples: [UInt16]
  /// The columns of the file: red, green and blue.
  let columns: [UInt16]

  /// Reads ColorMap: three columns of 2^bits values.
  ///
  /// Values are 16 bits wide in the file; where all of them are below 256, or repeat a byte, or have a low byte of 0,
  /// the writer meant 8 bits.
  ///
  /// - Returns: nil without a palette.
  init?(_ shim: OpaquePointer, bits: Int) {
    var red: UnsafePointer<UInt16>?
    var green: UnsafePointer<UInt16>?
    var blue: UnsafePointer<UInt16>?
    guard (1...16).contains(bits), tiff_shim_palette(shim, &red, &green, &blue) == 1, let red, let green, let blue
    else {
      return nil
    }
    columns = [red, green, blue].flatMap { UnsafeBufferPointer(start: $0, count: 1 << bits) }
    var values: [UInt16] = []
    values.reserveCapacity(3 << bits)
    for index in 0..<(1 << bits) { values += [red[index], green[index], blue[index]] }
    if values.allSatisfy({ $0 < 256 }) {
      (isWide, samples) = (false, values)
    } else if values.allSatisfy({ $0 >> 8 == $0 & 0xFF }) || values.allSatisfy({ $0 & 0xFF == 0 }) {
      (isWide, samples) = (false, values.map { $0 >> 8 })
    } else {
      (isWide, samples) = (true, values)
    }
  }
}
