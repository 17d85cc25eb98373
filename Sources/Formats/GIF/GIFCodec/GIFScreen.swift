internal import ByteStreams
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
    let indices = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: frame.size.width)
    defer { indices.deallocate() }
    // Rows below the screen need not be decoded.
    let order = Self.rowOrder(of: frame).prefix(
      columns.isEmpty ? 0 : frame.isInterlaced ? frame.size.height : max(0, rows.upperBound - frame.y))
    var count = 0
    var data = try GIFFrameData(frame, in: source)
    for row in order {
      if count % 256 == 0 { try request.checkCancellation() }
      guard try data.read(into: indices) else { break }
      count += 1
      let place = frame.y + row
      guard rows.contains(place) else { continue }
      let start = place * width
      for column in columns {
        let index = Int(indices[column - frame.x])
        if index != frame.transparentIndex { target[start + column] = colors[index] }
      }
    }
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
