/// Tags of TIFF 6.0 and its supplements that say how a picture is stored and where other things are.
package enum TIFFTag {
  package static let newSubfileType: UInt16 = 254
  package static let subfileType: UInt16 = 255
  package static let imageWidth: UInt16 = 256
  package static let imageLength: UInt16 = 257
  package static let bitsPerSample: UInt16 = 258
  package static let compression: UInt16 = 259
  package static let photometricInterpretation: UInt16 = 262
  package static let stripOffsets: UInt16 = 273
  package static let orientation: UInt16 = 274
  package static let samplesPerPixel: UInt16 = 277
  package static let rowsPerStrip: UInt16 = 278
  package static let stripByteCounts: UInt16 = 279
  package static let xResolution: UInt16 = 282
  package static let yResolution: UInt16 = 283
  package static let resolutionUnit: UInt16 = 296
  package static let tileWidth: UInt16 = 322
  package static let tileLength: UInt16 = 323
  package static let tileOffsets: UInt16 = 324
  package static let tileByteCounts: UInt16 = 325
  package static let extraSamples: UInt16 = 338
  package static let sampleFormat: UInt16 = 339
  package static let jpegInterchangeFormat: UInt16 = 513
  package static let jpegInterchangeFormatLength: UInt16 = 514
  package static let yCbCrSubSampling: UInt16 = 530
  package static let xmp: UInt16 = 700
  package static let iptc: UInt16 = 33723
  package static let photoshop: UInt16 = 34377
  package static let iccProfile: UInt16 = 34675

  /// Whether a tag describes how the pixels of a TIFF directory are stored, or holds a block that is copied separately.
  /// Such a field has no meaning outside its directory.
  package static func isStructural(_ tag: UInt16) -> Bool {
    switch tag {
    case 254...266, 273, 277...281, 284, 290...293, 301, 317, 320...347, 351, 400...435, 512...521, 529...532, 559:
      true
    case xmp, iptc, photoshop, iccProfile: true
    // SGI's and Pixar's picture sizes, GDAL's and libtiff's own fields, DNG's descriptions of sensor data.
    case 32953...33000, 33300...33405, 33421...33422, 37439, 42112, 42113, 50674...50780: true
    default: false
    }
  }
}

/// The numbers of the field Compression (259), by the names that users know.
package enum TIFFCompressionName {
  package static func name(of compression: Int) -> String {
    names[compression] ?? "compression \(compression)"
  }

  private static let names: [Int: String] = [
    1: "none", 2: "CCITT RLE", 3: "CCITT Group 3", 4: "CCITT Group 4", 5: "LZW", 6: "old JPEG", 7: "JPEG",
    8: "deflate", 9: "JBIG T.85", 10: "JBIG T.43", 32766: "NeXT", 32771: "CCITT RLE (words)", 32773: "PackBits",
    32809: "ThunderScan", 32895: "IT8 CT", 32896: "IT8 LW", 32897: "IT8 MP", 32898: "IT8 BL", 32908: "PixarFilm",
    32909: "PixarLog", 32946: "deflate", 32947: "Kodak DCS", 33003: "JPEG 2000", 33005: "JPEG 2000", 34661: "JBIG",
    34676: "SGILog", 34677: "SGILog24", 34712: "JPEG 2000", 34887: "LERC", 34892: "lossy JPEG", 34925: "LZMA",
    50000: "Zstandard", 50001: "WebP", 50002: "JPEG XL",
  ]
}

/// Fields whose values are or contain offsets with unknown targets.
package enum OffsetTag {
  package static let makerNote: UInt16 = 0x927C
  package static let dngPrivateData: UInt16 = 0xC634

  /// StripOffsets, TileOffsets, JPEGInterchangeFormat: they point to pictures, whose lengths are in other fields.
  package static let pictures = Set(pictureLengths.map(\.place))

  /// The fields that point to pictures, with those of their lengths.
  static let pictureLengths: [(place: UInt16, length: UInt16)] = [
    (TIFFTag.stripOffsets, TIFFTag.stripByteCounts), (TIFFTag.tileOffsets, TIFFTag.tileByteCounts),
    (TIFFTag.jpegInterchangeFormat, TIFFTag.jpegInterchangeFormatLength),
  ]

  /// Whether a field may point to further parts of its block.
  ///
  /// - Parameter type: nil for an unknown type, whose values may be anywhere.
  package static func mayLead(_ tag: UInt16, _ type: IFDFieldType?) -> Bool {
    guard let type else { return true }
    switch tag {
    // FreeOffsets; SubIFDs; the tables of old JPEG in TIFF (TIFF 6.0, section 22).
    case 288, IFDPointerTag.subIFDs, 519...521: return true
    case IFDPointerTag.exif, IFDPointerTag.gps, IFDPointerTag.interoperability: return true
    case makerNote, dngPrivateData: return true
    // These have the type LONG and are not offsets: Exif's sensitivities and size of the picture, Microsoft's
    // OffsetSchema, and IPTC data of old writers.
    case 0x8831...0x8835, 0xA002, 0xA003, 0xEA1D, TIFFTag.iptc: return false
    default: return type == .ifd || type == .ifd8 || tag >= 0x8000 && (type == .long || type == .long8)
    }
  }
}
