internal import BMPStructure
internal import ByteStreams
internal import CodecKit
internal import ImageModel

/// A BMP file whose header has been read.
final class BMPDecoder: ImageDecoder {
  let imageCount = 1
  let primaryIndex = 0
  private(set) var diagnostics: [Diagnostic]
  private let source: any ByteSource
  private let limits: Limits
  private let structure: BMPStructure
  /// Whether some pixel is not transparent; nil until it is known. A channel of alpha that is 0 everywhere is one that
  /// was left empty: Windows, Photoshop and ffmpeg show an opaque picture.
  private var usesAlpha: Bool?

  /// - Throws: `invalidData`, `unsupported`, `limitExceeded` for the declared size, `io`.
  init(_ source: any ByteSource, limits: Limits) throws(ImageError) {
    structure = try BMPStructure.read(source, limits: limits)
    try structure.header.check(limits)
    diagnostics = structure.diagnostics
    self.source = source
    self.limits = limits
  }

  func info(at index: Int) throws(ImageError) -> ImageInfo {
    try check(index: index, format: "BMP")
    var info = structure.imageInfo
    guard info.hasAlpha else { return info }
    if usesAlpha == nil {
      do throws(ImageError) {
        let rows = try BMPRows(structure.header, source, .rgba8, profile: nil, limits: limits, DecodeRequest())
        usesAlpha = try rows.hasVisiblePixel()
        if usesAlpha == false { diagnostics.append(.note("alpha is 0 in all pixels, and is left out")) }
      } catch {
        // Who reads the rows is told.
        guard error.kind == .invalidData else { throw error }
        usesAlpha = true
      }
    }
    info.hasAlpha = usesAlpha == true
    return info
  }

  func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    let info = try info(at: index)
    let format: PixelFormat = info.hasAlpha ? .rgba8 : structure.header.isGray ? .gray8 : .rgb8
    return try BMPRows(structure.header, source, format, profile: info.profile, limits: limits, request)
  }
}

extension BMPHeader {
  /// - Throws: `unsupported` for a compression that is not decoded; `limitExceeded` for the declared size.
  func check(_ limits: Limits) throws(ImageError) {
    if case .other(let name) = compression { throw ImageError(.unsupported, name, format: "BMP") }
    try limits.check(size, streamed: compression == .none, format: "BMP")
  }
}
