internal import ByteStreams
internal import CPNGShims
internal import ImageModel

/// libpng's state for writing one picture. The corresponding C type is `png_struct`.
private struct PNGWriteHandle: ~Copyable {
  let pointer: OpaquePointer

  init?(_ output: BufferedSink) {
    guard let made = png_shim_writer_create(BufferedSink.write, output.context) else { return nil }
    pointer = made
  }

  deinit { png_shim_writer_destroy(pointer) }
}

/// Writes one picture, in the steps that libpng knows: `begin chunk* palette (rows* | picture) end`.
final class PNGWriter {
  private let output: BufferedSink
  private let handle: PNGWriteHandle

  init(_ sink: any ByteSink) throws(ImageError) {
    output = BufferedSink(sink)
    // The output lives as long as the handle, because this object owns both.
    guard let handle = PNGWriteHandle(output) else {
      throw ImageError(.limitExceeded, "no memory to write a PNG file", format: "PNG")
    }
    self.handle = handle
  }

  /// Writes IHDR, the ancillary chunks, and the palette where the layout has one.
  func begin(
    _ layout: PNGPixelLayout, size: PixelSize, level: Int, interlaced: Bool, chunks: [PNGAncillaryChunk]
  ) throws(ImageError) {
    var header = png_shim_header()
    header.width = UInt32(clamping: size.width)
    header.height = UInt32(clamping: size.height)
    header.bit_depth = UInt8(layout.bitDepth)
    header.color_type = layout.colorType
    header.interlaced = interlaced
    // Neighbouring indices and bits are unrelated, so filters only make them harder to compress.
    header.filtered = level > 0 && layout.palette.isEmpty && layout.bitDepth >= 8
    header.level = Int32(level)
    let rgb = layout.palette.flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0 >> 16)]
    }
    let alpha = layout.palette.prefix(layout.transparentCount).map { UInt8(truncatingIfNeeded: $0 >> 24) }
    let status = rgb.withUnsafeBufferPointer { rgb in
      alpha.withUnsafeBufferPointer { alpha in
        header.palette = rgb.baseAddress
        header.palette_count = Int32(layout.palette.count)
        header.palette_alpha = alpha.baseAddress
        header.palette_alpha_count = Int32(alpha.count)
        return png_shim_writer_begin(handle.pointer, &header)
      }
    }
    try check(status)
    for chunk in chunks {
      let status = chunk.content.withUnsafeBufferPointer {
        png_shim_writer_chunk(handle.pointer, chunk.name, $0.baseAddress, $0.count)
      }
      try check(status)
    }
    try check(png_shim_writer_palette(handle.pointer))
  }

  /// Writes rows of a picture that is not interlaced.
  func write(_ rows: UnsafeRawBufferPointer, stride: Int, count: Int) throws(ImageError) {
    try check(
      png_shim_writer_rows(
        handle.pointer, rows.baseAddress?.assumingMemoryBound(to: UInt8.self), stride, UInt32(clamping: count)))
  }

  /// Writes all rows of a picture at once.
  func writePicture(_ rows: UnsafeRawBufferPointer, stride: Int) throws(ImageError) {
    try check(
      png_shim_writer_picture(handle.pointer, rows.baseAddress?.assumingMemoryBound(to: UInt8.self), stride))
  }

  /// Writes IEND and everything that is still pending.
  func end() throws(ImageError) {
    try check(png_shim_writer_end(handle.pointer))
    guard output.flush() else { throw output.failure ?? ImageError(.io, "cannot write", format: "PNG") }
  }

  private func check(_ status: png_shim_status) throws(ImageError) {
    if status == png_shim_ok { return }
    if let failure = output.failure { throw failure }
    throw ImageError(.unsupported, "libpng cannot write this picture", format: "PNG")
  }
}
