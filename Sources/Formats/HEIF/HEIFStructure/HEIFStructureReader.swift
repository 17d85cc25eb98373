internal import ByteStreams
internal import ImageModel

/// Reads the boxes `ftyp` and `meta` of one file into a `HEIFStructure`.
struct HEIFStructureReader {
  /// More items, and more parts of their data, than any real file has.
  private static let maxItems = 10_000
  private static let maxExtents = 100_000
  private static let maxReferences = 100_000
  private static let maxPropertiesPerItem = 255

  private let limits: Limits
  private let source: any ByteSource
  private var reader: ISOBoxReader
  private var structure = HEIFStructure()
  private var items: [UInt32: HEIFItem] = [:]
  private var idat: Range<UInt64>?

  init(_ source: any ByteSource, limits: Limits) {
    self.source = source
    self.limits = limits
    reader = ISOBoxReader(source)
  }

  mutating func read() throws(ImageError) -> HEIFStructure {
    try readBoxes()
    guard structure.boxes.first?.type == "ftyp" else { throw Self.error("the file does not say its type") }
    let brands = try content(structure.boxes[0])
    structure.majorBrand = Latin1.text(brands.prefix(4))
    structure.minorVersion = UInt32(bigEndianBytes: brands.dropFirst(4).prefix(4))
    structure.compatibleBrands = stride(from: 8, to: brands.count - 3, by: 4).map {
      Latin1.text(brands[$0..<$0 + 4])
    }
    guard let meta = structure.boxes.first(where: { $0.type == "meta" }), meta.content.count > 4 else {
      if structure.boxes.contains(where: { $0.type == "moov" }) { return structure }
      throw Self.error("there is no box 'meta'")
    }
    // The box has a version and flags of 4 bytes, as all boxes below that are read by `FullBox`.
    let parts = try reader.boxes(in: meta.content.lowerBound + 4..<meta.content.upperBound)
    structure.metaParts = parts
    func part(_ type: String) -> ISOBox? { parts.first { $0.type == type } }
    idat = part("idat")?.content
    if let box = part("idat"), box.content.count <= 64 {
      let bytes = try content(box)
      structure.itemData = stride(from: 0, to: bytes.count - 1, by: 2).map { Int(bigEndianBytes: bytes[$0..<$0 + 2]) }
    }
    if let box = part("hdlr") {
      let bytes = try content(box)
      structure.handler = Latin1.text(bytes.dropFirst(8).prefix(4))
      structure.handlerName = Latin1.text(bytes.dropFirst(24).prefix { $0 != 0 })
    }
    if let box = part("iinf") { try readItems(box) }
    if let box = part("iloc") { try readLocations(box) }
    if let box = part("iref") { try readReferences(box) }
    if let box = part("iprp") { try readProperties(box) }
    if let box = part("pitm") {
      var fields = FullBox(try content(box))
      structure.primaryID = fields.id(isLong: fields.version > 0)
    }
    structure.items = items.values.sorted { $0.id < $1.id }
    structure.isDamaged = structure.isDamaged || reader.hasCutList
    structure.diagnostics = reader.diagnostics + structure.diagnostics
    return structure
  }

  /// The boxes of the file. Cameras append bytes after the last one, whose beginning may look like a box that is longer
  /// than the file.
  private mutating func readBoxes() throws(ImageError) {
    var reader = ISOBoxReader(source)
    var boxes = try reader.boxes(in: 0..<source.size)
    let end = boxes.firstIndex { $0.isCut && !Self.knownBoxes.contains($0.type) || !$0.hasPlainType } ?? boxes.count
    let boxesBefore = boxes[..<end]
    if boxesBefore.contains(where: { $0.type == "meta" }), !boxesBefore.contains(where: \.isCut), !reader.hasCutList {
      boxes.removeSubrange(end...)
      structure.trailerStart = boxes.last?.range.upperBound
    } else {
      structure.diagnostics = reader.diagnostics
      if let cut = boxes.first(where: \.isCut) {
        structure.diagnostics.append(.warning("the box '\(cut.type)' is cut short"))
      }
    }
    structure.boxes = boxes
    structure.isDamaged = reader.hasCutList
  }

  /// The boxes that a file may have beside others (ISO/IEC 14496-12, 4.2 and 6.2.3; HEIF).
  private static let knownBoxes: Set = [
    "ftyp", "meta", "mdat", "moov", "moof", "mfra", "free", "skip", "pdin", "uuid", "styp", "sidx", "idat", "mpvd",
    "sefd",
  ]

  static func error(_ reason: String) -> ImageError { ImageError(.invalidData, reason, format: "HEIF") }

  /// The content of a box; empty, with a warning, where it is cut off or too long.
  private mutating func content(_ box: ISOBox) throws(ImageError) -> [UInt8] {
    if let bytes = try reader.content(of: box, limit: limits.maxMetadataBlockBytes) { return bytes }
    structure.diagnostics.append(.warning("the box '\(box.type)' is cut short or too long, and is not read"))
    structure.isDamaged = true
    return []
  }

  /// `iinf` with its `infe`.
  private mutating func readItems(_ box: ISOBox) throws(ImageError) {
    var fields = FullBox(try content(box))
    _ = fields.id(isLong: fields.version > 0)
    for entry in try reader.boxes(in: box.content.lowerBound + UInt64(fields.offset)..<box.content.upperBound)
    where entry.type == "infe" {
      var fields = FullBox(try content(entry))
      guard fields.version >= 2 else { continue }
      let id = fields.id(isLong: fields.version > 2)
      _ = fields.integer(2)
      var item = HEIFItem(id: id, type: Latin1.text(fields.bytes(4)))
      item.isHidden = fields.flags & 1 != 0
      _ = fields.text()
      if item.type == "mime" { item.contentType = fields.text() }
      guard !fields.isPastEnd, items[id] == nil else { continue }
      guard items.count < Self.maxItems else {
        structure.diagnostics.append(.warning("there are more than \(Self.maxItems) items; the rest is not read"))
        return
      }
      items[id] = item
    }
  }

  /// `iloc`: where the data of the items lies.
  private mutating func readLocations(_ box: ISOBox) throws(ImageError) {
    var fields = FullBox(try content(box))
    let sizes = fields.integer(2)
    let (offsetSize, lengthSize) = (Int(sizes >> 12), Int(sizes >> 8 & 15))
    let (baseSize, indexSize) = (Int(sizes >> 4 & 15), fields.version > 0 ? Int(sizes & 15) : 0)
    let count = fields.id(isLong: fields.version == 2)
    var extentsLeft = Self.maxExtents
    for _ in 0..<count {
      let id = fields.id(isLong: fields.version == 2)
      let method = fields.version > 0 ? fields.integer(2) & 15 : 0
      _ = fields.integer(2)
      let base = fields.integer(baseSize)
      let extentCount = Int(fields.integer(2))
      extentsLeft -= extentCount
      guard !fields.isPastEnd, extentsLeft >= 0 else {
        structure.diagnostics.append(.warning("'iloc' is cut short or too long"))
        return
      }
      var extents: [Range<UInt64>] = []
      var isWhole = true
      for _ in 0..<extentCount {
        _ = fields.integer(indexSize)
        let (offset, length) = (fields.integer(offsetSize), fields.integer(lengthSize))
        guard isWhole, let found = place(base, offset, length, method) else {
          isWhole = false
          continue
        }
        extents.append(found.range)
        isWhole = found.isWhole
      }
      guard !fields.isPastEnd, let isImage = items[id]?.isImage, isWhole || !isImage else { continue }
      // The beginning of metadata can be read; pictures of which a part is missing cannot.
      items[id]?.extents = extents
      items[id]?.isCut = !isWhole
    }
  }

  /// A part of an item's data in the file, and whether the file has all of it; nil where it begins outside, or lies in
  /// another item.
  private func place(
    _ base: UInt64, _ offset: UInt64, _ length: UInt64, _ method: UInt64
  ) -> (range: Range<UInt64>, isWhole: Bool)? {
    let whole: Range<UInt64>
    switch method {
    case 0: whole = 0..<source.size
    case 1: whole = idat ?? 0..<0
    default: return nil
    }
    let (sum, overflow) = base.addingReportingOverflow(offset)
    guard !overflow, sum <= whole.upperBound - whole.lowerBound else { return nil }
    let start = whole.lowerBound + sum
    let rest = whole.upperBound - start
    return (start..<start + (length == 0 ? rest : min(length, rest)), length <= rest)
  }

  private mutating func readReferences(_ box: ISOBox) throws(ImageError) {
    let isLong = FullBox(try content(box)).version > 0
    guard box.content.count > 4 else { return }
    var left = Self.maxReferences
    for entry in try reader.boxes(in: box.content.lowerBound + 4..<box.content.upperBound) {
      var fields = FullBox(try content(entry), hasVersion: false)
      let from = fields.id(isLong: isLong)
      var reference = HEIFReference(type: entry.type, from: from, to: [])
      let count = Int(fields.integer(2))
      guard count <= left else {
        structure.diagnostics.append(
          .warning("there are more than \(Self.maxReferences) references; the rest is not read"))
        return
      }
      left -= count
      for _ in 0..<count where !fields.isPastEnd { reference.to.append(fields.id(isLong: isLong)) }
      if fields.isPastEnd { structure.isDamaged = true } else { structure.add(reference) }
    }
  }

  /// `iprp`: the properties, and which items have them.
  private mutating func readProperties(_ box: ISOBox) throws(ImageError) {
    let parts = try reader.boxes(in: box.content)
    guard let container = parts.first(where: { $0.type == "ipco" }) else { return }
    var total = 0
    for property in try reader.boxes(in: container.content) {
      let count = property.content.count
      if let warning = limits.leftOut("the property '\(property.type)'", bytes: count, after: total) {
        structure.diagnostics.append(warning)
        structure.properties.append(HEIFProperty(type: property.type, bytes: [], offset: property.content.lowerBound))
        continue
      }
      total += count
      structure.properties.append(
        HEIFProperty(type: property.type, bytes: try content(property), offset: property.content.lowerBound))
    }
    for part in parts where part.type == "ipma" {
      var fields = FullBox(try content(part))
      let isLong = fields.flags & 1 != 0
      for _ in 0..<fields.integer(4) {
        let id = fields.id(isLong: fields.version > 0)
        for _ in 0..<fields.integer(1) {
          // The highest bit says that the property is essential. 0 is none.
          let index = Int(fields.integer(isLong ? 2 : 1) & (isLong ? 0x7FFF : 0x7F))
          guard structure.properties.indices.contains(index - 1), let count = items[id]?.properties.count,
            count < Self.maxPropertiesPerItem
          else { continue }
          items[id]?.properties.append(index - 1)
        }
        if fields.isPastEnd { return }
      }
    }
  }
}

extension ISOBox {
  /// Whether the type consists of letters, digits and the like.
  fileprivate var hasPlainType: Bool { type.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) } }
}

/// The content of a box, field after field. Past the end all fields are 0.
struct FullBox {
  private(set) var version: UInt8 = 0
  private(set) var flags: UInt32 = 0
  private(set) var offset = 0
  private(set) var isPastEnd = false
  private let content: [UInt8]

  /// - Parameter hasVersion: whether it begins with a version of one byte and flags of three.
  init(_ content: [UInt8], hasVersion: Bool = true) {
    self.content = content
    guard hasVersion else { return }
    let word = UInt32(truncatingIfNeeded: integer(4))
    (version, flags) = (UInt8(word >> 24), word & 0xFF_FFFF)
  }

  mutating func bytes(_ count: Int) -> ArraySlice<UInt8> {
    guard count <= content.count - offset else {
      isPastEnd = true
      offset = content.count
      return []
    }
    defer { offset += count }
    return content[offset..<offset + count]
  }

  mutating func skip(_ count: Int) { _ = bytes(count) }

  /// A number of up to 8 bytes.
  mutating func integer(_ count: Int) -> UInt64 { UInt64(bigEndianBytes: bytes(count)) }

  /// A number of 2 or 4 bytes.
  mutating func id(isLong: Bool) -> UInt32 { UInt32(truncatingIfNeeded: integer(isLong ? 4 : 2)) }

  /// A text up to a byte of 0.
  mutating func text() -> String {
    let text = content[offset...].prefix { $0 != 0 }
    offset = min(content.count, offset + text.count + 1)
    return String(decoding: text, as: UTF8.self)
  }
}
