internal import ByteStreams
internal import ImageModel
internal import MetadataModel

extension MetadataCollector {
  static let exifPrefix: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]

  /// Reads an Exif block; nil, with a warning, where it has no directory.
  ///
  /// - Parameter place: where the bytes lie in the file as they are; nil where they lie there in another form.
  /// - Throws: `io`.
  mutating func readExif(_ bytes: [UInt8], at place: UInt64?) throws(ImageError) -> ExifContent? {
    do throws(ImageError) {
      // Some writers leave JPEG's prefix in, or write it twice.
      let base = bytes.starts(with: Self.exifPrefix) ? Self.exifPrefix.count : 0
      let memory = MemoryByteSource(withKnownVersion(bytes, base))
      var reader = try ExifReader(
        memory, base: UInt64(base), limits: limits, wanted: detail == .essentials ? ExifReader.essentials : nil)
      var content = try reader.readBlock()
      content.place = place
      note(reader.diagnostics)
      if options.makerNotes {
        var budget = reader.budget
        try takeMakerNote(&content, memory, base: UInt64(base), &budget)
      }
      return content
    } catch {
      if error.kind == .io { throw error }
      warn("Exif: \(error.kind == .limitExceeded ? error.reason : error.message)")
      return nil
    }
  }

  /// Reads the directory of the maker note.
  ///
  /// - Parameters:
  ///   - source: what the content was read from.
  ///   - base: where its TIFF header is.
  /// - Throws: `io`.
  mutating func takeMakerNote(
    _ content: inout ExifContent, _ source: any ByteSource, base: UInt64 = 0, _ budget: inout ExifReader.Budget
  ) throws(ImageError) {
    do throws(ImageError) {
      let note = try MakerNoteDirectory(content, source, base: base, limits: limits, budget: &budget)
      if let note, note.unreadable > 0 {
        let plural = note.unreadable == 1 ? "" : "s"
        warn("MakerNotes: \(note.unreadable) field\(plural) cannot be read; a program may have moved the note")
      }
      content.makerNote = note
    } catch {
      if error.kind == .io { throw error }
      warn("MakerNotes: \(error.kind == .limitExceeded ? error.reason : error.message)")
    }
  }

  /// The bytes with TIFF's version in the header, where another number stands there: what follows may well be whole.
  private mutating func withKnownVersion(_ bytes: [UInt8], _ base: Int) -> [UInt8] {
    guard bytes.count >= base + 8, bytes[base] == bytes[base + 1], bytes[base] == 0x49 || bytes[base] == 0x4D else {
      return bytes
    }
    let isBig = bytes[base] == 0x4D
    let (high, low) = isBig ? (base + 2, base + 3) : (base + 3, base + 2)
    // 43 is BigTIFF, which has another header.
    if bytes[high] == 0, bytes[low] == 42 || bytes[low] == 43 { return bytes }
    warn(
      "Exif: the header has the version \(Int(bytes[high]) << 8 | Int(bytes[low])), not 42, and is read nevertheless")
    var mended = bytes
    mended[high] = 0
    mended[low] = 42
    return mended
  }

  /// Takes the embedded thumbnail, and lists it where its place in the file is known.
  ///
  /// - Parameter block: the bytes that the content was read from.
  mutating func takeThumbnail(_ content: ExifContent, _ block: [UInt8]) {
    guard let range = content.thumbnail, range.upperBound <= UInt64(block.count) else { return }
    let bytes = Array(block[Int(range.lowerBound)..<Int(range.upperBound)])
    guard bytes.starts(with: [0xFF, 0xD8]) else { return warn("Exif: IFD1: the thumbnail is no JPEG") }
    metadata.embeddedThumbnail = bytes
    if let place = content.place {
      metadata.previews.append(
        ImageMetadata.Preview(
          origin: "IFD1", format: "jpeg", range: place + range.lowerBound..<place + range.upperBound))
    }
  }

  /// The groups of the directories, and of the maker note where that was asked for.
  mutating func groups(of content: ExifContent) -> [PropertyGroup] {
    var groups = ExifProperties(content, describes: describes).groups()
    if options.makerNotes, let group = MakerNotes.group(content, describes: describes) { groups.append(group) }
    return groups
  }
}
