internal import ByteStreams
internal import Compression
internal import ImageModel
internal import MakerNotes
internal import MetadataModel
internal import TIFFStructure

/// Collects the metadata of one file. Each format has an extension in a file of its own.
struct MetadataCollector {
  let source: any ByteSource
  let limits: Limits
  let options: MetadataReader.Options
  var metadata: ImageMetadata
  /// The first bytes of the file; empty where they have not been read.
  let head: [UInt8]
  /// The structure of the file, where a decoder has read it already.
  let lent: (any ImageStructure)?
  /// Where `source` begins in the file.
  var origin: UInt64 = 0
  /// The maker note of the first image.
  var makerNote: MakerNote?
  /// What is left of the limit for all inflated metadata.
  private var bytesLeft: Int
  /// How many elements and attributes of XMP may still be read, in all pages together.
  private var xmpNodesLeft = XMPReader.maxNodes
  /// `metadata.namespaces` as a set, for a hostile file with a hundred thousand of them. Filled at first use.
  private var knownNamespaces: Set<ImageMetadata.Namespace> = []
  /// How many properties and array elements blocks may still add: many pages may share one large block.
  private var blockValuesLeft: Int
  /// The number of warnings beyond `limits.maxWarnings`, which are not listed.
  private var unlistedCount = 0

  init(
    _ source: any ByteSource, _ metadata: ImageMetadata, limits: Limits, options: MetadataReader.Options,
    head: [UInt8] = [], lent: (any ImageStructure)? = nil
  ) {
    self.source = source
    self.head = head
    self.lent = lent
    self.metadata = metadata
    self.limits = limits
    self.options = options
    bytesLeft = limits.maxMetadataBytes
    blockValuesLeft = limits.maxFileFields
  }

  var detail: MetadataReader.Detail { options.detail }
  var describes: Bool { detail >= .readable }

  /// Adds a warning about an oddity of the metadata. Metadata that is left out as a whole is damage of the file.
  mutating func warn(_ message: String) {
    note([.warning(message).about(.metadata)])
  }

  /// Adds diagnostics, up to `limits.maxWarnings` for the file.
  mutating func note(_ diagnostics: [Diagnostic]) {
    let room = max(0, limits.maxWarnings - metadata.diagnostics.count)
    metadata.diagnostics += diagnostics.prefix(room)
    unlistedCount += max(0, diagnostics.count - room)
  }

  /// The structure of the file, with its diagnostics noted: that of a decoder, or else one that is read now.
  mutating func structure<Structure: ImageStructure>(_ type: Structure.Type) throws(ImageError) -> Structure {
    let structure = if let lent = lent as? Structure { lent } else { try type.read(source, limits: limits) }
    note(structure.diagnostics)
    return structure
  }

  /// The block, decompressed if it is compressed. nil, with a warning, if that fails.
  mutating func plain(_ block: MetadataBlock, name: String) -> MetadataBlock? {
    guard block.encoding != .plain else { return block }
    let limit = min(limits.maxMetadataBlockBytes, bytesLeft)
    guard limit > 0 else {
      let error = limits.exceeded(
        "\(name) is left out: the metadata inflates to too much", name: "max-metadata-bytes",
        value: limits.maxMetadataBytes)
      note([.warning(error.reason)])
      return nil
    }
    do throws(ImageError) {
      var block = block
      block.bytes =
        block.encoding == .zlib
        ? try Zlib.inflate(block.bytes, limit: limit, name: name)
        : try Brotli.decompress(block.bytes, limit: limit, name: name)
      block.encoding = .plain
      bytesLeft -= block.bytes.count
      return block
    } catch {
      // A failed attempt counts as well.
      let (most, overflow) = block.bytes.count.multipliedReportingOverflow(by: Self.largestRatio)
      // Brotli has no largest ratio.
      bytesLeft -= overflow || block.encoding == .brotli ? limit : min(limit, most)
      note([.warning(error.reason)])
      return nil
    }
  }

  /// The largest compression ratio of Deflate: 258 bytes in two bits.
  private static let largestRatio = 1_032

  /// Completes the container's information with the orientation and resolution of Exif.
  ///
  /// - Parameter overridesResolution: whether Exif's resolution is used even if the container has one with a unit.
  mutating func complete(_ info: inout ImageInfo, from exif: ExifContent, overridesResolution: Bool) {
    guard let directory = exif[.chain(0)] else { return }
    if let value = directory[TIFFTag.orientation] { info.orientation = orientation(value) }
    if overridesResolution || info.resolution?.dotsPerInch == nil, let resolution = Self.resolution(directory) {
      info.resolution = resolution
    }
  }

  /// The orientation of a field. 1, with a warning, for an invalid value.
  mutating func orientation(_ value: IFDValue) -> Orientation {
    if let number = value.firstInteger, let orientation = Orientation(rawValue: number) { return orientation }
    let problem = value.firstInteger.map { "is \($0), not 1 to 8" } ?? "is not a number"
    warn("Exif: the orientation \(problem); 1 is assumed")
    return .up
  }

  private static func resolution(_ directory: ExifDirectory) -> Resolution? {
    guard let x = directory[TIFFTag.xResolution]?.firstNumber, let y = directory[TIFFTag.yResolution]?.firstNumber,
      x > 0, y > 0, x.isFinite, y.isFinite
    else { return nil }
    switch directory[TIFFTag.resolutionUnit]?.firstInteger ?? 2 {
    case 2: return Resolution(x: x, y: y, unit: .inch)
    case 3: return Resolution(x: x, y: y, unit: .centimeter)
    default: return nil
    }
  }

  /// The groups of a file's only image: its header, what its format says, Exif, the file's
  /// blocks, its profile.
  mutating func groups(_ info: ImageInfo, _ own: PropertyGroup?, _ exif: ExifContent? = nil) -> [PropertyGroup] {
    let (profileGroup, profileName) = profileGroup(info.profile)
    var groups = [ImageProperties.group(info, profileName: profileName, metadata.animation)] + [own].compactMap { $0 }
    if let exif { groups += self.groups(of: exif) }
    groups += self.groups(of: metadata.blocks)
    if let profileGroup { groups.append(profileGroup) }
    return groups
  }

  /// The group of an ICC profile, and the profile's name.
  mutating func profileGroup(_ profile: ColorProfile?) -> (group: PropertyGroup?, name: String?) {
    switch profile?.definition {
    case .sRGB: return (nil, "sRGB")
    case .icc(let bytes):
      guard let reader = ICCProfileReader(bytes) else {
        note([.warning("the ICC profile has no valid header").about(.colorProfile)])
        return (nil, nil)
      }
      let (properties, diagnostics) = reader.properties(
        allTags: options.profileTags && blockValuesLeft > 0, describes: describes)
      blockValuesLeft -= properties.count
      note(diagnostics.map { $0.about(.colorProfile) })
      return (PropertyGroup("ICC", properties), reader.description)
    case .codePoints(let points): return (nil, points.name)
    case .calibrated, nil: return (nil, nil)
    }
  }

  /// Adds the groups `Derived` and `File`.
  consuming func finish(formatName: String, mimeType: String?) -> ImageMetadata {
    if unlistedCount > 0 {
      metadata.diagnostics.append(.warning("\(unlistedCount) further warnings are not listed"))
    }
    guard detail > .essentials else { return metadata }
    for index in metadata.images.indices {
      let note = index == 0 ? makerNote : nil
      let derived = DerivedProperties(metadata, image: index, makerNote: note).group(describes: describes)
      if !derived.properties.isEmpty { metadata.images[index].properties.groups.append(derived) }
    }
    if metadata.images.isEmpty {
      let derived = DerivedProperties(metadata).group(describes: describes)
      if !derived.properties.isEmpty { metadata.properties.groups.append(derived) }
    }
    let group = ImageProperties.fileGroup(
      formatName: formatName, mimeType: mimeType, byteCount: metadata.byteCount, imageCount: metadata.imageCount)
    metadata.properties.groups.insert(group, at: 0)
    return metadata
  }
}

extension MetadataCollector {
  /// Reads a sidecar file: an XMP packet as a file of its own, without an image.
  ///
  /// - Throws: `limitExceeded` for a file beyond the limit for a block of metadata; `io`.
  mutating func readXMP() throws(ImageError) {
    let blocks = try XMPReader.sidecar(source, limits: limits)
    metadata.blocks = blocks
    if detail > .essentials { metadata.properties.groups += groups(of: blocks) }
  }
}

// MARK: Blocks

extension MetadataCollector {
  /// The groups of an image's blocks: first XMP, then IPTC, Photoshop, MPF and JFXX in the order of the file. Exif,
  /// JFIF, profiles and texts are read with the container.
  mutating func groups(of blocks: [MetadataBlock]) -> [PropertyGroup] {
    var groups: [PropertyGroup] = []
    let packets = blocks.filter { $0.kind == .xmp || $0.kind == .extendedXMP }
    if !packets.isEmpty {
      let reading = XMPReader.read(packets, limits: limits, nodesLeft: &xmpNodesLeft)
      groups += take(reading)
    }
    let others = blocks.filter { Self.isRead($0.kind) }
    if others.count > Self.maxBlocks {
      warn("of \(others.count) blocks of IPTC, Photoshop, MPF and JFXX the first \(Self.maxBlocks) are read")
    }
    for block in others.prefix(Self.maxBlocks) {
      guard blockValuesLeft > 0 else {
        warn("blocks of metadata from \(block.offset) on are not read: there are too many properties")
        break
      }
      let found: [PropertyGroup]
      switch block.kind {
      // Some writers of TIFF files put Photoshop resources into the tag of IPTC.
      case .iptc where block.bytes.starts(with: "8BIM".utf8): found = takePhotoshop(block)
      case .iptc:
        found = take(
          IPTCReader.read(block.bytes, describes: describes, encoding: options.encoding))
      case .photoshop: found = takePhotoshop(block)
      case .multiPicture: found = takeMultiPicture(block)
      case .jfxx: found = take(JFXXReader.read(block))
      default: found = []
      }
      // TIFF files contain the same IPTC twice: as a tag and in the resources.
      groups += found.filter { !groups.contains($0) }
    }
    return groups
  }

  /// Real files have one or two of each kind.
  private static let maxBlocks = 16

  private static func isRead(_ kind: MetadataBlock.Kind) -> Bool {
    switch kind {
    case .iptc, .photoshop, .multiPicture, .jfxx: true
    default: false
    }
  }

  private static func count(_ value: PropertyValue) -> Int {
    switch value {
    case .array(let values): 1 + values.count
    default: 1
    }
  }

  mutating func take(_ reading: BlockReading) -> [PropertyGroup] {
    note(reading.diagnostics)
    add(reading.namespaces)
    metadata.previews += reading.previews
    // By index: an iterator would copy each property.
    for group in reading.groups.indices {
      for index in reading.groups[group].properties.indices {
        blockValuesLeft -= Self.count(reading.groups[group].properties[index].value)
      }
    }
    return reading.groups
  }

  /// - Parameter namespaces: without duplicates.
  private mutating func add(_ namespaces: [ImageMetadata.Namespace]) {
    // Most files have one packet.
    if metadata.namespaces.isEmpty {
      metadata.namespaces = namespaces
      return
    }
    if knownNamespaces.isEmpty { knownNamespaces = Set(metadata.namespaces) }
    for namespace in namespaces where knownNamespaces.insert(namespace).inserted {
      metadata.namespaces.append(namespace)
    }
  }

  /// Drops the previews of resources that were joined from several segments or compressed: they have no range in the
  /// file.
  private mutating func takePhotoshop(_ block: MetadataBlock) -> [PropertyGroup] {
    var reading = PhotoshopReader.read(block, describes: describes, encoding: options.encoding)
    reading.previews.removeAll { preview in
      let place = Int(preview.range.lowerBound - block.offset)
      let count = preview.range.count
      guard let stored = try? source.exactBytes(at: preview.range.lowerBound, count: count) else { return true }
      return !stored.elementsEqual(block.bytes[place..<place + count])
    }
    return take(reading)
  }

  /// Drops pictures of the index that lie outside the file or do not begin as JPEG files.
  private mutating func takeMultiPicture(_ block: MetadataBlock) -> [PropertyGroup] {
    var reading = MultiPictureReader.read(block, limits: limits)
    var good: [ImageMetadata.Preview] = []
    for preview in reading.previews {
      guard preview.range.upperBound <= source.size else {
        reading.warn("MPF: a picture at \(preview.range.lowerBound) lies outside the file")
        continue
      }
      guard
        preview.format != "jpeg" || (try? source.exactBytes(at: preview.range.lowerBound, count: 2)) == [0xFF, 0xD8]
      else {
        reading.warn("MPF: there is no JPEG at \(preview.range.lowerBound)")
        continue
      }
      good.append(preview)
    }
    reading.previews = good
    return take(reading)
  }
}
