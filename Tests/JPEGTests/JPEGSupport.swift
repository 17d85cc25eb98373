internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import JPEGCodec
internal import TestKit

/// Functions that the tests of this target share.
enum JPEGSupport {
  static let validFixtures = Fixtures.names(under: "jpeg/valid")

  struct Decoded {
    var layout: RowLayout
    var pixels: [UInt8]
    var rows: Int
    var diagnostics: [Diagnostic]

    /// The picture as `djpeg -pnm` writes it.
    var portableMap: [UInt8] {
      let kind = layout.format.colorModel == .gray ? "P5" : "P6"
      return Array("\(kind)\n\(layout.size.width) \(layout.size.height)\n255\n".utf8) + pixels
    }
  }

  /// Decodes with the codec alone, an odd number of rows at a time.
  static func decode(
    _ bytes: [UInt8], minimumSize: PixelSize? = nil, usesThreads: Bool = false, limits: Limits = .standard
  ) throws(ImageError) -> Decoded {
    try decode(MemoryByteSource(bytes), minimumSize: minimumSize, usesThreads: usesThreads, limits: limits)
  }

  static func decode(
    _ source: any ByteSource, minimumSize: PixelSize?, usesThreads: Bool, limits: Limits = .standard
  ) throws(ImageError) -> Decoded {
    let decoder = try JPEGCodec.decoder.open(source, limits)
    let rows = try decoder.rows(at: 0, DecodeRequest(minimumSize: minimumSize, usesThreads: usesThreads))
    var pixels: [UInt8] = []
    var count = 0
    var batch = [UInt8](repeating: 0, count: rows.layout.bytesPerRow * 7)
    while true {
      var delivered = 0
      var failure: ImageError?
      batch.withUnsafeMutableBytes { buffer in
        do throws(ImageError) {
          delivered = try rows.read(into: buffer, maxRows: 7)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      if delivered == 0 { break }
      count += delivered
      pixels += batch[..<(delivered * rows.layout.bytesPerRow)]
    }
    return Decoded(
      layout: rows.layout, pixels: pixels, rows: count, diagnostics: decoder.diagnostics + rows.diagnostics)
  }

  static func fixture(_ name: String) -> [UInt8] { Fixtures.bytes(Fixtures.path("jpeg/\(name)")) }

  /// Encodes one picture.
  static func encode(_ image: EncodeImage, _ pixels: [UInt8], limits: Limits = .standard) throws(ImageError) -> (
    bytes: [UInt8], notes: [Diagnostic]
  ) {
    let sink = MemoryByteSink()
    let encoder = try JPEGCodec.encoder.open(sink, limits)
    try encoder.begin(image)
    try pixels.withRawBytes { rows throws(ImageError) in try encoder.write(rows: rows, count: image.size.height) }
    try encoder.end()
    return (sink.bytes, try encoder.finish())
  }

  /// Bytes that look like noise and are the same on each run.
  static func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state >> 24)
    }
  }

  /// A smooth picture in which all channels differ.
  static func gradient(_ size: PixelSize, channels: Int) -> [UInt8] {
    (0..<size.height).flatMap { y in
      (0..<size.width).flatMap { x in
        (0..<channels).map { channel in
          UInt8((x * (channel + 1) * 120 / size.width + y * (4 - channel) * 30 / size.height) % 256)
        }
      }
    }
  }

  /// A segment: marker, length, content.
  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
  }

  /// A file with segments inserted after SOI.
  static func inserting(_ segments: [UInt8], into file: [UInt8]) -> [UInt8] {
    Array(file[..<2]) + segments + file[2...]
  }
}
