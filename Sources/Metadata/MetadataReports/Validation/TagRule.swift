internal import ImageModel
internal import MetadataModel
internal import MetadataWriting
internal import TIFFStructure

/// What the standards say of a tag, as far as it can be checked: TIFF 6.0, sections 4 to 8; Exif 3.0, 4.6.4 to 4.6.8.
struct TagRule {
  /// The role of a directory.
  enum Role: Hashable {
    /// A part is what SubIFDs points to: another version of the page, or a camera's sensor data.
    case main, thumbnail, part, exif, gps, interoperability

    var name: String {
      switch self {
      case .main: "IFD0"
      case .thumbnail: "IFD1"
      case .part: "SubIFD"
      case .exif: "Exif"
      case .gps: "GPS"
      case .interoperability: "Interop"
      }
    }

    /// `Orientation (0x0112)`
    func label(of tag: UInt16) -> String {
      let name =
        switch self {
        case .gps: ExifTagNames.inGPS(tag)
        case .interoperability: ExifTagNames.inInteroperability(tag)
        default: ExifTagNames.inExif(tag)
        }
      let number = Hexadecimal.number(tag)
      return name.map { "\($0) (\(number))" } ?? "tag \(number)"
    }
  }

  /// What a text looks like.
  enum Form {
    /// `YYYY:MM:DD hh:mm:ss`
    case date
    /// `YYYY:MM:DD`
    case day
    /// `+hh:mm`
    case zone
    case words(Set<String>)
  }

  /// Empty: any type.
  var types: [IFDFieldType] = []
  var counts: ClosedRange<Int>?
  /// The integers that are defined; nil: all.
  var integers: Set<Int>?
  var numbers: ClosedRange<Double>?
  var form: Form?
  /// The first version of Exif that has the tag.
  var since: Int?
  /// Whether 0/0 stands for an unknown value.
  var mayBeUnknown = false

  /// nil for a tag without rules.
  init?(_ tag: UInt16, in role: Role) {
    self.init()
    let home: ExifTag.Home? =
      switch role {
      case .main, .thumbnail, .part: .main
      case .exif: .exif
      case .gps: .gps
      case .interoperability: nil
      }
    if let home, let known = Self.settable[Key(home: home, tag: tag)] {
      take(known)
    } else if let (types, count) = Self.others[home == .main ? .main : role]?[tag] {
      self.types = types
      counts = count > 0 ? count...count : nil
    } else {
      return nil
    }
    if role == .gps { complete(gps: tag) } else { complete(exif: tag) }
    since = Self.firstVersion(of: tag, in: role)
  }

  private struct Key: Hashable {
    var home: ExifTag.Home
    var tag: UInt16
  }

  /// The tags that a user can set have types and counts there.
  private static let settable = Dictionary(
    ExifTag.table.map { (Key(home: $0.home, tag: $0.number), $0) }
  ) { first, _ in first }

  private init() {}

  private mutating func take(_ tag: ExifTag) {
    counts = tag.count > 0 ? tag.count...tag.count : nil
    switch tag.format {
    case .text: types = [.ascii, .utf8]
    case .date: (types, counts, form) = ([.ascii], 20...20, .date)
    case .zone: (types, counts, form) = ([.ascii], 7...7, .zone)
    case .integer(.byte), .wide: types = [.byte]
    case .integer(.short): types = [.short]
    // A size is a LONG only if it needs one.
    case .integer(.long): types = tag.name.hasPrefix("Pixel") ? [.short, .long] : [.long]
    case .integer(.undefined), .version, .coded: types = [.undefined]
    case .fraction(let signed): types = [signed ? .signedRational : .rational]
    }
  }

  /// Tags that nobody sets by hand: what points to data, and how pixels are stored. 0: any count.
  private static let others: [Role: [UInt16: ([IFDFieldType], Int)]] = [
    .main: [
      254: ([.long], 1), 255: ([.short], 1), 256: ([.short, .long], 1), 257: ([.short, .long], 1), 258: ([.short], 0),
      259: ([.short], 1), 262: ([.short], 1), 273: ([.short, .long, .long8], 0), 277: ([.short], 1),
      278: ([.short, .long], 1), 279: ([.short, .long, .long8], 0), 284: ([.short], 1), 301: ([.short], 0),
      322: ([.short, .long], 1), 323: ([.short, .long], 1), 324: ([.long, .long8], 0),
      325: ([.short, .long, .long8], 0), 338: ([.short], 0), 339: ([.short], 0), 513: ([.long], 1), 514: ([.long], 1),
      330: ([.long, .ifd, .ifd8], 0), 530: ([.short], 2), 34665: ([.long, .ifd, .ifd8], 1),
      34853: ([.long, .ifd, .ifd8], 1),
    ],
    .exif: [
      0x8828: ([.undefined], 0), 0x927C: ([.undefined], 0), 40965: ([.long, .ifd], 1), 0xA20C: ([.undefined], 0),
      0xA302: ([.undefined], 0), 0xA40B: ([.undefined], 0),
    ],
    .interoperability: [
      1: ([.ascii], 0), 2: ([.undefined], 4), 0x1000: ([.ascii], 0), 0x1001: ([.short, .long], 1),
      0x1002: ([.short, .long], 1),
    ],
  ]

  private mutating func complete(exif tag: UInt16) {
    switch tag {
    case TIFFTag.orientation: integers = Set(1...8)
    case TIFFTag.resolutionUnit: integers = [1, 2, 3]
    case 0xA210: integers = [2, 3]
    case 284, 531: integers = [1, 2]
    case 0x8822: integers = Set(0...8)
    case 0x8830: integers = Set(0...7)
    case 0x9101: integers = Set(0...6)
    case 0x9207: integers = Set(0...6).union([255])
    case 0x9208: integers = Set(0...4).union(9...24).union([255])
    case 0x9209: integers = Set(0...127)
    case 0x9214: counts = 2...4
    case 0xA001: integers = [1, 65_535]
    case 0xA217: integers = [1, 2, 3, 4, 5, 7, 8]
    case 0xA300: integers = Set(0...3)
    case 0xA301: integers = [1]
    case 0xA401, 0xA403: integers = [0, 1]
    case 0xA402, 0xA408, 0xA409, 0xA40A: integers = Set(0...2)
    case 0xA406, 0xA40C, 0xA460: integers = Set(0...3)
    case 0xA407: integers = Set(0...4)
    // The unique number is 32 hexadecimal digits.
    case 0xA420: counts = 33...33
    case 0xA432, 0x9206: mayBeUnknown = true
    default: break
    }
  }

  private mutating func complete(gps tag: UInt16) {
    switch tag {
    case 1, 0x13: (counts, form) = (2...2, .words(["N", "S"]))
    case 3, 0x15: (counts, form) = (2...2, .words(["E", "W"]))
    case 2, 0x14: numbers = 0...90
    case 4, 0x16: numbers = 0...180
    case 5: integers = Set(0...3)
    case 9: (counts, form) = (2...2, .words(["A", "V"]))
    case 0xA: (counts, form) = (2...2, .words(["2", "3"]))
    case 0xC, 0x19: (counts, form) = (2...2, .words(["K", "M", "N"]))
    case 0xE, 0x10, 0x17: (counts, form) = (2...2, .words(["T", "M"]))
    case 0xF, 0x11, 0x18: numbers = 0...360
    case 0x1D: (types, counts, form) = ([.ascii], 11...11, .day)
    case 0x1E: integers = [0, 1]
    default: break
    }
  }

  private static func firstVersion(of tag: UInt16, in role: Role) -> Int? {
    switch (role, tag) {
    case (.gps, 0x1B...0x1E): 220
    case (.gps, 0x1F): 230
    case (.exif, 0x9214), (.exif, 0xA401...0xA40C), (.exif, 0xA420): 220
    case (.exif, 0xA500): 221
    case (.exif, 0x8830...0x8835), (.exif, 0xA430...0xA435): 230
    case (.exif, 0x9010...0x9012), (.exif, 0x9400...0x9405): 231
    case (.exif, 0xA460...0xA462): 232
    case (.exif, 0xA436...0xA43C): 300
    default: nil
    }
  }

  /// The tags that each directory of this role has.
  ///
  /// - Parameter version: that of Exif. From 3.0 on FlashpixVersion is not mandatory.
  static func mandatory(_ role: Role, _ kind: ExifValidator.Kind, _ version: Int?) -> [UInt16] {
    switch (role, kind) {
    case (.main, .jpeg): [TIFFTag.xResolution, TIFFTag.yResolution, TIFFTag.resolutionUnit, 531]
    case (.main, .tiff):
      [
        TIFFTag.imageWidth, TIFFTag.imageLength, TIFFTag.photometricInterpretation, TIFFTag.xResolution,
        TIFFTag.yResolution,
      ]
    case (.part, .tiff): [TIFFTag.imageWidth, TIFFTag.imageLength, TIFFTag.photometricInterpretation]
    case (.thumbnail, .jpeg):
      [
        TIFFTag.compression, TIFFTag.xResolution, TIFFTag.yResolution, TIFFTag.resolutionUnit,
        TIFFTag.jpegInterchangeFormat, TIFFTag.jpegInterchangeFormatLength,
      ]
    case (.exif, .jpeg):
      [0x9000, 0x9101] + (version ?? 0 < 300 ? [0xA000] : []) + [0xA001, 0xA002, 0xA003]
    case (.gps, .jpeg): [0]
    case (.interoperability, .jpeg): [1]
    default: []
    }
  }

  /// The name of the directory that a tag belongs to, if it is not one with this role.
  static func otherHome(of tag: UInt16, in role: Role) -> String? {
    func isKnown(_ home: ExifTag.Home) -> Bool { settable[Key(home: home, tag: tag)] != nil }
    switch role {
    case .main, .thumbnail, .part: return isKnown(.exif) && !isKnown(.main) ? "Exif" : nil
    case .exif: return isKnown(.main) && !isKnown(.exif) ? "IFD0" : nil
    case .gps where !isKnown(.gps): return isKnown(.exif) ? "Exif" : isKnown(.main) ? "IFD0" : nil
    case .gps, .interoperability: return nil
    }
  }

  /// The name of a type in the standards.
  static func name(of type: IFDFieldType) -> String {
    switch type {
    case .byte: "BYTE"
    case .ascii: "ASCII"
    case .short: "SHORT"
    case .long: "LONG"
    case .rational: "RATIONAL"
    case .signedByte: "SBYTE"
    case .undefined: "UNDEFINED"
    case .signedShort: "SSHORT"
    case .signedLong: "SLONG"
    case .signedRational: "SRATIONAL"
    case .float: "FLOAT"
    case .double: "DOUBLE"
    case .ifd: "IFD"
    case .utf8: "UTF-8"
    case .long8: "LONG8"
    case .signedLong8: "SLONG8"
    case .ifd8: "IFD8"
    }
  }
}
