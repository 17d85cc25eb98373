internal import MetadataModel

/// The properties of tags that consist of several values.
struct ICCTagParts {
  private(set) var properties: [Property] = []

  /// nil for other types, and for data that is cut short. A list that is cut short (`chrm`, `clrt`) gives the channels
  /// or colorants that are whole.
  init?(type: String, _ content: ArraySlice<UInt8>) {
    var cursor = BigEndianCursor(content)
    let isWhole =
      switch type {
      case "meas": takeMeasurement(&cursor)
      case "view": takeViewingConditions(&cursor)
      case "chrm": takeChromaticity(&cursor)
      case "clrt": takeColorants(&cursor)
      default: false
      }
    guard isWhole else { return nil }
  }

  private mutating func add(_ name: String, _ value: UInt32, _ descriptions: [String] = []) {
    properties.append(
      Property(
        name, .integer(Int64(value)),
        readable: descriptions.indices.contains(Int(value)) ? descriptions[Int(value)] : nil))
  }

  /// measurementType: ICC.1, 10.12.
  private mutating func takeMeasurement(_ cursor: inout BigEndianCursor) -> Bool {
    guard let observer = cursor.uint32(), let backing = cursor.bytes(12), let geometry = cursor.uint32(),
      let flare = cursor.unsignedFixed(), let illuminant = cursor.uint32()
    else { return false }
    add("MeasurementObserver", observer, ["unknown", "CIE 1931", "CIE 1964"])
    properties.append(Property("MeasurementBacking", ICCTagValue.fixedNumbers(backing)))
    add("MeasurementGeometry", geometry, ["unknown", "0/45 or 45/0", "0/d or d/0"])
    properties.append(Property("MeasurementFlare", .decimal(flare)))
    add("MeasurementIlluminant", illuminant, ICCDescriptions.illuminants)
    return true
  }

  /// viewingConditionsType: ICC.1, 10.28.
  private mutating func takeViewingConditions(_ cursor: inout BigEndianCursor) -> Bool {
    guard let illuminant = cursor.bytes(12), let surround = cursor.bytes(12), let type = cursor.uint32() else {
      return false
    }
    properties.append(Property("ViewingCondIlluminant", ICCTagValue.fixedNumbers(illuminant)))
    properties.append(Property("ViewingCondSurround", ICCTagValue.fixedNumbers(surround)))
    add("ViewingCondIlluminantType", type, ICCDescriptions.illuminants)
    return true
  }

  /// chromaticityType: ICC.1, 10.2.
  private mutating func takeChromaticity(_ cursor: inout BigEndianCursor) -> Bool {
    guard let channels = cursor.uint16(), let colorant = cursor.uint16() else { return false }
    add("ChromaticityChannels", UInt32(channels))
    add(
      "ChromaticityColorant", UInt32(colorant),
      ["unknown", "ITU-R BT.709", "SMPTE RP145-1994", "EBU Tech.3213-E", "P22"])
    for channel in 1...16 {
      guard channel <= Int(channels), let x = cursor.unsignedFixed(), let y = cursor.unsignedFixed() else { break }
      properties.append(Property("ChromaticityChannel\(channel)", .array([.decimal(x), .decimal(y)])))
    }
    return true
  }

  /// colorantTableType: ICC.1, 10.4.
  private mutating func takeColorants(_ cursor: inout BigEndianCursor) -> Bool {
    guard let count = cursor.uint32() else { return false }
    add("ColorantCount", count)
    for index in 1...16 {
      guard index <= Int(count), let name = cursor.bytes(32), let x = cursor.uint16(), let y = cursor.uint16(),
        let z = cursor.uint16()
      else { break }
      properties.append(Property("Colorant\(index)Name", .text(ExifText.text(name))))
      properties.append(
        Property("Colorant\(index)Coordinates", .array([x, y, z].map { .integer(Int64($0)) })))
    }
    return true
  }
}
