package import ByteStreams
package import ImageModel
internal import MetadataModel

/// A file of netpbm's formats or of farbfeld, other than its samples.
package struct PNMStructure: PictureStructure {
  package let header: PNMHeader
  /// The comments of the header.
  package var blocks: [MetadataBlock] { header.comments }
  package private(set) var diagnostics: [Diagnostic] = []

  /// - Throws: as `PNMHeader`.
  package static func read(_ source: any ByteSource, limits: Limits) throws(ImageError) -> PNMStructure {
    var structure = PNMStructure(header: try PNMHeader(source, limits: limits))
    if let row = structure.header.firstCutRow(of: source.size) {
      structure.diagnostics.append(structure.header.cutWarning(inRow: row))
    } else if try structure.isFollowed(in: source) {
      structure.diagnostics.append(.note("further pictures follow the first one, which alone is read"))
    }
    return structure
  }

  private init(header: PNMHeader) { self.header = header }

  package var imageInfo: ImageInfo { header.imageInfo }

  /// Whether another picture begins where the first one ends. Text has an end only after all its samples were read; it
  /// holds one picture.
  private func isFollowed(in source: any ByteSource) throws(ImageError) -> Bool {
    let (length, overflow) = header.bytesPerRow.multipliedReportingOverflow(by: header.size.height)
    guard !overflow, length > 0, !header.isText else { return false }
    let head = try source.bytes(at: header.dataOffset &+ UInt64(length), count: 2)
    return head.count == 2 && (head[0] == UInt8(ascii: "P") || head.elementsEqual("fa".utf8))
  }
}
