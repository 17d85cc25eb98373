internal import BMPStructure
internal import ByteStreams
internal import CodecKit
internal import ImageModel

/// A BMP file whose header has been read.
final class BMPDecoder: ImageDecoder {
  let imageCount = 1
  let primaryIndex = 0
  var diagnostics: [Diagnostic] { structure.diagnostics }
  private let source: any ByteSource
  private let limits: Limits
  private let structure: BMPStructure

  /// - Throws: `invalidData`, `unsupported`, `limitExceeded` for the declared size, `io`.
  init(_ source: any ByteSource, limits: Limits) throws(ImageError) {
    structure = try BMPStructure.read(source, limits: limits)
    try structure.header.check(limits)
    self.source = source
    self.limits = limits
  }

  func info(at index: Int) throws(ImageError) -> ImageInfo {
    try check(index: index, format: "BMP")
    return structure.imageInfo
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
