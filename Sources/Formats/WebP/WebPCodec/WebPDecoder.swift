internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import WebPStructure

/// A WebP file whose headers have been read. The frames of an animation are its images.
final class WebPDecoder: ImageDecoder {
  let imageCount: Int
  let primaryIndex = 0
  var animation: Animation? { structure.animation }
  let diagnostics: [Diagnostic]
  private let source: any ByteSource
  private let limits: Limits
  private let structure: WebPStructure
  /// The animation, from the first frame that was drawn on the canvas.
  private var canvas: WebPAnimation?

  /// - Throws: `invalidData`, `limitExceeded` for the declared size, `io`.
  init(_ source: any ByteSource, limits: Limits) throws(ImageError) {
    structure = try WebPStructure.read(source, limits: limits)
    try limits.check(structure.size, streamed: false, format: "WebP")
    self.source = source
    self.limits = limits
    imageCount = max(1, min(structure.frames.count, limits.maxImages))
    diagnostics = structure.diagnostics + limits.leftOut(frames: structure.frames.count)
  }

  func info(at index: Int) throws(ImageError) -> ImageInfo {
    try check(index: index, format: "WebP")
    return structure.imageInfo
  }

  func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    let info = try info(at: index)
    // A first frame that covers the canvas is decoded like a still picture.
    guard index > 0 || structure.picture.size != structure.size else {
      return try WebPPictureRows(structure.picture, in: source, profile: info.profile, limits: limits, request)
    }
    let canvas: WebPAnimation
    if let open = self.canvas, open.nextFrame <= index {
      canvas = open
    } else {
      canvas = try WebPAnimation(source, size: structure.size, limits: limits, usesThreads: request.usesThreads)
    }
    // After an error, the canvas is not in the state that the next frame needs.
    self.canvas = nil
    let rows = try canvas.rows(at: index, info, request)
    self.canvas = canvas
    return rows
  }
}
