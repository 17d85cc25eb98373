internal import ByteStreams
internal import CWebPShims
internal import CodecKit
internal import ImageModel

/// An animation that is drawn frame by frame, in the order of the file. libwebpdemux holds two canvases.
final class WebPAnimation {
  /// The index of the frame that is drawn next.
  private(set) var nextFrame = 0
  private let data: [UInt8]
  private let decoder: OpaquePointer
  private let heldMemory: Int

  /// - Throws: `invalidData` for a file that libwebp refuses, `limitExceeded`, `unsupported`, `io`.
  init(_ source: any ByteSource, size: PixelSize, limits: Limits, usesThreads: Bool) throws(ImageError) {
    try LibWebP.load()
    try LibWebP.loadDemux()
    heldMemory = Int(clamping: source.size) + 2 * 4 * size.pixelCount
    try limits.check(memory: heldMemory, for: "an animation of \(size)", format: "WebP")
    data = try source.bytes(at: 0, count: Int(clamping: source.size))
    // The array is never changed, and lives as long as the decoder.
    let made = data.withUnsafeBufferPointer {
      webp_shim_animation_create($0.baseAddress, $0.count, usesThreads ? 1 : 0)
    }
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
