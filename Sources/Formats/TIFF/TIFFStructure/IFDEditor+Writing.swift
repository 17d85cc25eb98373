package import ByteStreams
package import ImageModel

extension IFDEditor {
  /// The new places of everything, decided before a byte is written.
  private struct Layout {
    /// The offsets of the directories that are written, by their numbers.
    var places: [Int: UInt64] = [:]
    /// The offsets of new values, by the number of their directory and the index of their field.
    var values: [Int: [Int: UInt64]] = [:]
    /// The new bytes for parts of values that stay. Values that were removed afterwards are left out.
    var overwritten: [UInt64: [UInt8]] = [:]
    /// The end of the part of the file that stays; `tail` follows.
    var cut: UInt64
    /// The end of the new file.
    var end: UInt64
    var used: UsedRanges
  }

  /// The edited file, as a patch of `source`.
  ///
  /// - Throws: `unsupported` for a classic TIFF file that would exceed 4 GiB;
  ///   `invalidData` if parts that have to change overlap; of a file that is only appended to, if an offset in it leads
  ///   past its end.
  package consuming func finish() throws(ImageError) -> FilePatch {
    let order = preOrder()
    try keepShared(order)
    // Computed before directories are marked as moved: these are offsets in the file as it was read.
    let space = try appendsOnly ? Space() : unusedSpace()
    removed = appendsOnly ? [] : removed + unreachable() + space.holes
    for number in order where !appendsOnly && directories[number].isChanged && mustMove(number) {
      if let range = ownRange(number) { removed.append(range) }
    }
    var layout = try layOut(order, padding: space.padding)
    let closed = try closeEnd(before: layout.end, order, used: layout.used)
    guard !appendsOnly || closed.directories.isEmpty && closed.parts.isEmpty else {
      throw ImageError(
        .invalidData, "an offset leads past the end of the file, into what would be appended", format: "TIFF")
    }
    for number in closed.directories where layout.places[number] == nil {
      layout.places[number] = directories[number].offset
    }
    var patches = closed.parts.map { (offset: $0.key, bytes: $0.value) }
    var tail: [UInt8] = []
    func put(_ bytes: [UInt8], at place: UInt64) {
      if place < layout.cut {
        patches.append((place, bytes))
      } else {
        let start = Int(place - layout.cut)
        if tail.count < start + bytes.count {
          tail += [UInt8](repeating: 0, count: start + bytes.count - tail.count)
        }
        tail.replaceSubrange(start..<start + bytes.count, with: bytes)
      }
    }
    for number in order {
      guard let place = layout.places[number] else { continue }
      let directory = directories[number]
      var inlines: [Int: [UInt8]] = [:]
      for (index, field) in directory.fields.enumerated() {
        if let data = field.data, let dataPlace = layout.values[number]?[index] {
          inlines[index] = offsetBytes(dataPlace)
          put(data, at: dataPlace)
        } else if let child = field.child, let childPlace = layout.places[child] ?? directories[child].offset {
          inlines[index] = offsetBytes(childPlace)
        } else if let value = field.newValue {
          if let valuePlace = layout.values[number]?[index] {
            inlines[index] = offsetBytes(valuePlace)
            let old = field.place.map { Int($0.upperBound - $0.lowerBound) } ?? 0
            let isOldPlace = field.place?.lowerBound == valuePlace && valuePlace < layout.cut
            put(value + [UInt8](repeating: 0, count: isOldPlace ? max(0, old - value.count) : 0), at: valuePlace)
          } else {
            inlines[index] = value + [UInt8](repeating: 0, count: offsetSize - value.count)
          }
        }
      }
      let next = directory.next.flatMap { layout.places[$0] ?? directories[$0].offset } ?? directory.rawNext
      put(serialized(directory, inlines, next: next, isInPlace: place == directory.offset), at: place)
    }
    patches += layout.overwritten.map { (offset: $0, bytes: $1) }
    let untouchable = UsedRanges([0..<headerSize] + pictures.values.joined())
    guard patches.allSatisfy({ untouchable.isFree($0.offset..<$0.offset + UInt64($0.bytes.count)) }) else {
      throw ImageError(
        .invalidData, "what has to change overlaps the header or the data of a picture", format: "TIFF")
    }
    if let first = layout.places[chain[0]], first != directories[chain[0]].offset {
      guard !pictures.values.joined().contains(where: { $0.lowerBound < headerSize }) else {
        throw ImageError(.invalidData, "a picture overlaps the header, which has to change", format: "TIFF")
      }
      put(offsetBytes(first), at: isBigTIFF ? 8 : 4)
    }
    for range in layout.used.free(of: removed) where range.lowerBound < layout.cut {
      let end = min(range.upperBound, layout.cut)
      patches.append((range.lowerBound, [UInt8](repeating: 0, count: Int(end - range.lowerBound))))
    }
    if tail.count % 2 == 1 { tail.append(0) }
    return try FilePatch(patches: patches, end: layout.cut, tail: tail)
  }

  /// Keeps directories to which a second directory points as well. In an Exif block, the second pointer to a directory
  /// that is changed is removed: both describe the same picture.
  ///
  /// - Throws: `unsupported` if a directory that pages of a file share is changed: the other page would change with it,
  ///   or lose it.
  private mutating func keepShared(_ order: [Int]) throws(ImageError) {
    let present = Set(order)
    var tags: [Int: Set<UInt16>] = [:]
    for link in sharedLinks where present.contains(link.directory) && tags[link.directory] == nil {
      tags[link.directory] = Set(directories[link.directory].fields.map(\.tag))
    }
    // Each directory is checked once, however many fields point to it.
    var changed: [Int: Bool] = [:]
    var leaving: [Int: Set<UInt16>] = [:]
    for link in sharedLinks where tags[link.directory]?.contains(link.tag) ?? false {
      let known = changed[link.child]
      let isChanged = known ?? below(link.child).contains { directories[$0].isChanged }
      changed[link.child] = isChanged
      if !isChanged {
        if known == nil { keptElsewhere += rangesBelow(link.child) }
        continue
      }
      guard !isFile else {
        throw ImageError(
          .unsupported, "several pages share a directory of Exif; a change would affect all of them",
          format: "TIFF")
      }
      leaving[link.directory, default: []].insert(link.tag)
    }
    for (number, tags) in leaving {
      directories[number].fields.removeAll { $0.child == nil && tags.contains($0.tag) }
      directories[number].isChanged = true
    }
  }

  /// The numbers of all directories that can be reached from the chain, each before those below it.
  func preOrder() -> [Int] {
    var order: [Int] = []
    var stack = Array(chain.reversed())
    while let number = stack.popLast() {
      order.append(number)
      stack += directories[number].fields.flatMap { ($0.child.map { [$0] } ?? []) + $0.subDirectories }.reversed()
    }
    return order
  }

  /// Whether a directory that has changed cannot be written at its place.
  private func mustMove(_ number: Int) -> Bool {
    appendsOnly || directories[number].offset == nil
      || directories[number].fields.count > directories[number].capacity
  }

  private func layOut(_ order: [Int], padding: Range<UInt64>?) throws(ImageError) -> Layout {
    var kept: [Range<UInt64>] = [0..<headerSize] + keptElsewhere + pictures.values.flatMap { $0 }
    for number in order {
      if !(directories[number].isChanged && mustMove(number)), let range = ownRange(number) { kept.append(range) }
      for field in directories[number].fields where field.newValue == nil {
        if let place = field.place { kept.append(place) }
      }
    }
    var layout = Layout(cut: source.size, end: source.size, used: UsedRanges(kept))
    // Removed parts at the end are cut off. Everything else there stays.
    let free = layout.used.free(of: removed + (padding.map { [$0] } ?? []))
    let leaving = UsedRanges(free)
    layout.overwritten = overwritten.filter { leaving.isFree($0..<$0 + UInt64($1.count)) }
    for range in free.reversed() where padding == nil {
      guard range.upperBound >= layout.cut else { break }
      // A padding byte stays where it makes the length even.
      layout.cut = min(layout.cut, range.lowerBound + range.lowerBound % 2)
    }
    var space = FreeSpace(
      free.filter { $0.upperBound <= layout.cut }, end: layout.cut,
      appendingStart: layout.cut < source.size ? layout.cut : appendingStart(order))
    func allocate(_ count: Int) -> UInt64 {
      let place = space.take(count)
      if place < layout.cut { layout.used.insert(place..<place + UInt64(count)) }
      return place
    }
    // A directory that points to one that moves is written as well.
    var moves: Set<Int> = []
    for number in order where directories[number].isChanged && mustMove(number) { moves.insert(number) }
    for number in order {
      let directory = directories[number]
      let pointsAtMoved =
        directory.next.map { moves.contains($0) } ?? false
        || directory.fields.contains { $0.child.map { moves.contains($0) } ?? false }
      guard directory.isChanged || pointsAtMoved, let place = directory.offset ?? .some(0) else { continue }
      layout.places[number] =
        moves.contains(number)
        ? allocate(countSize + directory.fields.count * entrySize + offsetSize) : place
      for (index, field) in directory.fields.enumerated() {
        if let data = field.data { layout.values[number, default: [:]][index] = allocate(data.count) }
        guard let value = field.newValue, value.count > offsetSize else { continue }
        let old = field.place.flatMap { place in
          place.lowerBound < layout.cut ? place.lowerBound..<min(place.upperBound, layout.cut) : nil
        }
        if let old, !appendsOnly, !old.isEmpty, UInt64(value.count) <= old.upperBound - old.lowerBound,
          layout.used.isFree(old)
        {
          layout.values[number, default: [:]][index] = old.lowerBound
          layout.used.insert(old)
          space.remove(old)
        } else {
          layout.values[number, default: [:]][index] = allocate(value.count)
        }
      }
    }
    // Cutting a picture off, or appending bytes that a decoder takes for its missing part, would change what it shows.
    guard !(isFile && picturesAreCutShort && space.end != source.size) else {
      throw ImageError(
        .invalidData, "strips extend past the end of the file; appended bytes would become part of the picture",
        format: "TIFF")
    }
    guard isBigTIFF || space.end <= UInt64(UInt32.max) else {
      throw ImageError(
        .unsupported, "the file would exceed the 4 GiB that its offsets reach; BigTIFF has no such limit",
        format: "TIFF")
    }
    layout.end = space.end
    return layout
  }

  private func serialized(
    _ directory: Directory, _ inlines: [Int: [UInt8]], next: UInt64, isInPlace: Bool
  ) -> [UInt8] {
    let count = directory.fields.count
    var result = isBigTIFF ? bytes(UInt64(count)) : bytes(UInt16(truncatingIfNeeded: count))
    for (index, field) in directory.fields.enumerated() {
      result += bytes(field.tag) + bytes(field.rawType) + offsetBytes(field.count) + (inlines[index] ?? field.inline)
    }
    if directory.isChild {
      // At its old place the bytes after its entries may belong to a value.
      if !isInPlace { result += offsetBytes(0) }
    } else {
      result += offsetBytes(next)
    }
    let room = directory.offset == nil ? 0 : (directory.capacity - count) * entrySize
    return result + [UInt8](repeating: 0, count: max(0, room))
  }
}
