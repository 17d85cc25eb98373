internal import ByteStreams
internal import CWebPShims
internal import CodecKit
internal import ImageModel

/// An animation that is drawn frame by frame, in the order of the file. libwebpdemux holds two canvases.
final class WebPAnimation {
  /// The index of the frame that is drawn next.
  private(set) var nextFrame = 0
  private let data: WebPData
  private let decoder: OpaquePointer
  private let heldMemory: Int

  /// - Throws: `invalidData` for a file that libwebp refuses, `limitExceeded`, `unsupported`, `io`.
  init(_ source: any ByteSource, size: PixelSize, limits: Limits, usesThreads: Bool) throws(ImageError) {
    try LibWebP.load()
    try LibWebP.loadDemux()
    // Two canvases, and what libwebp keeps of the frame that it decodes.
    heldMemory = Int(clamping: source.size) + 3 * 4 * size.pixelCount
    try limits.check(memory: heldMemory, for: "an animation of \(size)", format: "WebP")
    data = try WebPData(source, 0..<source.size)
    let made = webp_shim_animation_create(data.bytes.baseAddress, data.bytes.count, usesThreads ? 1 : 0)
    guard let made else { throw ImageError(.invalidData, "the animation is damaged or cut short", format: "WebP") }
    decoder = made
  }

  deinit { webp_shim_animation_destroy(decoder) }

  /// Draws the frames up to one, and returns the canvas. The rows of an earlier frame may not be read any more.
  ///
  /// - Throws: `usage` for a frame that has been passed; `invalidData`, `cancelled`.
  func rows(at index: Int, _ info: ImageInfo, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    var canvas: UnsafePointer<UInt8>?
    while nextFrame <= index {
      try request.checkCancellation()
      canvas = webp_shim_animation_next(decoder)
      guard canvas != nil else {
        throw ImageError(.invalidData, "frame \(nextFrame + 1) cannot be decoded", format: "WebP")
      }
      nextFrame += 1
    }
    guard let canvas else { throw ImageError(.usage, "frame \(index + 1) has been passed", format: "WebP") }
    let layout = RowLayout(size: info.size, format: info.hasAlpha ? .rgba8 : .rgb8, profile: info.profile)
    return CanvasRows(
      UnsafeRawBufferPointer(start: canvas, count: 4 * layout.size.pixelCount), owner: self, layout: layout,
      diagnostics: [], heldMemory: heldMemory)
  }
}

/// A part of a file in memory that does not move: libwebp keeps pointers to it.
final class WebPData {
  let bytes: UnsafeMutableBufferPointer<UInt8>

  /// - Throws: `io`, also for a file that has become shorter.
  init(_ source: any ByteSource, _ range: Range<UInt64>) throws(ImageError) {
    bytes = .allocate(capacity: Int(clamping: range.upperBound - range.lowerBound))
    bytes.initialize(repeating: 0)
    let count = try source.read(into: UnsafeMutableRawBufferPointer(bytes), at: range.lowerBound)
    if count < bytes.count { throw ImageError(.io, "the file has become shorter while it was read") }
  }

  deinit { bytes.deallocate() }
}
