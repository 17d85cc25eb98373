internal import ByteStreams
package import ImageModel

extension IFDEditor {
  /// The parts of an Exif block to which nothing points. None if some field may point to unknown places.
  ///
  /// Empty for a TIFF file: bytes to which no field points may be pictures (ImageJ's stacks) or a header (GDAL's).
  func unreachable() -> [Range<UInt64>] {
    guard !isFile, !mayLeadElsewhere else { return [] }
    return UsedRanges(reachable()).free(of: [0..<source.size])
  }

  /// Whether an Exif block has bytes other than zeros to which nothing points. An earlier edit may have left them.
  ///
  /// - Parameter least: the length from which on a gap is counted.
  /// - Throws: `io`.
  package func hasLeftovers(least: Int) throws(ImageError) -> Bool {
    for range in unreachable() where range.count >= least {
      if try !areZeros(range) { return true }
    }
    return false
  }

  /// The number of bytes of a TIFF file to which no field points, except zeros, padding, and what was removed by this
  /// editor.
  ///
  /// - Throws: `io`.
  package func leftoverCount() throws(ImageError) -> UInt64 {
    guard isFile else { return 0 }
    var count: UInt64 = 0
    for range in UsedRanges(reachable() + removed).free(of: [0..<source.size]).prefix(256) where range.count >= 16 {
      // A range that begins with zeros usually has nothing else. This is exact enough for a note.
      if try !areZeros(range.lowerBound..<min(range.upperBound, range.lowerBound + 4_096)) {
        count += UInt64(range.count)
      }
    }
    return count
  }

  /// Overwrites parts of the value of a field that stays. Nothing moves.
  ///
  /// In an Exif block they may be outside the value, because a maker note may point there.
  ///
  /// - Parameter parts: places with as many new bytes.
  /// - Returns: the parts that are kept because something else uses them, too.
  package mutating func overwrite(
    _ parts: [(range: Range<UInt64>, bytes: [UInt8])], of field: Field
  ) -> Set<Range<UInt64>> {
    guard let place = field.place else { return Set(parts.map(\.range)) }
    let used = UsedRanges(reachable().filter { $0 != place })
    var kept: Set<Range<UInt64>> = []
    var end: UInt64 = 0
    for part in parts.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let isInside = place.lowerBound <= part.range.lowerBound && part.range.upperBound <= place.upperBound
      guard isInside || !isFile, used.isFree(part.range) else {
        kept.insert(part.range)
        continue
      }
      let start = max(part.range.lowerBound, end)
      guard start < part.range.upperBound else { continue }
      overwritten[start] = Array(part.bytes.suffix(Int(part.range.upperBound - start)))
      end = part.range.upperBound
      if !isInside { keptElsewhere.append(part.range) }
    }
    return kept
  }

  /// The unused space after everything that cannot move. New values may use it.
  struct Space {
    /// Zeros that earlier edits left, followed by something that editing puts at the end.
    var holes: [Range<UInt64>] = []
    /// The zeros with which a camera has filled an Exif block after the thumbnail. They are not cut off: the block
    /// keeps its size.
    var padding: Range<UInt64>?
  }

  /// - Throws: `io`.
  func unusedSpace() throws(ImageError) -> Space {
    guard !isImageStack else { return Space() }
    let picturesEnd = pictures.values.joined().map(\.upperBound).max() ?? 0
    let reach = max(picturesEnd, (keptElsewhere + unmovable()).map(\.upperBound).max() ?? headerSize)
    // Zeros after a maker note may belong to it. If no field may point to unknown places, all zeros are cut off.
    let mayHavePadding = !isFile && reach == picturesEnd && mayLeadElsewhere
    var space = Space()
    for range in UsedRanges(reachable() + removed).free(of: [min(reach, source.size)..<source.size]).reversed() {
      // At the very end a directory may have room for a field that was removed. Anything larger was not left by this
      // editor.
      let isForeign = range.upperBound == source.size && (range.count > Self.largestEnd || range.lowerBound == reach)
      guard !isForeign || mayHavePadding, range.count <= Self.largestHole, try areZeros(range) else { break }
      if isForeign { space.padding = range } else { space.holes.append(range) }
    }
    return space
  }

  private static let largestHole = 1 << 16
  private static let largestEnd = 1 << 10

  /// Everything to which the directories point, as the file was read and as it is now.
  private func reachable() -> [Range<UInt64>] {
    var ranges: [Range<UInt64>] = [0..<min(headerSize, source.size)] + keptElsewhere + pictures.values.flatMap { $0 }
    for number in preOrder() {
      if let own = ownRange(number) {
        // A directory to which a field points may have a pointer to a next one after it.
        let pointer = directories[number].isChild ? UInt64(offsetSize) : 0
        ranges.append(own.lowerBound..<min(source.size, own.upperBound + pointer))
      }
      for field in directories[number].fields {
        if let place = field.place { ranges.append(place) }
        ranges += field.remains
      }
    }
    return ranges
  }

  /// The places of values that may contain offsets.
  private func unmovable() -> [Range<UInt64>] {
    directories.flatMap(\.fields).filter { OffsetTag.mayLead($0.tag, $0.type) }.compactMap(\.place)
  }

  /// Whether some field may point to places that are not known here.
  private var mayLeadElsewhere: Bool {
    preOrder().contains { number in
      directories[number].fields.contains { field in
        if field.data != nil { return false }
        if OffsetTag.pictures.contains(field.tag) { return pictures[number]?.isEmpty ?? true }
        return field.child == nil && OffsetTag.mayLead(field.tag, field.type)
      }
    }
  }

  /// Whether this is one of ImageJ's stacks, whose further pictures follow the first without any pointer to them.
  private var isImageStack: Bool {
    guard isFile, let description = field(0x010E, in: chain[0]), let text = try? value(of: description) else {
      return false
    }
    return text.starts(with: Array("ImageJ=".utf8))
  }

  private func areZeros(_ range: Range<UInt64>) throws(ImageError) -> Bool {
    var place = range.lowerBound
    while place < range.upperBound {
      let count = Int(min(range.upperBound - place, 1 << 16))
      guard let bytes = try source.exactBytes(at: place, count: count) else { return false }
      guard bytes.allSatisfy({ $0 == 0 }) else { return false }
      place += UInt64(count)
    }
    return true
  }
}
