internal import ByteStreams
internal import ImageModel
internal import TIFFStructure

/// The fields of a TIFF page that determine whether its data can be embedded as it is.
struct TIFFPageFields {
  let bits: Int
  let samples: Int
  let compression: Int
  let photometric: Int?
  let isPlanar: Bool
  let isTiled: Bool
  let predictor: Int
  let isLeastSignificantFirst: Bool
  let sampleFormat: Int
  let inkSet: Int
  let extraSamples: Int
  let group3Options: Int
  let group4Options: Int
  let isBigEndian: Bool
  /// The three columns of 16-bit values.
  let colorMap: [Int]?
  let jpegTables: [UInt8]?
  let segments: TIFFSegments

  /// - Throws: `invalidData` where the strips lie outside the file; `io`.
  init(_ page: TIFFStructure.Page, _ input: EmbeddingInput) throws(ImageError) {
    var reader = try IFDReader(input.bytes, limits: input.limits)
    let ifd = page.picture.ifd
    func numbers(_ tag: UInt16) throws(ImageError) -> [Int]? {
      guard let entry = ifd[tag] else { return nil }
      do throws(ImageError) {
        return try reader.value(of: entry, maxBytes: 1 << 20).integers
      } catch {
        if error.kind == .io { throw error }
        return nil
      }
    }
    func number(_ tag: UInt16, _ standard: Int) throws(ImageError) -> Int { try numbers(tag)?.first ?? standard }
    samples = try number(TIFFTag.samplesPerPixel, 1)
    let allBits = try numbers(TIFFTag.bitsPerSample) ?? [1]
    // PDF does not support different depths.
    bits = Set(allBits.prefix(max(1, samples))).count == 1 ? allBits[0] : 0
    compression = try number(TIFFTag.compression, 1)
    photometric = try numbers(TIFFTag.photometricInterpretation)?.first
    isPlanar = try number(284, 1) == 2 && samples > 1
    isTiled = ifd[TIFFTag.tileWidth] != nil || ifd[TIFFTag.tileOffsets] != nil
    predictor = try number(317, 1)
    isLeastSignificantFirst = try number(266, 1) == 2
    sampleFormat = try number(TIFFTag.sampleFormat, 1)
    inkSet = try number(332, 1)
    extraSamples = try numbers(TIFFTag.extraSamples)?.count ?? 0
    group3Options = try number(292, 0)
    group4Options = try number(293, 0)
    isBigEndian = reader.isBigEndian
    colorMap = try numbers(320)
    jpegTables = try ifd[347].map { entry throws(ImageError) in try reader.rawBytes(of: entry, maxBytes: 1 << 20) }
    segments = try TIFFStructure.segments(of: page.picture, in: input.bytes, limits: input.limits)
  }

  /// The palette as triples of bytes; nil where there is none.
  ///
  /// `isRounded` tells that its colours have 16 bits in the file.
  var palette: (colors: [UInt8], isRounded: Bool)? {
    guard photometric == 3, let colorMap, (1...8).contains(bits), colorMap.count >= 3 << bits else { return nil }
    let values = colorMap.prefix(3 << bits)
    let count = 1 << bits
    func triples(_ byte: (Int) -> Int) -> [UInt8] {
      (0..<count).flatMap { index in (0..<3).map { UInt8(truncatingIfNeeded: byte(colorMap[$0 * count + index])) } }
    }
    // Some writers use 8 bits where the standard has 16.
    if values.allSatisfy({ $0 < 256 }) { return (triples { $0 }, false) }
    if values.allSatisfy({ $0 >> 8 == $0 & 0xFF }) || values.allSatisfy({ $0 & 0xFF == 0 }) {
      return (triples { $0 >> 8 }, false)
    }
    return (triples { ($0 + 128) / 257 }, true)
  }
}
