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
