internal import ByteStreams
internal import CGIFShims
internal import CodecKit
internal import GIFStructure
internal import Glibc
internal import ImageModel

/// The screen on which frames are drawn, one after the other: RGBA with straight alpha, transparent at first.
final class GIFScreen {
  let pixels: UnsafeMutableRawBufferPointer
  /// The index of the frame that is drawn next.
  private(set) var nextFrame = 0
  private let structure: GIFStructure
  private let source: any ByteSource
  private let size: PixelSize
  /// What was under the last frame, where that is to be restored.
  private var under: [UInt32] = []
  private var damage: [Diagnostic] = []

  /// - Throws: `limitExceeded` when the screen, twice, is larger than `limits.maxMemory`.
  init(_ structure: GIFStructure, _ source: any ByteSource, limits: Limits) throws(ImageError) {
    self.structure = structure
    self.source = source
    size = structure.size
    let count = 4 * size.pixelCount
    let copies = structure.frames.contains { $0.disposal == .restore } ? 2 : 1
    try limits.check(memory: copies * count, for: "a screen of \(size)", format: "GIF")
    guard let memory = calloc(count, 1) else {
      throw ImageError(.limitExceeded, "no memory for a screen of \(size)", format: "GIF")
    }
    pixels = UnsafeMutableRawBufferPointer(start: memory, count: count)
  }

  deinit { free(pixels.baseAddress) }

  /// Draws the frames up to one.
  ///
  /// - Returns: warnings about damaged frames.
  /// - Throws: `invalidData` where the first row of the first frame is damaged; `cancelled`, `io`.
  func draw(through index: Int, _ request: DecodeRequest) throws(ImageError) -> [Diagnostic] {
    while nextFrame <= index {
      try request.checkCancellation()
      if nextFrame > 0 { dispose(of: structure.frames[nextFrame - 1]) }
      try draw(structure.frames[nextFrame])
      nextFrame += 1
    }
    return damage
  }

  /// The part of a frame that is on the screen.
  private func visible(_ frame: GIFStructure.Frame) -> (rows: Range<Int>, columns: Range<Int>) {
    let (left, top) = (min(frame.x, size.width), min(frame.y, size.height))
    return (top..<min(size.height, frame.y + frame.size.height), left..<min(size.width, frame.x + frame.size.width))
  }

  private func dispose(of frame: GIFStructure.Frame) {
    let target = pixels.bindMemory(to: UInt32.self)
    let (rows, columns) = visible(frame)
    switch frame.disposal {
    case .none: break
    case .clear:
      for row in rows { for column in columns { target[row * size.width + column] = 0 } }
    case .restore:
      guard under.count == rows.count * columns.count else { return }
      var index = 0
      for row in rows {
        for column in columns {
          target[row * size.width + column] = under[index]
          index += 1
        }
      }
    }
  }

  private func draw(_ frame: GIFStructure.Frame) throws(ImageError) {
    let target = pixels.bindMemory(to: UInt32.self)
    let (rows, columns) = visible(frame)
    under = []
    if frame.disposal == .restore {
      for row in rows { under += target[row * size.width + columns.lowerBound..<row * size.width + columns.upperBound] }
    }
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
    var count = 0
    if let decoder {
      for row in Self.rowOrder(of: frame) {
        guard gif_shim_row(decoder, &indices, Int32(indices.count)) == 1 else { break }
        count += 1
        let place = frame.y + row
        guard rows.contains(place) else { continue }
        let start = place * size.width
        for column in columns {
          let index = Int(indices[column - frame.x])
          if index != frame.transparentIndex { target[start + column] = colors[index] }
        }
      }
    }
    withExtendedLifetime(input) {}
    if let failure = input.failure { throw failure }
    guard count < frame.size.height else { return }
    let name = structure.isAnimated ? "frame \(nextFrame + 1)" : "the picture"
    guard count > 0 || nextFrame > 0 else {
      throw ImageError(.invalidData, "the data of \(name) is damaged", format: "GIF")
    }
    if damage.count < 20 {
      damage.append(
        .warning("\(frame.size.height - count) of \(frame.size.height) rows of \(name) are missing or damaged"))
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
private final class GIFFrameInput {
  private(set) var failure: ImageError?
  private let source: any ByteSource
  private var parts: [Range<UInt64>]

  init(_ source: any ByteSource, _ structure: GIFStructure, _ frame: GIFStructure.Frame) {
    self.source = source
    parts = [0..<(structure.globalColorTable?.upperBound ?? 13), frame.data]
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    while done < buffer.count, let part = parts.first {
      let count = min(buffer.count - done, Int(part.upperBound - part.lowerBound))
      let target = UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count])
      do throws(ImageError) {
        let got = try source.read(into: target, at: part.lowerBound)
        done += got
        parts[0] = part.lowerBound + UInt64(got)..<part.upperBound
        if got < count { break }
      } catch {
        failure = error
        break
      }
      if parts[0].isEmpty { parts.removeFirst() }
    }
    return done
  }
}
