package import ByteStreams
package import ImageModel
internal import MetadataModel

/// The header of a QOI file ("The Quite OK Image Format", version 1.0), which has no metadata.
package struct QOIStructure: PictureStructure {
  /// Where the chunks of pixels begin.
  package static let dataOffset: UInt64 = 14
  /// What follows the last chunk.
  package static let endMarker: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]

  package let imageInfo: ImageInfo
  package let blocks: [MetadataBlock] = []
  package private(set) var diagnostics: [Diagnostic] = []

  /// - Throws: `invalidData` for a header that is cut, or whose numbers of channels or of the colour space do not
  ///   exist; `io`. The size is not checked.
  package static func read(_ source: any ByteSource, limits: Limits) throws(ImageError) -> QOIStructure {
    guard let head = try source.exactBytes(at: 0, count: Int(dataOffset)), head.starts(with: "qoif".utf8) else {
      throw ImageError(.invalidData, "the header is wrong or cut", format: "QOI")
    }
    let size = PixelSize(width: Int(bigEndianBytes: head[4..<8]), height: Int(bigEndianBytes: head[8..<12]))
    guard (3...4).contains(head[12]), head[13] < 2 else {
      throw ImageError(
        .invalidData, "declares \(head[12]) channels in the colour space \(head[13])", format: "QOI")
    }
    var info = ImageInfo(
      size: size, colorModel: .rgb, bitsPerSample: 8, samplesPerPixel: Int(head[12]), hasAlpha: head[12] == 4)
    info.compression = "QOI"
    // 1 is linear light with the primaries of sRGB.
    info.profile = head[13] == 0 ? .sRGB : ColorProfile(.codePoints(CodePoints(primaries: 1, transfer: 8)))
    var structure = QOIStructure(imageInfo: info)
    let length = UInt64(endMarker.count)
    let last = source.size >= dataOffset + length ? try source.exactBytes(at: source.size - length, count: 8) : nil
    if !(last?.elementsEqual(endMarker) ?? false) {
      structure.diagnostics.append(.warning("the file ends without an end marker; rows may be missing"))
    }
    return structure
  }

  private init(imageInfo: ImageInfo) { self.imageInfo = imageInfo }
}
