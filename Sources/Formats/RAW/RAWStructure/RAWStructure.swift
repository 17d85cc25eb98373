package import ByteStreams
package import ImageModel
internal import JPEGStructure
internal import MetadataModel
internal import TIFFStructure

/// What a camera's raw file has besides the data of the sensor: a picture to show, and where the metadata is.
///
/// Most are TIFF files, some of them with another number in the header. RAF has a header of its own, CR3 is made of
/// boxes.
package struct RAWStructure: ImageStructure {
  package enum Container: Hashable, Sendable {
    case tiff
    /// Fujifilm's RAF.
    case header
    /// Canon's CR3: TIFF blocks by their names. `CMT1` has IFD0, `CMT2` the directory of Exif, `CMT3` that of the
    /// maker's note, `CMT4` that of GPS; `XMP` is a packet.
    case boxes([String: Range<UInt64>])
  }

  /// A picture that can be decoded.
  package enum Picture: Hashable, Sendable {
    /// A JPEG file.
    case jpeg(Range<UInt64>)
    /// The first page of the TIFF file.
    case page
  }

  package private(set) var container = Container.tiff
  /// The JPEG file that has metadata of the raw file: all of RAF, and the maker's note of RW2.
  package private(set) var describingJPEG: Range<UInt64>?
  /// All JPEG files, the largest last. They are of a kind that is decoded; the data of the sensor may be another one.
  package private(set) var previews: [Range<UInt64>] = []
  /// The size of the data of the sensor; nil where it is not known.
  package private(set) var sensorSize: PixelSize?
  /// The largest picture, and what its header says; nil where there is none.
  package private(set) var picture: (kind: Picture, info: ImageInfo)?
  package private(set) var diagnostics: [Diagnostic] = []

  /// Real files have up to five.
  private static let maxPreviews = 16

  /// The kinds of raw files that have a structure of their own, which is not read, by their first bytes.
  private static let others: [(offset: Int, bytes: [UInt8], name: String)] = [
    (6, Array("HEAPCCDR".utf8), "Canon CRW"), (0, Array("\0MRM".utf8), "Minolta MRW"),
    (0, Array("FOVb".utf8), "Sigma X3F"),
  ]

  /// - Throws: `invalidData` for a file that does not begin as one of these, `unsupported` by name for other kinds of
  ///   raw files; `io`.
  package static func read(_ source: any ByteSource, limits: Limits) throws(ImageError) -> RAWStructure {
    var structure = RAWStructure()
    let head = try source.bytes(at: 0, count: 16)
    if let other = others.first(where: { head.dropFirst($0.offset).starts(with: $0.bytes) }) {
      throw ImageError(.unsupported, "\(other.name) files are not read", format: "RAW")
    }
    if head.starts(with: "FUJIFILMCCD-RAW".utf8) {
      try structure.readFuji(source)
    } else if head.dropFirst(4).starts(with: "ftypcrx".utf8) {
      try structure.readBoxes(source)
    } else {
      do throws(ImageError) {
        try structure.readDirectories(source, limits)
      } catch {
        throw ImageError(error.kind, error.message, format: "RAW", limit: error.limit)
      }
    }
    try structure.choosePicture(source, limits)
    return structure
  }

  /// Whether a TIFF file of any name has the data of a sensor as its first picture.
  ///
  /// - Throws: as `read`.
  package static func hasSensorData(_ source: any ByteSource, limits: Limits) throws(ImageError) -> Bool {
    guard let page = try TIFFStructure.read(source, limits: limits).pages.first else { return false }
    return ([page.directory] + page.reduced + page.others).contains(where: \.isSensorData)
  }

  private mutating func readDirectories(_ source: any ByteSource, _ limits: Limits) throws(ImageError) {
    let tiff = try TIFFStructure.read(source, limits: limits)
    previews = try tiff.embeddedJPEGs(in: source, limits: limits).map(\.range)
    let maker = try MakerPreviews.read(source, limits: limits)
    describingJPEG = maker.panasonic
    previews += [maker.panasonic, maker.olympus].compactMap { $0 }
    if let page = tiff.pages.first, page.picture.canBeShown, let info = page.info { picture = (.page, info) }
    sensorSize = try Self.sensorSize(tiff, source, limits, isPanasonic: maker.panasonic != nil)
  }

  /// The size of the largest picture that is the data of a sensor.
  private static func sensorSize(
    _ tiff: TIFFStructure, _ source: any ByteSource, _ limits: Limits, isPanasonic: Bool
  ) throws(ImageError) -> PixelSize? {
    if isPanasonic, let main = tiff.pages.first?.directory.ifd {
      var reader = try IFDReader(source, limits: limits)
      func number(_ tag: UInt16) throws(ImageError) -> Int {
        guard let entry = main[tag] else { return 0 }
        return try reader.value(of: entry, maxBytes: 64).firstInteger ?? 0
      }
      // SensorWidth and SensorHeight.
      let size = PixelSize(width: try number(2), height: try number(3))
      return size.width > 0 && size.height > 0 ? size : nil
    }
    let directories = tiff.pages.flatMap { [$0.directory] + $0.reduced + $0.others }
    let sizes = directories.compactMap { $0.isSensorData ? try? $0.header.get().size : nil }
    return sizes.max { $0.pixelCount < $1.pixelCount }
  }

  /// The header has the place and the length of a JPEG file at 84 and 88 (as ExifTool describes RAF).
  private mutating func readFuji(_ source: any ByteSource) throws(ImageError) {
    guard let fields = try source.exactBytes(at: 84, count: 8) else {
      throw ImageError(.invalidData, "the header is cut", format: "RAW")
    }
    let start = UInt64(UInt32(bigEndianBytes: fields[..<4]))
    let range = start..<start + UInt64(UInt32(bigEndianBytes: fields[4...]))
    container = .header
    describingJPEG = range.clamped(to: 0..<source.size)
    previews = [range]
    try readFujiDirectory(source)
  }

  /// The fields of the sensor, each with a tag and a length of two bytes; their place is at 92. RawImageFullSize has
  /// the height first (as ExifTool describes RAF).
  private mutating func readFujiDirectory(_ source: any ByteSource) throws(ImageError) {
    guard let place = try source.exactBytes(at: 92, count: 4).map({ UInt64(UInt32(bigEndianBytes: $0)) }), place > 0,
      let count = try source.exactBytes(at: place, count: 4).map({ UInt32(bigEndianBytes: $0) })
    else { return }
    var offset = place + 4
    for _ in 0..<min(count, 255) {
      guard let head = try source.exactBytes(at: offset, count: 8) else { return }
      let (tag, length) = (Int(bigEndianBytes: head[..<2]), Int(bigEndianBytes: head[2..<4]))
      if tag == 0x100, length == 4 {
        let size = PixelSize(width: Int(bigEndianBytes: head[6...]), height: Int(bigEndianBytes: head[4..<6]))
        if size.pixelCount > 0 { sensorSize = size }
        return
      }
      offset += UInt64(4 + length)
    }
  }

  /// Keeps the previews that can be decoded, and chooses the largest picture.
  private mutating func choosePicture(_ source: any ByteSource, _ limits: Limits) throws(ImageError) {
    var sound: [(range: Range<UInt64>, info: ImageInfo)] = []
    var seen: Set<Range<UInt64>> = []
    for range in previews.filter({ seen.insert($0).inserted }).prefix(Self.maxPreviews) {
      let range = range.clamped(to: 0..<source.size)
      do throws(ImageError) {
        let info = try JPEGStructure.read(PatchedByteSource(range, of: source), limits: limits).imageInfo()
        let isLossless = info.compression == "lossless" || info.bitsPerSample != 8
        if !isLossless {
          sound.append((range, info))
        } else if sensorSize == nil {
          // The data of the sensor, of which two or four pixels are the components of one.
          sensorSize = PixelSize(width: info.size.width * info.samplesPerPixel, height: info.size.height)
        }
      } catch  where error.kind != .io {
        // Others may be sound.
      }
    }
    sound.sort { $0.info.size.pixelCount < $1.info.size.pixelCount }
    previews = sound.map(\.range)
    if let last = sound.last, last.info.size.pixelCount >= picture?.info.size.pixelCount ?? 0 {
      picture = (.jpeg(last.range), last.info)
    }
  }
}

// MARK: CR3

extension RAWStructure {
  /// The identifiers of `uuid` boxes (as Laurent Clévy and ExifTool describe CR3).
  private static let metadataBox: [UInt8] = [
    0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
  ]
  private static let previewBox: [UInt8] = [
    0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D, 0x16,
  ]
  private static let xmpBox: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  private mutating func readBoxes(_ source: any ByteSource) throws(ImageError) {
    var reader = ISOBoxReader(source, maxBoxes: 1_000)
    var blocks: [String: Range<UInt64>] = [:]
    for box in try reader.boxes(in: 0..<source.size) {
      switch (box.type, box.uuid) {
      case ("uuid", Self.xmpBox): blocks["XMP"] = box.content
      case ("uuid", Self.previewBox):
        // Eight bytes come before the box of the preview; its header has 16.
        let start = min(box.content.lowerBound + 8, box.content.upperBound)
        for preview in try reader.boxes(in: start..<box.content.upperBound) where preview.type == "PRVW" {
          guard let head = try reader.bytes(at: preview.content.lowerBound, count: 16) else { continue }
          let first = preview.content.lowerBound + 16
          previews.append(first..<first + UInt64(UInt32(bigEndianBytes: head[12...])))
        }
      case ("moov", _):
        for part in try reader.boxes(in: box.content) {
          if part.uuid == Self.metadataBox {
            for block in try reader.boxes(in: part.content) { blocks[block.type] = block.content }
          } else if part.type == "trak" {
            if let range = try Self.firstSample(of: part, &reader) { previews.append(range) }
            if let size = try Self.size(of: part, &reader), size.pixelCount > sensorSize?.pixelCount ?? 0 {
              sensorSize = size
            }
          }
        }
      default: break
      }
    }
    container = .boxes(blocks)
    diagnostics = reader.diagnostics
  }

  /// The boxes that describe the samples of a track.
  private static func sampleTable(of track: ISOBox, _ reader: inout ISOBoxReader) throws(ImageError) -> [ISOBox] {
    var boxes = try reader.boxes(in: track.content)
    for type in ["mdia", "minf", "stbl"] {
      guard let outer = boxes.first(where: { $0.type == type }) else { return [] }
      boxes = try reader.boxes(in: outer.content)
    }
    return boxes
  }

  /// The size of a track's pictures: 32 bytes into its first sample entry, which has a header of 8 (ISO/IEC 14496-12,
  /// 12.1.3). The largest one is that of the sensor.
  private static func size(of track: ISOBox, _ reader: inout ISOBoxReader) throws(ImageError) -> PixelSize? {
    guard let box = try sampleTable(of: track, &reader).first(where: { $0.type == "stsd" }),
      let fields = try reader.bytes(at: box.content.lowerBound + 8, count: 36),
      fields[4..<8].elementsEqual("CRAW".utf8)
    else { return nil }
    return PixelSize(width: Int(bigEndianBytes: fields[32..<34]), height: Int(bigEndianBytes: fields[34..<36]))
  }

  /// The first sample of a track; that of the first track is the picture at full size.
  private static func firstSample(
    of track: ISOBox, _ reader: inout ISOBoxReader
  ) throws(ImageError) -> Range<UInt64>? {
    var (place, length): (UInt64?, UInt64?)
    for box in try sampleTable(of: track, &reader) {
      guard let fields = try reader.bytes(at: box.content.lowerBound, count: 16) else { continue }
      func number(_ at: Int, _ count: Int) -> UInt64 { UInt64(bigEndianBytes: fields[at..<at + count]) }
      switch box.type {
      // A size for all samples, or 0 and a list of sizes (ISO/IEC 14496-12, 8.7.3.2 and 8.7.5).
      case "stsz": length = number(4, 4) > 0 ? number(4, 4) : number(12, 4)
      case "stco": place = number(8, 4)
      case "co64": place = number(8, 8)
      default: break
      }
    }
    guard let place, let length, place <= reader.size, length <= reader.size - place else { return nil }
    return place..<place + length
  }
}
