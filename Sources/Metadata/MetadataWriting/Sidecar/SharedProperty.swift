internal import MetadataModel

/// A property that Exif, IPTC and XMP hold under names of their own (IPTC Photo Metadata 2021; CIPA DC-010; the
/// guidelines of the Metadata Working Group, 2010).
struct SharedProperty: Hashable {
  /// The tag of Exif, or of GPS with its prefix.
  let exif: String?
  /// ExifTool's name of the dataset.
  let iptc: String?
  /// The name with its usual prefix.
  let xmp: String

  /// Each name occurs once, so that a name leads to one row.
  static let all: [SharedProperty] = {
    let described = [
      SharedProperty(exif: "ImageDescription", iptc: "Caption-Abstract", xmp: "dc:description"),
      SharedProperty(exif: "Artist", iptc: "By-line", xmp: "dc:creator"),
      SharedProperty(exif: "Copyright", iptc: "CopyrightNotice", xmp: "dc:rights"),
      SharedProperty(exif: "DateTimeOriginal", iptc: nil, xmp: "exif:DateTimeOriginal"),
      SharedProperty(exif: "DateTimeDigitized", iptc: nil, xmp: "xmp:CreateDate"),
      SharedProperty(exif: "DateTime", iptc: nil, xmp: "xmp:ModifyDate"),
      SharedProperty(exif: "Software", iptc: nil, xmp: "xmp:CreatorTool"),
      SharedProperty(exif: "Rating", iptc: nil, xmp: "xmp:Rating"),
    ]
    let camera = ["Make", "Model", "Orientation"].map { (name: String) in
      SharedProperty(exif: name, iptc: nil, xmp: "tiff:\(name)")
    }
    let exposure = [
      "UserComment", "ExposureTime", "FNumber", "ExposureProgram", "ISOSpeedRatings", "ShutterSpeedValue",
      "ApertureValue", "BrightnessValue", "ExposureBiasValue", "MaxApertureValue", "SubjectDistance", "MeteringMode",
      "LightSource", "FocalLength", "ExposureMode", "WhiteBalance", "DigitalZoomRatio", "FocalLengthIn35mmFilm",
      "SceneCaptureType", "GainControl", "Contrast", "Saturation", "Sharpness", "SubjectDistanceRange",
      "ImageUniqueID", "GPSLatitude", "GPSLongitude", "GPSAltitudeRef", "GPSAltitude", "GPSSpeedRef", "GPSSpeed",
      "GPSTrackRef", "GPSTrack", "GPSImgDirectionRef", "GPSImgDirection", "GPSMapDatum", "GPSDestLatitude",
      "GPSDestLongitude",
    ].map { (name: String) in SharedProperty(exif: name, iptc: nil, xmp: "exif:\(name)") }
    let lens = ["CameraOwnerName", "BodySerialNumber", "LensMake", "LensModel", "LensSerialNumber"]
      .map { (name: String) in SharedProperty(exif: name, iptc: nil, xmp: "exifEX:\(name)") }
    let press: KeyValuePairs = [
      "ObjectName": "dc:title", "Keywords": "dc:subject", "DateCreated": "photoshop:DateCreated",
      "Headline": "photoshop:Headline", "City": "photoshop:City", "Province-State": "photoshop:State",
      "Country-PrimaryLocationName": "photoshop:Country", "Credit": "photoshop:Credit", "Source": "photoshop:Source",
      "SpecialInstructions": "photoshop:Instructions", "Writer-Editor": "photoshop:CaptionWriter",
      "By-lineTitle": "photoshop:AuthorsPosition", "Category": "photoshop:Category", "Urgency": "photoshop:Urgency",
      "SupplementalCategories": "photoshop:SupplementalCategories",
      "OriginalTransmissionReference": "photoshop:TransmissionReference", "Sub-location": "Iptc4xmpCore:Location",
      "Country-PrimaryLocationCode": "Iptc4xmpCore:CountryCode",
    ]
    return described + camera + exposure + lens + press.map { SharedProperty(exif: nil, iptc: $0.key, xmp: $0.value) }
  }()

  private static let byExif = Dictionary(
    all.compactMap { row in row.exif.map { ($0, row) } }, uniquingKeysWith: { first, _ in first })
  private static let byIPTC = Dictionary(
    all.compactMap { row in row.iptc.map { ($0, row) } }, uniquingKeysWith: { first, _ in first })

  /// - Parameter exif: the name in the standard, of GPS with its prefix.
  static func named(exif: String) -> SharedProperty? { byExif[exif] }
  static func named(iptc: String) -> SharedProperty? { byIPTC[iptc] }

  /// The properties that have a name of their own for --set, which sets them in all their places.
  private static let words: KeyValuePairs = [
    "title": "dc:title", "description": "dc:description", "creator": "dc:creator", "copyright": "dc:rights",
    "keywords": "dc:subject", "headline": "photoshop:Headline", "rating": "xmp:Rating", "city": "photoshop:City",
    "state": "photoshop:State", "country": "photoshop:Country", "sublocation": "Iptc4xmpCore:Location",
  ]

  static var wordList: [String] { words.map(\.key) + ["dates"] }

  static func named(word: String) -> SharedProperty? {
    words.first { $0.key == word.lowercased() }.flatMap { row in all.first { $0.xmp == row.value } }
  }

  /// The tag of Exif; nil for a property that Exif does not have.
  var tag: ExifTag? { exif.flatMap { ExifTag.named($0, gps: $0.hasPrefix("GPS")) } }
}
