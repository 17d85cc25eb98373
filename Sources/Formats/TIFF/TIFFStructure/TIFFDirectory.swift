package import ImageModel

/// A directory with a picture in it: a page, a smaller version of one, or a mask.
package struct TIFFDirectory: Sendable {
  package let ifd: IFD
  package let role: ImageInfo.Role
  /// What the fields say about the picture, without its profile; the failure where they make no picture.
  package let header: Result<ImageInfo, ImageError>
  /// Whether the file says how the rows are turned.
  package let statesOrientation: Bool
  /// Where the directories below this one are, counted as the file does.
  package let subIFDs: [UInt64]
  package let exifOffset: UInt64?
  package let gpsOffset: UInt64?

  /// Reads the fields; those that cannot be read count as missing and leave a warning.
  ///
  /// - Throws: `io`.
  init(_ ifd: IFD, _ reader: inout IFDReader, _ diagnostics: inout [Diagnostic]) throws(ImageError) {
    self.ifd = ifd
    var fields = TIFFFields(ifd)
    try fields.read(&reader)
    diagnostics += fields.diagnostics
    let flags = fields.number(TIFFTag.newSubfileType) ?? 0
    let oldType = fields.number(TIFFTag.subfileType) ?? 0
    role = flags & 4 != 0 ? .mask : flags & 1 != 0 || oldType == 2 ? .reduced : .page
    statesOrientation = fields.orientation != nil
    subIFDs = fields.offsets(IFDPointerTag.subIFDs)
    exifOffset = fields.offsets(IFDPointerTag.exif).first
    gpsOffset = fields.offsets(IFDPointerTag.gps).first
    do throws(ImageError) {
      var info = try fields.imageInfo()
      info.role = role
      header = .success(info)
    } catch {
      header = .failure(error)
    }
  }
}
