internal import CodecKit
internal import Glibc
internal import ImageModel
internal import ImageOps
internal import TestKit
internal import Testing

/// Rotation, tones, overlays and edges, judged by Pillow and NumPy.
@Suite(.timed) struct PictureVerbTests {
  private func run(_ picture: PixelBuffer, _ change: (inout RenderOptions) -> Void) throws -> PixelBuffer {
    var render = RenderOptions()
    change(&render)
    let options = try RowPipeline.Options(render).resizing(picture.size)
    let result = try RowPipeline(BufferRowSource(picture), options, limits: .standard).pixels()
    #expect(try RowPipeline.Options(render).outputSize(for: picture.size) == result.size)
    return result
  }

  private func photograph(_ width: Int, _ height: Int) throws -> PixelBuffer {
    try RowPipelineTests.photograph(PixelSize(width: width, height: height))
  }

  // MARK: Rotation

  @Test("A rotation agrees with Pillow's bicubic one inside the picture", arguments: [12.5, -33.0, 100.0])
  func rotation(_ degrees: Double) async throws {
    let picture = try photograph(160, 110)
    let ours = try run(picture) { $0.angle = degrees }
    let (width, height) = (ours.size.width, ours.size.height)
    let theirs = try await Pillow.run(
      picture, mode: "RGB",
      """
      import math
      c, s = math.cos(math.radians(\(degrees))), math.sin(math.radians(\(degrees)))
      w, h, nw, nh = 160, 110, \(width), \(height)
      im = im.transform((nw, nh), Image.AFFINE,
        (c, s, w / 2 - c * nw / 2 - s * nh / 2, -s, c, h / 2 + s * nw / 2 - c * nh / 2), Image.BICUBIC)
      """)
    try #require(theirs.count == ours.bytes.count)
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    var compared = 0
    var largest = 0
    for y in 0..<height {
      for x in 0..<width {
        let across = Double(x) + 0.5 - Double(width) / 2
        let down = Double(y) + 0.5 - Double(height) / 2
        let (u, v) = (cosine * across + sine * down + 80, cosine * down - sine * across + 55)
        guard u > 3, u < 157, v > 3, v < 107 else { continue }
        compared += 1
        for channel in 0..<3 {
          let index = (y * width + x) * 3 + channel
          largest = max(largest, abs(Int(ours.bytes[index]) - Int(theirs[index])))
        }
      }
    }
    #expect(compared > 10_000 && largest <= 1)
    // The corner shows the background, which is white.
    #expect(Array(ours.bytes.prefix(3)) == [255, 255, 255])
  }

  @Test(
    "A rotation by quarters moves pixels", arguments: [(90.0, "ROTATE_270"), (180, "ROTATE_180"), (-90, "ROTATE_90")])
  func quarters(_ degrees: Double, _ name: String) async throws {
    let picture = try Pictures.busy(PixelSize(width: 31, height: 20), .rgb8)
    let theirs = try await Pillow.run(picture, mode: "RGB", "im = im.transpose(Image.\(name))")
    #expect(largestDifference(try run(picture) { $0.angle = degrees }.bytes, theirs) <= 1)
  }

  @Test("The corners are transparent where the picture has transparency, or have the background's colour")
  func corners() throws {
    let size = PixelSize(width: 40, height: 40)
    let picture = try Pictures.constant([10, 200, 30, 255], size, .rgba8)
    let open = try run(picture) { $0.angle = 45 }
    #expect(open.format == .rgba8 && open.bytes[3] == 0)
    let middle = (open.size.height / 2 * open.size.width + open.size.width / 2) * 4
    #expect(Array(open.bytes[middle..<middle + 4]) == [10, 200, 30, 255])
    let closed = try run(picture) { ($0.angle, $0.background) = (45, BackgroundColor(red: 9, green: 8, blue: 7)) }
    #expect(closed.format == .rgb8 && Array(closed.bytes.prefix(3)) == [9, 8, 7])
    // A background with transparency gives it to an opaque picture, and lies behind the corners once.
    let half = BackgroundColor(red: 9, green: 8, blue: 7, alpha: 100)
    let turned = try run(try Pictures.constant([10, 200, 30], size, .rgb8)) { ($0.angle, $0.background) = (45, half) }
    #expect(turned.format == .rgba8 && Array(turned.bytes.prefix(4)) == [9, 8, 7, 100])
    #expect(Array(turned.bytes[middle..<middle + 4]) == [10, 200, 30, 255])
    // A picture of the background's colour stays.
    let white = try Pictures.constant([255, 255, 255], size, .rgb8)
    #expect(try run(white) { $0.angle = 7 }.bytes.allSatisfy { $0 == 255 })
  }

  // MARK: Edges

  @Test("A part may reach over the edge if there is a background, and only then")
  func overTheEdge() async throws {
    let picture = try Pictures.busy(PixelSize(width: 50, height: 30), .rgb8)
    let part = PixelRect(x: -10, y: 5, size: PixelSize(width: 30, height: 40))
    let ours = try run(picture) { ($0.crop, $0.background) = (part, BackgroundColor(red: 1, green: 2, blue: 3)) }
    let theirs = try await Pillow.run(
      picture, mode: "RGB",
      """
      canvas = Image.new('RGB', (30, 40), (1, 2, 3))
      canvas.paste(im, (10, -5))
      im = canvas
      """)
    #expect(ours.bytes == theirs)
    #expect(throws: ImageError.self) { try run(picture) { $0.crop = part } }
    let outside = PixelRect(x: 50, y: 0, size: PixelSize(width: 5, height: 5))
    #expect(throws: ImageError.self) { try run(picture) { ($0.crop, $0.background) = (outside, .white) } }
  }

  @Test("A border and a box are filled with the background, or with white, or with nothing")
  func frames() async throws {
    let picture = try Pictures.busy(PixelSize(width: 21, height: 13), .rgb8)
    let blue = BackgroundColor(red: 0, green: 0, blue: 255)
    let bordered = try run(picture) {
      ($0.finish.frame, $0.background) = (PictureFrame(.border(width: 4, height: 2)), blue)
    }
    #expect(
      try await bordered.bytes
        == Pillow.run(picture, mode: "RGB", "im = ImageOps.expand(im, (4, 2), fill=(0, 0, 255))"))
    let boxed = try run(picture) {
      $0.finish.frame = PictureFrame(.box(PixelSize(width: 30, height: 10)))
      $0.finish.frame?.position = CropPosition(x: 1, y: 0)
    }
    #expect(
      try await boxed.bytes
        == Pillow.run(picture, mode: "RGB", "im = ImageOps.expand(im, (9, 0, 0, 0), fill=(255, 255, 255))"))
    let clear = BackgroundColor(red: 50, green: 60, blue: 70, alpha: 51)
    let faint = try run(picture) {
      ($0.finish.frame, $0.background) = (PictureFrame(.border(width: 1, height: 1)), clear)
    }
    #expect(faint.format == .rgba8 && Array(faint.bytes.prefix(4)) == [50, 60, 70, 51])
    #expect(faint.bytes[(faint.size.width + 1) * 4 + 3] == 255)
    let wider = try run(picture) {
      ($0.crop, $0.background) = (PixelRect(x: -1, y: 0, size: picture.size), clear)
    }
    #expect(wider.format == .rgba8 && Array(wider.bytes.prefix(4)) == [50, 60, 70, 51] && wider.bytes[7] == 255)
    let open = try run(try Pictures.constant([1, 2, 3, 255], picture.size, .rgba8)) {
      $0.finish.frame = PictureFrame(.border(width: 1, height: 1))
    }
    #expect(Array(open.bytes.prefix(4)) == [0, 0, 0, 0])
  }

  @Test("The border of one colour is found, with a tolerance")
  func borders() throws {
    var samples = [Float](repeating: 0.5, count: 60)
    // Rows of ten: one pixel at (3, 2), and noise of 1 % in the border.
    samples[23] = 1
    samples[58] = 0.51
    let picture = try Pictures.floats(samples, PixelSize(width: 10, height: 6), PixelFormat(.float32, .gray))
    func content(_ tolerance: Double, in part: PixelRect? = nil) throws -> PixelRect? {
      try BorderFinder.content(of: BufferRowSource(picture), in: part, tolerance: tolerance, limits: .standard)
    }
    #expect(try content(0.02) == PixelRect(x: 3, y: 2, size: PixelSize(width: 1, height: 1)))
    #expect(try content(0) == PixelRect(x: 3, y: 2, size: PixelSize(width: 6, height: 4)))
    #expect(try content(0.6) == nil)
    let right = PixelRect(x: 5, y: 0, size: PixelSize(width: 5, height: 6))
    #expect(try content(0.02, in: right) == nil)
    #expect(try content(0, in: right) == PixelRect(x: 8, y: 5, size: PixelSize(width: 1, height: 1)))
  }

  // MARK: Tones

  /// sRGB's curve and its inverse, for NumPy.
  private static let curves = """
    import numpy
    def light(x): return numpy.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)
    def encoded(x):
      x = numpy.clip(x, 0, 1)
      return numpy.where(x <= 0.0031308, x * 12.92, 1.055 * x ** (1 / 2.4) - 0.055)
    a = numpy.asarray(im) / 255

    """
  private static let back = "\nim = Image.fromarray((numpy.clip(a, 0, 1) * 255 + 0.5).astype('uint8'))"

  private func compare(_ formula: String, _ change: (inout ToneAdjustment) -> Void) async throws {
    let picture = try Pictures.busy(PixelSize(width: 60, height: 40), .rgb8)
    let ours = try run(picture) { change(&$0.finish.tone) }
    let theirs = try await Pillow.run(picture, mode: "RGB", Self.curves + formula + Self.back)
    #expect(largestDifference(ours.bytes, theirs) <= 1, "\(formula)")
  }

  @Test("Tones follow their formulas")
  func tones() async throws {
    try await compare("a = 1 - a") { $0.inverts = true }
    try await compare("a = a ** (1 / 1.8)") { $0.gamma = 1.8 }
    try await compare("a = encoded(light(a) * 1.5)") { $0.brightness = 1.5 }
    try await compare("a = (a - 0.5) * 0.6 + 0.5") { $0.contrast = 0.6 }
    let gray = "y = (light(a) * [0.2126, 0.7152, 0.0722]).sum(axis=2, keepdims=True)\n"
    try await compare(gray + "a = encoded(y + (light(a) - y) * 0.4)") { $0.saturation = 0.4 }
    try await compare(gray + "a = encoded(numpy.repeat(y, 3, axis=2))") { $0.saturation = 0 }
    // All together, in the order of the properties.
    try await compare("a = 1 - a\na = a ** 0.5\na = encoded(light(a) * 1.2)\na = (a - 0.5) * 1.1 + 0.5") {
      ($0.inverts, $0.gamma, $0.brightness, $0.contrast) = (true, 2, 1.2, 1.1)
    }
  }

  @Test("A tint keeps black, white and the light of each pixel")
  func tint() throws {
    let picture = try PixelBuffer(
      size: PixelSize(width: 4, height: 1), format: .gray8, bytes: [0, 255, 100, 200])
    let sepia = BackgroundColor(red: 112, green: 66, blue: 20)
    let result = try run(picture) { $0.finish.tone.tint = sepia }
    #expect(result.format == .rgb8)
    #expect(Array(result.bytes.prefix(6)) == [0, 0, 0, 255, 255, 255])
    func light(_ pixel: ArraySlice<UInt8>) -> Float {
      zip(pixel, [0.2126, 0.7152, 0.0722] as [Float]).map { SRGBCurve.linear(Float($0) / 255) * $1 }.reduce(0, +)
    }
    for (index, gray) in [(2, 100), (3, 200)] {
      let pixel = result.bytes[index * 3..<index * 3 + 3]
      #expect(abs(light(pixel) - SRGBCurve.linear(Float(gray) / 255)) < 0.005)
      #expect(pixel[pixel.startIndex] > pixel[pixel.startIndex + 2])
    }
  }

  @Test("Alpha has no tone, and ink is refused")
  func alphaAndInk() throws {
    let size = PixelSize(width: 20, height: 20)
    let picture = try Pictures.constant([100, 50, 0, 128], size, .rgba8)
    let result = try run(picture) { $0.finish.tone.inverts = true }
    #expect(Array(result.bytes.prefix(4)) == [155, 205, 255, 128])
    let ink = try Pictures.constant([1, 2, 3, 4], size, PixelFormat(.uint8, .cmyk))
    let error = #expect(throws: ImageError.self) { try run(ink) { $0.finish.tone.gamma = 2 } }
    #expect(error?.kind == .usage)
  }

  @Test("The levels leave out 1 % at both ends")
  func levels() throws {
    // 1,000 pixels: 5 black, 20 of 51, ..., and 5 white.
    let bytes =
      [UInt8](repeating: 0, count: 5) + [UInt8](repeating: 51, count: 20) + [UInt8](repeating: 100, count: 950)
      + [UInt8](repeating: 204, count: 20) + [UInt8](repeating: 255, count: 5)
    let picture = try PixelBuffer(size: PixelSize(width: 100, height: 10), format: .gray8, bytes: bytes)
    let bounds = try #require(try ToneLevels.bounds(of: BufferRowSource(picture), limits: .standard))
    #expect(abs(bounds.lowerBound - 0.2) < 0.001 && abs(bounds.upperBound - 0.8) < 0.001)
    let flat = try Pictures.constant([7], picture.size, .gray8)
    #expect(try ToneLevels.bounds(of: BufferRowSource(flat), limits: .standard) == nil)
  }

  @Test("A blur is the Gaussian of NumPy", arguments: [0.8, 3])
  func blur(_ deviation: Double) async throws {
    let picture = try Pictures.busy(PixelSize(width: 70, height: 50), .rgb8)
    let ours = try run(picture) { $0.finish.tone.blur = deviation }
    // Samples outside the picture are left out.
    let formula = """
      r = int(numpy.ceil(3 * \(deviation)))
      k = numpy.exp(-0.5 * (numpy.arange(-r, r + 1) / \(deviation)) ** 2)
      def along(a, axis):
        line = lambda v: numpy.convolve(v, k, 'full')[r:-r] / numpy.convolve(numpy.ones(len(v)), k, 'full')[r:-r]
        return numpy.apply_along_axis(line, axis, a)
      a = along(along(a, 0), 1)
      """
    let theirs = try await Pillow.run(picture, mode: "RGB", Self.curves + formula + Self.back)
    #expect(largestDifference(ours.bytes, theirs) <= 1)
  }

  // MARK: Overlays

  private func overlay() throws -> OverlayPicture {
    OverlayPicture(try Pictures.busy(PixelSize(width: 16, height: 9), .rgba8), digest: 1)
  }

  private static let logo = "logo = Image.frombytes('RGBA', (16, 9), open(args[0], 'rb').read())\n"

  private func compare(_ format: PixelFormat, _ mode: String, _ program: String, _ overlay: Overlay) async throws {
    let picture = try Pictures.busy(PixelSize(width: 60, height: 44), format)
    let folder = try TemporaryDirectory()
    let path = try folder.write(overlay.picture.pixels.bytes, to: "logo")
    let ours = try run(picture) { $0.finish.overlays = [overlay] }
    let theirs = try await Pillow.run(picture, mode: mode, Self.logo + program, [path])
    #expect(ours.format == format)
    // Where nothing is seen, no colour matters.
    if format.hasAlpha {
      let pairs = zip(ours.samples.indices, zip(ours.bytes, theirs))
      let seen = pairs.filter { theirs[$0.0 / 4 * 4 + 3] > 40 }
      #expect(seen.allSatisfy { abs(Int($0.1.0) - Int($0.1.1)) <= 3 })
    } else {
      #expect(largestDifference(ours.bytes, theirs) <= 1)
    }
  }

  @Test("An overlay is where Pillow puts it")
  func overlays() async throws {
    var overlay = Overlay(try overlay())
    overlay.margin = 3
    let composite = """
      canvas = Image.new('RGBA', im.size)
      canvas.paste(logo, (60 - 16 - 3, 44 - 9 - 3))
      im = Image.alpha_composite(im.convert('RGBA'), canvas)
      """
    try await compare(.rgb8, "RGB", composite + "\nim = im.convert('RGB')", overlay)
    try await compare(.rgba8, "RGBA", composite, overlay)
    overlay.opacity = 0.5
    overlay.position = CropPosition(x: 0, y: 0)
    try await compare(
      .rgb8, "RGB",
      """
      import numpy
      a, o = numpy.asarray(im).astype(float), numpy.asarray(logo).astype(float)
      part, alpha = a[3:12, 3:19], o[..., 3:] / 255 * 0.5
      part[:] = part * (1 - alpha) + o[..., :3] * alpha
      im = Image.fromarray((a + 0.5).astype('uint8'))
      """, overlay)
  }

  @Test("An overlay is repeated, and cut off at the edges")
  func tiles() async throws {
    var overlay = Overlay(try overlay())
    (overlay.margin, overlay.isTiled, overlay.position) = (2, true, CropPosition(x: 0, y: 0))
    try await compare(
      .rgb8, "RGB",
      """
      canvas = Image.new('RGBA', im.size)
      for y in range(-9, 44, 11):
        for x in range(-16, 60, 18): canvas.paste(logo, (x, y))
      im = Image.alpha_composite(im.convert('RGBA'), canvas).convert('RGB')
      """, overlay)
  }

  @Test("An overlay may be a part of the picture's width")
  func overlaySize() throws {
    let picture = try Pictures.constant([0, 0, 0], PixelSize(width: 200, height: 100), .rgb8)
    var overlay = Overlay(
      OverlayPicture(try Pictures.constant([255, 255, 255, 255], PixelSize(width: 20, height: 10), .rgba8), digest: 2))
    (overlay.size, overlay.position) = (.widthFraction(0.5), CropPosition(x: 0, y: 0))
    let result = try run(picture) { $0.finish.overlays = [overlay] }
    let white = result.bytes.filter { $0 == 255 }.count
    #expect(white == 100 * 50 * 3)
  }

  @Test("Parts by ratio, percent and size lie where they should")
  func parts() {
    let picture = PixelSize(width: 400, height: 300)
    func rect(_ crop: CropRequest, _ position: CropPosition = .center) -> [Int] {
      let rect = crop.rect(in: picture, at: position)
      return [rect.x, rect.y, rect.size.width, rect.size.height]
    }
    #expect(rect(.aspect(16 / 9)) == [0, 37, 400, 225])
    #expect(rect(.aspect(1), CropPosition(x: 1, y: 0)) == [100, 0, 300, 300])
    #expect(rect(.fraction(width: 0.5, height: 1), CropPosition(x: 0, y: 0)) == [0, 0, 200, 300])
    #expect(rect(.size(PixelSize(width: 500, height: 100))) == [-50, 100, 500, 100])
  }
}
