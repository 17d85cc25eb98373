internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

extension MetadataCollector {
  /// Lists the JPEG files in a TIFF file: the small pictures behind the first page and those in SubIFDs, as far as they are
  /// whole files (JPEGInterchangeFormat, or one strip with its own tables).
  ///
  /// - Throws: `io`.
  mutating func takePreviews(of structure: TIFFStructure) throws(ImageError) {
    var directories: [(origin: String, ifd: IFD)] = []
    for (index, page) in structure.pages.enumerated() {
      if index > 0 { directories.append(("IFD\(index)", page.directory.ifd)) }
      directories += page.reduced.map { ("reduced", $0.ifd) } + page.others.map { ("SubIFD", $0.ifd) }
    }
    for (origin, ifd) in directories {
      guard let range = try embeddedJPEG(in: ifd) else { continue }
      metadata.previews.append(ImageMetadata.Preview(origin: origin, format: "jpeg", range: range))
    }
  }

  private func embeddedJPEG(in ifd: IFD) throws(ImageError) -> Range<UInt64>? {
    // The reader has been here and would take it for a loop.
    var reader = try IFDReader(source, limits: limits)
    func number(_ tag: UInt16) -> UInt64? {
      guard let entry = ifd[tag], entry.count == 1 else { return nil }
      return (try? reader.value(of: entry, maxBytes: 64).firstInteger).flatMap { UInt64(exactly: $0) }
    }
    var place = number(TIFFTag.jpegInterchangeFormat)
    var length = number(TIFFTag.jpegInterchangeFormatLength)
    // Compression 7 with all tables in the strip, as previews of DNG have it (TIFF, Technical Note 2).
    if place == nil, number(TIFFTag.compression) == 7, ifd[347] == nil {
      (place, length) = (number(TIFFTag.stripOffsets), number(TIFFTag.stripByteCounts))
    }
    guard let place, let length, length > 3, place <= source.size, length <= source.size - place,
      try source.exactBytes(at: place, count: 2) == [0xFF, 0xD8]
    else { return nil }
    return place..<place + length
  }
}
