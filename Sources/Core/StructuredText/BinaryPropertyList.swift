package import ImageModel

/// Parses a binary property list (`bplist00`), as documented in Apple's CFBinaryPList.c: objects with a marker byte and
/// content, a table of their offsets, and a trailer of 32 bytes.
///
/// An object may be referred to several times. Each reference counts as a value and its text as bytes, so that a small
/// file cannot become a gigantic tree.
package struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let limits: StructuredLimits
  private let allKinds: Bool
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let tableOffset: Int
  private var valueCount = 0
  private var textBytes = 0

  /// - Throws: `invalidData`, `limitExceeded`.
  package static func parse(
    _ bytes: [UInt8], limits: StructuredLimits, allKinds: Bool
  ) throws(ImageError) -> StructuredValue {
    guard bytes.count >= 8 + 32 else { throw error("is truncated") }
    let trailer = bytes.count - 32
    var list = BinaryPropertyList(
      bytes: bytes, limits: limits, allKinds: allKinds, offsetSize: Int(bytes[trailer + 6]),
      referenceSize: Int(bytes[trailer + 7]), objectCount: integer(bytes, trailer + 8),
      tableOffset: integer(bytes, trailer + 24))
    guard (1...8).contains(list.offsetSize), (1...8).contains(list.referenceSize), list.tableOffset >= 8,
      list.tableOffset <= trailer, list.objectCount >= 1,
      list.objectCount <= (trailer - list.tableOffset) / list.offsetSize
    else { throw error("its trailer does not fit the file") }
    return try list.value(integer(bytes, trailer + 16), depth: 0)
  }

  /// The name of the syntax, for messages.
  package static let name = "binary property list"

  private static func error(_ message: String) -> ImageError {
    ImageError(.invalidData, message, format: name)
  }

  /// A big-endian number of up to eight bytes; -1 where it does not fit into `Int`.
  private static func integer(_ bytes: [UInt8], _ offset: Int, size: Int = 8) -> Int {
    let number = UInt64(bigEndianBytes: bytes[offset..<offset + size])
    return Int(exactly: number) ?? -1
  }

  private mutating func value(_ object: Int, depth: Int) throws(ImageError) -> StructuredValue {
    valueCount += 1
    guard valueCount <= limits.maxValues else {
      throw StructuredLimits.exceeded("has more than \(limits.maxValues) values")
    }
    guard depth <= limits.maxDepth else {
      throw StructuredLimits.exceeded("lists and objects are nested more than \(limits.maxDepth) levels deep")
    }
    guard object >= 0, object < objectCount else {
      throw Self.error("refers to object \(object), which does not exist")
    }
    var offset = Self.integer(bytes, tableOffset + object * offsetSize, size: offsetSize)
    guard offset >= 8, offset < tableOffset else { throw Self.error("object \(object) is outside the file") }
    let marker = bytes[offset]
    offset += 1
    let low = Int(marker & 0x0F)
    switch (marker >> 4, low) {
    case (0x0, 0x0): return StructuredValue(.null)
    case (0x0, 0x8): return StructuredValue(.bool(false))
    case (0x0, 0x9): return StructuredValue(.bool(true))
    case (0x1, 0...4): return StructuredValue(try integer(Array(try take(1 << low, at: offset))))
    case (0x2, 2), (0x2, 3): return try real(Array(try take(1 << low, at: offset)))
    case (0x3, 3):
      // Seconds since 2001-01-01 UTC.
      let bits = UInt64(bigEndianBytes: try take(8, at: offset))
      let text = try PropertyListDate.text(secondsSince2001: Double(bitPattern: bits))
      return StructuredValue(.string(text), isDate: true)
    case (0x4, _) where allKinds:
      let count = try count(low, &offset)
      return StructuredValue(.bytes(Array(try take(try text(count), at: offset))))
    case (0x5, _):
      let count = try count(low, &offset)
      let text = try text(count)
      return StructuredValue(.string(String(decoding: try take(text, at: offset), as: UTF8.self)))
    case (0x6, _):
      let count = try count(low, &offset)
      let units = Array(try take(2 * (try text(count)), at: offset))
      return StructuredValue(
        .string(
          String(
            decoding: stride(from: 0, to: units.count, by: 2).map { UInt16(units[$0]) << 8 | UInt16(units[$0 + 1]) },
            as: UTF16.self)))
    case (0x8, _) where allKinds:
      let number = UInt64(bigEndianBytes: try take(low + 1, at: offset))
      let name = StructuredValue(.number(Double(number), text: String(number)))
      guard case .success(let object) = StructuredObject.make([.init(name: "CF$UID", value: name)]) else { break }
      return StructuredValue(.object(object))
    case (0xA, _),
      (0xC, _) where allKinds:
      let count = try count(low, &offset)
      var elements: [StructuredValue] = []
      for reference in try references(count, at: offset) { elements.append(try value(reference, depth: depth + 1)) }
      return StructuredValue(.array(elements))
    case (0xD, _):
      let count = try count(low, &offset)
      let names = try references(count, at: offset)
      let values = try references(count, at: offset + count * referenceSize)
      var members: [StructuredObject.Member] = []
      for (name, member) in zip(names, values) {
        guard case .string(let text) = try value(name, depth: depth + 1).content else {
          throw Self.error("a key of a dictionary is not a text")
        }
        members.append(.init(name: text, value: try value(member, depth: depth + 1)))
      }
      switch StructuredObject.make(members) {
      case .success(let object): return StructuredValue(.object(object))
      case .failure(let duplicate): throw Self.error("the key '\(duplicate.member.name)' occurs twice")
      }
    case (0x4, _): throw Self.error("bytes (data) have no meaning in this file")
    default: break
    }
    throw Self.error(
      "object \(object) is of an unknown type")
  }

  private func take(_ count: Int, at offset: Int) throws(ImageError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= tableOffset - offset else { throw Self.error("is truncated") }
    return bytes[offset..<offset + count]
  }

  private mutating func text(_ count: Int) throws(ImageError) -> Int {
    textBytes += count
    guard textBytes <= limits.maxBytes else {
      throw StructuredLimits.exceeded("has texts of more than \(limits.maxBytes) bytes")
    }
    return count
  }

  /// The count in a marker. If it does not fit into four bits, an integer object with the count follows.
  private func count(_ low: Int, _ offset: inout Int) throws(ImageError) -> Int {
    guard low == 15 else { return low }
    guard let marker = try take(1, at: offset).first, marker >> 4 == 1, marker & 0x0F <= 3 else {
      throw Self.error("the count of an object is not a number")
    }
    let size = 1 << Int(marker & 0x0F)
    _ = try take(size, at: offset + 1)
    let count = Self.integer(bytes, offset + 1, size: size)
    offset += 1 + size
    guard count >= 0, count <= bytes.count else { throw Self.error("is truncated") }
    return count
  }

  private func references(_ count: Int, at offset: Int) throws(ImageError) -> [Int] {
    let stored = try take(count * referenceSize, at: offset)
    return (0..<count).map { Self.integer(bytes, stored.startIndex + $0 * referenceSize, size: referenceSize) }
  }

  private func integer(_ stored: [UInt8]) throws(ImageError) -> StructuredValue.Content {
    // Up to four bytes unsigned, eight signed, and sixteen for numbers beyond Int64.
    let low = UInt64(bigEndianBytes: stored.suffix(8))
    if stored.count == 16 {
      guard stored.prefix(8).allSatisfy({ $0 == 0 }) else { throw Self.error("a number is too large") }
      return .number(Double(low), text: String(low))
    }
    let number = stored.count == 8 ? Int64(bitPattern: low) : Int64(low)
    return .number(Double(number), text: String(number))
  }

  private func real(_ stored: [UInt8]) throws(ImageError) -> StructuredValue {
    let bits = UInt64(bigEndianBytes: stored)
    let number = stored.count == 4 ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits)
    guard number.isFinite else {
      guard allKinds else { throw Self.error("a number is not finite") }
      return StructuredValue(.string("\(number)"))
    }
    let text = number.rounded() == number && abs(number) < 1e15 ? String(Int64(number)) : "\(number)"
    return StructuredValue(.number(number, text: text))
  }
}

/// Formats the dates of binary property lists as in XML property lists.
private enum PropertyListDate {
  /// `2024-05-06T07:08:09Z`; seconds are truncated, as Apple's writer does.
  ///
  /// - Throws: `invalidData` for a year outside 1...9999.
  static func text(secondsSince2001 seconds: Double) throws(ImageError) -> String {
    let years = CivilTime.secondsOfYears
    let total = seconds.rounded(.down) + 978_307_200
    // Apple's `Date.distantPast` is the first day of the year 1 in the Julian calendar, which begins two days earlier.
    guard total >= Double(years.lowerBound - 2 * 86_400), total <= Double(years.upperBound) else {
      throw ImageError(.invalidData, "a date is out of range", format: BinaryPropertyList.name)
    }
    let time = CivilTime(secondsSince1970: Int(total))
    return "\(time.isoTime)Z"
  }
}
