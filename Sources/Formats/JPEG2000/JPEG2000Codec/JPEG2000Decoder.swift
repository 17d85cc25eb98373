internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import JPEG2000Structure

/// A JPEG 2000 file whose headers have been read.
final class JPEG2000Decoder: ImageDecoder {
  let imageCount = 1
  let primaryIndex = 0
  var diagnostics: [Diagnostic] { structure.diagnostics }
  private let source: any ByteSource
  private let limits: Limits
  private let structure: JPEG2000Structure

  /// - Throws: `invalidData`, `limitExceeded` for the declared size, `io`.
  init(_ source: any ByteSource, limits: Limits) throws(ImageError) {
    structure = try JPEG2000Structure.read(source, limits: limits)
    self.source = source
    self.limits = limits
  }

  func info(at index: Int) throws(ImageError) -> ImageInfo {
    try check(index: index, format: "JPEG 2000")
    return structure.imageInfo
  }

  func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    try check(index: index, format: "JPEG 2000")
    let rows = try JPEG2000Rows(structure, in: source, limits: limits, request)
    guard rows.reduction > 0 else { return rows }
    do throws(ImageError) {
      try rows.begin()
      return rows
    } catch {
      guard error.kind == .invalidData else { throw error }
      // If a picture of full size is damaged, libopenjp2 decodes what exists.
      var whole = request
      whole.minimumSize = nil
      return try JPEG2000Rows(structure, in: source, limits: limits, whole)
    }
  }
}
