internal import MetadataModel

/// Reads the header and the description of an ICC profile (ICC.1:2010, 7.2 and 9.2.41; ICC.1:2001-04, 6.5.17).
struct ICCProfileReader {
  private let bytes: [UInt8]

  /// nil for bytes that are no profile.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 132, bytes[36..<40].elementsEqual("acsp".utf8) else { return nil }
    self.bytes = bytes
  }

  /// The name that users know the profile by: `sRGB IEC61966-2.1`.
  var description: String? { text(ofTag: "desc") }

  func properties() -> [Property] {
    var properties: [Property] = []
    func add(_ name: String, _ text: String) {
      if !text.isEmpty { properties.append(Property(name, .text(text))) }
    }
    if let description { add("ProfileDescription", description) }
    add("ProfileVersion", "\(bytes[8]).\(bytes[9] >> 4).\(bytes[9] & 15)")
    properties.append(
      Property("ProfileClass", .text(signature(12)), readable: Self.classes[signature(12)]))
    add("ColorSpaceData", signature(16))
    add("ProfileConnectionSpace", signature(20))
    if let date { add("ProfileDateTime", date) }
    add("ProfileCMMType", signature(4))
    add("PrimaryPlatform", signature(40))
    add("DeviceManufacturer", signature(48))
    add("DeviceModel", signature(52))
    let intent = Int(uint32(64) & 0xFFFF)
    properties.append(
      Property(
        "RenderingIntent", .integer(Int64(intent)),
        readable: Self.intents.indices.contains(intent) ? Self.intents[intent] : nil))
    add("ProfileCreator", signature(80))
    if let copyright = text(ofTag: "cprt") { add("ProfileCopyright", copyright) }
    return properties
  }

  private static let classes = [
    "scnr": "input device", "mntr": "display device", "prtr": "output device", "link": "device link",
    "spac": "colour space conversion", "abst": "abstract", "nmcl": "named colour",
  ]
  private static let intents = ["perceptual", "media-relative colorimetric", "saturation", "ICC-absolute colorimetric"]

  private func uint16(_ at: Int) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }

  private func uint32(_ at: Int) -> UInt32 { bytes[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) } }

  /// Four letters without the spaces at their end; empty where they are 0 or no letters.
  private func signature(_ at: Int) -> String {
    let letters = bytes[at..<at + 4]
    guard letters.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return "" }
    return String(decoding: letters, as: UTF8.self).trimmingTrailingSpaces
  }

  /// The date of creation in the form of Exif's dates; nil where it is not set.
  private var date: String? {
    let parts = (0..<6).map { uint16(24 + 2 * $0) }
    guard parts.contains(where: { $0 != 0 }) else { return nil }
    func digits(_ value: Int, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day = digits(parts[0], 4) + ":" + digits(parts[1], 2) + ":" + digits(parts[2], 2)
    return day + " " + digits(parts[3], 2) + ":" + digits(parts[4], 2) + ":" + digits(parts[5], 2)
  }

  /// Profiles have a few dozen tags.
  private static let maxTags = 1_024

  /// The text of a tag of one of the three types for texts; nil where there is none that can be read.
  private func text(ofTag name: String) -> String? {
    let count = min(Int(uint32(128)), Self.maxTags, (bytes.count - 132) / 12)
    for index in 0..<count {
      let entry = 132 + 12 * index
      guard bytes[entry..<entry + 4].elementsEqual(name.utf8) else { continue }
      let (offset, size) = (Int(uint32(entry + 4)), Int(uint32(entry + 8)))
      guard offset <= bytes.count, size <= bytes.count - offset, size >= 12 else { return nil }
      let data = Array(bytes[offset..<offset + size])
      switch String(decoding: data[..<4], as: UTF8.self) {
      case "desc": return Self.oldDescription(data)
      case "mluc": return Self.localized(data)
      case "text": return ExifText.text(data[8...])
      default: return nil
      }
    }
    return nil
  }

  /// textDescriptionType: a length, then ASCII that a NUL byte ends.
  private static func oldDescription(_ data: [UInt8]) -> String? {
    let length = data[8..<12].reduce(0) { $0 << 8 | Int($1) }
    return ExifText.text(data[12...].prefix(length))
  }

  /// multiLocalizedUnicodeType: the text in English where there is one, else the first.
  private static func localized(_ data: [UInt8]) -> String? {
    func number(_ at: Int) -> Int { data[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard data.count >= 16, number(12) >= 12 else { return nil }
    let recordSize = number(12)
    let count = min(number(8), (data.count - 16) / recordSize)
    var first: String?
    for index in 0..<count {
      let record = 16 + recordSize * index
      let (length, offset) = (number(record + 4), number(record + 8))
      guard offset <= data.count, length <= data.count - offset else { continue }
      let text = ExifText.utf16(data[offset..<offset + length], bigEndian: true)
      if data[record..<record + 2].elementsEqual("en".utf8) { return text }
      first = first ?? text
    }
    return first
  }
}
