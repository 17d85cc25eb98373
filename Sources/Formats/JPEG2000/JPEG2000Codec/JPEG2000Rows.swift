internal import ByteStreams
internal import CJPEG2000Shims
internal import CodecKit
internal import ImageModel
internal import JPEG2000Structure

/// The rows of a picture. libopenjp2 decodes one tile after the other; a row of tiles is held as pixels. Most files
/// consist of one tile.
///
/// Damage within a tile of full size lowers its quality, with a warning. A tile that cannot be decoded ends the
/// picture.
final class JPEG2000Rows: RowSource {
  let layout: RowLayout
  private(set) var diagnostics: [Diagnostic]
  let heldMemory: Int
  private let structure: JPEG2000Structure
  private let plan: ChannelPlan
  private let request: DecodeRequest
  private var codestream: Codestream?
  /// How often the size is halved.
  let reduction: Int
  /// The first column and row of the picture on the reduced grid.
  private let origin: (x: Int, y: Int)
  /// The row of tiles that is decoded next.
  private var nextTileRow = 0
  /// The rows of the last row of tiles, and how many of them have been delivered.
  private var band: [UInt8] = []
  private var delivered = 0

  init(
    _ structure: JPEG2000Structure, in source: any ByteSource, limits: Limits, _ request: DecodeRequest
  ) throws(ImageError) {
    plan = try ChannelPlan(structure)
    try JPEG2000Codec.load()
    let grid = structure.tiles
    // libopenjp2 keeps a copy of the header for each tile.
    let headers = grid.count * (6_000 + 1_200 * structure.components.count)
    try limits.check(memory: headers, for: "\(grid.count) tiles", format: "JPEG 2000")
    let codestream = try Codestream(source, structure.codestream, usesThreads: request.usesThreads)
    let reduction = Self.reduction(of: structure.size, for: request.minimumSize, upTo: structure.maxReduction)
    guard jpeg2000_shim_reduce(codestream.shim, UInt32(reduction)) != 0 else { throw Self.damaged }
    origin = (grid.origin.x.halved(reduction), grid.origin.y.halved(reduction))
    layout = Self.layout(structure, plan.format, origin, reduction)
    // Four bytes for each sample of a tile, the tile's data and code-blocks, and the pixels of a row of tiles.
    let tile = grid.largest
    let samples = structure.components.reduce(0) { sum, component in
      let (width, height) = (tile.width / component.step.width + 1, tile.height / component.step.height + 1)
      return sum + (width.halved(reduction) + 1) * (height.halved(reduction) + 1)
    }
    let rows = min(tile.height.halved(reduction) + 1, layout.size.height)
    heldMemory =
      headers + 4 * samples + structure.partMemory + rows * layout.bytesPerRow
      + Int(clamping: structure.codestream.count) / max(1, grid.count)
    try limits.check(memory: heldMemory, for: "a picture of \(layout.size)", format: "JPEG 2000")
    diagnostics = plan.diagnostics
    self.reduction = reduction
    self.structure = structure
    self.request = request
    self.codestream = codestream
  }

  /// The largest number of halvings that leaves the minimum.
  private static func reduction(of size: PixelSize, for minimum: PixelSize?, upTo levels: Int) -> Int {
    guard let minimum else { return 0 }
    var reduction = 0
    while reduction < levels, size.width >> (reduction + 1) >= max(1, minimum.width),
      size.height >> (reduction + 1) >= max(1, minimum.height)
    {
      reduction += 1
    }
    return reduction
  }

  /// The shape of the rows, halved. Sample i of a halved row lies where sample 2i lay (ISO/IEC 15444-1, F.3), not
  /// between 2i and 2i + 1. So the picture begins up to half a pixel later, and one column and row more are delivered.
  private static func layout(
    _ structure: JPEG2000Structure, _ format: PixelFormat, _ origin: (x: Int, y: Int), _ reduction: Int
  ) -> RowLayout {
    let grid = structure.tiles
    guard reduction > 0 else { return RowLayout(size: structure.size, format: format, profile: structure.profile) }
    let size = PixelSize(
      width: grid.end.x.halved(reduction) - origin.x + 1, height: grid.end.y.halved(reduction) - origin.y + 1)
    let scale = 1 / Double(1 << reduction)
    func start(_ full: Int, _ halved: Int) -> Double {
      max(0, (Double(full) - 0.5) * scale + 0.5 - Double(halved))
    }
    let box = SourceBox(
      x: start(grid.origin.x, origin.x), y: start(grid.origin.y, origin.y),
      width: Double(structure.size.width) * scale, height: Double(structure.size.height) * scale)
    return RowLayout(size: size, format: format, profile: structure.profile, sourceBox: box)
  }

  /// Decodes the first row of tiles.
  ///
  /// - Throws: `invalidData` where that fails.
  func begin() throws(ImageError) { try decodeBand() }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    if delivered * layout.bytesPerRow == band.count { try decodeBand() }
    let ready = band.count / layout.bytesPerRow - delivered
    let count = min(maxRows, buffer.count / layout.bytesPerRow, ready)
    guard count > 0 else { return 0 }
    let range = delivered * layout.bytesPerRow..<(delivered + count) * layout.bytesPerRow
    band.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[range])) }
    delivered += count
    return count
  }

  /// Decodes the next row of tiles that has rows at the reduced size; leaves no rows after the last one.
  private func decodeBand() throws(ImageError) {
    band = []
    delivered = 0
    let grid = structure.tiles
    while band.isEmpty, nextTileRow < grid.rows, let codestream {
      let area = grid.area(column: 0, row: nextTileRow)
      let (top, bottom) = (area.top.halved(reduction), area.bottom.halved(reduction))
      var band = [UInt8](repeating: 0, count: (bottom - top) * layout.bytesPerRow)
      for column in 0..<grid.columns {
        try request.checkCancellation()
        // A narrow tile at the border may have no samples at the reduced size.
        let part = grid.area(column: column, row: nextTileRow)
        if top == bottom || part.left.halved(reduction) == part.right.halved(reduction) { continue }
        guard codestream.decode(tile: nextTileRow * grid.columns + column) else {
          if let failure = codestream.failure { throw failure }
          guard nextTileRow > 0 else { throw Self.damaged }
          return end("the compressed data is damaged; the rows from \(area.top - grid.origin.y) on are missing")
        }
        band.withUnsafeMutableBytes { convert(part, codestream, into: $0) }
      }
      if plan.isYCC { band.withUnsafeMutableBytes { convertYCC($0) } }
      nextTileRow += 1
      if reduction > 0, bottom > top {
        repeatEdges(of: &band, isLast: bottom == grid.end.y.halved(reduction))
      }
      self.band = band
    }
    guard nextTileRow == grid.rows, let codestream else { return }
    let complaints = codestream.complaints
    end(complaints > 0 ? "the compressed data is damaged; libopenjp2 has \(complaints) complaints" : nil)
  }

  /// Ends the decoding, and frees the last tile.
  private func end(_ warning: String?) {
    codestream = nil
    if let warning { diagnostics.append(.warning(warning)) }
  }

  /// Writes the pixels of a tile into the rows of its band.
  private func convert(
    _ area: JPEG2000Structure.Tiles.Area, _ codestream: Codestream, into band: UnsafeMutableRawBufferPointer
  ) {
    let (left, right) = (area.left.halved(reduction), area.right.halved(reduction))
    let (top, bottom) = (area.top.halved(reduction), area.bottom.halved(reduction))
    guard let start = band.baseAddress.map({ $0 + (left - origin.x) * layout.format.bytesPerPixel }) else { return }
    for (place, channel) in plan.channels.enumerated() {
      let component = jpeg2000_shim_tile_component(codestream.shim, UInt32(channel.component))
      guard let samples = component.samples, component.width > 0, component.height > 0 else { continue }
      let step = structure.components[channel.component].step
      let (firstX, firstY) = (Int(component.x).halved(reduction), Int(component.y).halved(reduction))
      // The sample of each column: several columns share one where the component is subsampled.
      let columns = (left..<right).map { min(max($0 / step.width - firstX, 0), Int(component.width) - 1) }
      for y in top..<bottom {
        let row = min(max(y / step.height - firstY, 0), Int(component.height) - 1)
        let pixels = start + (y - top) * layout.bytesPerRow
        let source = samples + row * Int(component.width)
        if layout.format.component == .uint8 {
          Self.write(source, columns, channel, to: pixels.assumingMemoryBound(to: UInt8.self) + place, layout.format)
        } else {
          Self.write(source, columns, channel, to: pixels.assumingMemoryBound(to: UInt16.self) + place, layout.format)
        }
      }
    }
  }
  /// Writes one channel of the pixels of a row.
  private static func write<Sample: FixedWidthInteger>(
    _ source: UnsafePointer<Int32>, _ columns: [Int], _ channel: ChannelPlan.Channel,
    to pixels: UnsafeMutablePointer<Sample>, _ format: PixelFormat
  ) {
    let stride = format.channelCount
    let (bias, shift, last) = (channel.bias, channel.shift, Int32(channel.values.count - 1))
    channel.values.withUnsafeBufferPointer { values in
      columns.withUnsafeBufferPointer { columns in
        for x in 0..<columns.count {
          let sample = min(max((source[columns[x]] &+ bias) >> shift, 0), last)
          pixels[x * stride] = Sample(truncatingIfNeeded: values[Int(sample)])
        }
      }
    }
  }

  /// Turns luma and chroma into RGB (BT.601, full range: IEC 61966-2-1, annex F).
  private func convertYCC(_ pixels: UnsafeMutableRawBufferPointer) {
    if layout.format.component == .uint8 {
      Self.convertYCC(pixels.bindMemory(to: UInt8.self), layout.format.channelCount)
    } else {
      Self.convertYCC(pixels.bindMemory(to: UInt16.self), layout.format.channelCount)
    }
  }

  private static func convertYCC<Sample: FixedWidthInteger & UnsignedInteger>(
    _ pixels: UnsafeMutableBufferPointer<Sample>, _ stride: Int
  ) {
    let (top, half) = (Int(Sample.max), Int(Sample.max / 2) + 1)
    // Factors in 65536ths.
    for place in Swift.stride(from: 0, to: pixels.count - 2, by: stride) {
      let (y, cb, cr) = (
        Int(pixels[place]) << 16 + 32_768, Int(pixels[place + 1]) - half, Int(pixels[place + 2]) - half
      )
      let rgb = (y + 91_881 * cr, y - 22_554 * cb - 46_802 * cr, y + 116_130 * cb)
      pixels[place] = Sample(min(max(rgb.0 >> 16, 0), top))
      pixels[place + 1] = Sample(min(max(rgb.1 >> 16, 0), top))
      pixels[place + 2] = Sample(min(max(rgb.2 >> 16, 0), top))
    }
  }

  /// Repeats the last column, and after the last band the last row.
  private func repeatEdges(of band: inout [UInt8], isLast: Bool) {
    let (row, pixel) = (layout.bytesPerRow, layout.format.bytesPerPixel)
    for end in stride(from: row, through: band.count, by: row) {
      for place in end - pixel..<end { band[place] = band[place - pixel] }
    }
    if isLast { band += band.suffix(row) }
  }

  fileprivate static let damaged = ImageError(.invalidData, "the compressed data is damaged", format: "JPEG 2000")
}

/// A codestream that libopenjp2 has opened.
private final class Codestream {
  let shim: OpaquePointer
  private let reader: Reader

  init(_ source: any ByteSource, _ range: Range<UInt64>, usesThreads: Bool) throws(ImageError) {
    reader = Reader(source, range.lowerBound)
    var functions = jpeg2000_shim_source(
      context: Unmanaged.passUnretained(reader).toOpaque(),
      read: { context, offset, buffer, count in
        guard let context, let buffer else { return 0 }
        let reader = Unmanaged<Reader>.fromOpaque(context).takeUnretainedValue()
        return reader.read(UnsafeMutableRawBufferPointer(start: buffer, count: count), at: offset)
      }, size: range.upperBound - range.lowerBound)
    guard let shim = jpeg2000_shim_open(&functions, usesThreads ? 1 : 0) else {
      throw reader.failure ?? ImageError(.invalidData, "the header of the codestream is damaged", format: "JPEG 2000")
    }
    self.shim = shim
  }

  deinit { jpeg2000_shim_close(shim) }

  /// - Returns: false where libopenjp2 fails.
  func decode(tile: Int) -> Bool { jpeg2000_shim_decode_tile(shim, UInt32(tile)) != 0 }

  /// The number of libopenjp2's messages about damage.
  var complaints: Int { Int(jpeg2000_shim_complaints(shim)) }

  /// The error of the file, if there was one.
  var failure: ImageError? { reader.failure }

  /// Gives libopenjp2 the bytes of the codestream.
  private final class Reader {
    private(set) var failure: ImageError?
    private let source: any ByteSource
    private let start: UInt64

    init(_ source: any ByteSource, _ start: UInt64) {
      (self.source, self.start) = (source, start)
    }

    func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) -> Int {
      do throws(ImageError) {
        return try source.read(into: buffer, at: start + offset)
      } catch {
        failure = error
        return 0
      }
    }
  }
}

extension Int {
  /// The coordinate after so many halvings, rounded up (ISO/IEC 15444-1, B-15).
  fileprivate func halved(_ times: Int) -> Int { (self + (1 << times) - 1) >> times }
}
