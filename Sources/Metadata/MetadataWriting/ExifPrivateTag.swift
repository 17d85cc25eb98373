/// Tags of Exif that editing looks for.
enum ExifPrivateTag {
  static let makerNote: UInt16 = 0x927C
  static let pixelXDimension: UInt16 = 0xA002
  static let pixelYDimension: UInt16 = 0xA003
  static let dngPrivateData: UInt16 = 0xC634
  static let makerNoteSafety: UInt16 = 0xC635

  /// ImageUniqueID, CameraOwnerName, BodySerialNumber, LensSerialNumber, DNG's CameraSerialNumber and RawDataUniqueID.
  static let serialNumbers: Set<UInt16> = [0xA420, 0xA430, 0xA431, 0xA435, 0xC62F, 0xC65D]
}
