package import ByteStreams
package import ImageModel

/// Replaces, removes and adds items of metadata in a HEIF or AVIF file. The data of the pictures is copied.
///
/// New data lies in a box of its own after `meta`. The data after it moves, and `iloc` is rewritten with the new
/// offsets (ISO/IEC 14496-12, 8.11.3). Old data is overwritten with zeros.
package struct HEIFItemRewriter {
  private let structure: HEIFStructure
  private let source: any ByteSource
  private let meta: ISOBox
  private var locations: [Location] = []
  private var version: UInt8 = 0
  /// New data by the item's number; empty for an item that is removed.
  private var changed: [UInt32: [UInt8]] = [:]
  private var added: [(id: UInt32, type: String, contentType: String, describes: UInt32)] = []
  private var droppedBoxes: Set<String> = []
  private var dropsTrailer = false
  /// Whether pictures get other rotations and reflections.
  private var orientation: Orientation?

  /// An entry of `iloc`.
  private struct Location {
    var id: UInt32
    var method: UInt64
    var extents: [(offset: UInt64, length: UInt64)]
  }

  /// - Throws: `invalidData` for a file that is damaged; `unsupported` for one with places that are not known.
  package init(_ structure: HEIFStructure, _ source: any ByteSource, limits: Limits) throws(ImageError) {
    guard !structure.diagnostics.contains(where: { $0.severity == .warning }),
      let meta = structure.boxes.first(where: { $0.type == "meta" }), !structure.boxes.contains(where: \.isCut),
      structure.metaParts.last?.range.upperBound == meta.content.upperBound
    else { throw ImageError(.invalidData, "the file is cut short or damaged; nothing is changed", format: "HEIF") }
    guard !structure.boxes.contains(where: { ["moov", "moof"].contains($0.type) }) else {
      throw ImageError(.unsupported, "metadata of a file with a sequence is not changed", format: "HEIF")
    }
    try limits.check(memory: meta.content.count, for: "the box 'meta'", format: "HEIF")
    (self.structure, self.source, self.meta) = (structure, source, meta)
    try readLocations()
  }

  /// The names of the file's boxes that are of unknown types.
  package var unknownBoxes: [String] {
    structure.boxes.map(\.type).filter { !["ftyp", "meta", "mdat", "free", "skip", "pdin"].contains($0) }
  }

  /// Replaces an item's data; nil removes the item.
  package mutating func set(_ item: HEIFItem, _ data: [UInt8]?) {
    changed[item.id] = data ?? []
    guard !locations.contains(where: { $0.id == item.id }) else { return }
    locations.append(Location(id: item.id, method: 0, extents: []))
  }

  /// Adds an item that describes the primary picture.
  ///
  /// - Throws: `unsupported` where there is no number for it.
  package mutating func add(type: String, contentType: String = "", _ data: [UInt8]) throws(ImageError) {
    let numbers = structure.items.map(\.id) + locations.map(\.id)
    let id = (numbers.max() ?? 0).addingReportingOverflow(1)
    guard !id.overflow, id.partialValue <= 0xFFFF || version == 2, let primary = structure.item(structure.primaryID),
      primary.id <= 0xFFFF || version == 2
    else { throw ImageError(.unsupported, "the file has no number left for an item", format: "HEIF") }
    added.append((id.partialValue, type, contentType, primary.id))
    changed[id.partialValue] = data
    locations.append(Location(id: id.partialValue, method: 0, extents: []))
  }

  /// The number of bytes after the last box.
  package var trailingBytes: UInt64 { source.size - min(source.size, structure.trailerStart ?? source.size) }

  /// Leaves out the bytes after the last box.
  package mutating func dropTrailing() { dropsTrailer = true }

  /// Gives the primary picture an orientation, and those that belong to it if they had the same.
  package mutating func orient(_ orientation: Orientation) { self.orientation = orientation }

  /// Leaves out the boxes that nobody knows.
  package mutating func dropUnknown() { droppedBoxes = Set(unknownBoxes) }

  /// The new file.
  ///
  /// - Throws: `invalidData` for items that share data, or have it where there is none; `io`.
  package consuming func finish() throws(ImageError) -> FilePatch {
    let removed = Set(changed.filter { $0.value.isEmpty }.keys)
    let erased = try erasedRanges()
    let data = changed.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    let dataSize = data.reduce(0) { $0 + UInt64($1.value.count) }
    // The places of the data do not change the length of `meta`.
    let width = source.size + dataSize + (1 << 20) > UInt64(UInt32.max) ? 8 : 4
    locations.removeAll { removed.contains($0.id) }
    for index in locations.indices {
      guard let bytes = changed[locations[index].id] else { continue }
      (locations[index].method, locations[index].extents) = (0, [(0, UInt64(bytes.count))])
    }
    let draft = try metaContent(removed, erased, locations, width)
    let newMeta = UInt64(8 + draft.count)
    let mdat = data.isEmpty ? [] : ISOBox.header("mdat", dataSize)
    // Where each box was, and where it is.
    var (places, position): ([(old: Range<UInt64>, new: UInt64)], UInt64) = ([], 0)
    var dataStart: UInt64 = 0
    for box in structure.boxes where !droppedBoxes.contains(box.type) {
      if box == meta {
        dataStart = position + newMeta + UInt64(mdat.count)
        position = dataStart + dataSize
      } else {
        places.append((box.range, position))
        position += box.range.upperBound - box.range.lowerBound
      }
    }
    var moved: [Location] = []
    for location in locations {
      var location = location
      if let bytes = changed[location.id] {
        location.extents = [(dataStart, UInt64(bytes.count))]
        dataStart += UInt64(bytes.count)
      } else if location.method == 0 {
        location.extents = try location.extents.map { extent throws(ImageError) in
          (try Self.moved(extent, places, fileSize: source.size), extent.length)
        }
      }
      moved.append(location)
    }
    let content = try metaContent(removed, erased, moved, width)
    var patch = FilePatch()
    for box in structure.boxes where !droppedBoxes.contains(box.type) {
      if box == meta {
        patch.append(ISOBox.bytes("meta", content) + mdat)
        for location in moved { if let bytes = changed[location.id] { patch.append(bytes) } }
      } else {
        Self.copy(box.range, without: erased, to: &patch)
      }
    }
    if !dropsTrailer { patch.copy(source.size - trailingBytes..<source.size) }
    return patch
  }

  /// The new offset of an extent.
  ///
  /// - Throws: `invalidData` where the data does not lie in one box that is copied.
  private static func moved(
    _ extent: (offset: UInt64, length: UInt64), _ places: [(old: Range<UInt64>, new: UInt64)], fileSize: UInt64
  ) throws(ImageError) -> UInt64 {
    let offset = extent.offset
    guard let place = places.first(where: { $0.old.contains(offset) }) else {
      throw ImageError(
        .invalidData, "data of an item lies outside the boxes of data; nothing is changed", format: "HEIF")
    }
    // Without a length, the data goes to the end of the file (ISO/IEC 14496-12, 8.11.3).
    let length = extent.length == 0 ? fileSize - offset : extent.length
    guard length <= place.old.upperBound - offset else {
      throw ImageError(
        .invalidData, "data of an item extends beyond its box; nothing is changed", format: "HEIF")
    }
    return place.new + (offset - place.old.lowerBound)
  }

  /// Copies a part of the file, with zeros for the erased bytes.
  private static func copy(_ range: Range<UInt64>, without erased: [Range<UInt64>], to patch: inout FilePatch) {
    var position = range.lowerBound
    for hole in erased.map({ $0.clamped(to: range) }) where !hole.isEmpty && hole.lowerBound >= position {
      patch.copy(position..<hole.lowerBound)
      patch.append([UInt8](repeating: 0, count: hole.count))
      position = hole.upperBound
    }
    patch.copy(position..<range.upperBound)
  }

  /// The data of items that are changed, in its order.
  private func erasedRanges() throws(ImageError) -> [Range<UInt64>] {
    let erased = structure.items.filter { changed[$0.id] != nil }.flatMap(\.extents).filter { !$0.isEmpty }
      .sorted { $0.lowerBound < $1.lowerBound }
    for item in structure.items where changed[item.id] == nil {
      for extent in item.extents where erased.contains(where: { $0.overlaps(extent) }) {
        throw ImageError(.invalidData, "metadata shares its data with other items; nothing is changed", format: "HEIF")
      }
    }
    return erased
  }
}

// MARK: The parts of `meta`

extension HEIFItemRewriter {
  /// - Throws: `unsupported` for data in other files or items; `invalidData`; `io`.
  private mutating func readLocations() throws(ImageError) {
    guard let box = structure.metaParts.first(where: { $0.type == "iloc" }) else {
      throw ImageError(.invalidData, "the file does not say where its items are; nothing is changed", format: "HEIF")
    }
    var fields = FullBox(try source.bytes(at: box.content.lowerBound, count: box.content.count))
    version = fields.version
    let sizes = fields.integer(2)
    let (offsetSize, lengthSize) = (Int(sizes >> 12), Int(sizes >> 8 & 15))
    let (baseSize, indexSize) = (Int(sizes >> 4 & 15), version > 0 ? Int(sizes & 15) : 0)
    var known: Set<UInt32> = []
    for _ in 0..<fields.id(isLong: version == 2) {
      var location = Location(id: fields.id(isLong: version == 2), method: 0, extents: [])
      if version > 0 { location.method = fields.integer(2) & 15 }
      let isElsewhere = fields.integer(2) != 0
      let base = fields.integer(baseSize)
      for _ in 0..<fields.integer(2) where !fields.isPastEnd {
        _ = fields.integer(indexSize)
        let (offset, length) = (fields.integer(offsetSize), fields.integer(lengthSize))
        location.extents.append((base &+ offset, length))
      }
      guard !fields.isPastEnd, known.insert(location.id).inserted else {
        throw ImageError(.invalidData, "'iloc' is damaged; nothing is changed", format: "HEIF")
      }
      guard !isElsewhere, location.method < 2 else {
        throw ImageError(.unsupported, "an item has its data in another file or item", format: "HEIF")
      }
      locations.append(location)
    }
  }

  private func metaContent(
    _ removed: Set<UInt32>, _ erased: [Range<UInt64>], _ locations: [Location], _ width: Int
  ) throws(ImageError) -> [UInt8] {
    var content = try source.bytes(at: meta.content.lowerBound, count: 4)
    for part in structure.metaParts {
      switch part.type {
      case "iinf": content += try entries(of: part, removed)
      case "iloc": content += ISOBox.bytes("iloc", locationBytes(locations, width))
      case "iref": content += try references(in: part, removed)
      case "iprp":
        guard let orientation else { fallthrough }
        content += try structure.properties(in: part, oriented: orientation, source)
      default:
        var patch = FilePatch()
        Self.copy(part.range, without: erased, to: &patch)
        content += try patch.bytes(from: source)
      }
    }
    if !added.isEmpty, !structure.metaParts.contains(where: { $0.type == "iref" }) {
      content += ISOBox.bytes(
        "iref", [version == 2 ? 1 : 0, 0, 0, 0] + added.flatMap { reference($0, isLong: version == 2) })
    }
    return content
  }

  private func locationBytes(_ locations: [Location], _ width: Int) -> [UInt8] {
    func number(_ value: UInt64, _ count: Int) -> [UInt8] { Array(value.bigEndianBytes.suffix(count)) }
    let idSize = version == 2 ? 4 : 2
    var bytes: [UInt8] = [version, 0, 0, 0, UInt8(width << 4 | width), 0] + number(UInt64(locations.count), idSize)
    for location in locations {
      bytes += number(UInt64(location.id), idSize)
      if version > 0 { bytes += number(location.method, 2) }
      bytes += [0, 0] + number(UInt64(location.extents.count), 2)
      for extent in location.extents { bytes += number(extent.offset, width) + number(extent.length, width) }
    }
    return bytes
  }

  /// `iinf` without the items that are removed, and with new ones.
  private func entries(of box: ISOBox, _ removed: Set<UInt32>) throws(ImageError) -> [UInt8] {
    let bytes = try source.bytes(at: box.content.lowerBound, count: box.content.count)
    let isLong = bytes.first ?? 0 > 0
    var (kept, count): ([UInt8], Int) = ([], 0)
    var reader = ISOBoxReader(source)
    for entry in try reader.boxes(in: box.content.lowerBound + (isLong ? 8 : 6)..<box.content.upperBound) {
      let whole = try source.bytes(at: entry.range.lowerBound, count: entry.range.count)
      var fields = FullBox(Array(whole.dropFirst(entry.range.count - entry.content.count)))
      if fields.version >= 2, removed.contains(fields.id(isLong: fields.version > 2)) { continue }
      kept += whole
      count += 1
    }
    for item in added {
      let number = item.id > 0xFFFF ? item.id.bigEndianBytes : Array(item.id.bigEndianBytes.suffix(2))
      let header: [UInt8] = [item.id > 0xFFFF ? 3 : 2, 0, 0, 0]
      let contentType = item.contentType.isEmpty ? [] : Array(item.contentType.utf8) + [0]
      kept += ISOBox.bytes("infe", header + number + [0, 0] + Array(item.type.utf8) + [0] + contentType)
      count += 1
    }
    let number = UInt32(truncatingIfNeeded: count).bigEndianBytes
    return ISOBox.bytes("iinf", bytes.prefix(4) + (isLong ? number : Array(number.suffix(2))) + kept)
  }

  /// `iref` without the references of removed items, and with those of new ones.
  private func references(in box: ISOBox, _ removed: Set<UInt32>) throws(ImageError) -> [UInt8] {
    let header = try source.bytes(at: box.content.lowerBound, count: 4)
    let isLong = header.first ?? 0 > 0
    var kept: [UInt8] = []
    var reader = ISOBoxReader(source)
    for entry in try reader.boxes(in: box.content.lowerBound + 4..<box.content.upperBound) {
      let whole = try source.bytes(at: entry.range.lowerBound, count: entry.range.count)
      var fields = FullBox(Array(whole.dropFirst(entry.range.count - entry.content.count)), hasVersion: false)
      if !removed.contains(fields.id(isLong: isLong)) { kept += whole }
    }
    return ISOBox.bytes("iref", header + kept + added.flatMap { reference($0, isLong: isLong) })
  }

  private func reference(
    _ item: (id: UInt32, type: String, contentType: String, describes: UInt32), isLong: Bool
  ) -> [UInt8] {
    func number(_ id: UInt32) -> [UInt8] { isLong ? id.bigEndianBytes : Array(id.bigEndianBytes.suffix(2)) }
    return ISOBox.bytes("cdsc", number(item.id) + [0, 1] + number(item.describes))
  }
}
