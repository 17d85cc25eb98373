internal import MetadataModel
internal import TIFFStructure

/// Readable texts for values that libexif 0.6.24 does not describe, or describes wrongly.
enum ExifDescriptions {
  /// - Returns: nil where libexif's text should be used; an empty text for a value without a description.
  static func text(_ field: ExifDirectory.Field, in directory: ExifDirectory, of content: ExifContent) -> String? {
    if directory.kind == .gps { return GPSDescriptions(directory, content).text(field) }
    guard directory.kind != .interoperability else { return nil }
    switch field.entry.tag {
    case ExifTagNumber.exifVersion:
      guard case .bytes(let bytes) = field.value else { return nil }
      return version(bytes).map { "Exif \($0)" } ?? ""
    // libexif counts these from 0. TIFF 6.0, section 8: 1 is chunky, 2 is planar.
    case 284: return choice(field.value, [1: "Chunky format", 2: "Planar format"])
    // TIFF 6.0, section 8; supplement 1.
    case TIFFTag.newSubfileType:
      guard let flags = field.value.firstInteger else { return "" }
      let names = [1: "reduced", 2: "page of several", 4: "transparency mask"]
      let parts = [1, 2, 4].filter { flags & $0 != 0 }.compactMap { names[$0] }
      return parts.isEmpty ? "full picture" : parts.joined(separator: ", ")
    case TIFFTag.subfileType: return choice(field.value, [1: "full picture", 2: "reduced", 3: "page of several"])
    case 317: return choice(field.value, [1: "none", 2: "horizontal differences", 3: "differences of decimal numbers"])
    case 338: return choice(field.value, [0: "unspecified", 1: "premultiplied alpha", 2: "alpha"])
    case 339:
      return choice(field.value, [1: "unsigned integers", 2: "signed integers", 3: "decimal numbers", 4: "undefined"])
    // Exif 2.32, 4.6.5: 0 is unknown, a numerator of 32 ones infinite.
    case 0x9206:
      guard case .rationals(let values) = field.value, values.count == 1, let value = values.first else { return "" }
      if value.numerator == 0 || value.denominator == 0 { return "unknown" }
      return value.numerator == 0xFFFF_FFFF ? "infinite" : number(field.value, "m")
    // Exif 2.31, 4.6.5 G.
    case 0x9400: return number(field.value, "\u{B0}C")
    case 0x9401: return number(field.value, "%")
    case 0x9402: return number(field.value, "hPa")
    case 0x9403: return number(field.value, "m")
    case 0x9404: return number(field.value, "mGal")
    case 0x9405: return number(field.value, "\u{B0}")
    case 0xA405: return field.value.firstInteger == 0 ? "unknown" : number(field.value, "mm")
    case 0xA432:
      guard case .rationals(let values) = field.value else { return nil }
      return DerivedCamera.specification(values.map(\.value)) ?? ""
    // Exif 2.32, 4.6.5 H.
    case 0xA460:
      return choice(
        field.value,
        [
          0: "unknown", 1: "not a composite image", 2: "general composite image",
          3: "composite image captured while shooting",
        ])
    default: return nil
    }
  }

  /// The text for a value that libexif does not describe either; nil where the plain value is best.
  static func fallback(_ field: ExifDirectory.Field) -> String? {
    if let number = field.value.firstInteger { return fallback(field.entry.tag, number) }
    // A fraction such as 640000/206 has more digits than are useful.
    guard case .rationals(let values) = field.value, values.count == 1, let value = values.first?.value, abs(value) >= 1
    else { return nil }
    return DecimalText.text(value, places: 4)
  }

  private static func fallback(_ tag: UInt16, _ number: Int) -> String? {
    switch (tag, number) {
    case (TIFFTag.compression, _):
      let name = TIFFCompressionName.name(of: number)
      return name.hasPrefix("compression ") ? nil : name
    // TIFF 6.0, section 8, and sections 21 and 23; DNG.
    case (TIFFTag.photometricInterpretation, 4): return "transparency mask"
    case (TIFFTag.photometricInterpretation, 9): return "ICC Lab"
    case (TIFFTag.photometricInterpretation, 10): return "ITU Lab"
    case (TIFFTag.photometricInterpretation, 32_803): return "colour filter array"
    case (TIFFTag.photometricInterpretation, 34_892): return "linear raw"
    case (0x010A, 1): return "most significant bit first"
    case (0x010A, 2): return "least significant bit first"
    case (TIFFTag.resolutionUnit, 1), (0xA210, 1): return "no unit"
    // Exif 2.32, 4.6.5.
    case (0x9208, 16): return "Warm white fluorescent"
    case (0x9209, 0..<128): return flash(number)
    case (ExifTagNumber.fileSource, 0): return "others"
    case (ExifTagNumber.fileSource, 1): return "scanner of transparent type"
    case (ExifTagNumber.fileSource, 2): return "scanner of reflex type"
    default: return nil
    }
  }

  /// Flash by its bits (Exif 2.32, 4.6.5): fired, return light, mode, no function, red-eye reduction.
  private static func flash(_ bits: Int) -> String {
    var parts = [bits & 1 != 0 ? "Flash fired" : "Flash did not fire"]
    let mode = bits >> 3 & 3
    if bits & 32 != 0 { parts.append("no flash function") }
    if mode == 3 { parts.append("auto mode") } else if mode > 0 { parts.append("compulsory flash mode") }
    if bits >> 1 & 3 == 2 { parts.append("return light not detected") }
    if bits >> 1 & 3 == 3 { parts.append("return light detected") }
    if bits & 64 != 0 { parts.append("red-eye reduction mode") }
    return parts.joined(separator: ", ")
  }

  /// `2.32` of `0232`, `3.0` of `0300`.
  static func version(_ bytes: some Collection<UInt8>) -> String? {
    let digits = Array(bytes.prefix(4))
    guard digits.count == 4, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let numbers = digits.map { Int($0) - 0x30 }
    let minor = numbers[3] == 0 ? "\(numbers[2])" : "\(numbers[2])\(numbers[3])"
    return "\(numbers[0] * 10 + numbers[1]).\(minor)"
  }

  static func choice(_ value: IFDValue, _ words: [Int: String]) -> String {
    value.firstInteger.flatMap { words[$0] } ?? ""
  }

  /// A number with its unit; empty for a fraction without a value.
  static func number(_ value: IFDValue, _ unit: String) -> String {
    guard let number = value.firstNumber else { return "" }
    let space = unit.isEmpty || unit == "\u{B0}" || unit == "%" ? "" : " "
    return DecimalText.text(number, places: 2) + space + unit
  }
}
