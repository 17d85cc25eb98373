internal import Compression
internal import ImageModel

/// The place of each object in a file, in eight bytes each.
struct CrossReferences {
  enum Place: Hashable {
    /// Reserved and never written: it reads as null.
    case free
    case offset(UInt64)
    /// At an index in an object stream.
    case compressed(stream: Int, index: Int)
  }

  private static let compressedFlag: UInt64 = 1 << 63
  /// The offset + 1, so that 0 is free; or the flag, the number of the stream and an index of 16 bits.
  private var words: [UInt64] = [0]

  /// One more than the highest object number.
  var count: Int { words.count }

  mutating func reserve() -> Int {
    words.append(0)
    return words.count - 1
  }

  subscript(number: Int) -> Place {
    get {
      let word = words[number]
      if word == 0 { return .free }
      guard word & Self.compressedFlag != 0 else { return .offset(word - 1) }
      return .compressed(stream: Int((word ^ Self.compressedFlag) >> 16), index: Int(word & 0xFFFF))
    }
    set {
      switch newValue {
      case .free: words[number] = 0
      case .offset(let offset): words[number] = offset + 1
      case .compressed(let stream, let index):
        words[number] = Self.compressedFlag | UInt64(stream) << 16 | UInt64(index)
      }
    }
  }

  /// Rows of a cross-reference stream with fields of 1, `width` and 2 bytes (ISO 32000-1, 7.5.8.3).
  func streamRows(width: Int) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(count * (width + 2))
    for number in 0..<count {
      let (kind, value, last): (UInt8, UInt64, UInt8) =
        switch self[number] {
        case .free: (0, 0, 0)
        case .offset(let offset): (1, offset, 0)
        case .compressed(let stream, let index): (2, UInt64(stream), UInt8(truncatingIfNeeded: index))
        }
      rows.append(kind)
      for shift in (0..<width).reversed() { rows.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * shift))) }
      rows.append(last)
    }
    return rows
  }

  /// The lines of a cross-reference table (7.5.4).
  func tableLines() -> [UInt8] {
    var lines = Array("xref\n0 \(count)\n".utf8)
    lines.reserveCapacity(count * 20 + 32)
    for number in 0..<count {
      guard case .offset(let offset) = self[number] else {
        lines += Array("0000000000 65535 f \n".utf8)
        continue
      }
      let digits = Array(String(offset).utf8)
      lines += [UInt8](repeating: UInt8(ascii: "0"), count: max(0, 10 - digits.count))
      lines += digits
      lines += Array(" 00000 n \n".utf8)
    }
    return lines
  }
}

/// Objects that are written together and deflated (ISO 32000-1, 7.5.7).
struct ObjectStream {
  private var index: [UInt8] = []
  private var bodies: [UInt8] = []
  private(set) var count = 0

  /// The field of the cross-reference stream for the index in an object stream has one byte.
  private static let maxCount = 200
  private static let maxBytes = 48 << 10

  var isFull: Bool { count >= Self.maxCount || bodies.count >= Self.maxBytes }

  /// - Returns: the index of the object in the stream.
  mutating func append(_ object: PDFObject, number: Int) -> Int {
    if !bodies.isEmpty { bodies.append(UInt8(ascii: "\n")) }
    if count > 0 { index.append(UInt8(ascii: " ")) }
    index += Array("\(number) \(bodies.count)".utf8)
    // The byte before is a delimiter: a line feed, or none at the beginning.
    PDFSyntax.append(object, to: &bodies)
    count += 1
    return count - 1
  }

  /// The dictionary of the stream without /Length, and its content.
  func encoded() throws(ImageError) -> (PDFDictionary, [UInt8]) {
    let dictionary: PDFDictionary = [
      "Type": .name("ObjStm"), "N": .integer(count), "First": .integer(index.count + 1),
      "Filter": .name("FlateDecode"),
    ]
    return (dictionary, try Zlib.deflate(index + [UInt8(ascii: "\n")] + bodies, level: 6))
  }
}
