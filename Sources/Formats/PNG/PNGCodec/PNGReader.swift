internal import ByteStreams
internal import CPNGShims
internal import ImageModel
internal import PNGStructure

/// libpng's state for reading one picture. The corresponding C type is `png_struct`.
private struct PNGReadHandle: ~Copyable {
  let pointer: OpaquePointer

  init?(context: UnsafeMutableRawPointer, maxAxis: Int, maxWarnings: Int) {
    let made = png_shim_reader_create(
      { context, buffer, count in
        guard let context, let buffer else { return -1 }
        let feed = Unmanaged<PNGByteFeed>.fromOpaque(context).takeUnretainedValue()
        return feed.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
      }, context, UInt32(clamping: maxAxis), Int32(clamping: maxWarnings))
    guard let made else { return nil }
    pointer = made
  }

  deinit { png_shim_reader_destroy(pointer) }
}

/// Reads one picture from top to bottom, in libpng's steps.
final class PNGReader {
  /// The result of a step that ended early.
  struct Damage {
    /// What is wrong, for a message.
    var message: String
    /// Whether the data before the damage can be trusted: the file or its image data just ends, or a whole IDAT chunk
    /// has passed its check. IDAT chunks that are not consecutive do not count as damage: they would show another
    /// picture.
    var leavesRows: Bool
  }

  /// The picture as its rows are delivered.
  struct Picture {
    var size: PixelSize
    var format: PixelFormat
    var isInterlaced: Bool
    var bytesPerRow: Int
  }

  private let source: any ByteSource
  private let limits: Limits
  private let feed: PNGByteFeed
  private let handle: PNGReadHandle

  init(_ source: any ByteSource, limits: Limits) throws(ImageError) {
    self.source = source
    self.limits = limits
    feed = PNGByteFeed(source)
    // The feed lives as long as the handle, because this object owns both.
    let context = Unmanaged.passUnretained(feed).toOpaque()
    guard
      let handle = PNGReadHandle(
        context: context, maxAxis: max(limits.maxAxis, limits.maxStreamedAxis), maxWarnings: limits.maxWarnings)
    else {
      throw ImageError(.limitExceeded, "no memory to read a PNG file", format: "PNG")
    }
    self.handle = handle
  }

  /// Reads the header.
  ///
  /// - Parameter isAppleVariant: whether the source is a `standardised` file of Apple's variant.
  func open(isAppleVariant: Bool) throws(ImageError) -> Picture {
    var header = png_shim_picture()
    guard png_shim_reader_open(handle.pointer, isAppleVariant, &header) == png_shim_ok else { throw error }
    return Picture(
      size: PixelSize(width: Int(header.width), height: Int(header.height)),
      format: PixelFormat(
        header.bit_depth == 16 ? .uint16 : .uint8, header.channels < 3 ? .gray : .rgb,
        alpha: header.channels % 2 == 0 ? .straight : .none),
      isInterlaced: header.interlaced, bytesPerRow: header.row_bytes)
  }

  /// Reads rows into a large enough buffer.
  ///
  /// - Returns: the number of rows, and what ended them early.
  func read(_ buffer: UnsafeMutableRawBufferPointer, rows: Int) throws(ImageError) -> (Int, Damage?) {
    var done: UInt32 = 0
    let status = png_shim_reader_rows(
      handle.pointer, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(clamping: rows), &done)
    return (Int(done), try damage(status))
  }

  /// Reads one of the seven passes of an interlaced picture into the whole picture.
  ///
  /// - Returns: the number of rows from the top that hold something, and what ended the pass early.
  func read(pass: Int, into picture: UnsafeMutableRawBufferPointer) throws(ImageError) -> (Int, Damage?) {
    var done: UInt32 = 0
    let status = png_shim_reader_pass(
      handle.pointer, picture.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(clamping: pass), &done)
    return (Int(done), try damage(status))
  }

  /// Reads what follows the last row, up to IEND.
  ///
  /// - Returns: what is wrong there, in words; the rows are whole all the same.
  func end() throws(ImageError) -> String? {
    if png_shim_reader_end(handle.pointer) == png_shim_ok { return nil }
    if let failure = feed.failure { throw failure }
    return feed.isTruncated ? "the file ends without IEND" : error.message
  }

  /// The error for a failure.
  var error: ImageError {
    if let failure = feed.failure { return failure }
    if feed.isTruncated { return ImageError(.invalidData, "the file ends too early", format: "PNG") }
    return ImageError(.invalidData, message(png_shim_reader_message(handle.pointer)), format: "PNG")
  }

  /// Problems that libpng and the feed found so far.
  var diagnostics: [Diagnostic] {
    let count = Int(png_shim_reader_warnings(handle.pointer))
    guard count > 0 else { return [] }
    let more = count > 1 ? " (and \(count - 1) more faults)" : ""
    return [.warning(message(png_shim_reader_warning(handle.pointer)) + more)]
  }

  private func damage(_ status: png_shim_status) throws(ImageError) -> Damage? {
    if status == png_shim_ok { return nil }
    if let failure = feed.failure { throw failure }
    let message = error.message
    var leavesRows = feed.isTruncated || (feed.isInDataChunk && feed.finishedDataChunks > 0)
    if !leavesRows, message == LibPNG.dataIsShort {
      leavesRows = try PNGStructure.read(source, limits: limits).imageDataIsConsecutive
    }
    return Damage(message: message, leavesRows: leavesRows)
  }

  private func message(_ text: UnsafePointer<CChar>?) -> String {
    LibPNG.words(for: text.map { String(cString: $0) } ?? "")
  }
}

/// What libpng's messages say, in our words.
private enum LibPNG {
  /// Undamaged image data ends before the picture does.
  static let dataIsShort = "the image data ends before the last row"
  private static let dataIsLong = "there is more image data than the picture needs"

  /// - Parameter message: begins with the name of a chunk if it is about one: `IDAT: CRC error`.
  static func words(for message: String) -> String {
    let parts = message.split(separator: ": ", maxSplits: 1)
    let chunk = parts.count == 2 && parts[0].utf8.count == 4 ? parts[0] : nil
    switch chunk == nil ? message : String(parts[1]) {
    case "CRC error", "out of place", "too many warnings": return message
    case "unhandled critical chunk": return "\(chunk ?? ""): a chunk that is not known and is not optional"
    case "Not enough image data": return dataIsShort
    case "Extra compressed data", "Too much image data": return dataIsLong
    case "bad adaptive filter value": return "a row has a filter that does not exist"
    default:
      return chunk.map { $0 == "IDAT" ? "the compressed data is damaged" : "\($0) is not valid" }
        ?? "the picture's data is not valid"
    }
  }
}
