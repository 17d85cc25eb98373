internal import ByteStreams
internal import CodecKit
internal import GIFStructure
internal import ImageModel

/// A GIF file whose blocks have been walked. The frames of an animation are its images.
final class GIFDecoder: ImageDecoder {
  let imageCount: Int
  let primaryIndex = 0
  var animation: Animation? { structure.animation }
  private(set) var diagnostics: [Diagnostic]
  private let source: any ByteSource
  private let limits: Limits
  private let structure: GIFStructure
  /// The screen after the frames that have been drawn.
  private var screen: GIFScreen?

  /// - Throws: `invalidData`, `limitExceeded` for the declared size, `io`.
  init(_ source: any ByteSource, limits: Limits) throws(ImageError) {
    structure = try GIFStructure.read(source, limits: limits)
    try limits.check(structure.size, streamed: false, format: "GIF")
    self.source = source
    self.limits = limits
    imageCount = min(structure.frames.count, limits.maxImages)
    diagnostics = structure.diagnostics + limits.leftOut(frames: structure.frames.count)
  }

  func info(at index: Int) throws(ImageError) -> ImageInfo {
    try check(index: index, format: "GIF")
    return structure.imageInfo
  }

  func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    let info = try info(at: index)
    if screen.map({ $0.nextFrame > index + 1 }) ?? true {
      screen = nil
      screen = try GIFScreen(structure, source, limits: limits)
    }
    guard let screen else { throw ImageError(.invalidData, "there is no screen", format: "GIF") }
    // After an error, the screen is not in the state that the next frame needs.
    self.screen = nil
    let rows = try screen.rows(at: index, info, request)
    self.screen = screen
    return rows
  }
}
