internal import ImageModel
internal import TIFFStructure

/// What the fields of a directory say about how its picture is stored, before libtiff sees it.
struct PageHeader {
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

    offset = directory.offset
    width = try number(TIFFTag.imageWidth)
    height = try number(TIFFTag.imageLength)
    bits = try numbers(TIFFTag.bitsPerSample) ?? [1]
    sampleFormats = try numbers(TIFFTag.sampleFormat) ?? [1]
    samples = try number(TIFFTag.samplesPerPixel) ?? 1
    compression = try number(TIFFTag.compression) ?? 1
    photometric = try number(TIFFTag.photometricInterpretation)
    planar = try number(Self.planarConfiguration) ?? 1
    extraSamples = try numbers(TIFFTag.extraSamples)
    inkSet = try number(Self.inkSet) ?? 1
    if directory[TIFFTag.tileWidth] != nil || directory[TIFFTag.tileLength] != nil {
      tile = PixelSize(width: try number(TIFFTag.tileWidth) ?? 0, height: try number(TIFFTag.tileLength) ?? 0)
    }
  }

  private static let planarConfiguration: UInt16 = 284
  private static let inkSet: UInt16 = 332

  /// The size; nil where it is missing or negative.
  var size: PixelSize? {
    guard let width, let height, width >= 0, height >= 0 else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The bits of each sample that counts; the file may list more than there are samples.
  var distinctBits: Set<Int> { Set(bits.prefix(max(1, samples))) }
  var distinctFormats: Set<Int> { Set(sampleFormats.prefix(max(1, samples))) }
}
