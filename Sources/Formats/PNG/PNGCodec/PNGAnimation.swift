internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import ImageOps
internal import PNGStructure

/// An animation that is drawn frame by frame, in the order of the file. libpng decodes each frame as a file of its own;
/// the canvas has 8 bits a sample.
final class PNGAnimation {
  /// The index of the frame that is drawn next.
  private(set) var nextFrame = 0
  private let structure: PNGStructure
  private let source: any ByteSource
  private let limits: Limits
  private let canvas: FrameCanvas
  private var diagnostics: [Diagnostic] = []

  /// - Throws: `limitExceeded`.
  init(_ structure: PNGStructure, _ source: any ByteSource, limits: Limits) throws(ImageError) {
    self.structure = structure
    self.source = source
    canvas = try FrameCanvas(
      structure.header.size, restores: structure.frames.contains { $0.disposal == .restore }, limits: limits,
      format: "PNG")
    self.limits = limits.holding(4 * canvas.size.pixelCount)
    if structure.header.bitDepth == 16 {
      diagnostics.append(.note("frames other than the still picture have 8 of their 16 bits a sample"))
    }
  }

  /// Draws the frames up to one, and returns the canvas. The rows of an earlier frame may not be read any more.
  ///
  /// - Throws: `invalidData` for a frame of which no row can be decoded; `cancelled`, `io`.
  func rows(at index: Int, _ info: ImageInfo, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    while nextFrame <= index {
      try request.checkCancellation()
      if nextFrame > 0 {
        let last = structure.frames[nextFrame - 1]
        // The canvas was transparent before the first frame.
        canvas.dispose(last.rect, nextFrame == 1 && last.disposal == .restore ? .clear : last.disposal)
      }
      let frame = structure.frames[nextFrame]
      canvas.prepare(frame.rect, frame.disposal)
      try draw(frame, request)
      nextFrame += 1
    }
    return canvas.rows(info, diagnostics)
  }

  private func draw(_ frame: PNGStructure.Frame, _ request: DecodeRequest) throws(ImageError) {
    let file = try file(of: frame)
    let limits = limits.holding(file.count)
    let picture = try PNGDecoder(MemoryByteSource(file), limits: limits)
    let rows = try FormatConverter(
      try picture.rows(at: 0, DecodeRequest(isCancelled: request.isCancelled)), to: .rgba8, limits: limits)
    var row = [UInt32](repeating: 0, count: frame.rect.size.width)
    var place = frame.rect.y * canvas.size.width + frame.rect.x
    while try Self.next(&row, of: rows) {
      for (column, color) in row.enumerated() {
        canvas.pixels[place + column] = frame.isBlended ? Self.blend(color, over: canvas.pixels[place + column]) : color
      }
      place += canvas.size.width
    }
    for warning in rows.diagnostics where diagnostics.count < 20 {
      diagnostics.append(.warning("frame \(nextFrame + 1): \(warning.message)"))
    }
  }

  private static func next(_ row: inout [UInt32], of rows: any RowSource) throws(ImageError) -> Bool {
    var failure: ImageError?
    let count = row.withUnsafeMutableBytes { buffer in
      do throws(ImageError) {
        return try rows.read(into: buffer, maxRows: 1)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return count == 1
  }

  /// A colour over another one, both with straight alpha (PNG third edition, 13.16).
  private static func blend(_ color: UInt32, over back: UInt32) -> UInt32 {
    let (alpha, under) = (color >> 24, back >> 24)
    if alpha == 255 || under == 0 { return color }
    if alpha == 0 { return back }
    let (u, v) = (alpha * 255, (255 - alpha) * under)
    let sum = u + v
    var result = ((sum + 127) / 255) << 24
    for shift: UInt32 in [0, 8, 16] {
      let value = (color >> shift & 255) * u + (back >> shift & 255) * v
      result |= ((value + sum / 2) / sum) << shift
    }
    return result
  }

  /// A PNG file with a frame as its picture.
  private func file(of frame: PNGStructure.Frame) throws(ImageError) -> [UInt8] {
    var header = try source.bytes(at: structure.chunks[0].contentOffset, count: 13)
    header.replaceSubrange(
      ..<8, with: UInt32(frame.rect.size.width).bigEndianBytes + UInt32(frame.rect.size.height).bigEndianBytes)
    var file = PNGFrame.signature + PNGFrame.chunk("IHDR", header)
    for chunk in structure.chunks.prefix(while: { !$0.isImageData }) where chunk.describesSamples {
      file += try source.bytes(at: chunk.offset, count: Int(chunk.length) + 12)
    }
    let total = frame.data.reduce(0) { $0 + Int($1.length) }
    try limits.check(memory: total, for: "the data of a frame", format: "PNG")
    for chunk in frame.data {
      var content = try source.bytes(at: chunk.contentOffset, count: Int(chunk.length))
      let check = try source.bytes(at: chunk.checkOffset, count: 4)
      var crc = CRC32()
      crc.update(chunk.nameBytes)
      crc.update(content)
      if !chunk.isImageData { content.removeFirst(4) }
      file += PNGFrame.chunk("IDAT", content)
      // Damage stays damage.
      if crc.value.bigEndianBytes != check { file[file.count - 1] ^= 0xFF }
    }
    return file + PNGFrame.chunk("IEND", [])
  }
}
