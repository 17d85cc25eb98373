internal import ByteStreams
internal import ImageModel
internal import JPEGStructure
internal import MetadataModel
internal import RAWStructure
internal import TIFFStructure

extension MetadataCollector {
  /// Reads the metadata of a camera's raw file. Its one image is the picture that is decoded: a preview. The preview is
  /// upright by the orientation in its own Exif, or else by that of the raw file.
  ///
  /// - Throws: `invalidData` for a file without a header or a first directory; `io`.
  mutating func readRAW() throws(ImageError) {
    let structure = try structure(RAWStructure.self)
    var content: ExifContent?
    var image = ImageMetadata.Image(info: structure.picture?.info)
    switch structure.container {
    case .tiff: content = try readDirectories(&image, isPanasonic: structure.describingJPEG != nil)
    case .boxes(let boxes): content = try readCanonBoxes(boxes)
    case .header: break
    }
    if let content {
      // The missing maker's note concerns only those who copy the block.
      var ignored: [Diagnostic] = []
      let block = TIFFExifBlock.bytes(content, &ignored)
      if let block { image.blocks.append(MetadataBlock(.exif, offset: 0, bytes: block)) }
      if var info = image.info {
        complete(&info, from: content, overridesResolution: true)
        if case .jpeg(let range)? = structure.picture?.kind, let own = try ownOrientation(range) {
          info.orientation = own
        }
        if let block { completeProfile(&info, from: block) }
        image.info = info
      }
      if detail > .essentials {
        let (profileGroup, profileName) = profileGroup(image.info?.profile)
        image.properties.groups = image.info.map { [ImageProperties.group($0, profileName: profileName)] } ?? []
        image.properties.groups += groups(of: content) + groups(of: metadata.blocks + image.blocks)
        if let profileGroup { image.properties.groups.append(profileGroup) }
      }
    }
    if let range = structure.describingJPEG { try readDescribingJPEG(range, &image) }
    if let size = structure.sensorSize, let group = image.properties.groups.firstIndex(where: { $0.name == "Image" }) {
      let place = image.properties.groups[group].properties.firstIndex { $0.name == "Height" }.map { $0 + 1 } ?? 0
      image.properties.groups[group].properties.insert(
        contentsOf: [
          Property("SensorWidth", .integer(Int64(size.width))), Property("SensorHeight", .integer(Int64(size.height))),
        ], at: place)
    }
    for range in structure.previews {
      metadata.previews.append(ImageMetadata.Preview(origin: "RAW", format: "jpeg", range: range))
    }
    metadata.images = [image]
  }

  /// The directories of a TIFF file, as those of an Exif block.
  private mutating func readDirectories(
    _ image: inout ImageMetadata.Image, isPanasonic: Bool
  ) throws(ImageError) -> ExifContent? {
    image.blocks = try TIFFStructure.read(source, limits: limits).pages.first?.blocks ?? []
    var reader = try ExifReader(source, limits: limits)
    var content = try reader.readBlock(isRaw: true)
    content.place = 0
    note(reader.diagnostics)
    // Panasonic's own fields have numbers that mean other things elsewhere.
    if isPanasonic { content.directories[0].fields.removeAll { $0.entry.tag < 254 || $0.entry.tag == 0x118 } }
    if let range = content.thumbnail, range.count <= limits.maxMetadataBlockBytes {
      metadata.embeddedThumbnail = try source.exactBytes(at: range.lowerBound, count: range.count)
    }
    if detail > .essentials { try takeMakerNote(&content, source) }
    return content
  }

  /// The directories of CR3, each of which is a TIFF block of its own.
  private mutating func readCanonBoxes(_ boxes: [String: Range<UInt64>]) throws(ImageError) -> ExifContent? {
    func bytes(_ name: String) throws(ImageError) -> [UInt8]? {
      guard let range = boxes[name], range.count <= limits.maxMetadataBlockBytes else { return nil }
      return try source.exactBytes(at: range.lowerBound, count: range.count)
    }
    var content: ExifContent?
    for (name, kind) in [("CMT1", ExifDirectory.Kind.chain(0)), ("CMT2", .exif), ("CMT4", .gps)] {
      guard let block = try bytes(name), let part = try readExif(block, at: nil) else { continue }
      if content == nil { content = ExifContent(isBigEndian: part.isBigEndian) }
      for directory in part.directories {
        var directory = directory
        if directory.kind == .chain(0) { directory.kind = kind }
        content?.directories.append(directory)
      }
    }
    if let packet = try bytes("XMP"), let place = boxes["XMP"]?.lowerBound {
      metadata.blocks.append(MetadataBlock(.xmp, offset: place, bytes: packet))
    }
    // The maker's note as a field of Exif, where other files have it. Its offsets count from the block's header, which
    // has eight bytes.
    if detail > .essentials, let note = try bytes("CMT3"), note.count > 8, let start = boxes["CMT3"]?.lowerBound,
      let exif = content?.directories.firstIndex(where: { $0.kind == .exif })
    {
      let field = IFDEntry(
        tag: OffsetTag.makerNote, rawType: IFDFieldType.undefined.rawValue, count: UInt64(note.count - 8),
        valueOffset: start + 8)
      content?.directories[exif].fields.append(ExifDirectory.Field(entry: field, value: .bytes(Array(note[8...]))))
      if var whole = content {
        try takeMakerNote(&whole, source, base: start)
        content = whole
      }
    }
    return content
  }

  /// Adds the metadata of a JPEG file in the raw file, as far as the raw file has none of its own.
  private mutating func readDescribingJPEG(
    _ range: Range<UInt64>, _ image: inout ImageMetadata.Image
  ) throws(ImageError) {
    let empty = ImageMetadata(format: "jpeg", contentType: "public.jpeg", byteCount: UInt64(range.count))
    var inner = MetadataCollector(
      PatchedByteSource(range, of: source), empty, limits: limits, options: options)
    inner.origin = range.lowerBound
    do throws(ImageError) {
      try inner.readJPEG()
    } catch {
      if error.kind == .io { throw error }
      return note([.warning("the preview: \(error.reason)")])
    }
    note(inner.metadata.diagnostics)
    makerNote = makerNote ?? inner.makerNote
    metadata.embeddedThumbnail = metadata.embeddedThumbnail ?? inner.metadata.embeddedThumbnail
    let hasOwn = !image.properties.groups.isEmpty || !image.blocks.isEmpty
    for var block in inner.metadata.blocks where !hasOwn || block.kind != .exif {
      block.offset += range.lowerBound
      metadata.blocks.append(block)
    }
    guard let found = inner.metadata.images.first else { return }
    if !hasOwn { image.info = found.info ?? image.info }
    for group in found.properties.groups {
      guard let own = image.properties.groups.firstIndex(where: { $0.name == group.name }) else {
        image.properties.groups.append(group)
        continue
      }
      let known = image.properties.groups[own]
      image.properties.groups[own].properties += group.properties.filter { known[$0.name] == nil }
    }
  }

  /// The orientation in a preview's own Exif.
  private mutating func ownOrientation(_ range: Range<UInt64>) throws(ImageError) -> Orientation? {
    let structure = try JPEGStructure.read(PatchedByteSource(range, of: source), limits: limits)
    guard let block = structure.blocks.first(where: { $0.kind == .exif }),
      var reader = try? ExifReader(MemoryByteSource(block.bytes), limits: limits, wanted: ExifReader.essentials),
      let number = try? reader.readBlock()[.chain(0)]?[TIFFTag.orientation]?.firstInteger
    else { return nil }
    return Orientation(rawValue: number)
  }
}
