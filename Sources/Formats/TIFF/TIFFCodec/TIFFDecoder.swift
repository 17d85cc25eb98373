package import ByteStreams
package import CodecKit
package import ImageModel
internal import TIFFStructure

/// A TIFF file that has been opened: its list of pages.
///
/// Only pages count as images; reduced versions and masks do not (`PageList`). Rows are delivered as they are stored.
package final class TIFFDecoder: ImageDecoder {
  private let source: any ByteSource
  private let limits: Limits
  private let list: PageList

  /// Reads the directories of the main chain.
  ///
  /// - Throws: as `PageList`.
  package init(_ source: any ByteSource, limits: Limits) throws(ImageError) {
    self.source = source
    self.limits = limits
    list = try PageList(source, limits: limits)
  }

  package var imageCount: Int { list.pages.count }
  package var primaryIndex: Int { 0 }
  package var diagnostics: [Diagnostic] { list.diagnostics }

  package func info(at index: Int) throws(ImageError) -> ImageInfo {
    let header = try page(at: index).header
    return try header.info(profile: try profile(of: header).profile)
  }

  package func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    let page = try page(at: index)
    try page.header.check(limits)
    let (profile, notes) = try profile(of: page.header)
    let subs = try PageList.subDirectories(of: page.header, in: source, limits: limits)
    for level in Pyramid.levels(of: page, subDirectories: subs.headers, for: request.minimumSize) {
      do throws(ImageError) {
        try level.header.check(limits)
        let own = try self.profile(of: level.header).profile
        return try TIFFRowSource(
          level.header, in: source, profile: own ?? profile, box: level.box, notes: notes + subs.diagnostics,
          request: request, limits: limits)
      } catch {
        // A smaller version that cannot be read is no loss: the next larger one serves.
        if error.kind == .io || error.kind == .cancelled { throw error }
      }
    }
    return try TIFFRowSource(
      page.header, in: source, profile: profile, box: nil, notes: notes + subs.diagnostics, request: request,
      limits: limits)
  }

  private func page(at index: Int) throws(ImageError) -> PageList.Page {
    guard list.pages.indices.contains(index) else {
      throw ImageError(.usage, "there is no page \(index + 1): the file has \(list.pages.count)", format: "TIFF")
    }
    return list.pages[index]
  }

  /// The ICC profile; one that is too large or cannot be read is left out with a warning.
  private func profile(
    of header: PageHeader
  ) throws(ImageError) -> (profile: ColorProfile?, notes: [Diagnostic]) {
    guard let entry = header.iccEntry else { return (nil, []) }
    do throws(ImageError) {
      var reader = try IFDReader(source, limits: limits)
      let bytes = try reader.rawBytes(of: entry)
      return (bytes.isEmpty ? nil : .icc(bytes), [])
    } catch {
      if error.kind == .io { throw error }
      return (nil, [.warning("the ICC profile is left out: \(error.message)")])
    }
  }
}
