internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import TestKit
internal import Testing

/// Each decoder reads back what the encoder of its format writes.
@Suite(.timed) struct RoundTripTests {
  /// All pixel formats that exist.
  static let formats: [PixelFormat] = {
    var formats: [PixelFormat] = []
    for component in [PixelFormat.Component.uint8, .uint16, .float32] {
      for model in [PixelFormat.ColorModel.gray, .rgb, .cmyk, .lab] {
        for alpha in [PixelFormat.Alpha.none, .straight, .premultiplied] where model != .lab || alpha == .none {
          formats.append(PixelFormat(component, model, alpha: alpha))
        }
      }
    }
    return formats
  }()

  @Test("What an encoder accepts it holds", arguments: Conformance.encoders.descriptors.map(\.name), formats)
  func whatAnEncoderAcceptsItHolds(_ name: String, _ format: PixelFormat) throws {
    let descriptor = try #require(Conformance.encoders.descriptor(named: name))
    let accepted = descriptor.accepts(format)
    // The nearest format is final, and nothing is invented.
    #expect(descriptor.accepts(accepted) == accepted)
    guard accepted == format else { return }
    let size = PixelSize(width: 37, height: 23)
    let picture = try Self.picture(size, format, maxColors: descriptor.maxColors)
    let sink = MemoryByteSink()
    let encoder = try descriptor.open(sink, Conformance.tightLimits)
    var image = EncodeImage(size: size, format: format)
    image.options.quality = 100
    image.options.subsampling = "4:4:4"
    try encoder.begin(image)
    // In two portions, as a pipeline delivers them.
    for rows in [0..<10, 10..<23] {
      let portion = Array(picture.bytes[rows.lowerBound * picture.bytesPerRow..<rows.upperBound * picture.bytesPerRow])
      try portion.withRawBytes { bytes throws(ImageError) in try encoder.write(rows: bytes, count: rows.count) }
    }
    try encoder.end()
    _ = try encoder.finish()
    let decoded = try Conformance.decode(sink.bytes, fileName: "x.\(descriptor.fileExtension)")
    #expect(decoded.picture.size == size)
    #expect(!decoded.hasWarnings)
    if descriptor.isLossy {
      // At quality 100 a smooth picture stays within a few steps.
      #expect(decoded.picture.format == format)
      #expect(Self.worst(decoded.picture, picture) <= 4 * (format.component == .uint16 ? 257 : 1))
    } else if format.colorModel == .lab {
      // TIFF counts a* and b* in 256ths (TIFF Technical Note 4), the suite in 257ths: a step may be lost.
      #expect(decoded.picture.format == format)
      #expect(Self.worst(decoded.picture, picture) <= 2)
    } else {
      #expect(decoded.picture.format == format)
      #expect(decoded.picture.bytes == picture.bytes)
    }
  }

  /// The largest difference of two samples.
  private static func worst(_ a: PixelBuffer, _ b: PixelBuffer) -> Int {
    func samples(_ picture: PixelBuffer) -> [Int] {
      guard picture.format.component == .uint16 else { return picture.bytes.map { Int($0) } }
      return stride(from: 0, to: picture.bytes.count, by: 2).map {
        Int(picture.bytes[$0]) | Int(picture.bytes[$0 + 1]) << 8
      }
    }
    return zip(samples(a), samples(b)).map { abs($0 - $1) }.max() ?? 0
  }

  /// Smooth, with every channel different and nothing that a smaller colour type could hold.
  ///
  /// - Parameter maxColors: of a format with few colours, in which a pixel is transparent or not.
  private static func picture(
    _ size: PixelSize, _ format: PixelFormat, maxColors: Int?
  ) throws -> PixelBuffer {
    if let maxColors {
      let pixels = (0..<size.pixelCount).map { index in
        let number = index % maxColors
        let isClear = format.hasAlpha && number == 0
        if format.colorModel == .gray { return [UInt8(number * 255 / max(1, maxColors - 1))] }
        let color = [UInt8(number), UInt8(number / 2), UInt8(255 - number)].map { isClear ? 0 : $0 }
        return format.hasAlpha ? color + [isClear ? 0 : 255] : color
      }
      return try PixelBuffer(size: size, format: format, bytes: pixels.flatMap { $0 })
    }
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        for channel in 0..<format.channelCount {
          let isAlpha = format.hasAlpha && channel == format.channelCount - 1
          // Alpha is high and colours are low, so that premultiplied samples are possible ones.
          let value = isAlpha ? 0.85 + 0.1 * Double(y) / 22 : 0.1 + (Double(x * (channel + 2) + y * 3) / 400)
          switch format.component {
          case .uint8: bytes.append(UInt8(value * 255))
          case .uint16: withUnsafeBytes(of: UInt16(value * 65535)) { bytes += $0 }
          case .float32: withUnsafeBytes(of: Float(value)) { bytes += $0 }
          }
        }
      }
    }
    return try PixelBuffer(size: size, format: format, bytes: bytes)
  }
}
