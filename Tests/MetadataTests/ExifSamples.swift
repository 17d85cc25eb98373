internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TIFFStructure

/// Exif blocks built by tests, in JPEG files without a picture.
enum ExifSamples {
  static func jpeg(_ exif: [UInt8]) -> [UInt8] {
    let length = exif.count + 8
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + Array("Exif\0\0".utf8) + exif
      + [0xFF, 0xD9]
  }

  static func read(
    _ exif: [UInt8], detail: MetadataReader.Detail = .values, makerNotes: Bool = false
  ) throws -> ImageMetadata {
    var options = MetadataReader.Options(detail)
    options.makerNotes = makerNotes
    return try MetadataReader.read(
      MemoryByteSource(jpeg(exif)), fileName: nil, limits: .standard, options: options)
  }

  /// The properties of an image with these fields.
  static func properties(
    _ main: [IFDField] = [], exif: [IFDField] = [], gps: [IFDField] = [], bigEndian: Bool = false,
    detail: MetadataReader.Detail = .values
  ) throws -> PropertyTree {
    try read(block(main, exif: exif, gps: gps, bigEndian: bigEndian), detail: detail).images.first?.properties
      ?? .init()
  }

  static func block(
    _ main: [IFDField] = [], exif: [IFDField] = [], gps: [IFDField] = [], bigEndian: Bool = false
  ) throws -> [UInt8] {
    var tree = IFDTree(main)
    if !exif.isEmpty { tree.fields.append(.directory(IFDPointerTag.exif, IFDTree(exif))) }
    if !gps.isEmpty { tree.fields.append(.directory(IFDPointerTag.gps, IFDTree(gps))) }
    return try IFDWriter(bigEndian: bigEndian).stream([tree])
  }

  static func undefined(_ tag: UInt16, _ bytes: [UInt8]) -> IFDField {
    IFDField(tag, .values(.undefined, .bytes(bytes)))
  }

  static func rationals(_ tag: UInt16, _ values: [(Int64, Int64)]) -> IFDField {
    IFDField(tag, .values(.rational, .rationals(values.map { .init($0.0, $0.1) })))
  }
}
