internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

extension MetadataCollector {
  /// Reads a file of one picture. Its structure has everything that is listed.
  ///
  /// The orientation comes from Exif, else from XMP. Exif's resolution is used if the container has none.
  ///
  /// - Throws: `invalidData` for a file without a header; `io`.
  mutating func readPicture<Structure: PictureStructure>(_ type: Structure.Type) throws(ImageError) {
    let structure = try structure(type)
    metadata.blocks = structure.blocks
    metadata.animation = structure.animation
    var info = structure.imageInfo
    var exif: ExifContent?
    if let block = metadata.blocks.first(where: { $0.kind == .exif }) {
      exif = try readExif(block.bytes, at: block.offset)
      if let exif {
        takeThumbnail(exif, block.bytes)
        complete(&info, from: exif, overridesResolution: false)
      }
      completeProfile(&info, from: block.bytes)
    }
    if exif?[.chain(0)]?[TIFFTag.orientation] == nil, let orientation = orientationOfXMP() {
      info.orientation = orientation
    }
    var image = ImageMetadata.Image(info: info)
    if detail > .essentials {
      image.properties.groups = groups(info, try structure.properties(in: source), exif)
      takeComments(of: structure.blocks)
    }
    metadata.images = [image]
  }
}
