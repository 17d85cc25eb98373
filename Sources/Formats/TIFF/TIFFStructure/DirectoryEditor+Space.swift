internal import ByteStreams
package import ImageModel

extension DirectoryEditor {
  /// Parts of an Exif block to which nothing leads, not even something that nobody here knows.
  ///
  /// Of a TIFF file there are none: what no field leads to may be pictures all the same (ImageJ's stacks, GDAL's header).
  func unreachable() -> [Range<UInt64>] {
    guard !isFile, !mayLeadElsewhere else { return [] }
    return UsedRanges(reachable()).free(of: [0..<source.size])
  }

  /// Whether an Exif block has bytes to which nothing leads and that are not zeros: what an earlier edit may have left.
  ///
  /// - Throws: `io`.
  package func hasLeftovers() throws(ImageError) -> Bool {
    for range in unreachable() where try !areZeros(range) { return true }
    return false
  }

  /// How many bytes of a TIFF file no field leads to, but for zeros, what aligns things, and what has been removed just now.
  ///
  /// - Throws: `io`.
  package func leftoverCount() throws(ImageError) -> UInt64 {
    guard isFile else { return 0 }
    var count: UInt64 = 0
    for range in UsedRanges(reachable() + removed).free(of: [0..<source.size]).prefix(256) where range.count >= 16 {
      // Zeros at the beginning are zeros throughout, mostly; a note needs no more.
      if try !areZeros(range.lowerBound..<min(range.upperBound, range.lowerBound + 4_096)) {
        count += UInt64(range.count)
      }
    }
    return count
  }

  /// Holes behind everything that has to stay where it is: earlier edits left them, and new things may use them.
  ///
  /// A hole has zeros only, and something behind it that editing would put at the end.
  ///
  /// - Throws: `io`.
  func holes() throws(ImageError) -> [Range<UInt64>] {
    guard !isImageStack else { return [] }
    let fixed = keptElsewhere + pictures.values.flatMap { $0 } + unmovable()
    let reach = fixed.map(\.upperBound).max() ?? headerSize
    var found: [Range<UInt64>] = []
    for range in UsedRanges(reachable() + removed).free(of: [min(reach, source.size)..<source.size]).reversed() {
      // At the very end stands the room that a directory had before a field went; more than that is not ours.
      if range.upperBound == source.size, range.count > Self.largestEnd || range.lowerBound == reach { break }
      guard range.count <= Self.largestHole, try areZeros(range) else { break }
      found.append(range)
    }
    return found
  }

  private static let largestHole = 1 << 16
  private static let largestEnd = 1 << 10

  /// Everything that the directories lead to, as the file was read and as it is now.
  private func reachable() -> [Range<UInt64>] {
    var ranges: [Range<UInt64>] = [0..<min(headerSize, source.size)] + keptElsewhere + pictures.values.flatMap { $0 }
    for number in preOrder() {
      if let own = ownRange(number) {
        // A pointer to a next directory may stand behind one that a field leads to.
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

  /// Values that may be more than a reader knows of them.
  private func unmovable() -> [Range<UInt64>] {
    directories.flatMap(\.fields).filter { OffsetTag.mayLead($0.tag, $0.type) }.compactMap(\.place)
  }

  /// Whether some field may lead to a place that nobody here knows of.
  private var mayLeadElsewhere: Bool {
    preOrder().contains { number in
      directories[number].fields.contains { field in
        if OffsetTag.pictures.contains(field.tag) { return pictures[number]?.isEmpty ?? true }
        return field.child == nil && OffsetTag.mayLead(field.tag, field.type)
      }
    }
  }

  /// ImageJ stores the pictures of a stack behind the first without a word of where they are.
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
