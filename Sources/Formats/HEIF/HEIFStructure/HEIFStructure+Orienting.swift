internal import ByteStreams
internal import ImageModel

extension HEIFStructure {
  /// The box `iprp` with another orientation of the primary picture. Its thumbnails, its auxiliary images, and pictures
  /// with another tone that are made of it are turned with it if they have the same orientation.
  ///
  /// - Throws: `invalidData` for lists that are damaged; `io`.
  func properties(
    in box: ISOBox, oriented orientation: Orientation, _ source: any ByteSource
  ) throws(ImageError) -> [UInt8] {
    let primary = pictures[primaryIndex]
    guard HEIFPicture.orientation(primary.item.properties.map { properties[$0] }) == primary.info.orientation else {
      throw ImageError(.unsupported, "an orientation of a picture that shows a turned one", format: "HEIF")
    }
    let steps = orientation.transformations
    // Properties are numbered from 1.
    let numbers = steps.indices.map { properties.count + 1 + $0 }
    let turned = itemsOfPrimary
    var reader = ISOBoxReader(source)
    var content: [UInt8] = []
    for part in try reader.boxes(in: box.content) {
      let bytes = try source.bytes(at: part.content.lowerBound, count: part.content.count)
      switch part.type {
      case "ipco":
        content += ISOBox.bytes("ipco", bytes + steps.flatMap { ISOBox.bytes($0.type, [$0.value]) })
      case "ipma": content += ISOBox.bytes("ipma", try associations(bytes, turned, numbers))
      default: content += try source.bytes(at: part.range.lowerBound, count: part.range.count)
      }
    }
    return ISOBox.bytes("iprp", content)
  }

  /// The primary picture, and what belongs to it and is turned as it is.
  private var itemsOfPrimary: Set<UInt32> {
    let primary = pictures[primaryIndex].item
    let toned = images("dimg", of: primary.id).filter { $0.type == "tmap" }
    let all =
      [primary] + images("thmb", of: primary.id) + images("auxl", of: primary.id) + toned
      + toned.flatMap { sources(of: $0.id) }.compactMap { item($0) }
    func orientation(_ item: HEIFItem) -> Orientation {
      HEIFPicture.orientation(item.properties.map { properties[$0] })
    }
    let old = orientation(primary)
    return Set(all.filter { orientation($0) == old }.map(\.id))
  }

  /// `ipma` (ISO/IEC 14496-12, 8.11.14) with other transformations of some items.
  private func associations(
    _ content: [UInt8], _ turned: Set<UInt32>, _ numbers: [Int]
  ) throws(ImageError) -> [UInt8] {
    var fields = FullBox(content)
    let hasLongIDs = fields.version > 0
    let wasLong = fields.flags & 1 != 0
    let isLong = wasLong || numbers.contains { $0 > 0x7F }
    let flags = fields.flags | (isLong ? 1 : 0)
    let count = fields.integer(4)
    var result =
      (UInt32(fields.version) << 24 | flags).bigEndianBytes + UInt32(truncatingIfNeeded: count).bigEndianBytes
    for _ in 0..<count {
      let id = fields.id(isLong: hasLongIDs)
      var entries: [(isEssential: Bool, number: Int)] = []
      for _ in 0..<fields.integer(1) {
        let value = Int(fields.integer(wasLong ? 2 : 1))
        let top = wasLong ? 0x8000 : 0x80
        entries.append((value & top != 0, value & (top - 1)))
      }
      guard !fields.isPastEnd else { throw HEIFStructureReader.error("'ipma' is damaged; nothing is changed") }
      if turned.contains(id) {
        entries.removeAll { entry in
          properties.indices.contains(entry.number - 1) && ["irot", "imir"].contains(properties[entry.number - 1].type)
        }
        entries += numbers.map { (true, $0) }
      }
      guard let length = UInt8(exactly: entries.count) else {
        throw ImageError(.unsupported, "an image has too many properties for an orientation", format: "HEIF")
      }
      result += hasLongIDs ? id.bigEndianBytes : Array(id.bigEndianBytes.suffix(2))
      result.append(length)
      for entry in entries {
        let value = UInt32(entry.number | (entry.isEssential ? isLong ? 0x8000 : 0x80 : 0))
        result += value.bigEndianBytes.suffix(isLong ? 2 : 1)
      }
    }
    return result
  }
}

extension Orientation {
  /// The properties of a picture that is shown so, in their order: quarter turns anticlockwise, then 0 for a reflection
  /// that exchanges top and bottom, 1 for left and right (HEIF, 6.5.10 and 6.5.12).
  fileprivate var transformations: [(type: String, value: UInt8)] {
    switch self {
    case .up: []
    case .upMirrored: [("imir", 1)]
    case .down: [("irot", 2)]
    case .downMirrored: [("imir", 0)]
    case .leftMirrored: [("irot", 3), ("imir", 1)]
    case .right: [("irot", 3)]
    case .rightMirrored: [("irot", 1), ("imir", 1)]
    case .left: [("irot", 1)]
    }
  }
}
