internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

extension MetadataCollector {
  /// - Throws: `invalidData` for a file without a header or a first directory; `io`.
  mutating func readTIFF() throws(ImageError) {
    let structure = try structure(TIFFStructure.self)
    var budget = ExifReader.Budget(fields: limits.maxFileFields, bytes: limits.maxMetadataBytes)
    for (index, page) in structure.pages.enumerated() {
      var image = ImageMetadata.Image(info: page.info)
      image.blocks = page.blocks
      if let entry = page.directory.ifd[TIFFTag.orientation], !page.directory.statesOrientation {
        warn("page \(index + 1): the orientation (tag \(entry.tag)) has no valid value; 1 is assumed")
      }
      if detail > .essentials { try describe(page, &image, &budget) }
      metadata.images.append(image)
    }
    if detail > .essentials {
      for (origin, range) in try structure.embeddedJPEGs(in: source, limits: limits) where origin != "IFD0" {
        metadata.previews.append(ImageMetadata.Preview(origin: origin, format: "jpeg", range: range))
      }
    }
  }

  private mutating func describe(
    _ page: TIFFStructure.Page, _ image: inout ImageMetadata.Image, _ budget: inout ExifReader.Budget
  ) throws(ImageError) {
    var reader = try ExifReader(source, limits: limits, budget: budget)
    var content = try reader.readPage(page.directory)
    budget = reader.budget
    note(reader.diagnostics)
    // Only the first page is a photograph's.
    if metadata.images.isEmpty { try takeMakerNote(&content, source) }
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

/// The smaller versions, masks and other pictures that belong to a TIFF page, in brief.
enum TIFFPageProperties {
  /// One property for each kind: a list with size and compression of each picture.
  static func properties(_ page: TIFFStructure.Page) -> [Property] {
    [("PyramidLevels", page.reduced), ("Masks", page.masks), ("OtherImages", page.others)].compactMap {
      name, directories in
      directories.isEmpty ? nil : Property(name, .array(directories.map(summary)), readable: words(directories))
    }
  }

  private static func summary(_ directory: TIFFDirectory) -> PropertyValue {
    guard case .success(let info) = directory.header else { return .structure([]) }
    var parts = [
      Property("Width", .integer(Int64(info.size.width))), Property("Height", .integer(Int64(info.size.height))),
    ]
    if let compression = info.compression { parts.append(Property("Compression", .text(compression))) }
    return .structure(parts)
  }

  private static func words(_ directories: [TIFFDirectory]) -> String {
    let sizes = directories.prefix(16).map { directory in
      guard case .success(let info) = directory.header else { return "unreadable" }
      return "\(info.size)"
    }
    return sizes.joined(separator: ", ") + (directories.count > 16 ? ", ... (\(directories.count))" : "")
  }
}

/// Makes an Exif block of a TIFF page's directories, for files of other formats.
///
/// Fields that describe how the pixels are stored are left out, and so is a maker note whose offsets would be wrong
/// anywhere else.
enum TIFFExifBlock {
  /// - Returns: nil if no field is left.
  static func bytes(_ content: ExifContent, _ diagnostics: inout [Diagnostic]) -> [UInt8]? {
    var main = tree(content[.chain(0)])
    for tag in main.fields.map(\.tag) where TIFFTag.isStructural(tag) { main.remove(tag) }
    var exif = tree(content[.exif])
    if exif[OffsetTag.makerNote] != nil,
      content.makerNoteField.map({ MakerNotePlacement.canMove($0.bytes) }) != true
    {
      exif.remove(OffsetTag.makerNote)
      diagnostics.append(.note("the maker note cannot be copied out of its TIFF file: its offsets would be wrong"))
    }
    let interoperability = tree(content[.interoperability])
    if !interoperability.fields.isEmpty { exif.set(.directory(IFDPointerTag.interoperability, interoperability)) }
    let gps = tree(content[.gps])
    if !exif.fields.isEmpty { main.set(.directory(IFDPointerTag.exif, exif)) }
    if !gps.fields.isEmpty { main.set(.directory(IFDPointerTag.gps, gps)) }
    guard !main.fields.isEmpty else { return nil }
    do throws(ImageError) {
      return try IFDWriter(bigEndian: content.isBigEndian).stream([main])
    } catch {
      diagnostics.append(.warning("the page's Exif fields cannot be copied: \(error.message)"))
      return nil
    }
  }

  private static func tree(_ directory: ExifDirectory?) -> IFDTree {
    var tree = IFDTree()
    for field in directory?.fields ?? [] {
      // Exif readers do not know the types of BigTIFF, and no field of Exif needs them.
      guard let type = field.entry.type, type.rawValue <= 12 || type == .utf8 else { continue }
      switch field.value {
      case .bytes(let bytes) where bytes.count % type.byteCount == 0:
        tree.fields.append(IFDField(field.entry.tag, .raw(type: type, bytes: bytes)))
      case .bytes: break
      default: tree.fields.append(IFDField(field.entry.tag, .values(type, field.value)))
      }
    }
    return tree
  }
}
