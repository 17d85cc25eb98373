internal import BMPStructure
internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import PNGStructure

extension MetadataCollector {
  /// - Throws: `invalidData` for a file without a picture; `io`.
  mutating func readICO() throws(ImageError) {
    let structure = try structure(ICOStructure.self)
    for (index, picture) in structure.pictures.enumerated() {
      var image = ImageMetadata.Image(info: nil)
      switch picture.content {
      case .bitmap(let header):
        image.info = header.imageInfo
        image.info?.hasAlpha = true
      case .png:
        // A damaged picture leaves the others whole.
        do throws(ImageError) {
          let part = PatchedByteSource(picture.range, of: source)
          image.info = try PNGStructure.read(part, limits: limits).imageInfo(iccProfile: nil)
        } catch  where error.kind != .io {
          note([.warning("picture \(index + 1): \(error.reason)")])
        }
      }
      if index > 0 { image.info?.role = .reduced }
      if detail > .essentials, let info = image.info {
        image.properties.groups = [ImageProperties.group(info, profileName: nil)]
        if index == 0 { image.properties.groups.append(structure.properties) }
      }
      metadata.images.append(image)
    }
  }
}
