internal import ByteStreams
internal import CGIFShims
internal import CodecKit
internal import GIFStructure
internal import ImageModel

/// The screen on which the frames of a file are drawn, one after the other.
final class GIFScreen {
  /// The index of the frame that is drawn next.
  private(set) var nextFrame = 0
  private let canvas: FrameCanvas
  private let structure: GIFStructure
  private let source: any ByteSource
  private var frameWarnings: [Diagnostic] = []

  /// - Throws: `limitExceeded` when the screen, twice, is larger than `limits.maxMemory`.
  init(_ structure: GIFStructure, _ source: any ByteSource, limits: Limits) throws(ImageError) {
    self.structure = structure
    self.source = source
    canvas = try FrameCanvas(
      structure.size, restores: structure.frames.contains { $0.disposal == .restore }, limits: limits, format: "GIF")
  }

  /// Draws the frames up to one, and returns the rows of the screen.
  ///
  /// - Throws: `invalidData` where the first row of the first frame is damaged; `cancelled`, `io`.
  func rows(at index: Int, _ info: ImageInfo, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    while nextFrame <= index {
      try request.checkCancellation()
      if nextFrame > 0 {
        let last = structure.frames[nextFrame - 1]
        canvas.dispose(last.rect, last.disposal)
      }
      try draw(structure.frames[nextFrame], request)
      nextFrame += 1
    }
    return canvas.rows(info, frameWarnings)
  }

  private func draw(_ frame: GIFStructure.Frame, _ request: DecodeRequest) throws(ImageError) {
    let (target, width) = (canvas.pixels, canvas.size.width)
    let visible = canvas.visible(frame.rect)
    let (rows, columns) = (visible.rows, visible.columns)
    canvas.prepare(frame.rect, frame.disposal)
    let colors = try self.colors(of: frame)
    let input = GIFFrameInput(source, structure, frame)
    // The input lives as long as the decoder that reads from it.
    let decoder = gif_shim_open(
      { context, buffer, count in
        guard let context, let buffer else { return 0 }
        let input = Unmanaged<GIFFrameInput>.fromOpaque(context).takeUnretainedValue()
        return Int32(input.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))))
      }, Unmanaged.passUnretained(input).toOpaque())
    defer { gif_shim_close(decoder) }
    var indices = [UInt8](repeating: 0, count: frame.size.width)
    // Rows below the screen need not be decoded.
    let order = Self.rowOrder(of: frame).prefix(
      columns.isEmpty ? 0 : frame.isInterlaced ? frame.size.height : max(0, rows.upperBound - frame.y))
    var count = 0
    if let decoder {
      for row in order {
        if count % 256 == 0 { try request.checkCancellation() }
        guard gif_shim_row(decoder, &indices, Int32(indices.count)) == 1 else { break }
        count += 1
        let place = frame.y + row
        guard rows.contains(place) else { continue }
        let start = place * width
        for column in columns {
          let index = Int(indices[column - frame.x])
          if index != frame.transparentIndex { target[start + column] = colors[index] }
        }
      }
    }
    withExtendedLifetime(input) {}
    if let failure = input.failure { throw failure }
    guard count < order.count else { return }
    let name = structure.isAnimated ? "frame \(nextFrame + 1)" : "the picture"
    guard count > 0 || nextFrame > 0 else {
      throw ImageError(.invalidData, "the data of \(name) is damaged", format: "GIF")
    }
    if frameWarnings.count < 20 {
      frameWarnings.append(
        .warning("\(order.count - count) of \(order.count) rows of \(name) are missing or damaged"))
    }
  }

  /// The colours by index, as pixels of the screen. Indices beyond the table are black; without a table they are greys.
  private func colors(of frame: GIFStructure.Frame) throws(ImageError) -> [UInt32] {
    guard let table = frame.colorTable else {
      return (0..<256).map { Self.pixel(UInt8($0), UInt8($0), UInt8($0)) }
    }
    let bytes = try source.bytes(at: table.lowerBound, count: Int(table.upperBound - table.lowerBound))
    var colors = [UInt32](repeating: Self.pixel(0, 0, 0), count: 256)
    for index in 0..<min(256, bytes.count / 3) {
      colors[index] = Self.pixel(bytes[3 * index], bytes[3 * index + 1], bytes[3 * index + 2])
    }
    return colors
  }

  private static func pixel(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt32 {
    UInt32(littleEndian: UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000)
  }

  /// The rows in the order of the data: from the top, or in four passes (appendix E).
  private static func rowOrder(of frame: GIFStructure.Frame) -> [Int] {
    let height = frame.size.height
    guard frame.isInterlaced else { return Array(0..<height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
  }
}

/// A GIF file with one frame alone, for giflib: the header, the global colour table, the frame.
///
/// giflib drops the whole sub-block at which a file ends. Therefore its length is shortened to what is there, and the
/// end of the data follows.
private final class GIFFrameInput {
  private(set) var failure: ImageError?
  private var reader: WindowedReader
  /// The parts of the file before the data's sub-blocks.
  private var head: [Range<UInt64>]
  /// Where the next sub-block begins, or goes on.
  private var position: UInt64
  private let end: UInt64
  /// The bytes of the current sub-block that are left.
  private var left = 0

  init(_ source: any ByteSource, _ structure: GIFStructure, _ frame: GIFStructure.Frame) {
    reader = WindowedReader(source)
    let start = min(frame.dataStart, frame.data.upperBound)
    head = [0..<(structure.globalColorTable?.upperBound ?? 13), frame.data.lowerBound..<start]
    position = start
    end = frame.data.upperBound
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    do throws(ImageError) {
      while done < buffer.count {
        if let part = head.first {
          let count = min(buffer.count - done, Int(part.upperBound - part.lowerBound))
          guard try copy(count, at: part.lowerBound, into: buffer, &done) else { break }
          head[0] = part.lowerBound + UInt64(count)..<part.upperBound
          if head[0].isEmpty { head.removeFirst() }
        } else if left > 0 {
          let count = min(buffer.count - done, left)
          guard try copy(count, at: position, into: buffer, &done) else { break }
          position += UInt64(count)
          left -= count
        } else {
          let length = position < end ? Int(try reader.uint8(at: position) ?? 0) : 0
          position += position < end ? 1 : 0
          left = min(length, Int(end - position))
          buffer[done] = UInt8(left)
          done += 1
        }
      }
    } catch {
      failure = error
    }
    return done
  }

  private func copy(
    _ count: Int, at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer, _ done: inout Int
  ) throws(ImageError) -> Bool {
    guard let bytes = try reader.bytes(at: offset, count: count) else { return false }
    UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count]).copyBytes(from: bytes)
    done += count
    return true
  }
}
