internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import PNGCodec
internal import PNGStructure
internal import TestKit
internal import Testing

@Suite(.timed) struct PNGEncodingTests {
  /// A picture, and how it should be stored.
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var format: PixelFormat
    /// Pixel `i` as samples of the format, 8 or 16 bits.
    var pixel: @Sendable (Int) -> [UInt16]
    var colorType: PNGHeader.ColorType
    var bitDepth: Int
  }

  private static let grayA8 = PixelFormat(.uint8, .gray, alpha: .straight)
  private static let gray16 = PixelFormat(.uint16, .gray)
  private static let rgb16 = PixelFormat(.uint16, .rgb)
  private static let rgba16 = PixelFormat(.uint16, .rgb, alpha: .straight)

  static let cases: [Case] = [
    Case("grey", .gray8, .gray, 8) { [UInt16($0 % 256)] },
    Case("16 greys that 4 bits can hold", .gray8, .gray, 4) { [UInt16($0 % 16 * 17)] },
    Case("4 greys that 2 bits can hold", .gray8, .gray, 2) { [UInt16($0 % 4 * 85)] },
    Case("black and white", .gray8, .gray, 1) { [$0 % 3 == 0 ? 255 : 0] },
    Case("3 greys that 2 bits cannot hold", .gray8, .palette, 2) { [[3, 77, 200][$0 % 3]] },
    Case("grey and alpha", grayA8, .grayAlpha, 8) { [UInt16($0 % 256), UInt16($0 / 7 % 256)] },
    Case("grey and opaque alpha", grayA8, .gray, 8) { [UInt16($0 % 256), 255] },
    Case("few greys with few alphas", grayA8, .palette, 2) { [UInt16($0 % 2 * 99), UInt16($0 / 2 % 2 * 120)] },
    Case("many colours", .rgb8, .rgb, 8) { [UInt16($0 % 256), UInt16($0 / 3 % 256), UInt16($0 / 7 % 256)] },
    Case("256 colours", .rgb8, .palette, 8) { [UInt16($0 % 256), 5, UInt16(255 - $0 % 256)] },
    Case("257 colours", .rgb8, .rgb, 8) { [UInt16($0 % 257 / 256), 5, UInt16(255 - $0 % 257 % 256)] },
    Case("16 colours", .rgb8, .palette, 4) { [UInt16($0 % 16), 5, 9] },
    Case("2 colours", .rgb8, .palette, 1) { $0 % 5 == 0 ? [1, 2, 3] : [200, 100, 0] },
    Case("grey as RGB", .rgb8, .gray, 8) { Array(repeating: UInt16($0 % 256), count: 3) },
    Case("black and white as RGBA", .rgba8, .gray, 1) { $0 % 2 == 0 ? [0, 0, 0, 255] : [255, 255, 255, 255] },
    Case("opaque RGBA", .rgba8, .rgb, 8) { [UInt16($0 % 256), UInt16($0 / 3 % 256), UInt16($0 / 7 % 256), 255] },
    Case("transparent RGBA", .rgba8, .rgba, 8) { [UInt16($0 % 256), UInt16($0 / 3 % 256), 0, UInt16($0 / 7 % 256)] },
    Case("few colours with alpha", .rgba8, .palette, 4) { [UInt16($0 % 9), 1, 2, UInt16($0 % 9 * 31)] },
    Case("16-bit grey", gray16, .gray, 16) { [UInt16($0 * 50)] },
    Case("8 bits as 16", gray16, .gray, 16) { [UInt16($0 % 256) * 257] },
    Case("16-bit RGB", rgb16, .rgb, 16) { [UInt16($0 * 50), UInt16($0 * 9), 40_000] },
    Case("16-bit grey as RGBA", rgba16, .gray, 16) { Array(repeating: UInt16($0 * 50), count: 3) + [65_535] },
    Case("16-bit RGBA", rgba16, .rgba, 16) { [UInt16($0 * 50), UInt16($0 * 9), 40_000, UInt16($0)] },
  ]

  private static let size = PixelSize(width: 37, height: 31)

  private static func pixels(_ item: Case) -> [UInt8] {
    let values = (0..<size.pixelCount).flatMap { item.pixel($0) }
    return item.format.component == .uint16 ? samples(values) : values.map { UInt8($0) }
  }

  /// The smallest layout is chosen, and an independent decoder sees what was given.
  @Test("Smallest layout loses nothing", arguments: cases, [false, true])
  func smallestLayoutLosesNothing(_ item: Case, interlaced: Bool) async throws {
    let bytes = Self.pixels(item)
    var options = EncodeOptions()
    options.interlace = interlaced
    let (file, notes) = try encode(bytes, Self.size, item.format, options: options)
    #expect(notes.isEmpty)
    let header = try PNGStructure.read(MemoryByteSource(file), limits: .standard).header
    #expect(header.colorType == item.colorType)
    #expect(header.bitDepth == item.bitDepth)
    #expect(header.isInterlaced == interlaced)

    let directory = try TemporaryDirectory()
    let path = try directory.write(file, to: "a.png")
    let check = try await Tool.run("pngcheck", ["-q", path])
    #expect(check.status == 0, "\(check.text)")
    // netpbm keeps 16 bits, which Pillow does not.
    let colors = try await Tool.run("sh", ["-c", "pngtopnm \(path) | pamdepth \(item.maximum) | pamtopnm"])
    let alpha = try await Tool.run("sh", ["-c", "pngtopnm -alpha \(path) | pamdepth \(item.maximum)"])
    #expect(try item.merged(Netpbm(colors.output), Netpbm(alpha.output)) == bytes)
  }

  /// Pictures that are too large to buffer are written as their rows arrive.
  @Test("Large picture is streamed")
  func largePictureIsStreamed() async throws {
    var limits = Limits.standard
    limits.maxMemory = 1_000
    let bytes = [UInt8](repeating: 9, count: 3 * 40 * 30)
    let (file, _) = try encode(bytes, PixelSize(width: 40, height: 30), .rgb8, limits: limits)
    #expect(try PNGStructure.read(MemoryByteSource(file), limits: .standard).header.colorType == .rgb)
    #expect(try Decoded(file).bytes == bytes)
    var options = EncodeOptions()
    options.interlace = true
    let error = #expect(throws: ImageError.self) {
      try encode(bytes, PixelSize(width: 40, height: 30), .rgb8, options: options, limits: limits)
    }
    #expect(error?.limit?.name == "max-memory")
  }

  /// An RGB profile does not fit grey pixels, nor a grey one a palette (PNG third edition, 11.3.2.3).
  @Test("Profile keeps the colour model")
  func profileKeepsTheColourModel() async throws {
    let grays = (0..<100).flatMap { [UInt8](repeating: UInt8($0), count: 3) }
    let size = PixelSize(width: 10, height: 10)
    let rgb = try await Self.profile("sRGB")
    let (file, notes) = try encode(grays, size, .rgb8, profile: .icc(rgb))
    #expect(notes.isEmpty)
    let decoded = try Decoded(file)
    #expect(decoded.layout.profile == .icc(rgb))
    #expect(decoded.info.colorModel != .gray)
    #expect(decoded.bytes == grays)
    let misfit = try encode(Array(grays[..<100]), size, .gray8, profile: .icc(rgb))
    #expect(misfit.notes.map(\.severity) == [.warning])
    #expect(try Decoded(misfit.file).layout.profile == nil)
  }

  private static func profile(_ name: String) async throws -> [UInt8] {
    let made = try await Tool.python(
      "import sys; from PIL import ImageCms as c; "
        + "sys.stdout.buffer.write(c.ImageCmsProfile(c.createProfile('\(name)')).tobytes())"
    )
    return made.output
  }

  @Test("Metadata is read by others")
  func metadataIsReadByOthers() async throws {
    var metadata = EncodeMetadata()
    metadata.exif =
      Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x0F, 1, 2, 0, 4, 0, 0, 0] + Array("Ab\0\0".utf8) + [0, 0, 0, 0]
    metadata.xmp = Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Label="Grün"/></rdf:RDF></x:xmpmeta>
      """.utf8)
    metadata.comments = ["Grüße"]
    metadata.texts = [("Title", "日本"), ("Author", "É"), (" bad", "x")]
    metadata.resolution = Resolution(x: 300, y: 150, unit: .inch)
    metadata.photoshop =
      Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 10, 0x1C, 2, 105, 0, 5] + Array("Hello".utf8)
    let (file, notes) = try encode(
      [UInt8](0..<200), PixelSize(width: 20, height: 10), .gray8, profile: .sRGB, metadata: metadata)
    #expect(notes.map(\.severity) == [.note])
    let directory = try TemporaryDirectory()
    let path = try directory.write(file, to: "a.png")
    let read = try await Tool.run(
      "exiftool",
      [
        "-s3", "-Make", "-Label", "-Comment", "-Title", "-Author", "-PixelsPerUnitX", "-PixelsPerUnitY",
        "-SRGBRendering", "-Headline", "-Warning", path,
      ])
    #expect(read.text == "Ab\nGrün\nGrüße\n日本\nÉ\n11811\n5906\nPerceptual\nHello\n")
    #expect(try await Tool.run("pngcheck", ["-q", path]).status == 0)
  }

  @Test("Calibration is written and read")
  func calibrationIsWrittenAndRead() throws {
    let point = ColorProfile.Chromaticities.Point(x: 0.3, y: 0.4)
    let profile = ColorProfile(
      .calibrated(.init(gamma: 1.8, chromaticities: .init(white: point, red: point, green: point, blue: point))))
    let (file, _) = try encode([1, 2], PixelSize(width: 2, height: 1), .gray8, profile: profile)
    guard case .calibrated(let read) = try Decoded(file).layout.profile?.definition else {
      Issue.record("no calibration")
      return
    }
    #expect(abs(read.gamma - 1.8) < 0.0001)
    #expect(read.chromaticities?.blue == point)
  }

  @Test("Level changes the size and others are refused")
  func levelChangesTheSizeAndOthersAreRefused() throws {
    let bytes = (0..<60_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 700) }
    func size(_ level: String) throws(ImageError) -> Int {
      var options = EncodeOptions()
      options.compression = level
      return try encode(bytes, PixelSize(width: 200, height: 100), .rgb8, options: options).file.count
    }
    #expect(try size("0") > 60_000)
    #expect(try size("9") < 60_000)
    for wrong in ["10", "-1", "lzw", ""] {
      let error = #expect(throws: ImageError.self) { try size(wrong) }
      #expect(error?.kind == .usage)
    }
  }

  @Test("Accepts what PNG can hold")
  func acceptsWhatPNGCanHold() {
    func accepted(_ component: PixelFormat.Component, _ model: PixelFormat.ColorModel, _ alpha: PixelFormat.Alpha)
      -> PixelFormat
    {
      PNGCodec.encoder.accepts(PixelFormat(component, model, alpha: alpha))
    }
    #expect(accepted(.uint8, .rgb, .premultiplied) == .rgba8)
    #expect(accepted(.uint8, .cmyk, .none) == .rgb8)
    #expect(accepted(.float32, .lab, .none) == Self.rgb16)
    #expect(accepted(.float32, .gray, .none) == Self.gray16)
    #expect(accepted(.uint16, .gray, .straight) == PixelFormat(.uint16, .gray, alpha: .straight))
  }

  @Test("Wrong order of calls is a usage error")
  func wrongOrderOfCallsIsAUsageError() throws {
    let encoder = try PNGCodec.encoder.open(MemoryByteSink(), .standard)
    #expect(throws: ImageError.self) { try encoder.finish() }
    let image = EncodeImage(size: PixelSize(width: 2, height: 2), format: .gray8)
    try encoder.begin(image)
    #expect(throws: ImageError.self) { try encoder.begin(image) }
    #expect(throws: ImageError.self) { try encoder.end() }
    let rows: [UInt8] = [1, 2, 3, 4, 5, 6]
    #expect(throws: ImageError.self) {
      try rows.withRawBytes { rows throws(ImageError) in try encoder.write(rows: rows, count: 3) }
    }
  }

  @Test("Sink that fails is an input output error")
  func sinkThatFailsIsAnInputOutputError() throws {
    final class FullSink: ByteSink {
      let size: UInt64 = 0
      func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(ImageError) {
        throw ImageError(.io, "no space", systemError: 28)
      }
      func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int { 0 }
    }
    let encoder = try PNGCodec.encoder.open(FullSink(), .standard)
    try encoder.begin(EncodeImage(size: PixelSize(width: 2, height: 1), format: .gray8))
    try [1, 2].withRawBytes { rows throws(ImageError) in try encoder.write(rows: rows, count: 1) }
    let error = #expect(throws: ImageError.self) { try encoder.end() }
    #expect(error?.systemError == 28)
  }
}

extension PNGEncodingTests.Case {
  init(
    _ name: String, _ format: PixelFormat, _ colorType: PNGHeader.ColorType, _ bitDepth: Int,
    pixel: @escaping @Sendable (Int) -> [UInt16]
  ) {
    self.init(testDescription: name, format: format, pixel: pixel, colorType: colorType, bitDepth: bitDepth)
  }

  var maximum: Int { format.component == .uint16 ? 65_535 : 255 }

  /// Colours and alpha from separate files, in the format of the case.
  func merged(_ colors: Netpbm, _ alpha: Netpbm) throws -> [UInt8] {
    var values: [UInt16] = []
    for pixel in 0..<colors.width * colors.height {
      for channel in 0..<format.colorModel.channelCount {
        values.append(colors.values[pixel * colors.channels + min(channel, colors.channels - 1)])
      }
      if format.hasAlpha { values.append(alpha.values[pixel]) }
    }
    return format.component == .uint16 ? samples(values) : values.map { UInt8($0) }
  }
}

/// A binary PGM or PPM file.
struct Netpbm {
  var width = 0
  var height = 0
  var channels = 1
  var values: [UInt16] = []

  init(_ file: [UInt8]) throws {
    let fields = file.split(separator: 10, maxSplits: 3, omittingEmptySubsequences: false)
    guard fields.count == 4 else { throw TestFailure("this is not a PNM file") }
    let size = String(decoding: fields[1], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    let maximum = Int(String(decoding: fields[2], as: UTF8.self)) ?? 0
    guard size.count == 2, maximum > 0 else { throw TestFailure("this is not a PNM file") }
    (width, height) = (size[0], size[1])
    channels = fields[0].last == 0x36 ? 3 : 1
    let content = Array(fields[3])
    values =
      maximum > 255
      ? stride(from: 0, to: content.count - 1, by: 2).map { UInt16(content[$0]) << 8 | UInt16(content[$0 + 1]) }
      : content.map { UInt16($0) }
    guard values.count == width * height * channels else { throw TestFailure("the PNM file is cut short") }
  }
}
