package import ImageModel

/// A rule of a standard that the metadata of a file breaks.
package struct Finding: Hashable, Sendable {
  /// A note is for what most readers accept and many writers do.
  package var severity: Diagnostic.Severity
  /// A directory, a block or a field: `IFD0`, `Exif: ExposureTime (0x829A)`, `IPTC: Keywords`.
  package var place: String
  package var rule: ValidationRule
  package var message: String

  package init(_ rule: ValidationRule, _ place: String, _ message: String, _ severity: Diagnostic.Severity = .warning) {
    self.severity = severity
    self.place = place
    self.rule = rule
    self.message = message
  }
}

/// The rules that `--validate` checks. The names are those of reports.
package enum ValidationRule: String, CaseIterable, Sendable {
  /// What the walker of the file's format, or the reader of a block, says of damage.
  case structure
  case entryOrder = "entry-order"
  case duplicateTag = "duplicate-tag"
  case fieldType = "field-type"
  case valueCount = "value-count"
  case offset
  case overlap
  case alignment
  case textEnd = "text-end"
  case textEncoding = "text-encoding"
  case date
  case rational
  case valueRange = "value-range"
  case missingTag = "missing-tag"
  case wrongDirectory = "wrong-directory"
  case exifVersion = "exif-version"
  case xmpSyntax = "xmp-syntax"
  case xmpPacket = "xmp-packet"
  case xmpValue = "xmp-value"
  case iptcLength = "iptc-length"
  case iptcRepeated = "iptc-repeated"
  case iptcValue = "iptc-value"
  case iptcVersion = "iptc-version"
  case iptcCharacterSet = "iptc-character-set"
  case iptcDigest = "iptc-digest"

  /// Where the rule is written.
  package var clause: String {
    switch self {
    case .structure: "the standard of the file's format"
    case .entryOrder, .duplicateTag: "TIFF 6.0, section 2, Image File Directory"
    case .fieldType, .valueCount: "Exif 3.0, 4.6.4 to 4.6.8; TIFF 6.0, section 8"
    case .offset, .overlap, .alignment: "TIFF 6.0, section 2, IFD Entry"
    case .textEnd: "TIFF 6.0, section 2, Types"
    case .textEncoding: "Exif 3.0, 4.6.2"
    case .date: "Exif 3.0, 4.6.5, DateTime"
    case .rational: "TIFF 6.0, section 2, Types"
    case .valueRange: "Exif 3.0, 4.6.5 to 4.6.7"
    case .missingTag: "Exif 3.0, 4.6.9, tag support levels; TIFF 6.0, sections 4 and 6"
    case .wrongDirectory: "Exif 3.0, 4.6.4 to 4.6.8"
    case .exifVersion: "Exif 3.0, 4.6.6, ExifVersion"
    case .xmpSyntax: "XMP, part 1, 7"
    case .xmpPacket: "XMP, part 1, 7.3.2"
    case .xmpValue: "XMP, part 1, 8.2"
    case .iptcLength, .iptcValue: "IIM 4.2, chapters 5 and 6"
    case .iptcRepeated: "IIM 4.2, 6, Repeatable"
    case .iptcVersion: "IIM 4.2, 2:00"
    case .iptcCharacterSet: "IIM 4.2, 1:90"
    case .iptcDigest: "Metadata Working Group, Guidelines 2.0, 3.3"
    }
  }

  /// The rule that a warning of a reader is about.
  static func of(warning: String) -> ValidationRule {
    let isXMP = warning.hasPrefix("XMP: ")
    return phrases.first { block, phrase, _ in warning.hasPrefix(block) && warning.contains(phrase) }?.rule
      ?? (isXMP ? .xmpSyntax : .structure)
  }

  /// What the readers of blocks say, by the rule that is broken.
  private static let phrases: [(block: String, phrase: String, rule: ValidationRule)] = [
    ("Exif: ", "occurs twice", .duplicateTag), ("Exif: ", "has the unknown type", .fieldType),
    ("Exif: ", "outside the data", .offset), ("Exif: ", "is part of a loop", .offset),
    ("Exif: ", "is cut short", .offset), ("IPTC: ", "has an impossible length", .iptcLength),
    ("IPTC: ", "IPTC: the dataset", .iptcLength), ("IPTC: ", "character set", .iptcCharacterSet),
  ]
}
