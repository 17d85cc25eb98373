package import ImageModel
internal import ByteStreams
internal import TIFFStructure

/// Edits an Exif block in place: nothing that stays is moved, so that the offsets inside maker notes stay right.
///
/// What is removed is unlinked from its directory and overwritten with zeros, as far as nothing that stays lies there; what is
/// removed at the end of the block is cut off.
package struct ExifEditor {
  /// The block as edited so far.
  package private(set) var bytes: [UInt8]
  private let limits: Limits
  private var layout: ExifLayout
  /// Where removed things lay.
  private var removed: [Range<Int>] = []

  /// Takes a TIFF stream with Exif directories, without the `Exif\0\0` prefix.
  ///
  /// - Throws: `invalidData` or `limitExceeded` where its first directory cannot be read; `unsupported` for BigTIFF.
  package init(_ block: [UInt8], limits: Limits) throws(ImageError) {
    bytes = block
    self.limits = limits
    layout = try ExifLayout(block, limits: limits)
  }

  /// Whether there is a directory with a position.
  package var hasGPS: Bool { layout.directory(.gps) != nil || layout.main[IFDPointerTag.gps] != nil }

  /// Whether several fields lead to directories of Exif, of which the first is edited.
  package var hasSeveralExif: Bool { layout.main.entries.count { $0.tag == IFDPointerTag.exif } > 1 }

  /// Whether the directory of the small picture leads to further ones, which are not edited.
  package var hasExifOfThumbnail: Bool { !layout.belowChain.isEmpty }

  package var hasMakerNote: Bool { layout.directory(.exif)?.ifd[ExifPrivateTag.makerNote] != nil }

  /// Says how the rows are turned. The field is made where there is none and it is needed.
  ///
  /// - Throws: `limitExceeded` for a block that cannot grow.
  package mutating func setOrientation(_ orientation: Orientation) throws(ImageError) {
    if layout.main[TIFFTag.orientation] != nil {
      try setNumber(TIFFTag.orientation, UInt32(orientation.rawValue), in: .main, wide: false)
    } else if orientation != .up {
      try appendMainDirectory(with: TIFFTag.orientation, value: UInt16(orientation.rawValue))
    }
  }

  /// Says how large the picture is, in those fields that exist.
  package mutating func setPixelSize(_ size: PixelSize) throws(ImageError) {
    guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height) else { return }
    try setNumber(ExifPrivateTag.pixelXDimension, width, in: .exif, wide: width > UInt16.max)
    try setNumber(ExifPrivateTag.pixelYDimension, height, in: .exif, wide: height > UInt16.max)
    try setNumber(TIFFTag.imageWidth, width, in: .main, wide: width > UInt16.max)
    try setNumber(TIFFTag.imageLength, height, in: .main, wide: height > UInt16.max)
  }

  /// Removes the GPS directory.
  package mutating func removeGPS() throws(ImageError) {
    for kind in [ExifLayout.Kind.main, .exif] { try remove([IFDPointerTag.gps], from: kind) }
  }

  package mutating func removeMakerNote() throws(ImageError) {
    try remove([ExifPrivateTag.makerNote], from: .exif)
    // DNG's copies of it, and what says whether it is safe to keep.
    try remove([ExifPrivateTag.dngPrivateData, ExifPrivateTag.makerNoteSafety], from: .main)
  }

  /// Removes what tells one camera, lens, owner or picture from all others.
  package mutating func removeSerialNumbers() throws(ImageError) {
    for kind in [ExifLayout.Kind.main, .exif] { try remove(ExifPrivateTag.serialNumbers, from: kind) }
  }

  package mutating func removeResolution() throws(ImageError) {
    try remove([TIFFTag.xResolution, TIFFTag.yResolution, TIFFTag.resolutionUnit], from: .main)
  }

  /// Removes the directories behind the first, and the small picture that they describe.
  package mutating func removeThumbnail() throws(ImageError) {
    guard !layout.chain.isEmpty else { return }
    removed += layout.rangesOfChain
    patch(UInt32(0), at: layout.nextPointer(of: layout.main))
    try reload()
  }

  /// The edited block: what was removed is overwritten, and so is what nothing leads to, where that is known. An earlier
  /// program may have left there what is to go.
  package consuming func finish() -> [UInt8] {
    if !layout.mayLeadElsewhere { removed.append(0..<bytes.count) }
    let kept = layout.keptRanges.sorted { $0.lowerBound < $1.lowerBound }
    let end = bytes.count
    var gone: [Range<Int>] = []
    for range in removed {
      var start = range.lowerBound
      for other in kept where other.upperBound > start && start < range.upperBound {
        if other.lowerBound >= range.upperBound { break }
        if other.lowerBound > start { gone.append(start..<other.lowerBound) }
        start = other.upperBound
      }
      if start < range.upperBound { gone.append(start..<range.upperBound) }
    }
    for range in gone {
      let range = range.clamped(to: 0..<end)
      bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
    }
    // What was removed at the end is cut off, but for a byte that makes the length even.
    var newEnd = end
    for range in gone.sorted(by: { $0.upperBound > $1.upperBound }) where range.upperBound >= newEnd {
      newEnd = min(newEnd, range.lowerBound + range.lowerBound % 2)
    }
    if newEnd < end { bytes.removeSubrange(max(8, newEnd)...) }
    return bytes
  }

  /// Takes fields out of a directory: the following ones move up, inside the directory only.
  private mutating func remove(_ tags: Set<UInt16>, from kind: ExifLayout.Kind) throws(ImageError) {
    guard let ifd = layout.ifd(kind), ifd.entries.contains(where: { tags.contains($0.tag) }) else { return }
    let start = Int(ifd.offset)
    var kept: [UInt8] = []
    for (index, entry) in ifd.entries.enumerated() {
      let place = start + 2 + 12 * index
      if tags.contains(entry.tag) {
        removed += layout.ranges(of: entry)
      } else {
        kept += bytes[place..<place + 12]
      }
    }
    let end = layout.nextPointer(of: ifd)
    let next = end + 4 <= bytes.count ? Array(bytes[end..<end + 4]) : []
    let count = kept.count / 12
    kept += next + [UInt8](repeating: 0, count: 12 * (ifd.entries.count - count))
    patch(UInt16(count), at: start)
    bytes.replaceSubrange(start + 2..<start + 2 + kept.count, with: kept)
    try reload()
  }

  /// Overwrites the value of a field that exists, as SHORT or LONG inside its entry.
  private mutating func setNumber(
    _ tag: UInt16, _ value: UInt32, in kind: ExifLayout.Kind, wide: Bool
  ) throws(ImageError) {
    guard let ifd = layout.ifd(kind), let index = ifd.entries.firstIndex(where: { $0.tag == tag }) else { return }
    let place = Int(ifd.offset) + 2 + 12 * index
    let isLong = wide || (ifd.entries[index].type == .long && tag != TIFFTag.orientation)
    patch(isLong ? IFDFieldType.long.rawValue : IFDFieldType.short.rawValue, at: place + 2)
    patch(UInt32(1), at: place + 4)
    patch(UInt32(0), at: place + 8)
    if isLong { patch(value, at: place + 8) } else { patch(UInt16(truncatingIfNeeded: value), at: place + 8) }
    try reload()
  }

  /// Writes the first directory once more at the end of the block, with one field more, and unlinks the old one.
  private mutating func appendMainDirectory(with tag: UInt16, value: UInt16) throws(ImageError) {
    let main = layout.main
    var entries = main.entries.indices.map { index in
      let place = Int(main.offset) + 2 + 12 * index
      return (tag: main.entries[index].tag, bytes: Array(bytes[place..<place + 12]))
    }
    let new = IFDTree([.short(tag, value)])
    let written = try IFDWriter(bigEndian: layout.isBigEndian).directory(new, at: 0).bytes
    let at = entries.firstIndex { $0.tag > tag } ?? entries.count
    entries.insert((tag, Array(written[2..<14])), at: at)
    let old = layout.nextPointer(of: main)
    let next = old + 4 <= bytes.count ? Array(bytes[old..<old + 4]) : [0, 0, 0, 0]
    removed.append(Int(main.offset)..<min(bytes.count, old + 4))
    if bytes.count % 2 == 1 { bytes.append(0) }
    guard let place = UInt32(exactly: bytes.count), bytes.count <= limits.maxMetadataBlockBytes else {
      throw limits.exceeded(
        "the Exif block has \(bytes.count) bytes", name: "max-metadata-block-bytes",
        value: limits.maxMetadataBlockBytes)
    }
    patch(place, at: 4)
    bytes += [0, 0] + entries.flatMap(\.bytes) + next
    patch(UInt16(truncatingIfNeeded: entries.count), at: Int(place))
    try reload()
  }

  private mutating func reload() throws(ImageError) {
    layout = try ExifLayout(bytes, limits: limits)
  }

  private mutating func patch<T: FixedWidthInteger>(_ value: T, at place: Int) {
    guard place >= 0, place + MemoryLayout<T>.size <= bytes.count else { return }
    withUnsafeBytes(of: layout.isBigEndian ? value.bigEndian : value.littleEndian) {
      bytes.replaceSubrange(place..<place + $0.count, with: $0)
    }
  }
}
