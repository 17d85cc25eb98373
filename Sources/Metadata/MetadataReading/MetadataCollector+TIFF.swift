internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

extension MetadataCollector {
  /// - Throws: `invalidData` where there is no header or no first directory; `io`.
  mutating func readTIFF() throws(ImageError) {
    let structure = try TIFFStructure.read(source, limits: limits)
    note(structure.diagnostics)
    var budget = ExifReader.Budget(fields: limits.maxFileFields, bytes: limits.maxMetadataBytes)
    for (index, page) in structure.pages.enumerated() {
      var image = ImageMetadata.Image(info: page.info)
      image.blocks = page.blocks
      if let entry = page.directory.ifd[TIFFTag.orientation], !page.directory.statesOrientation {
        warn("page \(index + 1): tag \(entry.tag), the orientation, has no value that exists; 1 is assumed")
      }
      if detail > .essentials { try describe(page, &image, &budget) }
      metadata.images.append(image)
    }
    if detail > .essentials { try takePreviews(of: structure) }
  }

  private mutating func describe(
    _ page: TIFFStructure.Page, _ image: inout ImageMetadata.Image, _ budget: inout ExifReader.Budget
  ) throws(ImageError) {
    var reader = try ExifReader(source, limits: limits, budget: budget)
    var content = try reader.readPage(page.directory)
    budget = reader.budget
    note(reader.diagnostics)
    if options.makerNotes { try takeMakerNote(&content, source, &budget) }
    let (profileGroup, profileName) = profileGroup(page.info?.profile)
    if let info = page.info {
      var group = ImageProperties.group(info, profileName: profileName)
      group.properties += TIFFPageProperties.properties(page)
      image.properties.groups.append(group)
    }
    image.properties.groups += groups(of: content)
    image.properties.groups += groups(of: page.blocks)
    if let profileGroup { image.properties.groups.append(profileGroup) }
    if let block = TIFFExifBlock.bytes(content, &metadata.diagnostics) {
      image.blocks.append(MetadataBlock(.exif, offset: page.directory.ifd.offset, bytes: block))
    }
  }
}
