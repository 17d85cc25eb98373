internal import MetadataModel
internal import TIFFStructure

/// Exif tags that editing treats in a special way.
enum ExifPrivateTag {
  static let pixelXDimension: UInt16 = 0xA002
  static let pixelYDimension: UInt16 = 0xA003
  static let makerNoteSafety: UInt16 = 0xC635
  static let dngVersion: UInt16 = 0xC612
  static let photoshopLayers: UInt16 = 37724

  /// ImageUniqueID, CameraOwnerName, BodySerialNumber, LensSerialNumber, DNG's CameraSerialNumber and RawDataUniqueID.
  static let serialNumbers: Set<UInt16> = [0xA420, 0xA430, 0xA431, 0xA435, 0xC62F, 0xC65D]

  /// ModelPixelScale, Intergraph's matrix, ModelTiepoint, ModelTransformation, GeoKeyDirectory, GeoDoubleParams,
  /// GeoAsciiParams, GDAL_METADATA.
  static let geographic: [UInt16] = [33550, 33920, 33922, 34264, 34735, 34736, 34737, 42112]
}

/// Sorts Exif fields into kinds of metadata.
enum ExifKind {
  static func of(_ tag: UInt16, in home: ExifTag.Home) -> MetadataSelection {
    if home == .gps { return .gps }
    if ExifPrivateTag.serialNumbers.contains(tag) { return .serialNumbers }
    switch tag {
    case IFDPointerTag.gps: return .gps
    case OffsetTag.makerNote: return .makerNotes
    case OffsetTag.dngPrivateData where home == .main, ExifPrivateTag.makerNoteSafety where home == .main:
      return .makerNotes
    case TIFFTag.orientation where home == .main: return .orientation
    case TIFFTag.xResolution where home == .main, TIFFTag.yResolution where home == .main,
      TIFFTag.resolutionUnit where home == .main:
      return .resolution
    default: return .exif
    }
  }

  /// Whether a field describes pixels. Such a field is not copied to a file with other pixels.
  static func describesPixels(_ tag: UInt16, in home: ExifTag.Home) -> Bool {
    switch home {
    case .main: TIFFTag.isStructural(tag) || tag == 532
    // ComponentsConfiguration, CompressedBitsPerPixel, ColorSpace, PixelXDimension, PixelYDimension.
    case .exif: [0x9101, 0x9102, 0xA001, 0xA002, 0xA003].contains(tag)
    case .gps: false
    }
  }

  /// Whether a field of a TIFF page is not metadata: it describes how the page is stored, or is a block of its own.
  ///
  /// DNG's CameraSerialNumber, RawDataUniqueID and DNGPrivateData are metadata, though their numbers are among those of
  /// its sensor data. These fields stay: WhitePoint and PrimaryChromaticities, which are needed to show the colours;
  /// Photoshop's layers; the georeference (GeoTIFF 1.1, 7.1; GDAL), which a note reports.
  static func isStorage(_ tag: UInt16) -> Bool {
    if ExifPrivateTag.serialNumbers.contains(tag) || tag == OffsetTag.dngPrivateData { return false }
    return TIFFTag.isStructural(tag)
      || [IFDPointerTag.subIFDs, ExifPrivateTag.dngVersion, 50707, 318, 319, ExifPrivateTag.photoshopLayers]
        .contains(tag)
      || ExifPrivateTag.geographic.contains(tag)
  }

  /// Whether a field is known to describe the picture: who took it, when, where, and with what.
  static func isKnown(_ tag: UInt16) -> Bool {
    [IFDPointerTag.exif, IFDPointerTag.gps, OffsetTag.makerNote, OffsetTag.dngPrivateData].contains(tag)
      || ExifPrivateTag.serialNumbers.contains(tag)
      || ExifTag.table.contains { $0.number == tag && $0.home != .gps }
  }
}
