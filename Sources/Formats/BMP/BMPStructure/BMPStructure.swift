package import ByteStreams
package import ImageModel
internal import MetadataModel

/// A BMP file other than its pixels: the header and the embedded colour profile.
package struct BMPStructure: PictureStructure {
  package let header: BMPHeader
  /// The ICC profile, if there is one.
  package private(set) var blocks: [MetadataBlock] = []
  package private(set) var diagnostics: [Diagnostic] = []

  /// - Throws: `invalidData` for a file that does not begin as a BMP, or whose header is impossible; `unsupported` for
  ///   an unknown kind of header; `io`.
  package static func read(_ source: any ByteSource, limits: Limits) throws(ImageError) -> BMPStructure {
    var reader = WindowedReader(source, windowSize: 256)
    guard try reader.bytes(at: 0, count: 2) == Array("BM".utf8),
      let offset = try reader.uint32(at: 10, bigEndian: false)
    else { throw ImageError(.invalidData, "the signature is wrong or damaged", format: "BMP") }
    var structure = BMPStructure(header: try BMPHeader(source, at: fileHeaderLength, dataOffset: UInt64(offset)))
    try structure.readProfile(source, limits)
    return structure
  }

  private init(header: BMPHeader) { self.header = header }

  /// The bytes before the bitmap's header (`BITMAPFILEHEADER`).
  package static let fileHeaderLength: UInt64 = 14

  package var imageInfo: ImageInfo {
    var info = header.imageInfo
    info.profile = blocks.first.map { .icc($0.bytes) } ?? (header.colorSpace == "sRGB" ? .sRGB : nil)
    return info
  }

  private mutating func readProfile(_ source: any ByteSource, _ limits: Limits) throws(ImageError) {
    guard header.colorSpace == "MBED", let place = header.uint32(112), let count = header.uint32(116) else { return }
    let offset = Self.fileHeaderLength + UInt64(place)
    if let warning = limits.leftOut("the ICC profile", bytes: Int(count), after: 0) {
      diagnostics.append(warning)
    } else if let bytes = try source.exactBytes(at: offset, count: Int(count)), count > 0 {
      blocks.append(MetadataBlock(.icc, offset: offset, bytes: bytes))
    } else {
      diagnostics.append(.warning("the ICC profile lies outside the file").about(.colorProfile))
    }
  }
}
