internal import ImageModel
internal import MetadataModel
internal import TextReading

/// Reads IPTC IIM (IIM 4.2): a sequence of datasets, each with a marker, a record, a number, a length and a value.
struct IPTCReader {
  private let bytes: [UInt8]
  private let describes: Bool
  private let encoding: NamedEncoding?
  private var characterSet = IPTCCharacterSet.undeclared
  private var group = PropertyGroup("IPTC")
  /// The indices of the properties of repeatable datasets, by record and number.
  private var indices: [UInt16: Int] = [:]
  private var reading = BlockReading()

  /// More than any writer makes. Each dataset needs far more memory than its five bytes in the file.
  private static let maxDataSets = 16_384

  /// The group `IPTC`, if there is at least one dataset.
  ///
  /// Repeatable datasets are arrays, even of one element, at the position of the first.
  ///
  /// - Parameters:
  ///   - describes: whether properties get titles.
  ///   - encoding: of texts that are not UTF-8, if the data declares none. nil: Windows-1252.
  static func read(_ bytes: [UInt8], describes: Bool, encoding: NamedEncoding? = nil) -> BlockReading {
    var reader = IPTCReader(bytes: IPTCByteOrder.restored(bytes), describes: describes, encoding: encoding)
    if IPTCByteOrder.isSwapped(bytes) {
      reader.reading.diagnostics.append(.note("IPTC: each four bytes were reversed; their order is restored"))
    }
    reader.walk()
    if !reader.group.properties.isEmpty { reader.reading.groups = [reader.group] }
    return reader.reading
  }

  private init(bytes: [UInt8], describes: Bool, encoding: NamedEncoding?) {
    self.bytes = bytes
    self.describes = describes
    self.encoding = encoding
  }

  private static let marker: UInt8 = 0x1C

  private mutating func walk() {
    var position = 0
    for _ in 0..<Self.maxDataSets {
      guard position < bytes.count else { return }
      guard bytes[position] == Self.marker else {
        // Zeros pad a block.
        if bytes[position...].contains(where: { $0 != 0 }) {
          reading.warn(
            "IPTC: there is no dataset at byte \(position); the remaining \(bytes.count - position) bytes are not read")
        }
        return
      }
      guard bytes.count - position >= 5 else {
        return reading.warn("IPTC: the dataset at byte \(position) is cut short")
      }
      let (record, number) = (bytes[position + 1], bytes[position + 2])
      guard let value = value(at: position, record, number) else { return }
      take(record, number, bytes[value])
      position = value.upperBound
    }
    if position < bytes.count {
      reading.warn(
        "IPTC: there are more than \(Self.maxDataSets) datasets; those from byte \(position) on are not read")
    }
  }

  /// The range of the value of the dataset at a position; nil, with a warning, if its length is impossible.
  private mutating func value(at position: Int, _ record: UInt8, _ number: UInt8) -> Range<Int>? {
    var start = position + 5
    var length = Int(bytes[position + 3]) << 8 | Int(bytes[position + 4])
    if length >= 0x8000 {
      // An extended dataset: the field has the number of bytes of the length (IIM 4.2, 1.5 c).
      let count = length & 0x7FFF
      guard (1...8).contains(count), count <= bytes.count - start else {
        reading.warn("IPTC: the dataset \(record):\(number) at byte \(position) has an impossible length")
        return nil
      }
      let wide = UInt64(bigEndianBytes: bytes[start..<start + count])
      start += count
      length = Int(clamping: wide)
    }
    guard length <= bytes.count - start else {
      reading.warn(
        "IPTC: the dataset \(record):\(number) at byte \(position) is cut short: "
          + "\(bytes.count - start) of \(length) bytes"
      )
      return nil
    }
    return start..<start + length
  }

  private mutating func take(_ record: UInt8, _ number: UInt8, _ value: ArraySlice<UInt8>) {
    let known = IPTCDataSet(record: record, number: number)
    var property = Property(
      known?.name ?? "\(record):\(number)", .bytes([]), tag: Int(record) << 8 | Int(number),
      title: describes ? known.map { IPTCDataSet.title(of: $0.name) } : nil)
    switch known?.format {
    case .text: property.value = .text(text(value, property.name))
    case .date: property.value = .text(IPTCDateTime.date(value) ?? text(value, property.name))
    case .time: property.value = .text(IPTCDateTime.time(value) ?? text(value, property.name))
    case .integer where (1...4).contains(value.count):
      property.value = .integer(Int64(bigEndianBytes: value))
    case .integer, .bytes: property.value = .bytes(Array(value))
    case .characterSet:
      declare(value)
      property.value = .text(ExifText.text(value))
      property.readable = characterSet.name
    case nil:
      let isText = value.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
      property.value = isText ? .text(text(value, property.name)) : .bytes(Array(value))
    }
    add(property, repeats: known?.repeats ?? false, key: UInt16(record) << 8 | UInt16(number))
  }

  private mutating func add(_ property: Property, repeats: Bool, key: UInt16) {
    guard repeats else {
      group.properties.append(property)
      return
    }
    guard let index = indices[key] else {
      var list = property
      list.value = .array([property.value])
      indices[key] = group.properties.count
      group.properties.append(list)
      return
    }
    // The array is moved out while it grows: otherwise each append would copy it.
    guard case .array(var values) = group.properties[index].value else { return }
    group.properties[index].value = .boolean(false)
    values.append(property.value)
    group.properties[index].value = .array(values)
  }

  private mutating func declare(_ sequence: ArraySlice<UInt8>) {
    guard let declared = IPTCCharacterSet(escapeSequence: sequence) else {
      reading.warn("IPTC: the character set of dataset 1:90 is unknown; texts are read as UTF-8 or Windows-1252")
      return
    }
    characterSet = declared
  }

  private mutating func text(_ value: ArraySlice<UInt8>, _ name: String) -> String {
    var value = value
    while value.last == 0 { value.removeLast() }
    if characterSet == .undeclared, let encoding {
      if let text = encoding.text(Array(value)) { return text }
      reading.warn("IPTC: \(name) is not in the given encoding; it is read as Windows-1252")
      return IPTCCharacterSet.windows(value)
    }
    if let text = characterSet.text(value) { return text }
    reading.warn("IPTC: \(name) is not in the declared character set; it is read as Windows-1252")
    return IPTCCharacterSet.windows(value)
  }
}

/// Dates and times of IIM in Exif's format: `20240506` becomes `2024:05:06`, `123456+0100` becomes `12:34:56+01:00`.
enum IPTCDateTime {
  /// nil unless the value is eight digits.
  static func date(_ value: ArraySlice<UInt8>) -> String? {
    let characters = Array(value)
    guard characters.count == 8, characters.allSatisfy(isDigit) else { return nil }
    return text(characters[..<4]) + ":" + text(characters[4..<6]) + ":" + text(characters[6...])
  }

  /// nil unless the value is six digits, with or without an offset from UTC.
  static func time(_ value: ArraySlice<UInt8>) -> String? {
    let characters = Array(value)
    guard characters.count == 6 || characters.count == 11, characters[..<6].allSatisfy(isDigit) else { return nil }
    let time = text(characters[..<2]) + ":" + text(characters[2..<4]) + ":" + text(characters[4..<6])
    guard characters.count == 11 else { return time }
    let sign = characters[6]
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), characters[7...].allSatisfy(isDigit) else {
      return nil
    }
    return time + text(characters[6..<9]) + ":" + text(characters[9...])
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func text(_ digits: ArraySlice<UInt8>) -> String { String(decoding: digits, as: UTF8.self) }
}
