package import ImageModel

/// Serialises directories: as a whole TIFF stream (an Exif block), or as a part for an offset of a file.
///
/// Fields are sorted by tag, values begin at even offsets; a directory is followed by its long values and then by the
/// directories below it. TIFF 6.0, section 2; BigTIFF.
package struct IFDWriter {
  package let isBigEndian: Bool
  package let isBigTIFF: Bool

  package init(bigEndian: Bool = false, bigTIFF: Bool = false) {
    isBigEndian = bigEndian
    isBigTIFF = bigTIFF
  }

  /// The bytes of a directory and of everything that it points to.
  package struct Placed: Hashable, Sendable {
    /// The bytes for the offset that `directory(_:at:next:)` was given; they begin with the directory.
    package var bytes: [UInt8]
    /// Where the pointer to the next directory lies, counted from the beginning of `bytes`.
    package var nextPointer: Int
  }

  /// A TIFF stream: the header, then the directories of the chain (IFD0, IFD1, ...).
  ///
  /// - Throws: `usage` for values that do not fit into their type; `limitExceeded` for what 32-bit offsets cannot
  ///   reach.
  package func stream(_ chain: [IFDTree]) throws(ImageError) -> [UInt8] {
    var bytes: [UInt8] = isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
    append(UInt16(isBigTIFF ? 43 : 42), to: &bytes)
    if isBigTIFF {
      append(UInt16(8), to: &bytes)
      append(UInt16(0), to: &bytes)
    }
    var pointer = bytes.count
    bytes += [UInt8](repeating: 0, count: offsetSize)
    for tree in chain {
      try patchOffset(UInt64(bytes.count), at: pointer, in: &bytes)
      pointer = try append(tree, base: 0, depth: 0, to: &bytes)
    }
    return bytes
  }

  /// A directory for an offset in a file, followed by everything that it points to.
  ///
  /// - Parameters:
  ///   - offset: where the directory will begin; even.
  ///   - next: where the next directory of the chain is, 0 where there is none.
  /// - Throws: as `stream`.
  package func directory(_ tree: IFDTree, at offset: UInt64, next: UInt64 = 0) throws(ImageError) -> Placed {
    guard offset % 2 == 0 else { throw ImageError(.usage, "a directory cannot begin at the odd offset \(offset)") }
    var bytes: [UInt8] = []
    let pointer = try append(tree, base: offset, depth: 0, to: &bytes)
    try patchOffset(next, at: pointer, in: &bytes)
    return Placed(bytes: bytes, nextPointer: pointer)
  }

  private var offsetSize: Int { isBigTIFF ? 8 : 4 }
  private var entrySize: Int { isBigTIFF ? 20 : 12 }
  private var countSize: Int { isBigTIFF ? 8 : 2 }

  /// Only a programming error makes deeper trees.
  private static let maxDepth = 16

  /// Appends a directory and what it points to.
  ///
  /// - Parameter base: the offset of `bytes[0]`.
  /// - Returns: where its pointer to the next directory lies in `bytes`.
  private func append(
    _ tree: IFDTree, base: UInt64, depth: Int, to bytes: inout [UInt8]
  ) throws(ImageError) -> Int {
    guard depth < Self.maxDepth else { throw ImageError(.usage, "directories are nested too deeply") }
    // `sort` keeps the order of equal tags.
    let fields = tree.fields.sorted { $0.tag < $1.tag }
    guard fields.count <= UInt16.max else { throw ImageError(.usage, "a directory has \(fields.count) fields") }
    if isBigTIFF { append(UInt64(fields.count), to: &bytes) } else { append(UInt16(fields.count), to: &bytes) }
    let firstEntry = bytes.count
    let nextPointer = firstEntry + fields.count * entrySize
    bytes += [UInt8](repeating: 0, count: fields.count * entrySize + offsetSize)
    for (index, field) in fields.enumerated() {
      let entry = firstEntry + index * entrySize
      let (type, count, value) = try serialized(field)
      patch(field.tag, at: entry, in: &bytes)
      patch(type.rawValue, at: entry + 2, in: &bytes)
      try patchOffset(UInt64(count), at: entry + 4, in: &bytes)
      let valuePlace = entry + 4 + offsetSize
      if case .directories(let trees) = field.content {
        let places = try append(trees, base: base, depth: depth, to: &bytes)
        if places.count == 1 {
          try patchOffset(places[0], at: valuePlace, in: &bytes)
        } else {
          var list: [UInt8] = []
          for place in places { if isBigTIFF { append(place, to: &list) } else { append(UInt32(place), to: &list) } }
          try appendValue(list, pointerAt: valuePlace, base: base, to: &bytes)
        }
      } else {
        try appendValue(value, pointerAt: valuePlace, base: base, to: &bytes)
      }
    }
    if bytes.count % 2 == 1 { bytes.append(0) }
    return nextPointer
  }

  private func append(
    _ trees: [IFDTree], base: UInt64, depth: Int, to bytes: inout [UInt8]
  ) throws(ImageError) -> [UInt64] {
    var places: [UInt64] = []
    for tree in trees {
      if bytes.count % 2 == 1 { bytes.append(0) }
      places.append(base + UInt64(bytes.count))
      _ = try append(tree, base: base, depth: depth + 1, to: &bytes)
    }
    if let last = places.last, !isBigTIFF, last > UInt64(UInt32.max) { throw Self.tooFar }
    return places
  }

  /// Stores a value in its entry, or after everything else if it is too long.
  private func appendValue(
    _ value: [UInt8], pointerAt place: Int, base: UInt64, to bytes: inout [UInt8]
  ) throws(ImageError) {
    if value.count <= offsetSize {
      bytes.replaceSubrange(place..<place + value.count, with: value)
      return
    }
    if bytes.count % 2 == 1 { bytes.append(0) }
    try patchOffset(base + UInt64(bytes.count), at: place, in: &bytes)
    bytes += value
  }

  /// The type, the number of values, and their bytes (none for directories).
  private func serialized(_ field: IFDField) throws(ImageError) -> (IFDFieldType, Int, [UInt8]) {
    switch field.content {
    case .directories(let trees): return (isBigTIFF ? .ifd8 : .long, trees.count, [])
    case .raw(let type, let bytes):
      guard bytes.count % type.byteCount == 0 else {
        throw ImageError(.usage, "tag \(field.tag): \(bytes.count) bytes are not a whole number of values")
      }
      return (type, bytes.count / type.byteCount, bytes)
    case .values(let type, let value):
      guard let bytes = IFDValueBytes(isBigEndian: isBigEndian).bytes(value, as: type) else {
        throw ImageError(.usage, "tag \(field.tag): the values do not fit into their type")
      }
      return (type, bytes.count / type.byteCount, bytes)
    }
  }

  private static var tooFar: ImageError {
    ImageError(.limitExceeded, "the file is too large for 32-bit offsets", format: "TIFF")
  }

  private func append<T: FixedWidthInteger>(_ value: T, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: isBigEndian ? value.bigEndian : value.littleEndian) { bytes += $0 }
  }

  private func patch<T: FixedWidthInteger>(_ value: T, at place: Int, in bytes: inout [UInt8]) {
    withUnsafeBytes(of: isBigEndian ? value.bigEndian : value.littleEndian) {
      bytes.replaceSubrange(place..<place + $0.count, with: $0)
    }
  }

  private func patchOffset(_ value: UInt64, at place: Int, in bytes: inout [UInt8]) throws(ImageError) {
    if isBigTIFF { return patch(value, at: place, in: &bytes) }
    guard let narrow = UInt32(exactly: value) else { throw Self.tooFar }
    patch(narrow, at: place, in: &bytes)
  }
}
