internal import ImageModel
internal import TIFFStructure

/// A checked value for an Exif tag, not yet in a byte order.
struct ExifSetting: Hashable {
  enum Payload: Hashable {
    /// Bytes without a byte order: text with its NUL, BYTE, UNDEFINED.
    case bytes(IFDFieldType, [UInt8])
    case shorts([UInt16])
    case longs([UInt32])
    case fractions(signed: Bool, [DecimalFraction])
    /// Text after the name of its character code.
    case coded(String)
    /// No value: the tag is removed.
    case none
  }

  var home: ExifTag.Home
  var tag: UInt16
  var payload: Payload

  /// The type and the bytes in a byte order.
  func encoded(bigEndian: Bool) -> (type: IFDFieldType, bytes: [UInt8]) {
    func order<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
      withUnsafeBytes(of: bigEndian ? value.bigEndian : value.littleEndian) { Array($0) }
    }
    switch payload {
    case .bytes(let type, let bytes): return (type, bytes)
    case .shorts(let values): return (.short, values.flatMap { order($0) })
    case .longs(let values): return (.long, values.flatMap { order($0) })
    case .fractions(let signed, let values):
      let bytes = values.flatMap { value in
        order(UInt32(truncatingIfNeeded: value.numerator)) + order(UInt32(truncatingIfNeeded: value.denominator))
      }
      return (signed ? .signedRational : .rational, bytes)
    case .coded(let text):
      if text.utf8.allSatisfy({ $0 < 0x80 }) { return (.undefined, Array("ASCII\0\0\0".utf8) + Array(text.utf8)) }
      return (.undefined, Array("UNICODE\0".utf8) + text.utf16.flatMap { order($0) })
    case .none: return (.undefined, [])
    }
  }

  /// Text for an ASCII field. Exif 3.0 and every reader in use read UTF-8 there.
  static func text(_ home: ExifTag.Home, _ tag: UInt16, _ text: String) -> ExifSetting {
    ExifSetting(home: home, tag: tag, payload: .bytes(.ascii, Array(text.utf8) + [0]))
  }

  static func short(_ home: ExifTag.Home, _ tag: UInt16, _ value: UInt16) -> ExifSetting {
    ExifSetting(home: home, tag: tag, payload: .shorts([value]))
  }
}

extension ExifTag {
  /// The settings for a value that a user wrote: this tag, and for a date also the tags for its fraction and zone,
  /// which are removed if it has none.
  ///
  /// - Throws: `usage`, with what is expected.
  func settings(_ text: String) throws(ImageError) -> [ExifSetting] {
    switch format {
    case .text:
      guard !text.utf8.contains(0) else { throw wrong(text, "text without NUL") }
      return [.text(home, number, text)]
    case .date: return try dateSettings(text)
    case .zone:
      guard DateText.isZone(text) else { throw wrong(text, "a zone such as +02:00") }
      return [.text(home, number, text == "Z" ? "+00:00" : text)]
    case .integer(let width): return [try integers(text, width)]
    case .fraction(let signed):
      let values = list(text).map { DecimalFraction($0, signed: signed) }
      if values.contains(where: { $0?.isTooSmall ?? false }) {
        throw ImageError(.usage, "'\(text)' is nearer to 0 than a fraction of two 32-bit numbers can be")
      }
      guard !values.isEmpty, values.allSatisfy({ $0 != nil }), count == 0 || values.count == count else {
        throw wrong(text, count > 1 ? "\(count) numbers or fractions" : "a number or a fraction such as 1/250")
      }
      return [setting(.fractions(signed: signed, values.compactMap { $0 }))]
    case .version:
      guard text.utf8.count == 4, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
        throw wrong(text, "four digits such as 0232")
      }
      return [setting(.bytes(.undefined, Array(text.utf8)))]
    case .coded: return [setting(.coded(text))]
    case .wide:
      let bytes = (Array(text.utf16) + [0]).flatMap {
        [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
      }
      return [setting(.bytes(.byte, bytes))]
    }
  }

  private func setting(_ payload: ExifSetting.Payload) -> ExifSetting {
    ExifSetting(home: home, tag: number, payload: payload)
  }

  private func wrong(_ text: String, _ expected: String) -> ImageError {
    ImageError(.usage, "'\(text)' is not \(expected)")
  }

  private func list(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "," }.map(String.init)
  }

  private func integers(_ text: String, _ width: Width) throws(ImageError) -> ExifSetting {
    let values = list(text).map { Int64($0) }
    let maximum: Int64 = width == .long ? Int64(UInt32.max) : width == .short ? Int64(UInt16.max) : 255
    guard !values.isEmpty, values.allSatisfy({ $0.map { (0...maximum).contains($0) } ?? false }),
      count == 0 || values.count == count
    else {
      throw wrong(text, "\(count > 1 ? "\(count) whole numbers" : "a whole number") from 0 to \(maximum)")
    }
    let numbers = values.compactMap { $0 }
    if number == TIFFTag.orientation, Orientation(rawValue: Int(numbers[0])) == nil {
      throw wrong(text, "a number from 1 to 8")
    }
    switch width {
    case .byte: return setting(.bytes(.byte, numbers.map { UInt8(truncatingIfNeeded: $0) }))
    case .undefined: return setting(.bytes(.undefined, numbers.map { UInt8(truncatingIfNeeded: $0) }))
    case .short: return setting(.shorts(numbers.map { UInt16(truncatingIfNeeded: $0) }))
    case .long: return setting(.longs(numbers.map { UInt32(truncatingIfNeeded: $0) }))
    }
  }

  /// The fraction of a second and the zone have tags of their own (Exif 2.32, 4.6.4 and 4.6.6).
  private func dateSettings(_ text: String) throws(ImageError) -> [ExifSetting] {
    guard let date = DateText(text) else {
      throw wrong(text, "a date such as 2024:05:06 07:08:09 or 2024-05-06T07:08:09+02:00")
    }
    var settings: [ExifSetting] = [.text(home, number, date.time.exif)]
    let beside: (fraction: UInt16, zone: UInt16)? =
      switch number {
      case 0x0132: (0x9290, 0x9010)
      case 0x9003: (0x9291, 0x9011)
      case 0x9004: (0x9292, 0x9012)
      default: nil
      }
    guard let beside else { return settings }
    // The fraction and zone of the old date do not belong to the new one.
    let none = (
      fraction: ExifSetting(home: .exif, tag: beside.fraction, payload: .none),
      zone: ExifSetting(home: .exif, tag: beside.zone, payload: .none)
    )
    settings.append(date.fraction.isEmpty ? none.fraction : .text(.exif, beside.fraction, date.fraction))
    settings.append(date.exifZone.map { .text(.exif, beside.zone, $0) } ?? none.zone)
    return settings
  }
}
