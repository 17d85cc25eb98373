package import ByteStreams
package import ImageModel
internal import MetadataModel

/// The parts of a HEIF or AVIF file other than its pixels: the items with their properties and references, and the
/// unparsed metadata.
///
/// The sources are ISO/IEC 23008-12 (HEIF), ISO/IEC 14496-12 (boxes), ISO/IEC 23000-22 (MIAF) and AV1 Image File
/// Format.
package struct HEIFStructure: ImageStructure {
  package internal(set) var majorBrand = ""
  package internal(set) var minorVersion: UInt32 = 0
  package internal(set) var compatibleBrands: [String] = []
  /// The boxes of the file, and those of `meta`.
  package internal(set) var boxes: [ISOBox] = []
  package internal(set) var metaParts: [ISOBox] = []
  /// Where the boxes end in a file that is whole; bytes of cameras may follow.
  package internal(set) var trailerStart: UInt64?
  /// The type of the handler, `pict`.
  package internal(set) var handler = ""
  package internal(set) var handlerName = ""
  /// The content of `idat` as numbers of 16 bits, where it is short. Derived images have their data there.
  package internal(set) var itemData: [Int] = []
  package internal(set) var primaryID: UInt32 = 0
  /// In the order of their numbers.
  package internal(set) var items: [HEIFItem] = []
  package internal(set) var properties: [HEIFProperty] = []
  package private(set) var references: [HEIFReference] = []
  // References are found by both of their ends, because a file may have many references and many items.
  private var links: Set<HEIFLink> = []
  private var describing: Set<UInt32> = []
  private var referrers: [String: [UInt32: [UInt32]]] = [:]
  private var sourcesByItem: [UInt32: [UInt32]] = [:]
  /// Whether a box about the items is cut short. A library may read another structure from it than this code does, and
  /// no check would hold.
  var isDamaged = false
  package internal(set) var blocks: [MetadataBlock] = []
  package internal(set) var diagnostics: [Diagnostic] = []
  /// The independent pictures.
  package internal(set) var pictures: [HEIFPicture] = []
  /// The index of the picture that represents the file.
  package internal(set) var primaryIndex = 0
  /// The frames of an animation, if there are some.
  package private(set) var sequence: HEIFSequence?

  /// Whether there is a picture besides the frames.
  package private(set) var hasStillPicture = true

  /// Whether the still picture is shown because the frames cannot be read.
  package var prefersStillPicture = false

  /// The sequence, where the file is shown by its frames: in AVIF, if the first brand is not that of a picture. libavif
  /// chooses the same.
  package var shownSequence: HEIFSequence? {
    guard !prefersStillPicture, let sequence, sequence.picture.item.type == "av01", majorBrand != "avif" else {
      return nil
    }
    return sequence.frameCount > 1 || !hasStillPicture ? sequence : nil
  }

  /// Walks the boxes of a file.
  ///
  /// - Throws: `invalidData` if no picture declares its size; `io`.
  package static func read(_ source: any ByteSource, limits: Limits) throws(ImageError) -> HEIFStructure {
    var reader = HEIFStructureReader(source, limits: limits)
    var structure = try reader.read()
    structure.sequence = try HEIFSequence(structure, source, limits: limits)
    structure.diagnostics += structure.sequence?.diagnostics ?? []
    try structure.findPictures(source)
    if structure.boxes.contains(where: { $0.type == "moov" }), structure.shownSequence == nil,
      structure.hasStillPicture
    {
      structure.diagnostics.append(.note("the file has a sequence, of which the still picture is read"))
    }
    try structure.readBlocks(source, limits)
    return structure
  }

  package func item(_ id: UInt32) -> HEIFItem? {
    // `items` is sorted.
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < items.count && items[low].id == id ? items[low] : nil
  }

  /// The first property of an item that has a value.
  package func property<Value>(_ item: HEIFItem, _ value: (HEIFProperty) -> Value?) -> Value? {
    for index in item.properties {
      if let found = value(properties[index]) { return found }
    }
    return nil
  }

  /// The images that refer to an item: its thumbnails (`thmb`), its alpha, depth and gain map (`auxl`).
  package func images(_ type: String, of id: UInt32) -> [HEIFItem] {
    (referrers[type]?[id] ?? []).compactMap { item($0) }.filter(\.isImage)
  }

  /// Whether an item has a reference of a type to another.
  func refers(_ type: String, from: UInt32, to: UInt32) -> Bool {
    links.contains(HEIFLink(type: type, from: from, to: to))
  }

  /// Whether an item of metadata describes the primary picture. Some writers leave the reference out.
  package func describesPrimary(_ item: HEIFItem) -> Bool {
    !describing.contains(item.id) || refers("cdsc", from: item.id, to: pictures[primaryIndex].item.id)
  }

  /// The images that a derived one is made of.
  package func sources(of id: UInt32) -> [UInt32] { sourcesByItem[id] ?? [] }

  mutating func add(_ reference: HEIFReference) {
    references.append(reference)
    if reference.type == "cdsc" { describing.insert(reference.from) }
    if reference.type == "dimg", sourcesByItem[reference.from] == nil { sourcesByItem[reference.from] = reference.to }
    for id in reference.to
    where links.insert(HEIFLink(type: reference.type, from: reference.from, to: id)).inserted {
      referrers[reference.type, default: [:]][id, default: []].append(reference.from)
    }
  }

  /// Lists the independent pictures: no thumbnails, auxiliary images, tiles or hidden ones.
  private mutating func findPictures(_ source: any ByteSource) throws(ImageError) {
    var parts: Set<UInt32> = []
    for reference in references {
      switch reference.type {
      case "thmb", "auxl": parts.insert(reference.from)
      case "dimg" where item(reference.from)?.type != "tmap": parts.formUnion(reference.to)
      default: break
      }
    }
    for item in items where item.isImage && item.type != "tmap" {
      guard item.id == primaryID || !item.isHidden && !parts.contains(item.id) else { continue }
      guard let picture = try HEIFPicture(item, in: self, source) else {
        diagnostics.append(.warning("the image \(item.id) does not declare its size; it is not read"))
        continue
      }
      if item.id == primaryID { primaryIndex = pictures.count }
      pictures.append(picture)
    }
    if pictures.isEmpty, let sequence { (pictures, hasStillPicture) = ([sequence.picture], false) }
    if pictures.isEmpty { throw HEIFStructureReader.error("there is no picture") }
  }

  /// Exif and XMP of the primary picture, and its ICC profile.
  private mutating func readBlocks(_ source: any ByteSource, _ limits: Limits) throws(ImageError) {
    var total = 0
    if let profile = pictures[primaryIndex].profile {
      // The profile follows its kind.
      blocks.append(MetadataBlock(.icc, offset: profile.offset + 4, bytes: Array(profile.bytes.dropFirst(4))))
    }
    for item in items {
      let kind: MetadataBlock.Kind
      switch item.type {
      case "Exif": kind = .exif
      case "mime" where item.isXMP: kind = .xmp
      default: continue
      }
      guard describesPrimary(item), !blocks.contains(where: { $0.kind == kind }) else { continue }
      guard let first = item.extents.first else {
        diagnostics.append(.warning("\(item.type) has no data in the file"))
        continue
      }
      let length = Int(clamping: item.length)
      if let warning = limits.leftOut(item.type, bytes: length, after: total) {
        diagnostics.append(warning)
        continue
      }
      total += length
      var bytes: [UInt8] = []
      for extent in item.extents { bytes += try source.bytes(at: extent.lowerBound, count: extent.count) }
      if item.isCut { diagnostics.append(.warning("\(kind == .exif ? "Exif" : "XMP") is cut short")) }
      var offset = first.lowerBound
      if kind == .exif {
        // The first four bytes say how many follow before the TIFF header (HEIF, A.2.1).
        let skipped = 4 + Int(UInt32(bigEndianBytes: bytes.prefix(4)))
        guard bytes.count > 4, skipped < bytes.count else {
          diagnostics.append(.warning("Exif has no valid header, and is not read"))
          continue
        }
        bytes.removeFirst(skipped)
        offset += UInt64(skipped)
        // JPEG's prefix should be among the bytes that were skipped.
        if bytes.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) {
          bytes.removeFirst(6)
          offset += 6
        }
      }
      blocks.append(MetadataBlock(kind, offset: offset, bytes: bytes))
    }
  }
}
