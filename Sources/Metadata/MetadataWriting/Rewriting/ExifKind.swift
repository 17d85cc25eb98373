internal import MetadataModel
internal import TIFFStructure

/// Which kind of metadata a field of Exif belongs to.
enum ExifKind {
  static func of(_ tag: UInt16, in home: ExifTag.Home) -> MetadataSelection {
    if home == .gps { return .gps }
    if ExifPrivateTag.serialNumbers.contains(tag) { return .serialNumbers }
    switch tag {
    case IFDPointerTag.gps: return .gps
    case ExifPrivateTag.makerNote: return .makerNotes
    case ExifPrivateTag.dngPrivateData where home == .main, ExifPrivateTag.makerNoteSafety where home == .main:
      return .makerNotes
    case TIFFTag.orientation where home == .main: return .orientation
    case TIFFTag.xResolution where home == .main, TIFFTag.yResolution where home == .main,
      TIFFTag.resolutionUnit where home == .main:
      return .resolution
    default: return .exif
    }
  }

  /// Whether a field says what the pixels are, which those of another file are not.
  static func describesPixels(_ tag: UInt16, in home: ExifTag.Home) -> Bool {
    switch home {
    case .main: TIFFTag.isStructural(tag) || tag == 532
    // ComponentsConfiguration, CompressedBitsPerPixel, ColorSpace, PixelXDimension, PixelYDimension.
    case .exif: [0x9101, 0x9102, 0xA001, 0xA002, 0xA003].contains(tag)
    case .gps: false
    }
  }

  /// Whether a field of a TIFF page is no metadata but says how the page is stored, or is a block of its own.
  ///
  /// DNG's CameraSerialNumber, RawDataUniqueID and DNGPrivateData stand among its descriptions of sensor data and are none.
  /// Stay: WhitePoint and PrimaryChromaticities, by which colours are shown; Photoshop's layers; where the pixels lie on
  /// earth (GeoTIFF 1.1, 7.1; GDAL), of which a note tells.
  static func isStorage(_ tag: UInt16) -> Bool {
    if ExifPrivateTag.serialNumbers.contains(tag) || tag == ExifPrivateTag.dngPrivateData { return false }
    return TIFFTag.isStructural(tag) || [IFDPointerTag.subIFDs, 50706, 50707, 318, 319, photoshopLayers].contains(tag)
      || geographic.contains(tag)
  }

  /// Whether a field of a directory says something of a picture that one knows: who, when, where, with what.
  static func isKnown(_ tag: UInt16) -> Bool {
    [IFDPointerTag.exif, IFDPointerTag.gps, ExifPrivateTag.makerNote, ExifPrivateTag.dngPrivateData].contains(tag)
      || ExifPrivateTag.serialNumbers.contains(tag)
      || ExifTag.table.contains { $0.number == tag && $0.home != .gps }
  }

  static let photoshopLayers: UInt16 = 37724
  /// ModelPixelScale, Intergraph's matrix, ModelTiepoint, ModelTransformation, GeoKeyDirectory, GeoDoubleParams,
  /// GeoAsciiParams, GDAL_METADATA.
  static let geographic: [UInt16] = [33550, 33920, 33922, 34264, 34735, 34736, 34737, 42112]
}
