internal import ImageModel

/// Unpacks samples of 1 to 64 bits from a stored row as `uint8`, `uint16` or `float32`.
///
/// Samples of whole bytes are in the machine's byte order, as libtiff leaves them; others lie one after the other with
/// the highest bit first (TIFF 6.0, BitsPerSample).
struct SampleUnpacker {
  let kind: PixelPlan.SampleKind
  /// The full-range value of each sample value, for samples of up to 15 bits that are scaled.
  private let scale: [UInt16]
  /// Flips the sign bit of signed samples, which puts the smallest value at 0.
  private let signMask: UInt64

  init(_ kind: PixelPlan.SampleKind, to component: PixelFormat.Component) {
    self.kind = kind
    let bits = kind.bits
    let mask: UInt64
    if case .signed = kind { mask = 1 << UInt64(bits - 1) } else { mask = 0 }
    signMask = mask
    if case .float = kind {
      scale = []
    } else if bits <= 15 {
      let top = (1 << bits) - 1
      scale = (0...top).map { value in
        let unsigned = value ^ Int(mask)
        return component == .uint8
          ? UInt16((unsigned * 255 + top / 2) / top) : UInt16((unsigned * 65_535 + top / 2) / top)
      }
    } else {
      scale = []
    }
  }

  /// The samples to move: every `stride`-th one from `first` on, to every `step`-th place.
  struct Run {
    var first: Int
    var stride: Int
    var count: Int
    var step: Int
  }

  /// Unpacks to full-range 8 bits; for samples of up to 8 bits.
  func unpack(_ source: UnsafeRawPointer, _ run: Run, to target: UnsafeMutablePointer<UInt8>) {
    if kind == .unsigned(bits: 8) {
      let bytes = source.assumingMemoryBound(to: UInt8.self)
      for i in 0..<run.count { target[i * run.step] = bytes[run.first + i * run.stride] }
      return
    }
    scale.withUnsafeBufferPointer { scale in
      guard let scale = scale.baseAddress else { return }
      if kind == .unsigned(bits: 1), run.stride == 1, run.step == 1, run.first == 0 {
        Self.expandBits(source.assumingMemoryBound(to: UInt8.self), run.count, target)
        return
      }
      let bits = kind.bits
      for i in 0..<run.count {
        let value = Self.bits(source, (run.first + i * run.stride) * bits, bits)
        target[i * run.step] = UInt8(truncatingIfNeeded: scale[Int(truncatingIfNeeded: value)])
      }
    }
  }

  /// Eight pixels a byte, 0 or 255 each.
  private static func expandBits(_ source: UnsafePointer<UInt8>, _ count: Int, _ target: UnsafeMutablePointer<UInt8>) {
    let raw = UnsafeMutableRawPointer(target)
    for byte in 0..<(count / 8) {
      // Each pixel's bit alone in its own byte, the first pixel in the lowest; then 0 or 1; then 0 or 255.
      let spread = (UInt64(source[byte]) &* 0x0101_0101_0101_0101) & 0x0102_0408_1020_4080
      let ones = ((spread &+ 0x7F7F_7F7F_7F7F_7F7F) >> 7) & 0x0101_0101_0101_0101
      raw.storeBytes(of: (ones &* 255).littleEndian, toByteOffset: byte * 8, as: UInt64.self)
    }
    for i in (count & ~7)..<count { target[i] = source[i >> 3] & (0x80 >> UInt8(i & 7)) == 0 ? 0 : 255 }
  }

  /// Unpacks to full-range 16 bits; for all integers.
  func unpack(_ source: UnsafeRawPointer, _ run: Run, to target: UnsafeMutablePointer<UInt16>) {
    let bits = kind.bits
    switch bits {
    case 8:
      let bytes = source.assumingMemoryBound(to: UInt8.self)
      let mask = UInt8(signMask)
      for i in 0..<run.count { target[i * run.step] = UInt16(bytes[run.first + i * run.stride] ^ mask) * 257 }
    case 16:
      let mask = UInt16(signMask)
      for i in 0..<run.count {
        target[i * run.step] =
          source.loadUnaligned(fromByteOffset: (run.first + i * run.stride) * 2, as: UInt16.self) ^ mask
      }
    case 1...15:
      scale.withUnsafeBufferPointer { scale in
        guard let scale = scale.baseAddress else { return }
        for i in 0..<run.count {
          let value = Self.bits(source, (run.first + i * run.stride) * bits, bits)
          target[i * run.step] = scale[Int(truncatingIfNeeded: value)]
        }
      }
    default:
      let factor = 65_535 / (bits == 64 ? 18_446_744_073_709_551_615.0 : Double((UInt64(1) << UInt64(bits)) - 1))
      for i in 0..<run.count {
        let value = Self.wide(source, run.first + i * run.stride, bits) ^ signMask
        target[i * run.step] = UInt16(min(65_535, (Double(value) * factor).rounded()))
      }
    }
  }

  /// Unpacks palette indices; for unsigned samples of up to 16 bits.
  func unpackIndices(_ source: UnsafeRawPointer, _ run: Run, to target: UnsafeMutablePointer<UInt16>) {
    let bits = kind.bits
    if bits == 8 {
      let bytes = source.assumingMemoryBound(to: UInt8.self)
      for i in 0..<run.count { target[i * run.step] = UInt16(bytes[run.first + i * run.stride]) }
    } else {
      for i in 0..<run.count {
        target[i * run.step] = UInt16(truncatingIfNeeded: Self.wide(source, run.first + i * run.stride, bits))
      }
    }
  }

  /// Unpacks floats of 16, 24, 32 or 64 bits, and integers of any number as their own values.
  func unpack(_ source: UnsafeRawPointer, _ run: Run, to target: UnsafeMutablePointer<Float>) {
    switch kind {
    case .float: break
    case .unsigned(let bits), .signed(let bits):
      let unused = UInt64(64 - bits)
      for i in 0..<run.count {
        let value = Self.wide(source, run.first + i * run.stride, bits)
        target[i * run.step] =
          signMask == 0 ? Float(value) : Float(Int64(truncatingIfNeeded: value << unused) >> Int64(unused))
      }
      return
    }
    switch kind.bits {
    case 16:
      for i in 0..<run.count {
        let pattern = source.loadUnaligned(fromByteOffset: (run.first + i * run.stride) * 2, as: UInt16.self)
        target[i * run.step] = SmallFloats.float16(pattern)
      }
    case 24:
      for i in 0..<run.count {
        let pattern = UInt32(truncatingIfNeeded: Self.wide(source, run.first + i * run.stride, 24))
        target[i * run.step] = SmallFloats.float24(pattern)
      }
    case 32:
      for i in 0..<run.count {
        target[i * run.step] = source.loadUnaligned(fromByteOffset: (run.first + i * run.stride) * 4, as: Float.self)
      }
    default:
      for i in 0..<run.count {
        let offset = (run.first + i * run.stride) * 8
        target[i * run.step] = Float(source.loadUnaligned(fromByteOffset: offset, as: Double.self))
      }
    }
  }

  /// One sample of 16, 24, 32, 64 or an odd number of bits.
  @inline(__always)
  private static func wide(_ source: UnsafeRawPointer, _ index: Int, _ bits: Int) -> UInt64 {
    switch bits {
    case 16: return UInt64(source.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))
    case 24:
      let low = UInt64(source.loadUnaligned(fromByteOffset: index * 3, as: UInt16.self))
      return low | UInt64(source.load(fromByteOffset: index * 3 + 2, as: UInt8.self)) << 16
    case 32: return UInt64(source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
    case 64: return source.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
    default: return Self.bits(source, index * bits, bits)
    }
  }

  /// `count` (at most 32) bits from a bit position on; only bytes that hold some of them are touched.
  @inline(__always)
  private static func bits(_ source: UnsafeRawPointer, _ position: Int, _ count: Int) -> UInt64 {
    let bytes = source.assumingMemoryBound(to: UInt8.self)
    let end = (position &+ count &+ 7) >> 3
    var value: UInt64 = 0
    var byte = position >> 3
    while byte < end {
      value = value << 8 | UInt64(bytes[byte])
      byte &+= 1
    }
    return (value >> UInt64(truncatingIfNeeded: end &* 8 &- position &- count)) & ((1 << UInt64(count)) &- 1)
  }
}

/// The floats of TIFF that Swift has no portable type for (TIFF Technical Note 3).
enum SmallFloats {
  /// IEEE 754 binary16: 5 bits of exponent, 10 of mantissa.
  @inline(__always)
  static func float16(_ pattern: UInt16) -> Float {
    widen(UInt32(pattern), exponentBits: 5, mantissaBits: 10)
  }

  /// 7 bits of exponent, 16 of mantissa.
  @inline(__always)
  static func float24(_ pattern: UInt32) -> Float {
    widen(pattern, exponentBits: 7, mantissaBits: 16)
  }

  /// Every value of a smaller IEEE-like format has the same value in single precision.
  @inline(__always)
  private static func widen(_ pattern: UInt32, exponentBits: UInt32, mantissaBits: UInt32) -> Float {
    let sign = (pattern >> (exponentBits + mantissaBits) & 1) << 31
    let top = (UInt32(1) << exponentBits) - 1
    let exponent = pattern >> mantissaBits & top
    let mantissa = pattern & ((1 << mantissaBits) - 1)
    let bias = top >> 1
    if exponent == top { return Float(bitPattern: sign | 0x7F80_0000 | mantissa << (23 - mantissaBits)) }
    if exponent == 0 {
      // Subnormal: mantissa * 2^(1 - bias - mantissaBits), exact in single precision.
      let unit = Float(bitPattern: (127 + 1 - bias - mantissaBits) << 23)
      let value = Float(mantissa) * unit
      return sign == 0 ? value : -value
    }
    return Float(bitPattern: sign | (exponent + 127 - bias) << 23 | mantissa << (23 - mantissaBits))
  }
}
