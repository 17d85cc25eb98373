internal import ByteStreams
internal import CJPEGShims
internal import ImageModel
internal import JPEGStructure

/// A libjpeg decompressor. It makes all calls of the library for decoding.
struct JPEGDecompressor: ~Copyable {
  struct Picture {
    var size: PixelSize
    var colorModel: PixelFormat.ColorModel
  }

  let handle: OpaquePointer
  private let input: JPEGInput
  private let limits: Limits

  /// - Throws: `limitExceeded` where there is no memory.
  init(_ input: JPEGInput, limits: Limits) throws(ImageError) {
    let context = Unmanaged.passUnretained(input).toOpaque()
    let read: jpeg_shim_read = { context, buffer, size in
      guard let context, let buffer else { return -1 }
      return Unmanaged<JPEGInput>.fromOpaque(context).takeUnretainedValue().read(
        into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
    }
    let bounds = jpeg_shim_limits(
      max_memory: max(1, limits.maxMemory), max_scans: Int32(clamping: limits.maxScans))
    guard let handle = jpeg_shim_decoder_create(read, context, bounds) else {
      throw ImageError(.limitExceeded, "no memory for a JPEG decoder", format: "JPEG")
    }
    self.handle = handle
    self.input = input
    self.limits = limits
  }

  deinit { jpeg_shim_decoder_destroy(handle) }

  /// Reads the header and begins to decode; a file with several scans is read as a whole.
  ///
  /// - Parameters:
  ///   - scale: 1, 2, 4 or 8: the divisor of the delivered size.
  ///   - selection: the scans that the input consists of; nil for a whole file.
  func start(scale: Int, _ selection: JPEGScanSelection?) throws(ImageError) -> Picture {
    var picture = jpeg_shim_picture()
    let options = jpeg_shim_decode_options(
      scale_denominator: Int32(clamping: scale), dc_components: selection?.dcComponents ?? 0)
    let status = jpeg_shim_decoder_start(handle, options, &picture)
    guard status == jpeg_shim_ok else { throw error(for: status) }
    return Picture(
      size: PixelSize(width: Int(picture.width), height: Int(picture.height)),
      colorModel: picture.components == 1 ? .gray : picture.components == 3 ? .rgb : .cmyk)
  }

  /// Reads the header and all coefficients, for `JPEGCompressor`.
  func readCoefficients() throws(ImageError) {
    let status = jpeg_shim_decoder_read_coefficients(handle)
    guard status == jpeg_shim_ok else { throw error(for: status) }
  }

  /// Decodes up to `maxRows` rows; the number is 0 after the last.
  ///
  /// - Returns: the number of decoded rows, and the error that prevents more.
  func readRows(
    into buffer: UnsafeMutableRawBufferPointer, bytesPerRow: Int, maxRows: Int
  ) -> (rows: Int, error: ImageError?) {
    guard let base = buffer.bindMemory(to: UInt8.self).baseAddress else { return (0, nil) }
    var rows: UInt32 = 0
    let count = UInt32(clamping: min(maxRows, buffer.count / bytesPerRow))
    let status = jpeg_shim_decoder_read_rows(handle, base, bytesPerRow, count, &rows)
    return (Int(rows), status == jpeg_shim_ok ? nil : error(for: status))
  }

  struct Warnings {
    var count: Int
    var first: String
    var inputEnded: Bool
    /// The number of complete delivered rows when data was first found missing. Of several scans only the first one
    /// counts.
    var wholeRows: Int?
    /// Whether these are the rows of the first of several scans.
    var lacksDetail: Bool
    /// Whether the data ends before the first blocks.
    var lacksBlocks: Bool
  }

  var warnings: Warnings {
    let warnings = jpeg_shim_decoder_warnings(handle)
    return Warnings(
      count: Int(warnings.count), first: String(cString: warnings.first), inputEnded: warnings.input_ended != 0,
      wholeRows: warnings.whole_rows < 0 ? nil : Int(warnings.whole_rows), lacksDetail: warnings.lacks_detail != 0,
      lacksBlocks: warnings.lacks_blocks != 0)
  }

  private func error(for status: jpeg_shim_status) -> ImageError {
    let words = String(cString: jpeg_shim_decoder_message(handle))
    switch status {
    case jpeg_shim_unsupported: return ImageError(.unsupported, words, format: "JPEG")
    case jpeg_shim_callback_failed: return input.failure ?? ImageError(.io, "cannot be read")
    case jpeg_shim_too_many_scans:
      return limits.exceeded(
        "has more than \(limits.maxScans) scans", name: "max-scans", value: limits.maxScans, format: "JPEG")
    case jpeg_shim_no_memory:
      return limits.exceeded(
        "needs more memory than there may be", name: "max-memory", value: limits.maxMemory, format: "JPEG")
    default: return ImageError(.invalidData, words, format: "JPEG")
    }
  }
}

/// The input of the decompressor: ranges of a source, one after the other.
///
/// The C side calls back into it with an unretained pointer, so it must outlive the decompressor.
final class JPEGInput {
  /// The error of the last failed read.
  private(set) var failure: ImageError?
  /// Bytes that replace those of the source at an offset.
  private var patch: (offset: UInt64, bytes: [UInt8])?
  private let source: any ByteSource
  private let ranges: [Range<UInt64>]
  private let checkCancellation: () throws(ImageError) -> Void
  private var index = 0
  private var position: UInt64

  init(
    _ source: any ByteSource, ranges: [Range<UInt64>], checkCancellation: @escaping () throws(ImageError) -> Void
  ) {
    self.source = source
    self.ranges = ranges
    self.checkCancellation = checkCancellation
    position = ranges.first?.lowerBound ?? 0
  }

  /// Replaces the height in the frame header.
  func setHeight(_ height: Int, in frame: JPEGFrame) {
    patch = (frame.offset + 1, [UInt8(truncatingIfNeeded: height >> 8), UInt8(truncatingIfNeeded: height)])
  }

  /// Fills a buffer with the next bytes; gives their number, 0 at the end, -1 on failure (`failure` says why).
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    do throws(ImageError) {
      try checkCancellation()
      while index < ranges.count {
        let count = Int(min(UInt64(buffer.count), ranges[index].upperBound - position))
        let read = count == 0 ? 0 : try source.read(into: .init(rebasing: buffer[..<count]), at: position)
        if read > 0 {
          apply(to: .init(rebasing: buffer[..<read]), at: position)
          position += UInt64(read)
          return read
        }
        index += 1
        if index < ranges.count { position = ranges[index].lowerBound }
      }
      return 0
    } catch {
      failure = error
      return -1
    }
  }

  private func apply(to buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) {
    guard let patch else { return }
    for (index, byte) in patch.bytes.enumerated() {
      let place = patch.offset + UInt64(index)
      if place >= offset, place - offset < UInt64(buffer.count) { buffer[Int(place - offset)] = byte }
    }
  }
}
