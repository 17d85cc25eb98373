internal import CodecKit
internal import ColorManagement
internal import Glibc
internal import ImageModel
internal import ImageOps
internal import TestKit
internal import Synchronization
internal import Testing

@Suite(.timed) struct RowPipelineTests {
  static func run(
    _ source: any RowSource, _ options: RowPipeline.Options
  ) throws -> (PixelBuffer, [Diagnostic]) {
    try RowPipeline(source, options, limits: .standard).readAll(limits: .standard)
  }

  static func options(
    _ source: PixelSize, to width: Int, _ height: Int, fit: FitMode = .inside,
    orientation: Orientation = .up
  ) throws -> RowPipeline.Options {
    var render = RenderOptions()
    render.size = SizeRequest(width: width, height: height)
    render.fit = fit
    var options = RowPipeline.Options(render, orientation: orientation)
    options.resize = ResizePlan(
      try ThumbnailGeometry(source: orientation.upright(source), render), orientation: orientation)
    return options
  }

  /// A picture as a camera sees it: blurred edges, fine texture, little noise.
  static func photograph(_ size: PixelSize) throws -> PixelBuffer {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.pixelCount * 3)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (u, v) = (Double(x), Double(y))
        let shape = tanh((sin(u / 61) + cos(v / 47) + sin((u + v) / 113)) * 3)
        let texture = sin(u * v / 9000) * 0.3 + sin(u / 5 + v / 9) * 0.15
        for channel in 0..<3 {
          let value = 0.5 + 0.3 * shape + 0.2 * texture * Double(channel + 1) / 3
          bytes.append(UInt8(max(0, min(255, value * 255))))
        }
      }
    }
    return try PixelBuffer(size: size, format: .rgb8, bytes: bytes)
  }

  @Test("A large shrink by box filter and kernel stays above 48 dB from Pillow's Lanczos", arguments: [64, 100, 256])
  func fidelity(_ side: Int) async throws {
    let size = PixelSize(width: 1600, height: 1069)
    let picture = try Self.photograph(size)
    let (ours, diagnostics) = try Self.run(BufferRowSource(picture), try Self.options(size, to: side, side))
    let theirs = try await Pillow.run(
      picture, mode: "RGB", "im = im.resize((\(ours.size.width), \(ours.size.height)), Image.LANCZOS)")
    try #require(ours.bytes.count == theirs.count)
    let squares = zip(ours.bytes, theirs).map { (one, other) -> Double in
      let difference = Double(one) - Double(other)
      return difference * difference
    }
    let mean = squares.reduce(0, +) / Double(squares.count)
    #expect(10 * log10(255 * 255 / max(mean, 1e-9)) >= 48)
    #expect(diagnostics.isEmpty)
  }

  @Test("A constant picture that a decoder scaled and padded stays constant", arguments: [PixelFormat.rgb8, .rgba8])
  func constantStays(_ format: PixelFormat) throws {
    // 1001 x 777 at 1/8 is 125.125 x 97.125; the padding of the last column must not show.
    let full = PixelSize(width: 1001, height: 777)
    let scaled = PixelSize(width: 126, height: 98)
    let pixel = [200, 90, 17, 255]
    let picture = try Pictures.constant(Array(pixel.prefix(format.channelCount)), scaled, format)
    for linear in [false, true] {
      for orientation in [Orientation.up, .right] {
        var options = try Self.options(full, to: 40, 40, orientation: orientation)
        options.render.linear = linear
        let (result, _) = try Self.run(
          BoxedSource(picture, SourceBox(width: 125.125, height: 97.125)), options)
        #expect(result.size == orientation.upright(PixelSize(width: 40, height: 31)))
        let expected = (0..<result.size.pixelCount).flatMap { _ in pixel.prefix(format.channelCount).map { UInt8($0) } }
        #expect(largestDifference(result.bytes, expected) == 0)
      }
    }
  }

  @Test("Turning after resizing gives the same as resizing after turning", arguments: Orientation.allCases)
  func orientation(_ orientation: Orientation) async throws {
    let size = PixelSize(width: 60, height: 44)
    let picture = try Pictures.busy(size, .rgb8)
    var options = try Self.options(size, to: 20, 20, fit: .cover, orientation: orientation)
    options.render.kernel = .triangle
    let (ours, _) = try Self.run(BufferRowSource(picture), options)
    let theirs = try await Pillow.run(
      picture, mode: "RGB",
      """
      exif = im.getexif()
      exif[0x0112] = \(orientation.rawValue)
      im.info['exif'] = exif.tobytes()
      im = ImageOps.fit(ImageOps.exif_transpose(im), (20, 20), Image.BILINEAR)
      """)
    #expect(largestDifference(ours.bytes, theirs) <= 1)
  }

  @Test("Cropping without resizing copies pixels")
  func pureCrop() async throws {
    let picture = try Pictures.busy(PixelSize(width: 100, height: 40), .rgb8)
    let (ours, _) = try Self.run(
      BufferRowSource(picture), try Self.options(picture.size, to: 40, 40, fit: .cover))
    let theirs = try await Pillow.run(picture, mode: "RGB", "im = im.crop((30, 0, 70, 40))")
    #expect(ours.bytes == theirs)
  }

  @Test("Without options the rows and their profile are unchanged")
  func identity() throws {
    for format in [PixelFormat.rgb8, PixelFormat(.uint16, .cmyk), PixelFormat(.float32, .gray, alpha: .straight)] {
      let picture = try Pictures.busy(PixelSize(width: 30, height: 20), format)
      #expect(try Self.run(BufferRowSource(picture), RowPipeline.Options()).0 == picture)
    }
  }

  @Test("A profile is converted to sRGB on the small result, or kept, or left out with a warning")
  func profiles() throws {
    let size = PixelSize(width: 64, height: 64)
    let wide = ColorProfile.icc(
      try ColorProfiles.iccBytes(for: ColorProfile(.calibrated(.init(gamma: 1.8))), .rgb))
    var picture = try Pictures.constant([100, 100, 100], size, .rgb8)
    picture.profile = wide
    var options = try Self.options(size, to: 8, 8)
    let (kept, _) = try Self.run(BufferRowSource(picture), options)
    #expect(kept.profile == wide && kept.bytes.first == 100)
    options.render.profile = .sRGB
    let (converted, diagnostics) = try Self.run(BufferRowSource(picture), options)
    // (100 / 255) ^ 1.8 is 0.1854 of light, which sRGB encodes as 119.3.
    #expect(Set(converted.bytes) == [119])
    #expect(converted.profile == .sRGB && diagnostics.isEmpty)
    var gray = try Pictures.constant([100], size, .gray8)
    gray.profile = wide
    for colors in [ProfileChoice.keep, .sRGB] {
      options.render.profile = colors
      let (result, warnings) = try Self.run(BufferRowSource(gray), options)
      #expect(Set(result.bytes) == [100] && result.profile != wide)
      #expect(warnings.map(\.severity) == [.warning])
    }
  }

  @Test("CMYK becomes RGB where the output cannot hold CMYK, with a note")
  func ink() throws {
    let picture = try Pictures.constant(
      [51, 102, 204, 51], PixelSize(width: 40, height: 40), PixelFormat(.uint8, .cmyk))
    var options = try Self.options(picture.size, to: 5, 5)
    options.outputFormat = { PixelFormat($0.component, $0.colorModel == .cmyk ? .rgb : $0.colorModel) }
    let (result, diagnostics) = try Self.run(BufferRowSource(picture), options)
    // (255 - ink) (255 - 51) / 255.
    #expect(Array(result.bytes.prefix(3)) == [163, 122, 41])
    #expect(result.profile == .sRGB)
    #expect(diagnostics == [.note("CMYK became rgb")])
  }

  @Test("Transparency is kept, put on a colour, or put on white with a note")
  func backgrounds() throws {
    let picture = try Pictures.constant([255, 0, 0, 128], PixelSize(width: 20, height: 20), .rgba8)
    var options = try Self.options(picture.size, to: 4, 4)
    #expect(try Self.run(BufferRowSource(picture), options).0.bytes.prefix(4) == [255, 0, 0, 128])
    options.render.background = BackgroundColor(red: 0, green: 0, blue: 255)
    let (blue, none) = try Self.run(BufferRowSource(picture), options)
    #expect(blue.bytes.prefix(3) == [128, 0, 127] && blue.format == .rgb8 && none.isEmpty)
    // Half of the half that is left: 128/255 + 127/255 * 128/255 is 0.7519, and red has 128/255 of it.
    options.render.background?.alpha = 128
    let (half, _) = try Self.run(BufferRowSource(picture), options)
    #expect(half.format == .rgba8 && Array(half.bytes.prefix(4)) == [170, 0, 85, 192])
    options.render.background?.alpha = 0
    #expect(try Self.run(BufferRowSource(picture), options).0.bytes.prefix(4) == [255, 0, 0, 128])
    options.render.background = nil
    options.outputFormat = { PixelFormat($0.component, $0.colorModel) }
    let (white, notes) = try Self.run(BufferRowSource(picture), options)
    #expect(white.bytes.prefix(3) == [255, 127, 127] && notes.map(\.severity) == [.note])
    let opaque = try Pictures.constant([255, 0, 0, 255], picture.size, .rgba8)
    #expect(try Self.run(BufferRowSource(opaque), options).1.isEmpty)
    // A background in the colours of a kept profile.
    var profiled = picture
    profiled.profile = .icc(try ColorProfiles.iccBytes(for: ColorProfile(.calibrated(.init(gamma: 1))), .rgb))
    options.render.background = BackgroundColor(red: 188, green: 188, blue: 188)
    let (linear, _) = try Self.run(BufferRowSource(profiled), options)
    #expect(abs(Int(linear.bytes[1]) - 64) <= 1)
  }

  @Test("All rows are delivered although the source ends early, rotated or not")
  func missingRows() throws {
    let picture = try Pictures.constant([80, 90, 100], PixelSize(width: 64, height: 64), .rgb8)
    for orientation in [Orientation.up, .right] {
      var options = try Self.options(picture.size, to: 16, 16, orientation: orientation)
      options.render.background = BackgroundColor(red: 1, green: 2, blue: 3)
      let (result, diagnostics) = try Self.run(EndingSource(picture, rows: 32), options)
      let first = orientation == .up ? 0 : 15
      #expect(result.bytes[(first * 3)..<(first * 3 + 3)] == [80, 90, 100])
      #expect(result.bytes.suffix(3) == (orientation == .up ? [1, 2, 3] : [80, 90, 100]))
      #expect(diagnostics.map(\.message) == ["the file is cut short", "32 of 64 rows are missing"])
    }
  }

  @Test("Missing rows are counted in rows of the full picture, whatever the scale of the decoder and of the result")
  func missingRowsOfThePicture() throws {
    let picture = try Pictures.constant([80, 90, 100], PixelSize(width: 64, height: 64), .rgb8)
    var options = try Self.options(picture.size, to: 4, 4)
    options.pictureHeight = 512
    let (_, diagnostics) = try Self.run(EndingSource(picture, rows: 62), options)
    #expect(diagnostics.last?.message == "16 of 512 rows are missing")
    let (_, none) = try Self.run(BufferRowSource(picture), options)
    #expect(none.isEmpty)
  }

  @Test("Progress grows to 1")
  func progress() throws {
    let picture = try Pictures.constant([80, 90, 100], PixelSize(width: 64, height: 640), .rgb8)
    let seen = Mutex<[Double]>([])
    var options = try Self.options(picture.size, to: 4, 40)
    options.progress = { fraction in seen.withLock { $0.append(fraction) } }
    _ = try Self.run(BufferRowSource(picture), options)
    let fractions = seen.withLock { $0 }
    #expect(fractions.count > 2 && fractions.last == 1 && fractions == fractions.sorted())
  }

  @Test("Every pixel format is converted to every other that an encoder may want")
  func formats() throws {
    let size = PixelSize(width: 40, height: 30)
    let all = [PixelFormat.Component.uint8, .uint16, .float32].flatMap { component in
      [PixelFormat.ColorModel.gray, .rgb, .cmyk, .lab].flatMap { model in
        [PixelFormat.Alpha.none, .straight, .premultiplied].map { PixelFormat(component, model, alpha: $0) }
      }
    }
    for source in all {
      let picture = try Pictures.busy(size, source)
      for target in [PixelFormat.gray8, .rgb8, .rgba8, PixelFormat(.uint16, .rgb), PixelFormat(.float32, .rgb)] {
        for colors in [ProfileChoice.keep, .sRGB] {
          var options = try Self.options(size, to: 13, 13)
          options.render.profile = colors
          options.outputFormat = { _ in target }
          let (result, _) = try Self.run(BufferRowSource(picture), options)
          #expect(result.format == target && result.size == PixelSize(width: 13, height: 10))
          options.resize = nil
          #expect(try Self.run(BufferRowSource(picture), options).0.size == size)
        }
      }
    }
  }
}

/// A picture that covers only a box of its pixels, as after DCT scaling.
final class BoxedSource: RowSource {
  let layout: RowLayout
  let diagnostics: [Diagnostic] = []
  private let whole: BufferRowSource

  init(_ picture: PixelBuffer, _ box: SourceBox) {
    whole = BufferRowSource(picture)
    layout = RowLayout(size: picture.size, format: picture.format, profile: picture.profile, sourceBox: box)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    try whole.read(into: buffer, maxRows: maxRows)
  }
}
