package import ByteStreams
package import CodecKit
package import ImageModel

/// Writes a TIFF file, little-endian, with any number of pages.
package final class TIFFEncoder: ImageEncoder {
  private let sink: any ByteSink
  private let limits: Limits
  private var file: File?
  private var page: Page?
  private var notes: [Diagnostic] = []
  private var hasPages = false
  /// Whether some page has the compression that was asked for, and why the first page without it has not.
  private var hasWantedCompression = false
  private var refusal: ImageError?

  /// libtiff's handle; it is opened with the first page, which decides whether the file is a BigTIFF.
  private final class File {
    let handle: TIFFHandle
    let isBigTIFF: Bool

    init(_ sink: any ByteSink, isBigTIFF: Bool, limits: Limits) throws(ImageError) {
      handle = try TIFFHandle(writing: sink, bigTIFF: isBigTIFF, limits: limits)
      self.isBigTIFF = isBigTIFF
    }
  }

  private struct Page {
    var plan: EncodingPlan
    var writer: SegmentWriter
  }

  package init(_ sink: any ByteSink, limits: Limits) {
    self.sink = sink
    self.limits = limits
  }

  /// TIFF holds every pixel format but L*a*b* in floats, which becomes 16 bits: few programs read the other.
  package static func nearestFormat(to format: PixelFormat) -> PixelFormat {
    var nearest = format
    if format.colorModel == .lab, format.component == .float32 { nearest.component = .uint16 }
    return nearest
  }

  package func begin(_ image: EncodeImage) throws(ImageError) {
    guard page == nil else { throw ImageError(.usage, "the image before has not been ended", format: "TIFF") }
    guard image.stored != nil || Self.nearestFormat(to: image.format) == image.format else {
      throw ImageError(.unsupported, "\(image.format) pixels", format: "TIFF")
    }
    let plan = try EncodingPlan(image, limits: limits)
    if let refused = plan.refusal {
      refusal = refusal ?? refused
      notes.append(.note("a page has the compression deflate instead: \(refused.reason)"))
    } else {
      hasWantedCompression = true
    }
    let file = try openFile(isBigTIFF: image.options.bigTIFF ?? plan.needsBigTIFF)
    if !file.isBigTIFF, image.options.bigTIFF == nil { try checkRoom(for: plan) }
    try plan.setFields(of: file.handle)
    let fields = PageFields(image)
    try fields.set(file.handle)
    notes += fields.notes
    if let block = image.metadata.exif {
      let exif = try ExifTransfer(block, limits: limits)
      try exif.write(to: sink, file.handle, isBigTIFF: file.isBigTIFF)
      notes += exif.diagnostics
    }
    page = Page(plan: plan, writer: try SegmentWriter(plan, shim: file.handle.shim, limits: limits))
  }

  private func openFile(isBigTIFF: Bool) throws(ImageError) -> File {
    if let file { return file }
    let opened = try File(sink, isBigTIFF: isBigTIFF, limits: limits)
    file = opened
    return opened
  }

  /// Refuses a further page that may outgrow the 32-bit offsets which the first page was content with, before gigabytes
  /// are written in vain. Compression is not counted on.
  private func checkRoom(for plan: EncodingPlan) throws(ImageError) {
    let (total, overflow) = sink.size.addingReportingOverflow(UInt64(plan.uncompressedBytes))
    guard !overflow, total <= Self.maxClassicBytes else { throw Self.outgrown }
  }

  /// 3.9 GiB: the rest of the 4 GiB is for directories and metadata.
  private static let maxClassicBytes: UInt64 = 39 << 30 / 10

  private static let outgrown = ImageError(
    .unsupported, "the pages outgrow the 4 GiB of a classic TIFF: ask for a BigTIFF (--bigtiff)", format: "TIFF")

  package func write(rows: UnsafeRawBufferPointer, count: Int) throws(ImageError) {
    guard let page, let file else { throw ImageError(.usage, "no image has begun", format: "TIFF") }
    guard count > 0 else { return }
    guard let base = rows.baseAddress,
      rows.count >= product(count, page.plan.bytesPerGivenRow)
    else { throw ImageError(.usage, "\(rows.count) bytes are too few for \(count) rows", format: "TIFF") }
    guard try page.writer.write(base, count: count) else { throw failure(file) }
  }

  package func end() throws(ImageError) {
    guard let page, let file else { throw ImageError(.usage, "no image has begun", format: "TIFF") }
    guard page.writer.rowsWritten == page.plan.size.height else {
      throw ImageError(
        .usage, "\(page.writer.rowsWritten) of \(page.plan.size.height) rows have been written", format: "TIFF")
    }
    guard file.handle.writeDirectory() else { throw failure(file) }
    self.page = nil
    hasPages = true
  }

  package func finish() throws(ImageError) -> [Diagnostic] {
    guard page == nil, hasPages, let file else {
      throw ImageError(.usage, "the file has no finished image", format: "TIFF")
    }
    if let failure = file.handle.systemFailure { throw failure }
    if !hasWantedCompression, let refusal { throw refusal }
    self.file = nil
    return notes
  }

  /// What went wrong in a step that writes: the sink's own error, a file that outgrew its offsets, or a failure of
  /// libtiff.
  private func failure(_ file: File) -> ImageError {
    if let failure = file.handle.systemFailure { return failure }
    let words = file.handle.firstError
    if !file.isBigTIFF, sink.size > UInt64(UInt32.max) - (64 << 20) || words.contains("Maximum TIFF file size") {
      return Self.outgrown
    }
    return ImageError(.io, "libtiff cannot write the picture", format: "TIFF")
  }
}
