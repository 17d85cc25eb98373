internal import ByteStreams
internal import ImageModel

extension DirectoryEditor {
  /// Reads the chain, with the directories of Exif below each of its directories.
  mutating func readChain(_ reader: inout IFDReader, isFile: Bool) throws(ImageError) {
    var next = reader.firstOffset
    var last: Int?
    let most = isFile ? limits.maxImages : limits.maxExifChain
    repeat {
      guard chain.count < most else {
        throw ImageError(.limitExceeded, "more than \(most) directories follow each other", format: "TIFF")
      }
      let directory: Int
      do throws(ImageError) {
        directory = try read(at: next, &reader, depth: 1)
      } catch {
        guard let last, !isFile, error.kind == .invalidData else { throw error }
        // What the pointer leads to is nothing now, and must not become something when the block grows.
        directories[last].rawNext = 0
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

  /// Reads a directory and those of Exif below it.
  private mutating func read(
    at offset: UInt64, _ reader: inout IFDReader, depth: Int
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
        offset: ifd.offset, fields: fields, capacity: fields.count, rawNext: ifd.next, isChild: depth > 1))
    let number = directories.count - 1
    // Also a second field with the same tag, which readers pass over: what it leads to is to go with it.
    for (index, entry) in ifd.entries.enumerated()
    where [IFDPointerTag.exif, IFDPointerTag.gps, IFDPointerTag.interoperability].contains(entry.tag) {
      guard let place = try? reader.value(of: entry, maxBytes: 64).firstInteger, place > 0 else { continue }
      if let child = childAt[UInt64(place)] {
        sharedLinks.append((number, entry.tag, child))
        continue
      }
      do throws(ImageError) {
        let child = try read(at: UInt64(place), &reader, depth: depth + 1)
        directories[number].fields[index].child = child
        childAt[UInt64(place)] = child
      } catch {
        // Left as it is: nothing in it can be changed.
        guard error.kind == .invalidData else { throw error }
        if entry.tag == IFDPointerTag.gps {
          directories[number].fields[index].remains = try remains(ofGPSAt: UInt64(place))
        }
        diagnostics.append(.warning("a directory of Exif cannot be read: \(error.message)"))
      }
    }
    try keepSubDirectories(ifd, &reader, depth: depth)
    return number
  }

  /// What can still be told of a GPS directory that is cut short: its fields and the values that they lead to.
  private func remains(ofGPSAt place: UInt64) throws(ImageError) -> [Range<UInt64>] {
    var again = try IFDReader(source, limits: limits)
    guard let ifd = try? again.directory(at: place) else { return [] }
    var found: [Range<UInt64>] = []
    for (index, entry) in ifd.entries.enumerated() {
      // Tags of GPS end with 0x1F (Exif 2.32, table 15); what follows are no fields any longer.
      guard entry.tag <= 0x1F, let type = entry.type else { break }
      let start = ifd.offset + UInt64(countSize + index * entrySize)
      found.append(start..<start + UInt64(entrySize))
      let (size, overflow) = entry.count.multipliedReportingOverflow(by: UInt64(type.byteCount))
      // Three fractions are the most that says where; more is no value of this directory.
      guard !overflow, size > UInt64(offsetSize), size <= 1_024, entry.valueOffset <= source.size,
        size <= source.size - entry.valueOffset
      else { continue }
      found.append(entry.valueOffset..<entry.valueOffset + size)
    }
    return found
  }

  /// Sub-directories are not edited; their parts must not be overwritten.
  private mutating func keepSubDirectories(
    _ ifd: IFD, _ reader: inout IFDReader, depth: Int
  ) throws(ImageError) {
    guard depth < limits.maxDirectoryDepth, let entry = ifd[IFDPointerTag.subIFDs],
      let places = try? reader.value(of: entry, maxBytes: 8 * limits.maxImages).integers
    else { return }
    for place in places where place > 0 {
      guard let sub = try? reader.directory(at: UInt64(place)) else { continue }
      let metadata = [
        IFDPointerTag.exif, IFDPointerTag.gps, TIFFTag.xmp, TIFFTag.iptc, TIFFTag.photoshop,
      ]
      if sub.entries.contains(where: { metadata.contains($0.tag) }) { subDirectoriesHaveMetadata = true }
      keptElsewhere.append(sub.offset..<sub.offset + UInt64(countSize + sub.entries.count * entrySize + offsetSize))
      for entry in sub.entries {
        let (size, overflow) = entry.count.multipliedReportingOverflow(by: UInt64(entry.type?.byteCount ?? 1))
        guard !overflow, size > UInt64(offsetSize), entry.valueOffset <= source.size,
          size <= source.size - entry.valueOffset
        else { continue }
        keptElsewhere.append(entry.valueOffset..<entry.valueOffset + size)
      }
      keptElsewhere += try segments(sub, &reader)
      try keepSubDirectories(sub, &reader, depth: depth + 1)
    }
  }

  private mutating func pictures(of directory: Int, _ reader: inout IFDReader) throws(ImageError) -> [Range<UInt64>] {
    guard let offset = directories[directory].offset else { return [] }
    // The reader has been here and would take it for a loop.
    var again = try IFDReader(source, limits: limits)
    return try segments(again.directory(at: offset), &reader)
  }

  /// Where strips, tiles and the JPEG of a directory lie.
  private mutating func segments(_ ifd: IFD, _ reader: inout IFDReader) throws(ImageError) -> [Range<UInt64>] {
    var found: [Range<UInt64>] = []
    for (placeTag, lengthTag) in [
      (TIFFTag.stripOffsets, TIFFTag.stripByteCounts), (TIFFTag.tileOffsets, TIFFTag.tileByteCounts),
      (TIFFTag.jpegInterchangeFormat, TIFFTag.jpegInterchangeFormatLength),
    ] {
      guard let places = ifd[placeTag], let lengths = ifd[lengthTag] else { continue }
      let (needed, overflow) = places.count.multipliedReportingOverflow(by: 32)
      try limits.check(memory: overflow ? .max : Int(clamping: needed), for: "the list of strips", format: "TIFF")
      guard let offsets = try? reader.value(of: places, maxBytes: limits.maxMemory).integers,
        let counts = try? reader.value(of: lengths, maxBytes: limits.maxMemory).integers
      else { continue }
      for (offset, count) in zip(offsets, counts) where offset > 0 && count > 0 {
        let start = min(UInt64(offset), source.size)
        if UInt64(count) > source.size - start { picturesAreCutShort = true }
        found.append(start..<start + min(UInt64(count), source.size - start))
      }
    }
    return found
  }
}
