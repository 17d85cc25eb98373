internal import ByteStreams
internal import ImageModel

/// No offset in the old data may lead into the appended data. Otherwise a reader would see directories, values and
/// thumbnails that the file did not have.
extension IFDEditor {
  /// The offset of appended data: after the end, and after the missing part of the last directory.
  func appendingStart(_ order: [Int]) -> UInt64 {
    var start = source.size
    for number in order {
      guard let offset = directories[number].offset else { continue }
      start = max(start, offset + UInt64(countSize + directories[number].capacity * entrySize + offsetSize))
      // Such a directory may end less than a field before the end.
      if directories[number].fields.contains(where: \.isUnread) { start = max(start, source.size + UInt64(offsetSize)) }
    }
    return start
  }

  /// Changes the offsets that lead past the end of the data, but not past the new end: they lead far past both.
  ///
  /// A thumbnail and a directory that are cut off at the end get the length that they have.
  ///
  /// - Parameter used: the parts that stay as they are.
  /// - Returns: the directories that have to be written, and new bytes by offset for those that cannot be read.
  /// - Throws: `invalidData` for a damaged directory that lies over something else; `io`.
  mutating func closeEnd(
    before newEnd: UInt64, _ order: [Int], used: UsedRanges
  ) throws(ImageError) -> (directories: [Int], parts: [UInt64: [UInt8]]) {
    var changed: [Int] = []
    var parts: [UInt64: [UInt8]] = [:]
    guard newEnd > source.size else { return (changed, parts) }
    let shared = sharedPlaces(order)
    let beyond = source.size..<newEnd
    for number in order {
      let old = directories[number].fields.map(\.inline)
      for (index, field) in directories[number].fields.enumerated() where field.newValue == nil && field.child == nil {
        if let place = missingPlace(of: field) {
          if place < newEnd { directories[number].fields[index].inline = farOffset }
        } else if let place = target(of: field) {
          let rest = field.isUnread ? try restOfDirectory(at: place) : nil
          if let rest, used.isFree(place..<source.size) {
            parts.merge(rest) { first, _ in first }
          } else if beyond.contains(place) || rest != nil {
            directories[number].fields[index].inline = farOffset
          }
        }
      }
      if !isFile { closeThumbnail(of: number, beyond) }
      if directories[number].next == nil, beyond.contains(directories[number].rawNext) {
        directories[number].rawNext = 0
        directories[number].hasUnreadNext = true
      }
      guard directories[number].hasUnreadNext || directories[number].fields.map(\.inline) != old else { continue }
      guard directories[number].isChanged || !shared.contains(number) else {
        throw ImageError(
          .invalidData, "a damaged directory, which has to change, lies over something else", format: "TIFF")
      }
      changed.append(number)
    }
    return (changed, parts)
  }

  /// The directories that overlap other directories, values or pictures.
  private func sharedPlaces(_ order: [Int]) -> Set<Int> {
    var places: [(range: Range<UInt64>, directory: Int?)] = [(0..<headerSize, nil)]
    for number in order {
      if let own = ownRange(number) { places.append((own, number)) }
      places += directories[number].fields.compactMap(\.place).map { ($0, nil) }
      places += (pictures[number] ?? []).map { ($0, nil) }
    }
    places = places.filter { !$0.range.isEmpty }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    var shared: Set<Int> = []
    var end: UInt64 = 0
    for (index, place) in places.enumerated() {
      let next = index + 1 < places.count ? places[index + 1].range.lowerBound : .max
      if let number = place.directory, place.range.lowerBound < end || next < place.range.upperBound {
        shared.insert(number)
      }
      end = max(end, place.range.upperBound)
    }
    return shared
  }

  private var farOffset: [UInt8] { [UInt8](repeating: 0xFF, count: offsetSize) }

  /// The offset of a value that is not, or not wholly, in the data.
  private func missingPlace(of field: Field) -> UInt64? {
    guard let type = field.type, field.place == nil else { return nil }
    let (size, overflow) = field.count.multipliedReportingOverflow(by: UInt64(type.byteCount))
    return overflow || size > UInt64(offsetSize) ? number(field.inline) : nil
  }

  /// The offset of the directory that a field points to.
  private func target(of field: Field) -> UInt64? {
    IFDPointerTag.all.contains(field.tag) ? value(ofOne: field) : nil
  }

  /// The value of a field with one number. In a file, the largest SHORT is not far enough.
  private func value(ofOne field: Field) -> UInt64? {
    guard field.count == 1, let type = field.type, (isFile ? 4 : 2)...offsetSize ~= type.byteCount else { return nil }
    return number(Array(field.inline.prefix(type.byteCount)))
  }

  private func number(_ inline: [UInt8]) -> UInt64 {
    UInt64(bigEndianBytes: isBigEndian ? inline : inline.reversed())
  }

  /// What makes a directory readable whose fields are cut off at the end: the number of fields that there are, and
  /// offsets far past the end for the values that there are not. Nil for a directory that is not cut off.
  private func restOfDirectory(at place: UInt64) throws(ImageError) -> [UInt64: [UInt8]]? {
    guard let declared = try source.exactBytes(at: place, count: countSize) else { return nil }
    let start = place + UInt64(countSize)
    let present = (source.size - start) / UInt64(entrySize)
    guard number(declared) > present else { return nil }
    var parts = [place: isBigTIFF ? bytes(present) : bytes(UInt16(truncatingIfNeeded: present))]
    var reader = try IFDReader(source, limits: limits)
    guard let ifd = try? reader.directory(at: place) else { return nil }
    for (index, entry) in ifd.entries.enumerated() {
      guard let type = entry.type else { continue }
      let inline = start + UInt64((index + 1) * entrySize - offsetSize)
      let (size, overflow) = entry.count.multipliedReportingOverflow(by: UInt64(type.byteCount))
      var isMissing = overflow || entry.valueOffset > source.size || size > source.size - entry.valueOffset
      if entry.valueOffset == inline, IFDPointerTag.all.contains(entry.tag) {
        isMissing = try reader.value(of: entry).firstInteger.map { UInt64(clamping: $0) >= source.size } ?? false
      }
      if isMissing { parts[inline] = farOffset }
    }
    return parts
  }

  private mutating func closeThumbnail(of directory: Int, _ beyond: Range<UInt64>) {
    func index(_ tag: UInt16) -> Int? { directories[directory].fields.firstIndex { $0.tag == tag } }
    for (placeTag, lengthTag) in OffsetTag.pictureLengths {
      guard let placeIndex = index(placeTag), let place = value(ofOne: directories[directory].fields[placeIndex]),
        let lengthIndex = index(lengthTag), let length = value(ofOne: directories[directory].fields[lengthIndex]),
        length > 0
      else { continue }
      if beyond.contains(place) {
        directories[directory].fields[placeIndex].inline = farOffset
      } else if place < source.size, length > source.size - place {
        let isShort = directories[directory].fields[lengthIndex].type == .short
        let rest = source.size - place
        directories[directory].fields[lengthIndex].inline =
          isShort ? bytes(UInt16(truncatingIfNeeded: rest)) + [0, 0] : offsetBytes(rest)
      }
    }
  }
}
