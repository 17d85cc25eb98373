/// One dataset of the standard: its name, the format of its value, and whether it may repeat.
///
/// Names have ExifTool's spelling, with the hyphens of IIM 4.2 and without its spaces. Numbers that IIM leaves free
/// have the names that their makers published.
struct IPTCDataSet: Hashable {
  enum Format: Hashable {
    case text, date, time, integer, bytes
    /// Dataset 1:90, which declares the character set of the texts.
    case characterSet
  }

  var name: String
  var format: Format
  var repeats: Bool

  private init(_ name: String, _ format: Format = .text, repeats: Bool = false) {
    self.name = name
    self.format = format
    self.repeats = repeats
  }

  /// nil for a dataset without a name.
  init?(record: UInt8, number: UInt8) {
    let known: IPTCDataSet? =
      switch record {
      case 1: Self.envelope(number)
      case 2: Self.application(number)
      case 3: Self.newsPhoto(number)
      case 7: Self.preObjectData(number)
      case 8: Self.objectData(number)
      case 9: Self.postObjectData(number)
      default: nil
      }
    guard let known else { return nil }
    self = known
  }

  /// The name with spaces: `Special Instructions` for `SpecialInstructions`.
  static func title(of name: String) -> String {
    var title: [UInt8] = []
    for letter in name.utf8 {
      // Names are ASCII: in lowercase letters bit 5 is set.
      if letter & 0x60 == 0x40, let last = title.last, last & 0x60 == 0x60 { title.append(UInt8(ascii: " ")) }
      title.append(letter)
    }
    return String(decoding: title, as: UTF8.self)
  }

  private static func envelope(_ number: UInt8) -> IPTCDataSet? {
    switch number {
    case 0: IPTCDataSet("EnvelopeRecordVersion", .integer)
    case 5: IPTCDataSet("Destination", repeats: true)
    case 20: IPTCDataSet("FileFormat", .integer)
    case 22: IPTCDataSet("FileVersion", .integer)
    case 30: IPTCDataSet("ServiceIdentifier")
    case 40: IPTCDataSet("EnvelopeNumber")
    case 50: IPTCDataSet("ProductID", repeats: true)
    case 60: IPTCDataSet("EnvelopePriority")
    case 70: IPTCDataSet("DateSent", .date)
    case 80: IPTCDataSet("TimeSent", .time)
    case 90: IPTCDataSet("CodedCharacterSet", .characterSet)
    case 100: IPTCDataSet("UniqueObjectName")
    case 120: IPTCDataSet("ARMIdentifier", .integer)
    case 122: IPTCDataSet("ARMVersion", .integer)
    default: nil
    }
  }

  private static func application(_ number: UInt8) -> IPTCDataSet? {
    switch number {
    case 0: IPTCDataSet("ApplicationRecordVersion", .integer)
    case 3: IPTCDataSet("ObjectTypeReference")
    case 4: IPTCDataSet("ObjectAttributeReference", repeats: true)
    case 5: IPTCDataSet("ObjectName")
    case 7: IPTCDataSet("EditStatus")
    case 8: IPTCDataSet("EditorialUpdate")
    case 10: IPTCDataSet("Urgency")
    case 12: IPTCDataSet("SubjectReference", repeats: true)
    case 15: IPTCDataSet("Category")
    case 20: IPTCDataSet("SupplementalCategories", repeats: true)
    case 22: IPTCDataSet("FixtureIdentifier")
    case 25: IPTCDataSet("Keywords", repeats: true)
    case 26: IPTCDataSet("ContentLocationCode", repeats: true)
    case 27: IPTCDataSet("ContentLocationName", repeats: true)
    case 30: IPTCDataSet("ReleaseDate", .date)
    case 35: IPTCDataSet("ReleaseTime", .time)
    case 37: IPTCDataSet("ExpirationDate", .date)
    case 38: IPTCDataSet("ExpirationTime", .time)
    case 40: IPTCDataSet("SpecialInstructions")
    case 42: IPTCDataSet("ActionAdvised")
    case 45: IPTCDataSet("ReferenceService", repeats: true)
    case 47: IPTCDataSet("ReferenceDate", .date, repeats: true)
    case 50: IPTCDataSet("ReferenceNumber", repeats: true)
    case 55: IPTCDataSet("DateCreated", .date)
    case 60: IPTCDataSet("TimeCreated", .time)
    case 62: IPTCDataSet("DigitalCreationDate", .date)
    case 63: IPTCDataSet("DigitalCreationTime", .time)
    case 65: IPTCDataSet("OriginatingProgram")
    case 70: IPTCDataSet("ProgramVersion")
    case 75: IPTCDataSet("ObjectCycle")
    case 80: IPTCDataSet("By-line", repeats: true)
    case 85: IPTCDataSet("By-lineTitle", repeats: true)
    case 90: IPTCDataSet("City")
    case 92: IPTCDataSet("Sub-location")
    case 95: IPTCDataSet("Province-State")
    case 100: IPTCDataSet("Country-PrimaryLocationCode")
    case 101: IPTCDataSet("Country-PrimaryLocationName")
    case 103: IPTCDataSet("OriginalTransmissionReference")
    case 105: IPTCDataSet("Headline")
    case 110: IPTCDataSet("Credit")
    case 115: IPTCDataSet("Source")
    case 116: IPTCDataSet("CopyrightNotice")
    case 118: IPTCDataSet("Contact", repeats: true)
    case 120: IPTCDataSet("Caption-Abstract")
    case 121: IPTCDataSet("LocalCaption")
    case 122: IPTCDataSet("Writer-Editor", repeats: true)
    case 125: IPTCDataSet("RasterizedCaption", .bytes)
    case 130: IPTCDataSet("ImageType")
    case 131: IPTCDataSet("ImageOrientation")
    case 135: IPTCDataSet("LanguageIdentifier")
    case 150: IPTCDataSet("AudioType")
    case 151: IPTCDataSet("AudioSamplingRate")
    case 152: IPTCDataSet("AudioSamplingResolution")
    case 153: IPTCDataSet("AudioDuration")
    case 154: IPTCDataSet("AudioOutcue")
    case 184: IPTCDataSet("JobID")
    case 185: IPTCDataSet("MasterDocumentID")
    case 186: IPTCDataSet("ShortDocumentID")
    case 187: IPTCDataSet("UniqueDocumentID")
    case 188: IPTCDataSet("OwnerID")
    case 200: IPTCDataSet("ObjectPreviewFileFormat", .integer)
    case 201: IPTCDataSet("ObjectPreviewFileVersion", .integer)
    case 202: IPTCDataSet("ObjectPreviewData", .bytes)
    case 221: IPTCDataSet("Prefs")
    case 225: IPTCDataSet("ClassifyState")
    case 228: IPTCDataSet("SimilarityIndex")
    case 230: IPTCDataSet("DocumentNotes")
    case 231: IPTCDataSet("DocumentHistory")
    case 232: IPTCDataSet("ExifCameraInfo")
    case 255: IPTCDataSet("CatalogSets", repeats: true)
    default: nil
    }
  }

  private static func newsPhoto(_ number: UInt8) -> IPTCDataSet? {
    switch number {
    case 0: IPTCDataSet("NewsPhotoVersion", .integer)
    case 10: IPTCDataSet("IPTCPictureNumber")
    case 20: IPTCDataSet("IPTCImageWidth", .integer)
    case 30: IPTCDataSet("IPTCImageHeight", .integer)
    case 40: IPTCDataSet("IPTCPixelWidth", .integer)
    case 50: IPTCDataSet("IPTCPixelHeight", .integer)
    case 55: IPTCDataSet("SupplementalType", .integer)
    case 60: IPTCDataSet("ColorRepresentation", .integer)
    case 64: IPTCDataSet("InterchangeColorSpace", .integer)
    case 65: IPTCDataSet("ColorSequence", .integer)
    case 66: IPTCDataSet("ICC_Profile", .bytes)
    case 70: IPTCDataSet("ColorCalibrationMatrix", .bytes)
    case 80: IPTCDataSet("LookupTable", .bytes)
    case 84: IPTCDataSet("NumIndexEntries", .integer)
    case 85: IPTCDataSet("ColorPalette", .bytes)
    case 86: IPTCDataSet("IPTCBitsPerSample", .integer)
    case 90: IPTCDataSet("SampleStructure", .integer)
    case 100: IPTCDataSet("ScanningDirection", .integer)
    case 102: IPTCDataSet("IPTCImageRotation", .integer)
    case 110: IPTCDataSet("DataCompressionMethod", .integer)
    case 120: IPTCDataSet("QuantizationMethod", .integer)
    case 125: IPTCDataSet("EndPoints", .bytes)
    case 130: IPTCDataSet("ExcursionTolerance", .integer)
    case 135: IPTCDataSet("BitsPerComponent", .integer)
    case 140: IPTCDataSet("MaximumDensityRange", .integer)
    case 145: IPTCDataSet("GammaCompensatedValue", .integer)
    default: nil
    }
  }

  private static func preObjectData(_ number: UInt8) -> IPTCDataSet? {
    switch number {
    case 10: IPTCDataSet("SizeMode", .integer)
    case 20: IPTCDataSet("MaxSubfileSize", .integer)
    case 90: IPTCDataSet("ObjectSizeAnnounced", .integer)
    case 95: IPTCDataSet("MaximumObjectSize", .integer)
    default: nil
    }
  }

  private static func objectData(_ number: UInt8) -> IPTCDataSet? {
    switch number {
    case 10: IPTCDataSet("SubFile", .bytes, repeats: true)
    default: nil
    }
  }

  private static func postObjectData(_ number: UInt8) -> IPTCDataSet? {
    switch number {
    case 10: IPTCDataSet("ConfirmedObjectSize", .integer)
    default: nil
    }
  }
}

/// The names of the datasets of IPTC IIM.
package enum IPTCNames {
  /// All names, record by record.
  package static var all: [String] {
    (UInt8(1)...9).flatMap { record in
      (UInt8.min...UInt8.max).compactMap { IPTCDataSet(record: record, number: $0)?.name }
    }
  }
}
