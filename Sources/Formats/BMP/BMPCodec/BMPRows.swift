internal import BMPStructure
internal import ByteStreams
internal import CodecKit
internal import ImageModel

/// The rows of a bitmap. They are read by their place in the file, so that a picture that is stored from the bottom
/// needs no memory. Runs are decoded first, into an index of 8 bits for each pixel.
///
/// Rows that a short file lacks are black or transparent, with a warning.
final class BMPRows: RowSource {
  let layout: RowLayout
  private(set) var diagnostics: [Diagnostic] = []
  let heldMemory: Int
  private let source: any ByteSource
  private let dataOffset: UInt64
  private let bytesPerRow: Int
  private let isTopDown: Bool
  private let pixels: BMPPixels
  private let request: DecodeRequest
  private var nextRow = 0

  /// - Parameter format: `gray8` for a palette of greys; `rgb8`, `rgba8`.
  /// - Throws: `invalidData` where not one row is whole; `limitExceeded`, `cancelled`, `io`.
  init(
    _ header: BMPHeader, _ source: any ByteSource, _ format: PixelFormat, profile: ColorProfile?, limits: Limits,
    _ request: DecodeRequest
  ) throws(ImageError) {
    layout = RowLayout(size: header.size, format: format, profile: profile)
    self.request = request
    isTopDown = header.isTopDown
    if header.compression == .runLength {
      heldMemory = header.size.pixelCount
      try limits.check(memory: heldMemory, for: "a picture of \(header.size)", format: "BMP")
      let (indices, warnings) = try BMPRuns.decode(header, source, request)
      self.source = MemoryByteSource(indices)
      diagnostics = warnings
      dataOffset = 0
      bytesPerRow = header.size.width
      pixels = BMPPixels(header, bitsPerPixel: 8, channels: format.channelCount)
    } else {
      heldMemory = 0
      self.source = source
      dataOffset = header.dataOffset
      bytesPerRow = header.bytesPerRow
      pixels = BMPPixels(header, bitsPerPixel: header.bitsPerPixel, channels: format.channelCount)
    }
    let stored = Int(clamping: self.source.size > dataOffset ? self.source.size - dataOffset : 0) / bytesPerRow
    guard stored > 0 else { throw ImageError(.invalidData, "the image data is missing", format: "BMP") }
    if stored < header.size.height {
      diagnostics.append(.warning("\(header.size.height - stored) of \(header.size.height) rows are missing"))
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    try request.checkCancellation()
    let height = layout.size.height
    let wanted = min(maxRows, buffer.count / layout.bytesPerRow, max(1, (256 << 10) / bytesPerRow))
    let count = min(wanted, height - nextRow)
    guard count > 0 else { return 0 }
    let first = isTopDown ? nextRow : height - nextRow - count
    let place = dataOffset + UInt64(first) * UInt64(bytesPerRow)
    let stored = try source.bytes(at: place, count: count * bytesPerRow)
    for row in 0..<count {
      let target = UnsafeMutableRawBufferPointer(
        rebasing: buffer[row * layout.bytesPerRow..<(row + 1) * layout.bytesPerRow])
      let start = (isTopDown ? row : count - 1 - row) * bytesPerRow
      if start + bytesPerRow <= stored.count {
        stored.withUnsafeBytes { pixels.convert(UnsafeRawBufferPointer(rebasing: $0[start...]), into: target) }
      } else {
        target.initializeMemory(as: UInt8.self, repeating: 0)
      }
    }
    nextRow += count
    return count
  }

  /// Whether some pixel of four channels is not transparent. The rows are read up to it.
  func hasVisiblePixel() throws(ImageError) -> Bool {
    let row = UnsafeMutableRawBufferPointer.allocate(byteCount: layout.bytesPerRow, alignment: 16)
    defer { row.deallocate() }
    while try read(into: row, maxRows: 1) > 0 {
      if stride(from: 3, to: row.count, by: 4).contains(where: { row[$0] > 0 }) { return true }
    }
    return false
  }
}

/// Turns stored pixels into samples of 8 bits.
struct BMPPixels {
  private let bitsPerPixel: Int
  private let channels: Int
  /// For pictures with indices: red, green, blue and alpha of each index. Otherwise 256 samples for each channel, by
  /// its highest 8 bits.
  private var table: [UInt8]
  /// Where a channel's highest bits lie in the stored number, and a mask for them after that shift.
  private var masks: [(shift: UInt32, bits: Int)] = []

  init(_ header: BMPHeader, bitsPerPixel: Int, channels: Int) {
    self.bitsPerPixel = bitsPerPixel
    self.channels = channels
    table = [UInt8](repeating: 0, count: 1_024)
    if header.masks.isEmpty {
      for index in 0..<256 {
        // An index beyond the palette is black.
        let color = index < header.palette.count ? header.palette[index] : [0, 0, 0]
        table.replaceSubrange(4 * index..<4 * index + 4, with: [color[2], color[1], color[0], 255])
      }
    } else {
      for (channel, mask) in header.masks.enumerated() {
        let width = min(mask.width, 8)
        let most = 1 << width - 1
        for value in 0...most { table[256 * channel + value] = UInt8((value * 255 + most / 2) / max(1, most)) }
        masks.append((UInt32(mask.shift + mask.width - width), most))
      }
      // Without a mask for alpha, all pixels are opaque.
      if header.masks[3].width == 0 { table[768] = 255 }
    }
  }

  /// Converts as many pixels as fit the target.
  func convert(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
    let width = target.count / channels
    table.withUnsafeBufferPointer { table in
      if masks.isEmpty {
        let perByte = 8 / bitsPerPixel
        for x in 0..<width {
          let index = Int(stored[x / perByte]) >> (8 - bitsPerPixel * (x % perByte + 1)) & (1 << bitsPerPixel - 1)
          for channel in 0..<channels { target[x * channels + channel] = table[4 * index + channel] }
        }
      } else {
        let length = bitsPerPixel / 8
        for x in 0..<width {
          var pixel: UInt32 = 0
          for byte in 0..<length { pixel |= UInt32(stored[x * length + byte]) << UInt32(8 * byte) }
          for channel in 0..<channels {
            let mask = masks[channel]
            target[x * channels + channel] = table[256 * channel + Int(pixel >> mask.shift) & mask.bits]
          }
        }
      }
    }
  }
}

/// Decodes runs: pairs of a count and an index, or of 0 and an escape.
enum BMPRuns {
  /// - Returns: an index for each pixel, in the order of stored rows, and a warning about missing ones. Pixels that no
  ///   run covers have index 0.
  /// - Throws: `invalidData` where there is no run; `cancelled`, `io`.
  static func decode(
    _ header: BMPHeader, _ source: any ByteSource, _ request: DecodeRequest
  ) throws(ImageError) -> ([UInt8], [Diagnostic]) {
    let (width, height, bits) = (header.size.width, header.size.height, header.bitsPerPixel)
    var indices = [UInt8](repeating: 0, count: width * height)
    var reader = WindowedReader(source)
    var (offset, x, y) = (header.dataOffset, 0, 0)
    func put(_ index: UInt8) {
      if x < width { indices[y * width + x] = index }
      x += 1
    }
    while y < height {
      guard let pair = try reader.uint16(at: offset, bigEndian: false) else {
        guard x > 0 || y > 0 else { throw ImageError(.invalidData, "the image data is missing", format: "BMP") }
        return (indices, [.warning("the image data ends in row \(y + 1) of \(height)")])
      }
      offset += 2
      let (count, value) = (Int(pair & 0xFF), UInt8(pair >> 8))
      switch (count, value) {
      case (0, 0):
        try request.checkCancellation()
        (x, y) = (0, y + 1)
      case (0, 1): return (indices, [])
      case (0, 2):
        guard let step = try reader.uint16(at: offset, bigEndian: false) else { continue }
        offset += 2
        (x, y) = (x + Int(step & 0xFF), y + Int(step >> 8))
      case (0, _):
        // The indices as they are, and a byte if their number of bytes is odd.
        let length = (Int(value) * bits + 7) / 8
        guard let bytes = try reader.bytes(at: offset, count: length) else {
          offset = reader.size
          continue
        }
        for n in 0..<Int(value) { put(bits == 8 ? bytes[n] : bytes[n / 2] >> (n % 2 == 0 ? 4 : 0) & 15) }
        offset += UInt64(length + length % 2)
      default:
        for n in 0..<count { put(bits == 8 ? value : value >> (n % 2 == 0 ? 4 : 0) & 15) }
      }
    }
    return (indices, [])
  }
}
