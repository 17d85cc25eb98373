internal import ImageModel

/// A dataset of IPTC's Information Interchange Model 4.2 that a user can set: one of record 2 that describes a picture.
package struct IPTCTag: Sendable {
  package enum Format: Hashable, Sendable {
    case text, digits
    /// `CCYYMMDD`
    case date
    /// `HHMMSS+HHMM`
    case time
  }

  package let name: String
  package let number: UInt8
  /// The maximum length that the standard allows.
  package let maxBytes: Int
  package let format: Format
  package let repeats: Bool

  private init(_ name: String, _ number: UInt8, _ maxBytes: Int, _ format: Format = .text, repeats: Bool = false) {
    self.name = name
    self.number = number
    self.maxBytes = maxBytes
    self.format = format
    self.repeats = repeats
  }

  /// Record 2, with ExifTool's names.
  package static let table: [IPTCTag] = [
    IPTCTag("ObjectName", 5, 64), IPTCTag("EditStatus", 7, 64), IPTCTag("Urgency", 10, 1, .digits),
    IPTCTag("SubjectReference", 12, 236, repeats: true), IPTCTag("Category", 15, 3),
    IPTCTag("SupplementalCategories", 20, 32, repeats: true), IPTCTag("FixtureIdentifier", 22, 32),
    IPTCTag("Keywords", 25, 64, repeats: true), IPTCTag("ContentLocationCode", 26, 3, repeats: true),
    IPTCTag("ContentLocationName", 27, 64, repeats: true), IPTCTag("ReleaseDate", 30, 8, .date),
    IPTCTag("ReleaseTime", 35, 11, .time), IPTCTag("ExpirationDate", 37, 8, .date),
    IPTCTag("ExpirationTime", 38, 11, .time), IPTCTag("SpecialInstructions", 40, 256),
    IPTCTag("DateCreated", 55, 8, .date), IPTCTag("TimeCreated", 60, 11, .time),
    IPTCTag("DigitalCreationDate", 62, 8, .date), IPTCTag("DigitalCreationTime", 63, 11, .time),
    IPTCTag("OriginatingProgram", 65, 32), IPTCTag("ProgramVersion", 70, 10), IPTCTag("ObjectCycle", 75, 1),
    IPTCTag("By-line", 80, 32, repeats: true), IPTCTag("By-lineTitle", 85, 32, repeats: true),
    IPTCTag("City", 90, 32), IPTCTag("Sub-location", 92, 32), IPTCTag("Province-State", 95, 32),
    IPTCTag("Country-PrimaryLocationCode", 100, 3), IPTCTag("Country-PrimaryLocationName", 101, 64),
    IPTCTag("OriginalTransmissionReference", 103, 32), IPTCTag("Headline", 105, 256), IPTCTag("Credit", 110, 32),
    IPTCTag("Source", 115, 32), IPTCTag("CopyrightNotice", 116, 128), IPTCTag("Contact", 118, 128, repeats: true),
    IPTCTag("Caption-Abstract", 120, 2_000), IPTCTag("Writer-Editor", 122, 32, repeats: true),
    IPTCTag("ImageType", 130, 2), IPTCTag("ImageOrientation", 131, 1), IPTCTag("LanguageIdentifier", 135, 3),
  ]

  /// Other names that the standard and other programs use.
  package static let aliases: KeyValuePairs<String, String> = [
    "Caption": "Caption-Abstract", "Title": "ObjectName", "Byline": "By-line", "BylineTitle": "By-lineTitle",
    "Country": "Country-PrimaryLocationName", "CountryName": "Country-PrimaryLocationName",
    "CountryCode": "Country-PrimaryLocationCode", "State": "Province-State", "ProvinceState": "Province-State",
    "SubLocation": "Sub-location", "Copyright": "CopyrightNotice", "Writer": "Writer-Editor",
    "Instructions": "SpecialInstructions", "Keyword": "Keywords", "Creator": "By-line",
  ]

  static var names: [String] { table.map(\.name) + aliases.map(\.key) }

  static func named(_ name: String) -> IPTCTag? {
    let wanted = name.lowercased()
    let real = aliases.first { $0.key.lowercased() == wanted }?.value.lowercased() ?? wanted
    return table.first { $0.name.lowercased() == real }
  }

  /// The text that the dataset holds for a value that a user wrote.
  ///
  /// - Throws: `usage`, with what is expected.
  func value(_ text: String) throws(ImageError) -> String {
    func wrong(_ expected: String) -> ImageError { ImageError(.usage, "'\(text)' is not \(expected)") }
    switch format {
    case .text:
      guard text.utf8.count <= maxBytes else { throw wrong("text of at most \(maxBytes) bytes") }
      return text
    case .digits:
      guard text.utf8.count <= maxBytes, !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
        throw wrong("a number of \(maxBytes) digit\(maxBytes == 1 ? "" : "s")")
      }
      return text
    case .date:
      if text.utf8.count == 8, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) { return text }
      guard let date = DateText(text) else { throw wrong("a date such as 2024-05-06") }
      return date.time.exifDate.filter { $0 != ":" }
    case .time:
      // A time of day alone is read with some date before it.
      guard let date = DateText("2000:01:01 " + text) ?? DateText(text), date.hasClock else {
        throw wrong("a time such as 07:08:09+02:00")
      }
      return date.time.clock.filter { $0 != ":" } + (date.exifZone ?? "+00:00").filter { $0 != ":" }
    }
  }
}
