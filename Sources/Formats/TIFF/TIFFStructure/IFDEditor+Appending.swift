internal import ByteStreams
internal import ImageModel

/// Nothing of the old data may lead into what is appended to it: a reader would see directories, values and thumbnails
/// that the file did not have.
extension IFDEditor {
  /// Where appended data begins: after the end, and after what is missing of the last directory.
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
  /// - Returns: the directories that have to be written, and the number of fields of those that cannot be read.
  /// - Throws: `io`.
  mutating func closeEnd(
    before newEnd: UInt64, _ order: [Int], used: UsedRanges
  ) throws(ImageError) -> (directories: [Int], counts: [UInt64: [UInt8]]) {
    var changed: [Int] = []
    var counts: [UInt64: [UInt8]] = [:]
    guard newEnd > source.size else { return (changed, counts) }
    let beyond = source.size..<newEnd
    for number in order {
      let old = directories[number].fields.map(\.inline)
      for (index, field) in directories[number].fields.enumerated() where field.newValue == nil && field.child == nil {
        if let place = missingPlace(of: field) {
          if place < newEnd { directories[number].fields[index].inline = farOffset }
        } else if let place = target(of: field) {
          let count = field.isUnread ? try presentCount(ofDirectoryAt: place) : nil
          if let count, used.isFree(place..<place + UInt64(countSize)) {
            counts[place] = count
          } else if beyond.contains(place) || count != nil {
            directories[number].fields[index].inline = farOffset
          }
        }
      }
      if !isFile { closeThumbnail(of: number, beyond) }
      if directories[number].next == nil, beyond.contains(directories[number].rawNext) {
        directories[number].rawNext = 0
        directories[number].hasUnreadNext = true
      }
      if directories[number].hasUnreadNext || directories[number].fields.map(\.inline) != old { changed.append(number) }
    }
    return (changed, counts)
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
    switch field.tag {
    case IFDPointerTag.exif, IFDPointerTag.gps, IFDPointerTag.interoperability, IFDPointerTag.subIFDs:
      value(ofOne: field)
    default: nil
    }
  }

  /// The value of a field with one number. In a file, the largest SHORT is not far enough.
  private func value(ofOne field: Field) -> UInt64? {
    guard field.count == 1, let type = field.type, (isFile ? 4 : 2)...offsetSize ~= type.byteCount else { return nil }
    return number(Array(field.inline.prefix(type.byteCount)))
  }

  private func number(_ inline: [UInt8]) -> UInt64 {
    UInt64(bigEndianBytes: isBigEndian ? inline : inline.reversed())
  }

  /// The count that a directory should declare, as its fields are cut off at the end; nil if they are not.
  private func presentCount(ofDirectoryAt place: UInt64) throws(ImageError) -> [UInt8]? {
    guard let declared = try source.exactBytes(at: place, count: countSize) else { return nil }
    let present = (source.size - place - UInt64(countSize)) / UInt64(entrySize)
    guard number(declared) > present else { return nil }
    return isBigTIFF ? bytes(present) : bytes(UInt16(truncatingIfNeeded: present))
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
