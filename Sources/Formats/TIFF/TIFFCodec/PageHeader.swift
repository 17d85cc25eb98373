internal import ImageModel
internal import TIFFStructure

/// What the fields of a directory say about its picture, before libtiff sees it.
struct PageHeader {
  /// Tags of TIFF 6.0 and its supplements that the codec asks for.
  enum Tag {
    static let newSubfileType: UInt16 = 254
    static let oldSubfileType: UInt16 = 255
    static let width: UInt16 = 256
    static let height: UInt16 = 257
    static let bitsPerSample: UInt16 = 258
    static let compression: UInt16 = 259
    static let photometric: UInt16 = 262
    static let orientation: UInt16 = 274
    static let samplesPerPixel: UInt16 = 277
    static let xResolution: UInt16 = 282
    static let yResolution: UInt16 = 283
    static let planarConfiguration: UInt16 = 284
    static let resolutionUnit: UInt16 = 296
    static let tileWidth: UInt16 = 322
    static let tileHeight: UInt16 = 323
    static let subIFDs: UInt16 = 330
    static let inkSet: UInt16 = 332
    static let extraSamples: UInt16 = 338
    static let sampleFormat: UInt16 = 339
    static let subsampling: UInt16 = 530
    static let iccProfile: UInt16 = 34675
  }

  /// Where the directory lies.
  var offset: UInt64
  /// nil where the field is missing.
  var width: Int?
  var height: Int?
  /// One value for each sample, or one for all.
  var bits: [Int]
  var sampleFormats: [Int]
  var samples: Int
  var compression: Int
  var photometric: Int?
  var planar: Int
  /// nil where the field is missing: then nobody knows what the samples beyond the colours are.
  var extraSamples: [Int]?
  var inkSet: Int
  var tile: PixelSize?
  var subsampling: [Int]
  var orientation: Orientation
  /// Whether the file says how the rows are turned.
  var statesOrientation: Bool
  var resolution: Resolution?
  var role: ImageInfo.Role
  var subIFDs: [UInt64]
  var iccEntry: IFDEntry?

  /// Reads the fields; those that cannot be read count as missing.
  ///
  /// - Throws: `io`.
  init(_ directory: IFD, _ reader: inout IFDReader) throws(ImageError) {
    func numbers(_ tag: UInt16) throws(ImageError) -> [Int]? {
      guard let entry = directory[tag] else { return nil }
      do throws(ImageError) {
        return try reader.value(of: entry, maxBytes: 1 << 20).integers
      } catch {
        if error.kind == .io { throw error }
        return nil
      }
    }
    func number(_ tag: UInt16) throws(ImageError) -> Int? { try numbers(tag)?.first }
    func fraction(_ tag: UInt16) throws(ImageError) -> Double? {
      guard let entry = directory[tag], entry.count == 1 else { return nil }
      do throws(ImageError) {
        return try reader.value(of: entry).firstNumber
      } catch {
        if error.kind == .io { throw error }
        return nil
      }
    }

    offset = directory.offset - reader.base
    width = try number(Tag.width)
    height = try number(Tag.height)
    bits = try numbers(Tag.bitsPerSample) ?? [1]
    sampleFormats = try numbers(Tag.sampleFormat) ?? [1]
    samples = try number(Tag.samplesPerPixel) ?? 1
    compression = try number(Tag.compression) ?? 1
    photometric = try number(Tag.photometric)
    planar = try number(Tag.planarConfiguration) ?? 1
    extraSamples = try numbers(Tag.extraSamples)
    inkSet = try number(Tag.inkSet) ?? 1
    if directory[Tag.tileWidth] != nil || directory[Tag.tileHeight] != nil {
      tile = PixelSize(width: try number(Tag.tileWidth) ?? 0, height: try number(Tag.tileHeight) ?? 0)
    }
    subsampling = try numbers(Tag.subsampling) ?? [2, 2]
    let stated = try number(Tag.orientation).flatMap(Orientation.init(rawValue:))
    orientation = stated ?? .up
    statesOrientation = stated != nil
    if let x = try fraction(Tag.xResolution), let y = try fraction(Tag.yResolution), x > 0, y > 0 {
      let unit = try number(Tag.resolutionUnit) ?? 2
      resolution = Resolution(x: x, y: y, unit: unit == 2 ? .inch : unit == 3 ? .centimeter : .none)
    }
    let flags = try number(Tag.newSubfileType) ?? 0
    let oldType = try number(Tag.oldSubfileType) ?? 0
    role = flags & 4 != 0 ? .mask : flags & 1 != 0 || oldType == 2 ? .reduced : .page
    subIFDs = (try numbers(Tag.subIFDs) ?? []).compactMap { $0 > 0 ? UInt64($0) : nil }
    iccEntry = directory[Tag.iccProfile]
  }

  /// The size; nil where it is missing or negative.
  var size: PixelSize? {
    guard let width, let height, width >= 0, height >= 0 else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The bits of each sample that counts; the file may list more than there are samples.
  var distinctBits: Set<Int> { Set(bits.prefix(max(1, samples))) }
  var distinctFormats: Set<Int> { Set(sampleFormats.prefix(max(1, samples))) }
}
