package import ByteStreams
package import ImageModel

/// A directory with a picture in it: a page, a smaller version of one, or a mask.
package struct TIFFDirectory: Sendable {
  package let ifd: IFD
  package let role: ImageInfo.Role
  /// The fields' description of the picture, without its profile, or an error if they do not describe one.
  package let header: Result<ImageInfo, ImageError>
  /// Whether the samples are colours in a compression that decoders know, and not data of a camera's sensor.
  package let canBeShown: Bool
  /// Whether the samples are the data of a camera's sensor.
  package let isSensorData: Bool
  /// Whether the file gives an orientation.
  package let statesOrientation: Bool
  /// The offsets of the directories below this one, as the file states them.
  package let subIFDs: [UInt64]
  package let exifOffset: UInt64?
  package let gpsOffset: UInt64?

  /// Reads the fields; those that cannot be read count as missing and leave a warning.
  ///
  /// - Throws: `io`.
  init(_ ifd: IFD, _ reader: inout IFDReader, _ diagnostics: inout [Diagnostic]) throws(ImageError) {
    self.ifd = ifd
    var fields = TIFFFields(ifd)
    try fields.read(&reader)
    diagnostics += fields.diagnostics
    let flags = fields.number(TIFFTag.newSubfileType) ?? 0
    let oldType = fields.number(TIFFTag.subfileType) ?? 0
    role = flags & 4 != 0 ? .mask : flags & 1 != 0 || oldType == 2 ? .reduced : .page
    canBeShown = fields.areColors
    isSensorData = fields.areSensorData
    statesOrientation = fields.orientation != nil
    subIFDs = fields.offsets(IFDPointerTag.subIFDs)
    exifOffset = fields.offsets(IFDPointerTag.exif).first
    gpsOffset = fields.offsets(IFDPointerTag.gps).first
    do throws(ImageError) {
      var info = try fields.imageInfo()
      info.role = role
      header = .success(info)
    } catch {
      header = .failure(error)
    }
  }

  /// 0 where the size is missing.
  var pixelCount: Int {
    guard case .success(let info) = header else { return 0 }
    return info.size.width.multipliedReportingOverflow(by: info.size.height).partialValue
  }
}

/// Where the strips or tiles of a picture lie in the file.
package struct TIFFSegments: Hashable, Sendable {
  package var isTiled: Bool
  /// Where each begins.
  package var offsets: [UInt64]
  /// How long each is; as many as there are offsets.
  package var byteCounts: [UInt64]
}

extension TIFFStructure {
  /// Reads where the strips or tiles of a directory's picture are.
  ///
  /// - Throws: `invalidData` where the lists are missing or differ in length, and for a strip or tile outside the file;
  ///   `limitExceeded` for lists that need more than `limits.maxMemory`; `io`.
  package static func segments(
    of directory: TIFFDirectory, in source: any ByteSource, limits: Limits
  ) throws(ImageError) -> TIFFSegments {
    var reader = try IFDReader(source, limits: limits)
    let isTiled = directory.ifd[TIFFTag.tileOffsets] != nil
    let (offsetsTag, countsTag) =
      isTiled
      ? (TIFFTag.tileOffsets, TIFFTag.tileByteCounts) : (TIFFTag.stripOffsets, TIFFTag.stripByteCounts)
    func list(_ tag: UInt16) throws(ImageError) -> [UInt64] {
      guard let entry = directory.ifd[tag] else {
        throw ImageError(.invalidData, "tag \(tag), which says where the pixels are, is missing", format: "TIFF")
      }
      // 8 bytes of memory for each value, in two steps.
      let (needed, overflow) = entry.count.multipliedReportingOverflow(by: 16)
      try limits.check(memory: overflow ? .max : Int(clamping: needed), for: "the list of strips", format: "TIFF")
      guard case .unsigned(let values) = try reader.value(of: entry, maxBytes: limits.maxMemory) else {
        throw ImageError(.invalidData, "tag \(tag) holds no offsets", format: "TIFF")
      }
      return values
    }
    let segments = TIFFSegments(isTiled: isTiled, offsets: try list(offsetsTag), byteCounts: try list(countsTag))
    guard segments.offsets.count == segments.byteCounts.count else {
      throw ImageError(
        .invalidData, "\(segments.offsets.count) strips have \(segments.byteCounts.count) lengths", format: "TIFF")
    }
    for (offset, count) in zip(segments.offsets, segments.byteCounts)
    where offset > source.size || count > source.size - offset {
      throw ImageError(.invalidData, "a strip at \(offset) lies outside the file", format: "TIFF")
    }
    return segments
  }
}

extension TIFFStructure {
  /// The JPEG files in a TIFF file: pictures of directories that are whole files (JPEGInterchangeFormat, or one strip
  /// with its own tables). The origin is `IFD0` and so on for pages, `reduced` and `SubIFD` for others.
  ///
  /// - Throws: `io`.
  package func embeddedJPEGs(
    in source: any ByteSource, limits: Limits
  ) throws(ImageError) -> [(origin: String, range: Range<UInt64>)] {
    var directories: [(origin: String, ifd: IFD)] = []
    for (index, page) in pages.enumerated() {
      directories.append(("IFD\(index)", page.directory.ifd))
      directories += page.reduced.map { ("reduced", $0.ifd) } + page.others.map { ("SubIFD", $0.ifd) }
    }
    var found: [(origin: String, range: Range<UInt64>)] = []
    for (origin, ifd) in directories {
      if let range = try Self.embeddedJPEG(in: ifd, source, limits) { found.append((origin, range)) }
    }
    return found
  }

  private static func embeddedJPEG(
    in ifd: IFD, _ source: any ByteSource, _ limits: Limits
  ) throws(ImageError) -> Range<UInt64>? {
    // A new reader is needed: the one that has read this directory would take it for a loop.
    var reader = try IFDReader(source, limits: limits)
    func number(_ tag: UInt16) -> UInt64? {
      guard let entry = ifd[tag], entry.count == 1 else { return nil }
      return (try? reader.value(of: entry, maxBytes: 64).firstInteger).flatMap { UInt64(exactly: $0) }
    }
    var place = number(TIFFTag.jpegInterchangeFormat)
    var length = number(TIFFTag.jpegInterchangeFormatLength)
    // A strip with all tables, as in previews of DNG (TIFF, Technical Note 2) and in those of CR2.
    if place == nil, [6, 7].contains(number(TIFFTag.compression)), ifd[347] == nil {
      (place, length) = (number(TIFFTag.stripOffsets), number(TIFFTag.stripByteCounts))
    }
    guard let place, let length, length > 3, place <= source.size, length <= source.size - place,
      try source.exactBytes(at: place, count: 2) == [0xFF, 0xD8]
    else { return nil }
    return place..<place + length
  }
}
