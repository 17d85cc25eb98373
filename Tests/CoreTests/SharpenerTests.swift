internal import CodecKit
internal import ImageModel
internal import ImageOps
internal import TestKit
internal import Testing

@Suite(.timed) struct SharpenerTests {
  private func sharpened(_ samples: [Float], _ size: PixelSize, _ amount: Double) throws -> [Float] {
    let picture = try Pictures.floats(samples, size, PixelFormat(.float32, .gray))
    return try Sharpener(BufferRowSource(picture), amount: amount, limits: .standard).pixels().samples
  }

  @Test("An impulse loses an eighth and a sixteenth to its neighbours")
  func impulse() throws {
    var samples = [Float](repeating: 0, count: 25)
    samples[12] = 1
    // The mean of an impulse is 4, 2 and 1 sixteenths: 1 + (1 - 4/16), -2/16, -1/16.
    var expected = [Float](repeating: 0, count: 25)
    for (place, value) in [(6, -0.0625), (7, -0.125), (8, -0.0625), (11, -0.125), (12, 1.75)] as [(Int, Float)] {
      (expected[place], expected[24 - place]) = (value, value)
    }
    let ours = try sharpened(samples, PixelSize(width: 5, height: 5), 1)
    #expect(largestDifference(ours, expected) < 1e-6)
  }

  @Test("Flat pictures stay", arguments: [(1, 1), (1, 5), (5, 1), (7, 4)])
  func flatPicturesStay(_ width: Int, _ height: Int) throws {
    let samples = [Float](repeating: 0.3, count: width * height)
    #expect(largestDifference(try sharpened(samples, PixelSize(width: width, height: height), 5), samples) < 1e-5)
  }

  @Test("Alpha stays")
  func alphaStays() throws {
    let picture = try Pictures.busy(PixelSize(width: 20, height: 9), .rgba8)
    let ours = try Sharpener(BufferRowSource(picture), amount: 1, limits: .standard).pixels().samples
    for index in stride(from: 3, to: ours.count, by: 4) {
      #expect(abs(ours[index] - Float(picture.bytes[index]) / 255) < 1e-6)
    }
  }
}
