internal import ByteStreams
internal import CJPEGShims
internal import CodecKit
internal import ImageModel

/// A libjpeg compressor. It makes all calls of the library for encoding.
struct JPEGCompressor: ~Copyable {
  private let handle: OpaquePointer
  private let output: JPEGOutput
  private let limits: Limits
  private var coefficientFile: TemporaryFile?

  /// - Throws: `limitExceeded` where there is no memory.
  init(_ output: JPEGOutput, limits: Limits) throws(ImageError) {
    let context = Unmanaged.passUnretained(output).toOpaque()
    let write: jpeg_shim_write = { context, bytes, size in
      guard let context else { return -1 }
      let output = Unmanaged<JPEGOutput>.fromOpaque(context).takeUnretainedValue()
      return output.write(UnsafeRawBufferPointer(start: bytes, count: size)) ? 0 : -1
    }
    guard let handle = jpeg_shim_encoder_create(write, context) else {
      throw ImageError(.limitExceeded, "no memory for a JPEG encoder", format: "JPEG")
    }
    self.handle = handle
    self.output = output
    self.limits = limits
  }

  deinit { jpeg_shim_encoder_destroy(handle) }

  /// Writes the first segments of the file.
  ///
  /// - Parameters:
  ///   - quantization: replaces the quality of the options.
  ///   - file: an empty file that keeps the coefficients; nil keeps them in memory.
  mutating func start(
    _ options: jpeg_shim_encode_options, _ quantization: JPEGQuantization?, coefficients file: TemporaryFile?
  ) throws(ImageError) {
    var options = options
    coefficientFile = file
    options.coefficient_file = file?.descriptor ?? -1
    guard let quantization else { return try check(jpeg_shim_encoder_start(handle, &options)) }
    let status = quantization.luma.withUnsafeBufferPointer { luma in
      quantization.chroma.withUnsafeBufferPointer { chroma in
        (options.luma_steps, options.chroma_steps) = (luma.baseAddress, chroma.baseAddress)
        return jpeg_shim_encoder_start(handle, &options)
      }
    }
    try check(status)
  }

  /// Begins a file with the moved blocks of another one, instead of rows.
  func start(
    _ options: jpeg_shim_encode_options, moving coefficients: borrowing JPEGDecompressor, _ turn: BlockTurn
  ) throws(ImageError) {
    var options = options
    let mirrors = turn.orientation.mirrors
    var moves = jpeg_shim_turn(
      swaps_axes: mirrors.swapsAxes ? 1 : 0, mirrors_x: mirrors.x ? 1 : 0, mirrors_y: mirrors.y ? 1 : 0,
      left: UInt32(clamping: turn.left), top: UInt32(clamping: turn.top))
    try check(jpeg_shim_encoder_start_turned(handle, coefficients.handle, &moves, &options))
  }

  /// Writes a segment: an identifier and what follows it, together at most 65,533 bytes.
  func writeSegment(_ marker: UInt8, _ identifier: [UInt8], _ content: ArraySlice<UInt8>) throws(ImageError) {
    let status = identifier.withUnsafeBufferPointer { head in
      content.withUnsafeBufferPointer { tail in
        jpeg_shim_encoder_write_segment(
          handle, Int32(marker), head.baseAddress, head.count, tail.baseAddress, tail.count)
      }
    }
    try check(status)
  }

  func write(rows: UnsafeRawBufferPointer, count: Int) throws(ImageError) {
    let base = rows.bindMemory(to: UInt8.self).baseAddress
    try check(jpeg_shim_encoder_write_rows(handle, base, UInt32(clamping: count)))
  }

  func finish() throws(ImageError) {
    try check(jpeg_shim_encoder_finish(handle))
  }

  private func check(_ status: jpeg_shim_status) throws(ImageError) {
    let words = String(cString: jpeg_shim_encoder_message(handle))
    switch status {
    case jpeg_shim_ok: return
    case jpeg_shim_callback_failed: throw output.failure ?? ImageError(.io, "cannot be written")
    case jpeg_shim_no_memory:
      throw limits.exceeded(
        "needs more memory than there may be", name: "max-memory", value: limits.maxMemory, format: "JPEG")
    case jpeg_shim_no_coefficient_file:
      throw SystemCall.error("keep the coefficients of the picture", path: coefficientFile?.directory ?? "")
    default: throw ImageError(.unsupported, words, format: "JPEG")
    }
  }
}

/// The destination of the compressor's bytes.
///
/// The C side calls back into it with an unretained pointer, so it must outlive the compressor.
final class JPEGOutput {
  /// The error of the last failed write.
  private(set) var failure: ImageError?
  private let sink: any ByteSink

  init(_ sink: any ByteSink) {
    self.sink = sink
  }

  /// Appends bytes; false on failure (`failure` says why).
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do throws(ImageError) {
      try sink.append(bytes)
      return true
    } catch {
      failure = error
      return false
    }
  }
}
