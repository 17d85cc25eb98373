internal import ByteStreams
internal import CWebPShims
internal import CodecKit
internal import Glibc
internal import ImageModel
internal import WebPStructure

/// The rows of one picture. libwebp decodes into a buffer for the whole picture; rows are delivered when they are
/// complete.
///
/// A picture that is cut short or damaged gives the rows before the damage, with a warning.
final class WebPPictureRows: RowSource {
  let layout: RowLayout
  private(set) var diagnostics: [Diagnostic] = []
  let heldMemory: Int
  private let request: DecodeRequest
  private let data: WebPData
  private let pixels: UnsafeMutableRawBufferPointer
  private let decoder: OpaquePointer
  /// How many bytes of the data libwebp has been given.
  private var fed = 0
  private var isEnded = false
  private var rowsReady = 0
  private var nextRow = 0

  /// Between slices, rows are delivered and cancellation is checked.
  private static let sliceSize = 256 << 10

  init(
    _ picture: WebPStructure.Picture, in source: any ByteSource, profile: ColorProfile?, limits: Limits,
    _ request: DecodeRequest
  ) throws(ImageError) {
    try LibWebP.load()
    let size = Self.scaledSize(of: picture, for: request.minimumSize)
    layout = RowLayout(size: size, format: picture.hasAlpha ? .rgba8 : .rgb8, profile: profile)
    let count = layout.bytesPerRow * size.height
    // libwebp keeps a lossless picture, and the alpha of a lossy one, at full size.
    let inner = picture.isLossless || picture.hasAlpha ? 4 * picture.size.pixelCount : 0
    heldMemory = count + inner + Int(clamping: picture.data.count)
    try limits.check(memory: heldMemory, for: "a picture of \(size)", format: "WebP")
    self.request = request
    data = try WebPData(source, picture.data)
    guard let memory = calloc(count, 1) else {
      throw ImageError(.limitExceeded, "no memory for a picture of \(size)", format: "WebP")
    }
    pixels = UnsafeMutableRawBufferPointer(start: memory, count: count)
    var plan = webp_shim_picture()
    (plan.width, plan.height) = (Int32(picture.size.width), Int32(picture.size.height))
    if size != picture.size { (plan.scaled_width, plan.scaled_height) = (Int32(size.width), Int32(size.height)) }
    plan.has_alpha = picture.hasAlpha ? 1 : 0
    plan.uses_threads = request.usesThreads ? 1 : 0
    guard let decoder = webp_shim_decoder_create(&plan, memory.assumingMemoryBound(to: UInt8.self), count) else {
      free(memory)
      throw ImageError(.limitExceeded, "no memory to decode a picture of \(size)", format: "WebP")
    }
    self.decoder = decoder
  }

  deinit {
    webp_shim_decoder_destroy(decoder)
    free(pixels.baseAddress)
  }

  /// The picture's size divided by the largest whole number that leaves the minimum.
  ///
  /// libwebp averages pixels while it decodes. It does not weight the colours of lossy pictures by their alpha, so
  /// these are decoded at full size.
  private static func scaledSize(of picture: WebPStructure.Picture, for minimum: PixelSize?) -> PixelSize {
    let size = picture.size
    guard let minimum, minimum.width > 0, minimum.height > 0, picture.isLossless || !picture.hasAlpha else {
      return size
    }
    let factor = max(1, min(size.width / minimum.width, size.height / minimum.height))
    return PixelSize(width: (size.width + factor / 2) / factor, height: (size.height + factor / 2) / factor)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    while rowsReady == nextRow, !isEnded { try decodeSlice() }
    let count = min(maxRows, buffer.count / layout.bytesPerRow, rowsReady - nextRow)
    guard count > 0 else { return 0 }
    let start = nextRow * layout.bytesPerRow
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: pixels[start..<start + count * layout.bytesPerRow]))
    nextRow += count
    return count
  }

  private func decodeSlice() throws(ImageError) {
    try request.checkCancellation()
    // If no row is ready, libwebp may have to begin again with the next slice.
    fed = min(data.bytes.count, fed + max(Self.sliceSize, rowsReady == 0 ? fed : 0))
    let status = webp_shim_decoder_update(decoder, data.bytes.baseAddress, fed)
    rowsReady = max(rowsReady, min(Int(webp_shim_decoder_rows(decoder)), layout.size.height))
    switch status {
    case webp_shim_done:
      isEnded = true
      rowsReady = layout.size.height
    case webp_shim_needs_more:
      guard fed == data.bytes.count else { return }
      try end("the image data ends before the last row")
    case webp_shim_no_memory:
      throw ImageError(.limitExceeded, "no memory to decode a picture of \(layout.size)", format: "WebP")
    default: try end("the compressed data is damaged")
    }
  }

  /// Ends a damaged picture.
  private func end(_ message: String) throws(ImageError) {
    guard rowsReady > 0 else { throw ImageError(.invalidData, message, format: "WebP") }
    isEnded = true
    diagnostics.append(.warning(message))
  }
}
