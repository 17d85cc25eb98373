internal import ByteStreams
internal import ImageModel
internal import MakerNotes
internal import MetadataModel
internal import TIFFStructure

extension MetadataCollector {
  static let exifPrefix: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]

  /// Reads an Exif block. nil, with a warning, if its first directory cannot be read.
  ///
  /// - Parameter place: the offset of the bytes in the file; nil if the file has them compressed or in digits.
  /// - Throws: `io`.
  mutating func readExif(_ bytes: [UInt8], at place: UInt64?) throws(ImageError) -> ExifContent? {
    do throws(ImageError) {
      // Some writers keep JPEG's prefix, or write it twice.
      let base = bytes.starts(with: Self.exifPrefix) ? Self.exifPrefix.count : 0
      let memory = MemoryByteSource(withKnownVersion(bytes, base))
      var reader = try ExifReader(
        memory, base: UInt64(base), limits: limits, wanted: detail == .essentials ? ExifReader.essentials : nil)
      var content = try reader.readBlock()
      content.place = place.map { $0 + origin }
      note(reader.diagnostics)
      if detail != .essentials {
        try takeMakerNote(&content, memory, base: UInt64(base))
        content.takeIPTC(from: bytes)
      }
      return content
    } catch {
      if error.kind == .io { throw error }
      warn("Exif: \(error.kind == .limitExceeded ? error.reason : error.message)")
      return nil
    }
  }

  /// Adds the profile of a picture whose colours only Exif describes: with the Interoperability index R03 and a
  /// ColorSpace of 65,535 ("uncalibrated") they are Adobe RGB (DCF 2.0, JEITA CP-3461B, "DCF optional file").
  ///
  /// Damage is left to `readExif`.
  mutating func completeProfile(_ info: inout ImageInfo, from block: [UInt8]) {
    guard info.profile == nil, info.colorModel == .ycbcr || info.colorModel == .rgb || info.colorModel == .palette,
      var reader = try? IFDReader(
        MemoryByteSource(block), base: UInt64(block.starts(with: Self.exifPrefix) ? Self.exifPrefix.count : 0),
        limits: limits)
    else { return }
    func child(_ tag: UInt16, of directory: IFD?) -> IFD? {
      guard let entry = directory?[tag], let offset = try? reader.value(of: entry, maxBytes: 64).firstInteger else {
        return nil
      }
      return try? reader.directory(at: UInt64(max(0, offset)))
    }
    let exif = child(IFDPointerTag.exif, of: try? reader.directory(at: reader.firstOffset))
    guard let space = exif?[0xA001], (try? reader.value(of: space, maxBytes: 64).firstInteger) == 0xFFFF,
      let index = child(IFDPointerTag.interoperability, of: exif)?[1],
      let text = try? reader.rawBytes(of: index, maxBytes: 64), text.starts(with: "R03".utf8)
    else { return }
    info.profile = .adobeRGB
  }

  /// Reads the maker note.
  ///
  /// - Parameters:
  ///   - source: the bytes that the content was read from.
  ///   - base: the offset of its TIFF header.
  /// - Throws: `io`.
  mutating func takeMakerNote(
    _ content: inout ExifContent, _ source: any ByteSource, base: UInt64 = 0
  ) throws(ImageError) {
    guard let stored = content.storedMakerNote(base: base) else { return }
    var note = MakerNoteSource(
      source, range: stored.place..<stored.place + UInt64(stored.bytes.count), header: stored.header,
      isBigEndian: stored.isBigEndian,
      make: content.text(ExifTagNumber.make), model: content.text(ExifTagNumber.model),
      software: content.text(ExifTagNumber.software), limits: limits, describes: describes)
    note.showsUnknown = options.makerNotes
    do throws(ImageError) {
      content.makerNote = try note.read(stored.bytes)
      makerNote = makerNote ?? content.makerNote
      if let unreadable = content.makerNote?.unreadable, unreadable > 0, options.makerNotes {
        let plural = unreadable == 1 ? "" : "s"
        warn("MakerNotes: \(unreadable) field\(plural) cannot be read; a program may have moved the note")
      }
    } catch {
      if error.kind == .io { throw error }
      if options.makerNotes { warn("MakerNotes: \(error.kind == .limitExceeded ? error.reason : error.message)") }
    }
  }

  /// The bytes with TIFF's version in the header. Blocks with another number there are often intact otherwise.
  private mutating func withKnownVersion(_ bytes: [UInt8], _ base: Int) -> [UInt8] {
    guard bytes.count >= base + 8, bytes[base] == bytes[base + 1], bytes[base] == 0x49 || bytes[base] == 0x4D else {
      return bytes
    }
    let isBig = bytes[base] == 0x4D
    let (high, low) = isBig ? (base + 2, base + 3) : (base + 3, base + 2)
    // 43 is BigTIFF, which has another header.
    if bytes[high] == 0, bytes[low] == 42 || bytes[low] == 43 { return bytes }
    warn(
      "Exif: the header has version \(Int(bytes[high]) << 8 | Int(bytes[low])) instead of 42; it is read anyway")
    var mended = bytes
    mended[high] = 0
    mended[low] = 42
    return mended
  }

  /// Keeps the embedded thumbnail, and lists it as a preview if its offset in the file is known.
  ///
  /// - Parameter block: the bytes that the content was read from.
  mutating func takeThumbnail(_ content: ExifContent, _ block: [UInt8]) {
    guard let range = content.thumbnail, range.upperBound <= UInt64(block.count) else { return }
    let bytes = Array(block[Int(range.lowerBound)..<Int(range.upperBound)])
    guard bytes.starts(with: [0xFF, 0xD8]) else { return warn("Exif: IFD1: the thumbnail is not a JPEG") }
    metadata.embeddedThumbnail = bytes
    if let place = content.place {
      metadata.previews.append(
        ImageMetadata.Preview(
          origin: "IFD1", format: "jpeg", range: place + range.lowerBound..<place + range.upperBound))
    }
  }

  /// The groups of the directories and, if asked for, of the maker note.
  mutating func groups(of content: ExifContent) -> [PropertyGroup] {
    var groups = ExifProperties(content, describes: describes, titles: options.titles, encoding: options.encoding)
      .groups()
    if options.makerNotes, let group = content.makerNoteGroup { groups.append(group) }
    return groups
  }
}
