internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import PNGCodec
internal import TestKit

/// Builds PNG files chunk by chunk, with its own checksum code, independent of the code under test.
enum TestPNG {
  static let signature: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]

  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return number(UInt32(content.count)) + body + number(crc(body))
  }

  static func header(
    width: UInt32, height: UInt32, depth: UInt8 = 8, type: UInt8 = 0, interlace: UInt8 = 0
  ) -> [UInt8] {
    chunk("IHDR", number(width) + number(height) + [depth, type, 0, 0, interlace])
  }

  /// A grey picture of 8 bits; its rows are stored, not compressed, one IDAT chunk for each `rowsPerChunk`.
  static func gray(width: Int = 4, rows: [[UInt8]], rowsPerChunk: Int = .max, extra: [UInt8] = []) -> [UInt8] {
    let stream = zlib(rows.flatMap { [0] + $0 })
    // 7 bytes come before the first row: zlib's header and that of the stored block.
    let cut = rowsPerChunk == .max ? stream.count : 7 + rowsPerChunk * (width + 1)
    var data: [UInt8] = []
    for start in stride(from: 0, to: stream.count, by: cut) {
      data += chunk("IDAT", Array(stream[start..<min(stream.count, start + cut)]))
    }
    return signature + header(width: UInt32(width), height: UInt32(rows.count)) + extra + data + chunk("IEND", [])
  }

  /// Bytes (less than 64 KiB) as a zlib stream with one stored block (RFC 1950, RFC 1951 3.2.4).
  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return [0x78, 0x01, 1, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)] + bytes
      + number(b << 16 | a)
  }

  static func number(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 { checkValue(bytes) }
}

/// The result of decoding a file.
struct Decoded {
  var info: ImageInfo
  var layout: RowLayout
  /// The rows that were delivered.
  var bytes: [UInt8]
  var rowCount: Int
  var diagnostics: [Diagnostic]

  init(
    _ file: [UInt8], limits: Limits = .standard, rowsAtOnce: Int = 3, usesThreads: Bool = false
  ) throws(ImageError) {
    try self.init(MemoryByteSource(file), limits: limits, rowsAtOnce: rowsAtOnce, usesThreads: usesThreads)
  }

  init(
    _ source: any ByteSource, limits: Limits = .standard, rowsAtOnce: Int = 3, usesThreads: Bool = false
  ) throws(ImageError) {
    let decoder = try PNGCodec.decoder.open(source, limits)
    info = try decoder.info(at: 0)
    let rows = try decoder.rows(at: 0, DecodeRequest(usesThreads: usesThreads))
    layout = rows.layout
    bytes = []
    rowCount = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: rows.layout.bytesPerRow * rowsAtOnce, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try rows.read(into: buffer, maxRows: rowsAtOnce)
      if count == 0 { break }
      bytes += buffer[..<(count * layout.bytesPerRow)]
      rowCount += count
    }
    diagnostics = decoder.diagnostics + rows.diagnostics
  }

  var warnings: [String] { diagnostics.filter { $0.severity == .warning }.map(\.message) }
}

/// Encodes a picture in memory, a few rows at a time.
func encode(
  _ bytes: [UInt8], _ size: PixelSize, _ format: PixelFormat, profile: ColorProfile? = nil,
  metadata: EncodeMetadata = EncodeMetadata(), options: EncodeOptions = EncodeOptions(), limits: Limits = .standard
) throws(ImageError) -> (file: [UInt8], notes: [Diagnostic]) {
  let sink = MemoryByteSink()
  let encoder = try PNGCodec.encoder.open(sink, limits)
  try encoder.begin(EncodeImage(size: size, format: format, profile: profile, metadata: metadata, options: options))
  let stride = size.width * format.bytesPerPixel
  try bytes.withRawBytes { raw throws(ImageError) in
    var row = 0
    while row < size.height {
      let count = min(5, size.height - row)
      try encoder.write(
        rows: UnsafeRawBufferPointer(rebasing: raw[row * stride..<(row + count) * stride]), count: count)
      row += count
    }
  }
  try encoder.end()
  return (sink.bytes, try encoder.finish())
}

/// 16-bit samples in the machine's byte order.
func samples(_ values: [UInt16]) -> [UInt8] { values.withUnsafeBytes { Array($0) } }
