package import ByteStreams
package import CodecKit
package import ImageModel
internal import TIFFStructure

/// A TIFF file that has been opened: its list of pages.
///
/// Only pages count as images; reduced versions and masks do not (`TIFFStructure`). Rows are delivered as they are
/// stored.
package final class TIFFDecoder: ImageDecoder {
  private let source: any ByteSource
  private let limits: Limits
  private let structure: TIFFStructure

  /// Reads the directories.
  ///
  /// - Throws: as `TIFFStructure.read`.
  package init(_ source: any ByteSource, limits: Limits) throws(ImageError) {
    self.source = source
    self.limits = limits
    structure = try TIFFStructure.read(source, limits: limits)
  }

  package var imageCount: Int { structure.pages.count }
  package var primaryIndex: Int { 0 }
  package var diagnostics: [Diagnostic] {
    guard let preview = structure.pages.first(where: \.isPreview)?.info else { return structure.diagnostics }
    return structure.diagnostics + [
      .note(
        "the picture itself is data of a camera's sensor, which is not decoded: its preview of \(preview.size) is used")
    ]
  }

  package func info(at index: Int) throws(ImageError) -> ImageInfo {
    try structure.imageInfo(at: index)
  }

  package func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    let profile = try structure.imageInfo(at: index).profile
    let page = structure.pages[index]
    var reader = try IFDReader(source, limits: limits)
    let header = try PageHeader(page.picture.ifd, &reader)
    try header.check(limits)
    for level in try Pyramid.levels(of: page, header, for: request.minimumSize, &reader) {
      do throws(ImageError) {
        try level.header.check(limits)
        let own = try self.profile(of: level.directory, &reader)
        return try rows(level.header, profile: own ?? profile, box: level.box, request)
      } catch {
        // A smaller version that cannot be read is skipped: the next larger one is used.
        if error.kind == .io || error.kind == .cancelled { throw error }
      }
    }
    return try rows(header, profile: profile, box: nil, request)
  }

  private func rows(
    _ header: PageHeader, profile: ColorProfile?, box: SourceBox?, _ request: DecodeRequest
  ) throws(ImageError) -> any RowSource {
    var ignoresSign = false
    func open() throws(ImageError) -> TIFFRowSource {
      try TIFFRowSource(
        header, in: source, profile: profile, box: box, ignoresSign: ignoresSign, request: request, limits: limits)
    }
    if header.hasSignedBytes, request.samples == .pixels {
      ignoresSign = true
      ignoresSign = SignSurvey.looksUnsigned(try open())
    }
    let rows = try open()
    guard request.usesThreads, let shared = try? TIFFSharedRows(rows, limits: limits, reopen: open) else {
      return rows
    }
    return FallbackRows(shared, thorough: rows)
  }

  private func profile(of level: TIFFDirectory, _ reader: inout IFDReader) throws(ImageError) -> ColorProfile? {
    guard let entry = level.ifd[TIFFTag.iccProfile] else { return nil }
    let bytes = try reader.rawBytes(of: entry)
    return bytes.isEmpty ? nil : .icc(bytes)
  }
}
