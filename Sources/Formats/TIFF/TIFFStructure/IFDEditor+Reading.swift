internal import ByteStreams
internal import ImageModel

extension IFDEditor {
  /// Reads the chain, with the directories of Exif below each of its directories.
  mutating func readChain(_ reader: inout IFDReader, isFile: Bool) throws(ImageError) {
    var next = reader.firstOffset
    var last: Int?
    let most = isFile ? limits.maxImages : limits.maxExifChain
    repeat {
      guard chain.count < most else {
        let message = "more than \(most) directories follow each other"
        guard isFile else { throw ImageError(.limitExceeded, message, format: "TIFF") }
        throw limits.exceeded(message, name: "max-images", value: most, format: "TIFF")
      }
      let directory: Int
      do throws(ImageError) {
        directory = try read(at: next, &reader, depth: 1, isChild: false)
      } catch {
        guard let last, !isFile, error.kind == .invalidData else { throw error }
        // The pointer is cleared: its target must not look like a directory when the block has grown.
        directories[last].rawNext = 0
        directories[last].hasUnreadNext = true
        diagnostics.append(.warning("Exif: a directory that cannot be read is left out: \(error.message)"))
        break
      }
      if let last { directories[last].next = directory }
      chain.append(directory)
      pictures[directory] = try self.pictures(of: directory, &reader)
      last = directory
      next = directories[directory].rawNext
    } while next != 0
  }

  /// Reads a directory and the directories of Exif below it.
  private mutating func read(
    at offset: UInt64, _ reader: inout IFDReader, depth: Int, isChild: Bool
  ) throws(ImageError) -> Int {
    guard depth <= limits.maxDirectoryDepth else { throw limits.tooDeep() }
    let oddities = reader.diagnostics.count
    let ifd = try reader.directory(at: offset)
    guard reader.diagnostics.count == oddities else {
      throw ImageError(.invalidData, "the directory at \(offset) is cut short", format: "TIFF")
    }
    let start = ifd.offset + UInt64(countSize)
    guard let entries = try source.exactBytes(at: start, count: ifd.entries.count * entrySize) else {
      throw ImageError(.invalidData, "the directory at \(offset) is cut short", format: "TIFF")
    }
    var fields: [Field] = []
    fields.reserveCapacity(ifd.entries.count)
    for (index, entry) in ifd.entries.enumerated() {
      let inline = (index + 1) * entrySize - offsetSize
      var field = Field(
        tag: entry.tag, rawType: entry.rawType, count: entry.count, inline: Array(entries[inline..<inline + offsetSize])
      )
      let inlinePlace = start + UInt64(inline)
      if entry.valueOffset != inlinePlace, let type = entry.type {
        let (size, overflow) = entry.count.multipliedReportingOverflow(by: UInt64(type.byteCount))
        if !overflow, entry.valueOffset <= source.size, size <= source.size - entry.valueOffset {
          field.place = entry.valueOffset..<entry.valueOffset + size
        }
      }
      fields.append(field)
    }
    directories.append(
      Directory(
        offset: ifd.offset, fields: fields, capacity: fields.count, rawNext: ifd.next, isChild: isChild))
    let number = directories.count - 1
    // Includes a second field with the same tag, which readers ignore: what it points to is removed with it.
    for (index, entry) in ifd.entries.enumerated()
    where [IFDPointerTag.exif, IFDPointerTag.gps, IFDPointerTag.interoperability].contains(entry.tag) {
      guard let place = try? reader.value(of: entry, maxBytes: 64).firstInteger, place > 0 else { continue }
      if let child = childAt[UInt64(place)] {
        sharedLinks.append((number, entry.tag, child))
        continue
      }
      // Outside the data there is nothing to read or change.
      guard UInt64(place) < source.size else {
        warn("a directory of Exif is said to be at \(place), outside the data")
        continue
      }
      directories[number].fields[index].isUnread = unreadPlaces.contains(UInt64(place))
      if directories[number].fields[index].isUnread { continue }
      do throws(ImageError) {
        let child = try read(at: UInt64(place), &reader, depth: depth + 1, isChild: true)
        directories[number].fields[index].child = child
        childAt[UInt64(place)] = child
      } catch {
        // It is left as it is, because nothing in it can be changed.
        guard error.kind == .invalidData else { throw error }
        directories[number].fields[index].isUnread = true
        unreadPlaces.insert(UInt64(place))
        if entry.tag == IFDPointerTag.gps {
          directories[number].fields[index].remains = try remains(ofGPSAt: UInt64(place))
        }
        warn("a directory of Exif cannot be read: \(error.message)")
      }
    }
    try readSubDirectories(of: number, ifd, &reader, depth: depth)
    return number
  }

  private mutating func warn(_ message: String) {
    if diagnostics.count < limits.maxWarnings { diagnostics.append(.warning(message)) }
  }

  /// The places of the fields and values that remain of a GPS directory that is cut short.
  private func remains(ofGPSAt place: UInt64) throws(ImageError) -> [Range<UInt64>] {
    var again = try IFDReader(source, limits: limits)
    guard let ifd = try? again.directory(at: place) else { return [] }
    var found: [Range<UInt64>] = []
    for (index, entry) in ifd.entries.enumerated() {
      // The last GPS tag is 0x1F (Exif 2.32, table 15). The entries after it are not fields.
      guard entry.tag <= 0x1F, let type = entry.type else { break }
      let start = ifd.offset + UInt64(countSize + index * entrySize)
      found.append(start..<start + UInt64(entrySize))
      let (size, overflow) = entry.count.multipliedReportingOverflow(by: UInt64(type.byteCount))
      // The longest values of a position are three fractions. Much longer ones are not values of this directory.
      guard !overflow, size > UInt64(offsetSize), size <= 1_024, entry.valueOffset <= source.size,
        size <= source.size - entry.valueOffset
      else { continue }
      found.append(entry.valueOffset..<entry.valueOffset + size)
    }
    return found
  }

  /// Reads the directories that SubIFDs points to, and the chain after each of them (TIFF, Supplement 1).
  private mutating func readSubDirectories(
    of number: Int, _ ifd: IFD, _ reader: inout IFDReader, depth: Int
  ) throws(ImageError) {
    guard let index = ifd.entries.firstIndex(where: { $0.tag == IFDPointerTag.subIFDs }) else { return }
    guard depth < limits.maxDirectoryDepth,
      let places = try? reader.value(of: ifd.entries[index], maxBytes: 8 * min(limits.maxImages, 1 << 48)).integers
    else {
      hasUnreadSubDirectories = true
      return
    }
    for place in places where place > 0 {
      var next = UInt64(place)
      while next != 0, subDirectoryAt[next] == nil {
        guard !unreadPlaces.contains(next) else { break }
        guard subDirectoryAt.count < limits.maxImages else {
          throw limits.exceeded(
            "more than \(limits.maxImages) sub-directories", name: "max-images", value: limits.maxImages, format: "TIFF"
          )
        }
        do throws(ImageError) {
          let sub = try read(at: next, &reader, depth: depth + 1, isChild: false)
          subDirectoryAt[next] = sub
          directories[number].fields[index].subDirectories.append(sub)
          pictures[sub] = try pictures(of: sub, &reader)
          next = directories[sub].rawNext
        } catch {
          guard error.kind == .invalidData else { throw error }
          hasUnreadSubDirectories = true
          unreadPlaces.insert(next)
          warn("a sub-directory (SubIFDs) cannot be read: \(error.message)")
          break
        }
      }
    }
  }

  private mutating func pictures(of directory: Int, _ reader: inout IFDReader) throws(ImageError) -> [Range<UInt64>] {
    guard let offset = directories[directory].offset else { return [] }
    // A new reader is needed: the other one has read this directory and would report a loop.
    var again = try IFDReader(source, limits: limits)
    return try segments(again.directory(at: offset), &reader)
  }

  /// The places of the strips, tiles and JPEG thumbnail of a directory.
  private mutating func segments(_ ifd: IFD, _ reader: inout IFDReader) throws(ImageError) -> [Range<UInt64>] {
    var found: [Range<UInt64>] = []
    for (placeTag, lengthTag) in OffsetTag.pictureLengths {
      guard let places = ifd[placeTag], let lengths = ifd[lengthTag] else { continue }
      // Directories may share one list, which is counted for each of them.
      let (sum, isTooMany) = segmentCount.addingReportingOverflow(places.count)
      let (needed, overflow) = sum.multipliedReportingOverflow(by: 32)
      try limits.check(
        memory: isTooMany || overflow ? .max : Int(clamping: needed), for: "the lists of strips", format: "TIFF")
      segmentCount = sum
      guard let offsets = try? reader.value(of: places, maxBytes: limits.maxMemory).integers,
        let counts = try? reader.value(of: lengths, maxBytes: limits.maxMemory).integers
      else { continue }
      // An empty tile at offset 0 was left out. A tile at offset 0 with a length covers the header.
      for (offset, count) in zip(offsets, counts) where offset >= 0 && count > 0 {
        // Panasonic's raw files have the place of the sensor's data elsewhere. No appended byte is at this offset.
        if appendsOnly, !isBigTIFF, offset == Int(UInt32.max) { continue }
        let start = min(UInt64(offset), source.size)
        if UInt64(count) > source.size - start { picturesAreCutShort = true }
        found.append(start..<start + min(UInt64(count), source.size - start))
      }
    }
    return found
  }
}
