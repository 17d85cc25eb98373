internal import CodecKit
internal import ImageModel
internal import ImageOps
internal import TestKit
internal import Testing

@Suite(.timed) struct ResamplerTests {
  static func resample(
    _ picture: PixelBuffer, to size: PixelSize, _ kernel: ResamplingKernel = .lanczos3, box: SourceBox? = nil,
    linear: Bool = false
  ) throws -> PixelBuffer {
    let options = Resampler.Options(size: size, box: box, kernel: kernel, linear: linear)
    return try Resampler(BufferRowSource(picture), options, limits: .standard).pixels()
  }

  /// Resamples and converts the result to the format of the input.
  static func resampleAndStore(
    _ picture: PixelBuffer, to size: PixelSize, _ kernel: ResamplingKernel, box: SourceBox? = nil
  ) throws -> PixelBuffer {
    let rows = try Resampler(
      BufferRowSource(picture), .init(size: size, box: box, kernel: kernel), limits: .standard)
    return try FormatConverter(rows, to: picture.format, limits: .standard).pixels()
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var source: (Int, Int)
    var target: (Int, Int)
    var box: SourceBox?
    var testDescription: String { "\(source) -> \(target) \(box.map { "\($0)" } ?? "")" }

    var sourceSize: PixelSize { PixelSize(width: source.0, height: source.1) }
    var targetSize: PixelSize { PixelSize(width: target.0, height: target.1) }
  }

  static let cases = [
    Case(source: (97, 61), target: (23, 17)),
    Case(source: (97, 61), target: (96, 60), box: SourceBox(x: 0, y: 0, width: 96.125, height: 60.375)),
    Case(source: (97, 61), target: (31, 20), box: SourceBox(x: 3.25, y: 7.5, width: 80.6, height: 40.125)),
    Case(source: (20, 13), target: (111, 57)),
    Case(source: (300, 5), target: (3, 1)),
    Case(source: (64, 64), target: (64, 9)),
  ]
  static let modes = [
    ("L", PixelFormat.gray8), ("RGB", .rgb8), ("CMYK", PixelFormat(.uint8, .cmyk)),
    ("LA", PixelFormat(.uint8, .gray, alpha: .straight)),
  ]
  static let filters: [(ResamplingKernel, String)] = [
    (.box, "BOX"), (.triangle, "BILINEAR"), (.catmullRom, "BICUBIC"), (.lanczos3, "LANCZOS"),
  ]

  @Test("Every kernel agrees with Pillow's within one step", arguments: cases, filters.map(\.0))
  func agreesWithPillow(_ example: Case, _ kernel: ResamplingKernel) async throws {
    let filter = try #require(Self.filters.first { $0.0 == kernel }?.1)
    for (mode, format) in Self.modes.prefix(example.box == nil ? 4 : 2) {
      // Samples are in the middle of the range, because Pillow clamps 8-bit samples between its passes.
      let picture = try Pictures.busy(example.sourceSize, format, in: 80...175)
      let ours = try Self.resampleAndStore(picture, to: example.targetSize, kernel, box: example.box)
      let box = example.box ?? SourceBox(example.sourceSize)
      let resize =
        "resize((\(example.target.0), \(example.target.1)), Image.\(filter), "
        + "box=(\(box.x), \(box.y), \(box.x + box.width), \(box.y + box.height)))"
      // Pillow rounds premultiplied samples to 8 bits before it divides by alpha; as floats it does not.
      let premultiplied = """
        import numpy
        gray, alpha = [band.convert('F') for band in im.split()]
        light = Image.fromarray(numpy.asarray(gray) * numpy.asarray(alpha) / 255)
        alpha = numpy.asarray(alpha.\(resize))
        gray = numpy.asarray(light.\(resize)) * 255 / alpha
        im = Image.fromarray(numpy.stack([gray, alpha], 2).round().astype('uint8'), 'LA')
        """
      let theirs = try await Pillow.run(
        picture, mode: mode, format.hasAlpha ? premultiplied : "im = im.\(resize)")
      #expect(largestDifference(ours.bytes, theirs) <= 1, "\(mode)")
    }
  }

  @Test("Nothing is clamped between the passes: floats agree with Pillow's mode F, overshoot included")
  func floatsAgree() async throws {
    let size = PixelSize(width: 90, height: 70)
    var samples: [Float] = []
    for y in 0..<70 { for x in 0..<90 { samples.append((x / 9 + y / 7) % 2 == 0 ? 0 : 1) } }
    let picture = try Pictures.floats(samples, size, PixelFormat(.float32, .gray))
    let target = PixelSize(width: 41, height: 33)
    let ours = try Self.resample(picture, to: target).samples
    let bytes = try await Pillow.run(picture, mode: "F", "im = im.resize((41, 33), Image.LANCZOS)")
    let theirs = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(largestDifference(ours, theirs) < 0.01)
    #expect((ours.min() ?? 0) < -0.05)
    #expect((ours.max() ?? 0) > 1.05)
  }

  @Test("A constant stays constant to the last row and column", arguments: ResamplingKernel.allCases, cases)
  func constantStays(_ kernel: ResamplingKernel, _ example: Case) throws {
    for format in [
      PixelFormat.rgb8, .gray8, PixelFormat(.uint16, .cmyk), PixelFormat(.float32, .rgb, alpha: .straight),
    ] {
      let value = Array([200, 90, 17, 255, 255].prefix(format.channelCount))
      let picture = try Pictures.constant(value, example.sourceSize, format)
      var layoutBox = SourceBox(example.sourceSize)
      // The last row and column are covered by an eighth only, as after DCT scaling.
      layoutBox.width -= 0.875
      layoutBox.height -= 0.875
      let result = try Self.resample(picture, to: example.targetSize, kernel, box: example.box ?? layoutBox)
      let expected = (0..<example.targetSize.pixelCount).flatMap { _ in value.map { Float($0) / 255 } }
      #expect(largestDifference(result.samples, expected) < 0.01, "\(format)")
    }
  }

  @Test("Flips commute with resampling", arguments: [true, false], cases.prefix(1) + cases.suffix(3))
  func flipsCommute(_ horizontally: Bool, _ example: Case) throws {
    let picture = try Pictures.busy(example.sourceSize, .rgb8)
    let first = try Self.resample(picture.flipped(horizontally: horizontally), to: example.targetSize)
    let last = try Self.resample(picture, to: example.targetSize).flipped(horizontally: horizontally)
    #expect(largestDifference(first.samples, last.samples) < 0.01)
  }

  /// Weights of the kernels at a quarter of a pixel; Keys' cubic has -9/128, 29/128 and 111/128 there.
  static let impulses: [(ResamplingKernel, [Float])] = [
    (.box, [0, 0, 1, 1, 0, 0]), (.triangle, [0, 0.25, 0.75, 0.75, 0.25, 0]),
    (.catmullRom, [-0.0703125, 0.2265625, 0.8671875, 0.8671875, 0.2265625, -0.0703125]),
  ]

  @Test("An impulse gives the kernel", arguments: impulses)
  func impulse(_ kernel: ResamplingKernel, _ expected: [Float]) throws {
    var samples = [Float](repeating: 0, count: 15)
    samples[7] = 1
    let picture = try Pictures.floats(samples, PixelSize(width: 15, height: 1), PixelFormat(.float32, .gray))
    let result = try Self.resample(picture, to: PixelSize(width: 30, height: 1), kernel).samples
    #expect(largestDifference(Array(result[12..<18]), expected) < 0.001)
  }

  @Test("Lanczos's impulse response, worked out by NumPy")
  func lanczosImpulse() throws {
    var samples = [Float](repeating: 0, count: 15)
    samples[7] = 1
    let picture = try Pictures.floats(samples, PixelSize(width: 15, height: 1), PixelFormat(.float32, .gray))
    let result = try Self.resample(picture, to: PixelSize(width: 30, height: 1)).samples
    let expected: [Float] = [0.892771, 0.271011, -0.133275, -0.067997, 0.030112, 0.007378]
    #expect(largestDifference(Array(result[15..<21]), expected) < 0.001)
    #expect(largestDifference(Array(result[9..<15]), expected.reversed()) < 0.001)
  }

  @Test("Colours of transparent pixels do not bleed")
  func alphaEdge() throws {
    var bytes: [UInt8] = []
    for _ in 0..<8 { for x in 0..<40 { bytes += x < 20 ? [255, 0, 0, 255] : [0, 255, 0, 0] } }
    let picture = try PixelBuffer(size: PixelSize(width: 40, height: 8), format: .rgba8, bytes: bytes)
    for linear in [false, true] {
      let options = Resampler.Options(size: PixelSize(width: 9, height: 3), linear: linear)
      let rows = try Resampler(BufferRowSource(picture), options, limits: .standard)
      let result = try FormatConverter(rows, to: .rgba8, limits: .standard).pixels().bytes
      for pixel in stride(from: 0, to: result.count, by: 4) where result[pixel + 3] > 0 {
        #expect(result[pixel] >= 254 && result[pixel + 1] <= 1)
      }
      #expect(result[3] == 255 && result[4 * 8 + 3] == 0)
    }
  }

  @Test("A half-tone grid is mid grey as light, and 50 percent as samples")
  func halfTone() throws {
    var bytes: [UInt8] = []
    for y in 0..<64 { for x in 0..<64 { bytes.append((x + y) % 2 == 0 ? 255 : 0) } }
    let picture = try PixelBuffer(size: PixelSize(width: 64, height: 64), format: .gray8, bytes: bytes)
    let size = PixelSize(width: 8, height: 8)
    let light = try Self.resample(picture, to: size, .box, linear: true).samples
    // sRGB's encoding of 0.5 is 0.7354 (188 of 255).
    #expect(largestDifference(light, [Float](repeating: 0.73536, count: 64)) < 0.05)
    let plain = try Self.resample(picture, to: size, .box).samples
    #expect(largestDifference(plain, [Float](repeating: 0.5, count: 64)) < 0.05)
  }

  @Test("A source that ends early yields the rows whose centre it reaches")
  func earlyEnd() throws {
    let picture = try Pictures.constant([80, 90, 100], PixelSize(width: 60, height: 60), .rgb8)
    let source = EndingSource(picture, rows: 31)
    let result = try Resampler(source, .init(size: PixelSize(width: 10, height: 10)), limits: .standard)
    let (pixels, diagnostics) = try result.readAll(limits: .standard)
    let reached = Array(pixels.samples[..<(5 * 30)])
    let pixel: [Float] = [80.0 / 255, 90.0 / 255, 100.0 / 255]
    let expected = (0..<50).flatMap { _ in pixel }
    #expect(largestDifference(reached, expected) < 0.01)
    #expect(diagnostics.contains { $0.severity == .warning && $0.message.contains("rows are missing") })
  }

  @Test("A box outside the picture and an empty size are refused; so is too much memory")
  func refusals() throws {
    let picture = try Pictures.constant([1], PixelSize(width: 5, height: 5), .gray8)
    func kind(_ options: Resampler.Options, _ limits: Limits = .standard) -> ImageError.Kind? {
      do throws(ImageError) {
        _ = try Resampler(BufferRowSource(picture), options, limits: limits)
        return nil
      } catch {
        return error.kind
      }
    }
    let size = PixelSize(width: 2, height: 2)
    #expect(kind(.init(size: PixelSize(width: 0, height: 3))) == .usage)
    #expect(kind(.init(size: size, box: SourceBox(x: 2, y: 0, width: 9, height: 1))) == .usage)
    #expect(kind(.init(size: size, box: SourceBox(x: 2, y: 0, width: .nan, height: 1))) == .usage)
    var small = Limits()
    small.maxMemory = 100
    #expect(kind(.init(size: size), small) == .limitExceeded)
    #expect(kind(.init(size: PixelSize(width: 16_000_000, height: 16_000_000))) == .limitExceeded)
  }
}

/// A source that delivers fewer rows than its layout says, as a truncated file does.
final class EndingSource: RowSource {
  let layout: RowLayout
  let diagnostics = [Diagnostic.warning("the file is cut short")]
  private let whole: BufferRowSource
  private var left: Int

  init(_ picture: PixelBuffer, rows: Int) {
    whole = BufferRowSource(picture)
    layout = whole.layout
    left = rows
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    let count = try whole.read(into: buffer, maxRows: min(maxRows, left))
    left -= count
    return count
  }
}
