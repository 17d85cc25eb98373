internal import CodecKit
internal import ImageModel

/// A JPEG picture that is turned and cropped by whole blocks, without being decoded.
///
/// A part begins on a border of blocks: its origin is moved up and to the left, as `jpegtran` does it. An edge that is
/// not a whole block wide cannot come to the left or the top, and is left out.
struct LosslessJPEG {
  let turn: BlockTurn
  /// The size of the result.
  let size: PixelSize
  /// The part of the turned picture that is kept, in parts of its width and height.
  let part: Rect
  let notes: [Diagnostic]

  /// - Parameters:
  ///   - orientation: what is done with the stored picture.
  ///   - crop: the part of the turned picture that is kept; nil for all of it.
  /// - Throws: `unsupported` for another format, and for a picture or part that has no whole block; `usage` for a part
  ///   that is not in the picture.
  init(
    _ source: ImageSource, _ info: ImageInfo, _ orientation: Orientation, crop: PixelRect?
  ) throws(ImageError) {
    guard let stored = source.decoder.blockDecoder?.blockSize else {
      throw ImageError(.unsupported, "only a JPEG file becomes a JPEG file without loss (--lossless)")
    }
    let (picture, block) = (orientation.upright(info.size), orientation.upright(stored))
    try crop?.check(in: picture)
    let part = crop ?? PixelRect(x: 0, y: 0, size: picture)
    let mirrors = orientation.mirrors
    let (mirrorsX, mirrorsY) = mirrors.swapsAxes ? (mirrors.y, mirrors.x) : (mirrors.x, mirrors.y)
    let x = Axis(part.x, part.size.width, of: picture.width, block: block.width, isMirrored: mirrorsX)
    let y = Axis(part.y, part.size.height, of: picture.height, block: block.height, isMirrored: mirrorsY)
    guard x.length > 0, y.length > 0 else {
      throw ImageError(.unsupported, "too small to be turned without loss, in blocks of \(block)", format: "JPEG")
    }
    size = PixelSize(width: x.length, height: y.length)
    self.part = Rect(
      x: Double(x.origin) / Double(picture.width), y: Double(y.origin) / Double(picture.height),
      width: Double(x.length) / Double(picture.width), height: Double(y.length) / Double(picture.height))
    turn = BlockTurn(source: source.bytes, orientation: orientation, left: x.units, top: y.units)
    let whole = "because blocks of \(block) stay whole"
    var notes: [Diagnostic] = []
    if x.lost > 0 || y.lost > 0 {
      notes.append(.note("left out: \(x.lost) pixels at the left, \(y.lost) at the top, \(whole); \(size) remain"))
    }
    if x.added > 0 || y.added > 0 {
      notes.append(.note("the part begins at \(part.x - x.added), \(part.y - y.added) and has \(size), \(whole)"))
    }
    self.notes = notes
  }

  /// One axis of the turned picture.
  private struct Axis {
    /// The units (blocks that all components share) before the part.
    var units: Int
    /// Where the part begins in the turned picture.
    var origin: Int
    /// The pixels of the part.
    var length: Int
    /// The wanted pixels that are left out.
    var lost: Int
    /// The pixels before the part that are kept.
    var added: Int

    init(_ start: Int, _ count: Int, of whole: Int, block: Int, isMirrored: Bool) {
      // The rest at the end that is smaller than a block.
      let edge = isMirrored ? whole % block : 0
      units = max(start - edge, 0) / block
      origin = edge + units * block
      length = start + count - origin
      lost = max(edge - start, 0)
      added = max(start - edge, 0) % block
    }
  }

  /// Rows that are never read: the encoder takes the blocks.
  final class Rows: RowSource {
    let layout: RowLayout
    let diagnostics: [Diagnostic] = []

    init(_ size: PixelSize, _ info: ImageInfo) {
      let model: PixelFormat.ColorModel = info.colorModel == .gray ? .gray : info.colorModel == .cmyk ? .cmyk : .rgb
      layout = RowLayout(size: size, format: PixelFormat(.uint8, model), profile: info.profile)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int { 0 }
  }
}
