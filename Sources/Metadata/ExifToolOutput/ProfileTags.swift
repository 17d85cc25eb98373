internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import StructuredText

/// The group ICC_Profile: the fields of the header (ICC.1:2010, 7.2), then the tags.
struct ProfileTags {
  private let group: PropertyGroup
  private let profile: [UInt8]?

  /// - Parameter profile: the bytes of the profile; nil leaves out the header.
  init(_ group: PropertyGroup, _ profile: [UInt8]?) {
    self.group = group
    self.profile = profile
  }

  func add(to record: inout TagRecord) {
    if let profile, profile.count >= 128 { addHeader(profile, to: &record) }
    let languages = profile.flatMap { ICCProfileReader($0)?.languages() } ?? [:]
    for property in group.properties {
      if property.name.hasPrefix("meta:") {
        let name = property.name.dropFirst(5).split(separator: " ").map { XMPTags.word($0) }.joined()
        if !name.isEmpty { record.add("ICC_Profile", XMPTags.tagName(name), TagValue.json(property.value) ?? .null) }
        continue
      }
      // A name of four letters is the signature of an unknown tag.
      guard property.name.utf8.count > 4, !property.name.hasPrefix("0x"), let value = value(of: property) else {
        continue
      }
      // Only a language with a country is part of the name, and America is not.
      if property.name.split(separator: "-").dropFirst().map(\.utf8.count) == [2] { continue }
      let language = languages[property.name] ?? ""
      let suffix = language.contains("-") && language != "en-US" ? "-" + language : ""
      record.add("ICC_Profile", property.name + suffix, value)
    }
  }

  private func value(of property: Property) -> JSONValue? {
    switch property.value {
    case .text(let text) where property.name == "CharTarget" && text.utf8.count > 128:
      return TagValue.binary(text.utf8.count)
    case .decimal(let value): return .double(Self.fixed(value))
    case .array(let values):
      let parts = values.map { value -> JSONValue in
        if case .decimal(let number) = value { return .double(Self.fixed(number)) }
        return TagValue.json(value) ?? .null
      }
      return .string(parts.map { TagValue.plain($0) }.joined(separator: " "))
    case .text(let text) where property.name == "Technology":
      // A signature keeps its four letters.
      return .string(text + String(repeating: " ", count: max(0, 4 - text.utf8.count)))
    default: return TagValue.json(property.value)
    }
  }

  /// Of a fixed-point number with 16 fractional bits, five decimals are significant.
  private static func fixed(_ value: Double) -> Double { (value * 1e5).rounded() / 1e5 }

  private func addHeader(_ bytes: [UInt8], to record: inout TagRecord) {
    func add(_ name: String, _ value: JSONValue) { record.add("ICC_Profile", name, value) }
    func number(_ at: Int, _ count: Int) -> Int64 { Int64(bigEndianBytes: bytes[at..<at + count]) }
    func letters(_ at: Int) -> JSONValue {
      var text = ""
      for byte in bytes[at..<at + 4] {
        if byte == 0 { break }
        text.unicodeScalars.append(Unicode.Scalar(byte))
      }
      return .string(text)
    }
    add("ProfileCMMType", letters(4))
    add("ProfileVersion", .int(number(8, 2)))
    add("ProfileClass", letters(12))
    add("ColorSpaceData", letters(16))
    add("ProfileConnectionSpace", letters(20))
    let date = (0..<6).map { number(24 + 2 * $0, 2) }
    let year = String(repeating: "0", count: max(0, 4 - String(date[0]).count)) + String(date[0])
    let parts = date.map { DecimalText.padded(Int($0)) }
    add("ProfileDateTime", .string("\(year):\(parts[1]):\(parts[2]) \(parts[3]):\(parts[4]):\(parts[5])"))
    add("ProfileFileSignature", letters(36))
    add("PrimaryPlatform", letters(40))
    add("CMMFlags", .int(number(44, 4)))
    add("DeviceManufacturer", letters(48))
    add("DeviceModel", letters(52))
    add("DeviceAttributes", .string("\(number(56, 4)) \(number(60, 4))"))
    add("RenderingIntent", .int(number(64, 4)))
    let illuminant = [68, 72, 76].map { at in
      Self.fixed(Double(Int32(truncatingIfNeeded: number(at, 4))) / 65_536)
    }
    add(
      "ConnectionSpaceIlluminant", .string(illuminant.map { TagValue.text($0, digits: 15) }.joined(separator: " "))
    )
    add("ProfileCreator", letters(80))
    add("ProfileID", .string(bytes[84..<100].map { String($0) }.joined(separator: " ")))
  }
}
