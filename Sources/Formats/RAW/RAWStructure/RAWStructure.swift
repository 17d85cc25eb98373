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
  /// The largest picture, and what its header says; nil where there is none.
  package private(set) var picture: (kind: Picture, info: ImageInfo)?
  package private(set) var diagnostics: [Diagnostic] = []

  /// Real files have up to five.
  private static let maxPreviews = 16

  /// - Throws: `invalidData` for a file that does not begin as one of these; `io`.
  package static func read(_ source: any ByteSource, limits: Limits) throws(ImageError) -> RAWStructure {
    var structure = RAWStructure()
    let head = try source.bytes(at: 0, count: 16)
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
        if !isLossless { sound.append((range, info)) }
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
          } else if part.type == "trak", let range = try Self.firstSample(of: part, &reader) {
            previews.append(range)
          }
        }
      default: break
      }
    }
    container = .boxes(blocks)
    diagnostics = reader.diagnostics
  }

  /// The first sample of a track; that of the first track is the picture at full size.
  private static func firstSample(
    of track: ISOBox, _ reader: inout ISOBoxReader
  ) throws(ImageError) -> Range<UInt64>? {
    var table: ISOBox? = track
    for type in ["mdia", "minf", "stbl"] {
      guard let outer = table else { return nil }
      table = try reader.boxes(in: outer.content).first { $0.type == type }
    }
    guard let table else { return nil }
    var (place, length): (UInt64?, UInt64?)
    for box in try reader.boxes(in: table.content) {
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
