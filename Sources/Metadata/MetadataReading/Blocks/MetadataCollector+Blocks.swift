internal import ByteStreams
internal import ImageModel
internal import MetadataModel

extension MetadataCollector {
  /// The groups of an image's blocks, each read by the reader of its kind, in this order: XMP, IPTC and Photoshop, MPF,
  /// JFXX. Exif, JFIF, profiles and texts are read where the container is walked.
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
      // Some writers of TIFF files put whole resources where IPTC belongs.
      case .iptc where block.bytes.starts(with: "8BIM".utf8): found = takePhotoshop(block)
      case .iptc: found = take(IPTCReader.read(block.bytes, describes: describes))
      case .photoshop: found = takePhotoshop(block)
      case .multiPicture: found = takeMultiPicture(block)
      case .jfxx: found = take(JFXXReader.read(block))
      default: found = []
      }
      // TIFF files carry the same IPTC twice, as a tag and in the resources.
      groups += found.filter { !groups.contains($0) }
    }
    return groups
  }

  /// Files have one of a kind, or two.
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

  private mutating func take(_ reading: BlockReading) -> [PropertyGroup] {
    note(reading.diagnostics)
    add(reading.namespaces)
    metadata.previews += reading.previews
    for group in reading.groups {
      for property in group.properties { blockValuesLeft -= Self.count(property.value) }
    }
    return reading.groups
  }

  /// - Parameter namespaces: each once.
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

  /// A thumbnail in resources that are joined from several segments, or were packed in the file, has no range of its own.
  private mutating func takePhotoshop(_ block: MetadataBlock) -> [PropertyGroup] {
    var reading = PhotoshopReader.read(block, describes: describes)
    reading.previews.removeAll { preview in
      let place = Int(preview.range.lowerBound - block.offset)
      let count = preview.range.count
      guard let stored = try? source.exactBytes(at: preview.range.lowerBound, count: count) else { return true }
      return !stored.elementsEqual(block.bytes[place..<place + count])
    }
    return take(reading)
  }

  /// Pictures of the index must lie in the file, and begin as what they say they are.
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
