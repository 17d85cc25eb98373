internal import CodecKit
internal import ImageModel
internal import ImageOps
internal import TestKit
internal import Testing

/// `--range`: which values become black and white.
@Suite("Ranges of sample values", .timed) struct RangeMapperTests {
  private static func floats(_ values: [Float]) throws -> PixelBuffer {
    try Pictures.floats(values, PixelSize(width: values.count, height: 1), PixelFormat(.float32, .gray))
  }

  private static func spread(_ picture: PixelBuffer) throws -> [Float] {
    let bounds = try RangeMapper.bounds(of: BufferRowSource(picture))
    return try RangeMapper(BufferRowSource(picture), bounds, as: .float32, limits: .standard).pixels().samples
  }

  @Test("The smallest value becomes 0 and the largest 1; infinity and NaN do not count")
  func bounds() throws {
    let picture = try Self.floats([-4, 0, 12, .infinity, -.infinity, .nan])
    #expect(try RangeMapper.bounds(of: BufferRowSource(picture)) == -4...12)
    let mapped = try Self.spread(picture)
    #expect(mapped[..<3] == [0, 0.25, 1])
    #expect(mapped[3] == .infinity && mapped[4] == -.infinity && mapped[5].isNaN)
  }

  @Test("A picture of one value is black", arguments: [Float(0), 7, -3.5, 1e-40, 1e20, -8e37])
  func constant(_ value: Float) throws {
    #expect(try Self.spread(try Self.floats([value, value, value])) == [0, 0, 0])
  }

  @Test("A picture without any value gets a range of 1")
  func noValues() throws {
    #expect(try RangeMapper.bounds(of: BufferRowSource(try Self.floats([.nan, .infinity]))) == 0...1)
  }

  @Test("The largest and the smallest floats are mapped to numbers")
  func extremes() throws {
    let most = Float.greatestFiniteMagnitude
    let mapped = try Self.spread(try Self.floats([-most, 0, most]))
    #expect(mapped.allSatisfy(\.isFinite) && mapped[0] <= 0 && mapped[1] == 0.5 && mapped[2] >= 1)
  }

  @Test("Alpha stays")
  func alpha() throws {
    let picture = try Pictures.constant(
      [51, 255], PixelSize(width: 2, height: 1), PixelFormat(.uint8, .gray, alpha: .straight))
    // 51 is a fifth of the way from 0 to 255, and the middle of 0...102.
    let mapped = try RangeMapper(BufferRowSource(picture), 0...102, as: .uint8, limits: .standard).pixels()
    #expect(mapped.bytes == [128, 255, 128, 255])
  }

  @Test("Rows that need more memory than is allowed are refused, and so is L*a*b*")
  func limits() throws {
    let picture = try Pictures.constant([9], PixelSize(width: 4_000, height: 1), PixelFormat(.uint8, .gray))
    var limits = Limits.standard
    limits.maxMemory = 32_000
    let tooMuch = #expect(throws: ImageError.self) {
      try RangeMapper(BufferRowSource(picture), 0...1, as: .uint8, limits: limits)
    }
    #expect(tooMuch?.limit?.name == "max-memory")
    let lab = try Pictures.constant([9, 9, 9], PixelSize(width: 1, height: 1), PixelFormat(.uint8, .lab))
    let refused = #expect(throws: ImageError.self) {
      try RangeMapper(BufferRowSource(lab), 0...1, as: .uint8, limits: .standard)
    }
    #expect(refused?.kind == .usage)
  }
}
