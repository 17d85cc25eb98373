internal import ImageModel
internal import TestKit
internal import Testing

/// Samples of every depth and type, against arithmetic.
@Suite(.timed) struct TIFFSampleTests {
  /// Values over the whole range of a depth, the ends included.
  static func values(_ bits: Int) -> [UInt64] {
    let top = bits == 64 ? UInt64.max : (1 << UInt64(bits)) - 1
    return [0, top, top / 2, top / 3, top / 7 * 5, 1, top - top / 5, top / 2 + 1 > top ? top : top / 2 + 1, top / 9]
  }

  /// The value of a sample in 8 bits (for depths up to 8) or in 16 bits (for others), rounded: 2 of 7 is 73 of 255.
  static func expected(_ value: UInt64, _ bits: Int) -> Int {
    let top = bits == 64 ? UInt64.max : (1 << UInt64(bits)) - 1
    return Int((Double(value) * (bits <= 8 ? 255 : 65_535) / Double(top)).rounded())
  }

  static func samples(_ picture: PixelBuffer) -> [Int] {
    picture.format.component == .uint8 ? picture.bytes.map { Int($0) } : picture.samples16
  }

  @Test("Unsigned samples fill the range", arguments: Array(1...32) + [64])
  func unsignedSamplesFillTheRange(_ bits: Int) throws {
    let values = Self.values(bits)
    let file = SyntheticTIFF(
      width: 3, height: 1, bits: bits, samples: 3, photometric: 2, data: SyntheticTIFF.pack(values, bits: bits))
    let decoded = try TIFFSupport.decode(file.bytes())
    #expect(decoded.picture.format == PixelFormat(bits <= 8 ? .uint8 : .uint16, .rgb))
    #expect(Self.samples(decoded.picture) == values.map { Self.expected($0, bits) })
    #expect(decoded.warnings.isEmpty)
  }

  @Test("Where zero is white samples are inverted", arguments: [1, 3, 4, 8, 12, 16, 24, 32])
  func whereZeroIsWhiteSamplesAreInverted(_ bits: Int) throws {
    let values = Self.values(bits)
    let file = SyntheticTIFF(
      width: 9, height: 1, bits: bits, photometric: 0, data: SyntheticTIFF.pack(values, bits: bits))
    let picture = try TIFFSupport.decode(file.bytes()).picture
    let top = bits <= 8 ? 255 : 65_535
    #expect(Self.samples(picture) == values.map { top - Self.expected($0, bits) })
  }

  /// The smallest value is black and the largest white.
  @Test("Signed samples keep their order", arguments: [4, 8, 12, 16, 24, 32, 64])
  func signedSamplesKeepTheirOrder(_ bits: Int) throws {
    let half: UInt64 = 1 << UInt64(bits - 1)
    let values: [UInt64] = [half, 0, half - 1, half + 1]
    let file = SyntheticTIFF(
      width: 4, height: 1, bits: bits, photometric: 1, format: 2, data: SyntheticTIFF.pack(values, bits: bits))
    let samples = Self.samples(try TIFFSupport.decode(file.bytes()).picture)
    #expect(samples[0] == 0)
    #expect(samples[1] == Self.expected(half, bits))
    #expect(samples[2] == (bits <= 8 ? 255 : 65_535))
    #expect(samples[3] == Self.expected(1, bits))
  }

  @Test("Half floats are widened exactly")
  func halfFloatsAreWidenedExactly() throws {
    // 1, -2, the largest, the smallest subnormal, infinity, not a number.
    let patterns: [UInt64] = [0x3C00, 0xC000, 0x7BFF, 0x0001, 0x7C00, 0x7E00]
    let file = SyntheticTIFF(
      width: 6, height: 1, bits: 16, photometric: 1, format: 3, data: SyntheticTIFF.pack(patterns, bits: 16))
    let floats = try TIFFSupport.decode(file.bytes()).picture.floats
    #expect(Array(floats[..<5]) == [1, -2, 65_504, 0x1p-24, .infinity])
    #expect(floats[5].isNaN)
  }

  @Test("Floats of three bytes are widened exactly")
  func floatsOfThreeBytesAreWidenedExactly() throws {
    // 1 sign, 7 exponent (bias 63), 16 mantissa: 1, -1.5, the smallest subnormal, infinity.
    let patterns: [UInt64] = [0x3F0000, 0xBF8000, 0x000001, 0x7F0000]
    let file = SyntheticTIFF(
      width: 4, height: 1, bits: 24, photometric: 1, format: 3, data: SyntheticTIFF.pack(patterns, bits: 24))
    #expect(try TIFFSupport.decode(file.bytes()).picture.floats == [1, -1.5, 0x1p-78, .infinity])
  }

  /// TIFF 6.0, section 23: a* and b* are signed. 0 is 128 in 8 bits, 32,896 in 16 bits.
  @Test("Lab is offset")
  func labIsOffset() throws {
    let eight = SyntheticTIFF(
      width: 2, height: 1, bits: 8, samples: 3, photometric: 8, data: [255, 0, 127, 0, 128, 255])
    let small = try TIFFSupport.decode(eight.bytes()).picture
    #expect(small.format == PixelFormat(.uint8, .lab))
    #expect(small.bytes == [255, 128, 255, 0, 0, 127])
    let words: [UInt64] = [65_535, 0, 0x8000, 32_768, 256, 0xFF00]
    let sixteen = SyntheticTIFF(
      width: 2, height: 1, bits: 16, samples: 3, photometric: 8, data: SyntheticTIFF.pack(words, bits: 16))
    // 1 is 257 steps.
    #expect(try TIFFSupport.decode(sixteen.bytes()).picture.samples16 == [65_535, 32_896, 0, 32_768, 33_153, 32_639])
    let icc = SyntheticTIFF(
      width: 1, height: 1, bits: 16, samples: 3, photometric: 9,
      data: SyntheticTIFF.pack([0xFF00, 0x8000, 0x8100], bits: 16))
    #expect(try TIFFSupport.decode(icc.bytes()).picture.samples16 == [65_535, 32_896, 33_153])
  }

  @Test("A palette is as wide as its values")
  func aPaletteIsAsWideAsItsValues() throws {
    func picture(_ scale: UInt32, _ low: UInt32 = 0) throws -> PixelBuffer {
      let map: [UInt32] = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 255].map { $0 * scale + ($0 == 10 ? low : 0) }
      return try TIFFSupport.decode(
        SyntheticTIFF(width: 4, height: 1, bits: 2, photometric: 3, more: [320: map], data: [0b00_01_10_11]).bytes()
      ).picture
    }
    let expected: [UInt8] = [0, 40, 80, 10, 50, 90, 20, 60, 100, 30, 70, 255]
    for scale: UInt32 in [1, 256, 257] {
      let narrow = try picture(scale)
      #expect(narrow.format == .rgb8)
      #expect(narrow.bytes == expected)
    }
    let wide = try picture(257, 1)
    #expect(wide.format == PixelFormat(.uint16, .rgb))
    #expect(wide.samples16 == expected.map { Int($0) * 257 + ($0 == 10 ? 1 : 0) })
  }

  /// Samples without a meaning as in ImageMagick 6.9, GraphicsMagick 1.4 and libvips 8.14.
  @Test(
    "Extra samples are alpha or left out",
    arguments: [
      ([2], PixelFormat.Alpha.straight, 0), ([1], .premultiplied, 0), ([0], .straight, 0), ([999], .straight, 0),
      ([0, 0], .straight, 1), ([0, 2], .straight, 1), ([2, 0, 0], .straight, 2),
    ])
  func extraSamplesAreAlphaOrLeftOut(_ extra: [UInt32], _ alpha: PixelFormat.Alpha, _ leftOut: Int) throws {
    let samples = 3 + extra.count
    let data = (0..<samples * 2).map { UInt8($0 * 10) }
    let file = SyntheticTIFF(
      width: 2, height: 1, bits: 8, samples: samples, photometric: 2, more: [338: extra], data: data)
    let decoded = try TIFFSupport.decode(file.bytes())
    #expect(decoded.picture.format.alpha == alpha)
    let kept = [0, 1, 2, 3 + (extra.firstIndex { $0 == 1 || $0 == 2 } ?? 0)]
    #expect(decoded.picture.bytes == [0, 1].flatMap { pixel in kept.map { data[pixel * samples + $0] } })
    #expect(decoded.diagnostics.filter { $0.severity == .note }.count == (leftOut > 0 ? 1 : 0))
    #expect(decoded.warnings.isEmpty)
  }

  @Test("A sample without a meaning after grey or CMYK is alpha", arguments: [(1, 1), (0, 1), (5, 4)])
  func unspecifiedAlpha(_ photometric: UInt32, _ colors: Int) throws {
    let data = (0...colors).map { UInt8(10 + $0) }
    let file = SyntheticTIFF(
      width: 1, height: 1, bits: 8, samples: colors + 1, photometric: photometric, more: [338: [0]], data: data)
    let picture = try TIFFSupport.decode(file.bytes()).picture
    #expect(picture.format.alpha == .straight && picture.bytes.last == data.last)
  }

  /// Two columns of a ramp, and a jump in its middle for one of the two readings. ffmpeg, ImageMagick and
  /// GraphicsMagick take all such samples for unsigned.
  @Test("Bytes that are declared as signed and look unsigned are read as unsigned")
  func unsignedBytesDeclaredAsSigned() throws {
    func decode(_ ramp: [UInt8]) throws -> ([UInt8], [Diagnostic]) {
      let file = SyntheticTIFF(width: 256, height: 2, bits: 8, photometric: 1, format: 2, data: ramp + ramp)
      let decoded = try TIFFSupport.decode(file.bytes())
      return (Array(decoded.picture.bytes.prefix(256)), decoded.diagnostics)
    }
    let all = (0...255).map { UInt8($0) }
    let (unsigned, notes) = try decode(all)
    #expect(unsigned == all && notes.map(\.severity) == [.note])
    let (signed, none) = try decode(all.map { $0 ^ 0x80 })
    #expect(signed == all && none.isEmpty)
  }

  /// Pillow and libvips read these files as RGBA, too.
  @Test("An undescribed fourth sample is alpha")
  func anUndescribedFourthSampleIsAlpha() throws {
    let file = SyntheticTIFF(width: 1, height: 1, bits: 8, samples: 4, photometric: 2, data: [1, 2, 3, 4])
    let picture = try TIFFSupport.decode(file.bytes()).picture
    #expect(picture.format == .rgba8)
    #expect(picture.bytes == [1, 2, 3, 4])
  }

  /// libtiff's own conversion of LogLuv to 8 bits is the square root of the linear value; ours is linear.
  @Test("Log luv is linear light", arguments: ["log_luv", "log_luv24"])
  func logLuvIsLinearLight(_ name: String) async throws {
    let decoded = try TIFFSupport.decode(TIFFSupport.fixture("valid/\(name).tif"))
    #expect(decoded.picture.format == PixelFormat(.float32, .rgb))
    let directory = try TemporaryDirectory()
    let output = directory.file("rgba.tif")
    let peer = try await Tool.run("tiff2rgba", ["-n", Fixtures.path("tiff/valid/\(name).tif"), output])
    #expect(peer.status == 0)
    let reference = try TIFFSupport.decode(Fixtures.bytes(output)).picture
    #expect(reference.format.colorModel == .rgb)
    for (index, value) in decoded.picture.floats.enumerated() {
      let place = index / 3 * reference.format.channelCount + index % 3
      let expected = value <= 0 ? 0 : value >= 1 ? 255 : 256 * value.squareRoot()
      #expect(abs(Float(reference.bytes[place]) - expected) <= 2)
    }
  }

  /// Planes whose strips are large are read row by row, each from its own place.
  @Test("Large planes are interleaved", arguments: [8, 16, 24])
  func largePlanesAreInterleaved(_ bits: Int) throws {
    // As many bytes for each number of bits.
    let (width, height) = (1_200, 3_200 / bits)
    let planes = (0..<3).map { plane in (0..<width * height).map { UInt64(($0 * (plane + 1) + $0 / width) % 251) } }
    var file = SyntheticTIFF(
      width: width, height: height, bits: bits, samples: 3, photometric: 2, more: [284: [2]], data: [])
    file.strips = planes.map { SyntheticTIFF.pack($0, bits: bits) }
    let decoded = try TIFFSupport.decode(file.bytes())
    #expect(decoded.warnings.isEmpty)
    let samples = Self.samples(decoded.picture)
    let step = 997
    for pixel in stride(from: 0, to: width * height, by: step) {
      for plane in 0..<3 {
        let value = planes[plane][pixel]
        #expect(samples[pixel * 3 + plane] == (bits == 8 ? Int(value) : Self.expected(value, bits)))
      }
    }
  }
}
