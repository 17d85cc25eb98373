internal import ImageModel
internal import MetadataModel

/// Reads an ICC profile (ICC.1:2010, 7.2 and 9.2; ICC.1:2001-04, 6.5.17): its header and, if asked for, its tags.
package struct ICCProfileReader {
  private let bytes: [UInt8]
  private let table: ICCTagTable
  /// The name of the profile for users: `sRGB IEC61966-2.1`.
  let description: String?

  /// nil for bytes that are not a profile.
  package init?(_ bytes: [UInt8]) {
    guard ICCHeader(bytes) != nil else { return nil }
    self.bytes = bytes
    table = ICCTagTable(bytes)
    description = Self.text(ofTag: "desc", bytes, table)
  }

  /// The defects of the size and of the list of tags.
  var diagnostics: [Diagnostic] { table.diagnostics }

  /// The description, the header and the copyright; with `allTags` then the other tags.
  ///
  /// Signatures and dates of 0 are left out.
  ///
  /// - Parameter describes: whether properties get readable texts.
  func properties(allTags: Bool, describes: Bool) -> (properties: [Property], diagnostics: [Diagnostic]) {
    var properties: [Property] = []
    properties.reserveCapacity(18)
    func add(_ name: String, _ text: String, readable: @autoclosure () -> String? = nil) {
      if !text.isEmpty { properties.append(Property(name, .text(text), readable: describes ? readable() : nil)) }
    }
    if let description { add("ProfileDescription", description) }
    add("ProfileVersion", "\(bytes[8]).\(bytes[9] >> 4).\(bytes[9] & 15)")
    add("ProfileClass", signature(12), readable: ICCDescriptions.classes[signature(12)])
    add("ColorSpaceData", signature(16))
    add("ProfileConnectionSpace", signature(20))
    if let date = ICCTagValue.date(bytes[24..<36]) { add("ProfileDateTime", date) }
    add("ProfileCMMType", signature(4))
    add("ProfileFileSignature", signature(36))
    add("PrimaryPlatform", signature(40), readable: ICCDescriptions.platforms[signature(40)])
    let flags = uint32(44)
    properties.append(
      Property("CMMFlags", .integer(Int64(flags)), readable: describes ? ICCDescriptions.flags(flags) : nil))
    add("DeviceManufacturer", signature(48))
    add("DeviceModel", signature(52))
    let attributes = (uint32(56), uint32(60))
    properties.append(
      Property(
        "DeviceAttributes", .array([.integer(Int64(attributes.0)), .integer(Int64(attributes.1))]),
        readable: describes ? ICCDescriptions.attributes(attributes.1) : nil))
    let intent = Int(uint32(64) & 0xFFFF)
    properties.append(
      Property(
        "RenderingIntent", .integer(Int64(intent)),
        readable: describes && ICCDescriptions.intents.indices.contains(intent) ? ICCDescriptions.intents[intent] : nil)
    )
    properties.append(Property("ConnectionSpaceIlluminant", ICCTagValue.fixedNumbers(bytes[68..<80])))
    add("ProfileCreator", signature(80))
    let identifier = bytes[84..<100]
    if identifier.contains(where: { $0 != 0 }) { add("ProfileID", Hexadecimal.text(identifier)) }
    if let copyright = Self.text(ofTag: "cprt", bytes, table) { add("ProfileCopyright", copyright) }
    guard allTags else { return (properties, diagnostics) }
    let (tags, damage) = tagProperties()
    return (properties + tags, diagnostics + damage)
  }

  /// The languages of the texts that have no language in their names, by the names of the properties.
  package func languages() -> [String: String] {
    var languages: [String: String] = [:]
    for tag in table.tags {
      guard let name = ICCTagNames.name(of: tag.signature) else { continue }
      languages[name] = ICCTagValue(bytes[tag.range]).language
    }
    return languages
  }

  private func uint32(_ at: Int) -> UInt32 { UInt32(bigEndianBytes: bytes[at..<at + 4]) }

  /// Four characters without trailing spaces; empty if they are 0 or not printable.
  private func signature(_ at: Int) -> String { ICCTagValue.signature(bytes[at..<at + 4]) ?? "" }

  /// The text of a tag of one of the three text types; nil if it is missing or of another type.
  private static func text(ofTag name: String, _ bytes: [UInt8], _ table: ICCTagTable) -> String? {
    guard let tag = table.tags.first(where: { $0.signature == name }) else { return nil }
    return ICCTagValue(bytes[tag.range]).text
  }

  /// All tags together may have at most this many times the bytes of the profile. Otherwise a thousand tags that share
  /// their bytes would fill the memory.
  private static let largestGrowth = 4

  private func tagProperties() -> (properties: [Property], diagnostics: [Diagnostic]) {
    var properties: [Property] = []
    var left = bytes.count * Self.largestGrowth
    for tag in table.tags {
      guard tag.range.count <= left else {
        return (
          properties, [.warning("ICC: tags from \(tag.signature) on are left out: they share their bytes too often")]
        )
      }
      left -= tag.range.count
      let name = ICCTagNames.name(of: tag.signature) ?? tag.signature
      let value = ICCTagValue(bytes[tag.range])
      let isListed = tag.signature == "desc" || tag.signature == "cprt"
      properties += value.properties(named: name, isListed: isListed && value.text != nil)
    }
    return (properties, [])
  }
}

/// The tag table of a profile (ICC.1:2010, 7.3), without the tags whose data lie outside.
struct ICCTagTable {
  struct Tag: Hashable {
    /// Four characters, with trailing spaces; hexadecimal digits if they are not printable.
    var signature: String
    var range: Range<Int>
  }

  private(set) var tags: [Tag] = []
  private(set) var diagnostics: [Diagnostic] = []

  /// Profiles have a few dozen tags.
  private static let maxTags = 1_024

  /// - Parameter bytes: at least 132 bytes: the header and the number of tags.
  init(_ bytes: [UInt8]) {
    func uint32(_ at: Int) -> Int { Int(bigEndianBytes: bytes[at..<at + 4]) }
    if uint32(0) > bytes.count {
      diagnostics.append(.warning("ICC: the profile is cut short: \(bytes.count) of \(uint32(0)) bytes"))
    }
    let declared = uint32(128)
    let count = min(declared, Self.maxTags, (bytes.count - 132) / 12)
    if count < declared { diagnostics.append(.warning("ICC: of \(declared) tags \(count) are read")) }
    var outside: [String] = []
    for index in 0..<count {
      let entry = 132 + 12 * index
      let letters = bytes[entry..<entry + 4]
      let isText = letters.allSatisfy { (0x20..<0x7F).contains($0) }
      let signature = isText ? String(decoding: letters, as: UTF8.self) : "0x" + Hexadecimal.text(letters)
      let (offset, size) = (uint32(entry + 4), uint32(entry + 8))
      guard offset <= bytes.count, size <= bytes.count - offset, size >= 8 else {
        outside.append("\(signature) at \(offset)")
        continue
      }
      tags.append(Tag(signature: signature, range: offset..<offset + size))
    }
    if !outside.isEmpty {
      let list = outside.prefix(8).joined(separator: ", ") + (outside.count > 8 ? ", ..." : "")
      diagnostics.append(.warning("ICC: tags lie outside the profile or are empty: \(list)"))
    }
  }
}
