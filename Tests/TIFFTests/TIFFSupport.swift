internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import TIFFCodec
internal import TestKit

/// Decoding and encoding in memory, for the tests of the codec.
enum TIFFSupport {
  static func fixture(_ name: String) -> [UInt8] { Fixtures.bytes(Fixtures.path("tiff/\(name)")) }

  struct Decoded {
    var picture: PixelBuffer
    var layout: RowLayout
    var diagnostics: [Diagnostic]
    var warnings: [String] { diagnostics.filter { $0.severity == .warning }.map(\.message) }
  }

  static func open(_ bytes: [UInt8], limits: Limits = .standard) throws(ImageError) -> any ImageDecoder {
    try TIFFCodec.decoder.open(MemoryByteSource(bytes), limits)
  }

  static func decode(
    _ bytes: [UInt8], page: Int = 0, minimumSize: PixelSize? = nil, limits: Limits = .standard
  ) throws(ImageError) -> Decoded {
    let decoder = try open(bytes, limits: limits)
    let rows = try decoder.rows(at: page, DecodeRequest(minimumSize: minimumSize))
    let (picture, diagnostics) = try rows.readAll(limits: limits)
    return Decoded(picture: picture, layout: rows.layout, diagnostics: decoder.diagnostics + diagnostics)
  }

  /// Encodes pages, 10 rows at a time.
  static func encode(
    _ pages: [(image: EncodeImage, pixels: [UInt8])], to sink: any ByteSink = MemoryByteSink()
  ) throws -> (bytes: [UInt8], notes: [Diagnostic]) {
    let encoder = try TIFFCodec.encoder.open(sink, .standard)
    for (image, pixels) in pages {
      try encoder.begin(image)
      let bytesPerRow = image.size.width * image.format.bytesPerPixel
      for y in stride(from: 0, to: image.size.height, by: 10) {
        let count = min(10, image.size.height - y)
        let portion = Array(pixels[y * bytesPerRow..<(y + count) * bytesPerRow])
        try portion.withRawBytes { rows throws(ImageError) in try encoder.write(rows: rows, count: count) }
      }
      try encoder.end()
    }
    let notes = try encoder.finish()
    return ((sink as? MemoryByteSink)?.bytes ?? [], notes)
  }

  /// A smooth picture whose channels differ: sample c of the pixel at x, y is (x * (c + 1) + 2 * y) of 256.
  static func ramp(_ size: PixelSize, _ format: PixelFormat) -> [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        for channel in 0..<format.channelCount {
          let value = UInt8(truncatingIfNeeded: x * (channel + 1) + 2 * y)
          switch format.component {
          case .uint8: bytes.append(value)
          case .uint16: bytes += little(UInt16(value) * 257)
          case .float32: bytes += little((Float(value) / 255).bitPattern)
          }
        }
      }
    }
    return bytes
  }

  static func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}

/// The samples of a picture, as numbers.
extension PixelBuffer {
  var samples16: [Int] {
    stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
  }

  var floats: [Float] {
    stride(from: 0, to: bytes.count, by: 4).map { (place: Int) -> Float in
      Float(bitPattern: bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
  }
}
