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

  /// Whether a tag says how the pixels of a TIFF directory are stored, or carries one of the blocks that travel apart:
  /// such a field means nothing once it has left its directory.
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
