internal import CodecKit
internal import ImageModel

/// Returns the rows of a source one at a time, but reads them in batches. This spreads the cost of a call through all
/// stages over several rows.
struct RowReader: ~Copyable {
  let source: any RowSource
  let bytesPerRow: Int
  private let buffer: RowBuffer
  private let rowsPerRead: Int
  private var available = 0
  private var next = 0
  private var isAtEnd = false
  private var mappedCount = 0

  /// The size of a batch in bytes: it fits into a core's L2 cache beside the results.
  private static let batchBytes = 64 << 10

  init(_ source: any RowSource) {
    self.source = source
    let layout = source.layout
    bytesPerRow = layout.bytesPerRow
    rowsPerRead = max(1, min(Self.batchBytes / max(1, layout.bytesPerRow), 64, layout.size.height))
    buffer = RowBuffer(byteCount: rowsPerRead * layout.bytesPerRow)
  }

  /// The next row, valid until the next call; nil after the last one.
  mutating func row() throws(ImageError) -> UnsafeRawPointer? {
    if next == available {
      if isAtEnd { return nil }
      let room = UnsafeMutableRawBufferPointer(start: buffer.start, count: rowsPerRead * bytesPerRow)
      available = try source.read(into: room, maxRows: rowsPerRead)
      next = 0
      if available == 0 {
        isAtEnd = true
        return nil
      }
    }
    defer { next += 1 }
    return UnsafeRawPointer(buffer.start + next * bytesPerRow)
  }

  /// Makes a row of each of the next rows, until the result is full or the source has no more.
  ///
  /// - Parameters:
  ///   - bytesPerRow: of the result.
  ///   - make: gets a row, and where its result goes.
  /// - Returns: the number of rows.
  mutating func map(
    into buffer: UnsafeMutableRawBufferPointer, maxRows: Int, bytesPerRow: Int,
    _ make: (_ row: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) -> Void
  ) throws(ImageError) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    let count = min(maxRows, source.layout.size.height - mappedCount, buffer.count / bytesPerRow)
    var delivered = 0
    while delivered < count, let row = try row() {
      make(row, start + delivered * bytesPerRow)
      delivered += 1
    }
    mappedCount += delivered
    return delivered
  }

  /// The memory in bytes that a reader of such a source needs.
  static func memory(for layout: RowLayout) -> Int { max(batchBytes, layout.bytesPerRow) + 64 }
}

/// Working memory of a stage: aligned for vectors, zeroed, and freed with its owner.
///
/// 64 bytes of slack follow the last byte, so that a vector may be loaded at any sample.
struct RowBuffer: ~Copyable {
  let bytes: UnsafeMutableRawBufferPointer

  init(byteCount: Int) {
    bytes = .allocate(byteCount: max(byteCount, 0) + 64, alignment: 64)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  init(floats count: Int) {
    self.init(byteCount: count * 4)
  }

  /// All rows of a source. Rows that it does not have are zeros.
  init(reading source: any RowSource) throws(ImageError) {
    let layout = source.layout
    self.init(byteCount: layout.bytesPerRow * layout.size.height)
    var rows = 0
    while rows < layout.size.height {
      let rest = UnsafeMutableRawBufferPointer(
        start: start + rows * layout.bytesPerRow, count: (layout.size.height - rows) * layout.bytesPerRow)
      let count = try source.read(into: rest, maxRows: layout.size.height - rows)
      if count == 0 { break }
      rows += count
    }
  }

  deinit { bytes.deallocate() }

  /// The start of the memory. It is never nil because the slack makes every allocation at least 64 bytes long.
  var start: UnsafeMutableRawPointer {
    bytes.baseAddress.unsafelyUnwrapped
  }

  var floats: UnsafeMutablePointer<Float> {
    start.assumingMemoryBound(to: Float.self)
  }
}

/// Conversions between rows of 8-bit samples that only move bytes.
enum ByteRows {
  /// Adds or drops straight alpha, and makes RGB from gray.
  static func convert(
    _ row: UnsafeRawPointer, from input: PixelFormat, to target: UnsafeMutableRawPointer, as output: PixelFormat,
    pixels: Int
  ) {
    let source = row.assumingMemoryBound(to: UInt8.self)
    let target = target.assumingMemoryBound(to: UInt8.self)
    let (from, to) = (input.channelCount, output.channelCount)
    let colors = output.colorModel.channelCount
    let spreads = input.colorModel == .gray && colors == 3
    let (addsAlpha, keepsAlpha) = (output.hasAlpha && !input.hasAlpha, output.hasAlpha && input.hasAlpha)
    for pixel in 0..<pixels {
      let old = source + pixel &* from
      let new = target + pixel &* to
      if spreads {
        new[0] = old[0]
        new[1] = old[0]
        new[2] = old[0]
      } else {
        for channel in 0..<colors { new[channel] = old[channel] }
      }
      if addsAlpha { new[to &- 1] = 255 } else if keepsAlpha { new[to &- 1] = old[from &- 1] }
    }
  }
}
