/// Represents paths of any bytes as Swift strings.
///
/// On Linux a file name is a sequence of bytes. A Swift string would replace bytes that are not UTF-8, and no file has
/// the resulting name. Here each byte that is not part of a UTF-8 character becomes one code point,
/// U+10FE00 plus the byte, in plane 16 (private use). A name that really contains such a code point is encoded byte by
/// byte, too, so the translation is lossless in both directions. All other names are ordinary strings.
///
/// `text(_:)` converts incoming paths (arguments, directories, lists, links), and `withCString` converts them back at
/// each system call. `readable` is for display.
package enum PathText {
  private static let base: UInt32 = 0x10FE00
  /// The code points for bytes from 0x80 on. Bytes below are characters already.
  private static let range = base + 0x80...base + 0xFF
  /// The first UTF-8 byte of all these code points. A string without this byte contains none of them.
  private static let leadByte: UInt8 = 0xF4

  /// The text for the bytes of a path.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    // A fast path for contiguous bytes: a list may have a hundred thousand names.
    let plain = bytes.withContiguousStorageIfAvailable { bytes in
      bytes.contains(leadByte) ? nil : String(validating: bytes, as: UTF8.self)
    }
    if case let text?? = plain { return text }
    var scalars = String.UnicodeScalarView()
    var rest = Array(bytes)[...]
    while let first = rest.first {
      let character = Self.character(rest)
      if let character, !range.contains(character.value) {
        scalars.append(character)
        rest = rest.dropFirst(UTF8.width(character))
      } else {
        if let stand = standIn(for: first) { scalars.append(stand) }
        rest = rest.dropFirst()
      }
    }
    return String(scalars)
  }

  /// The text for a path from a C function.
  package static func text(_ path: UnsafePointer<CChar>) -> String {
    var count = 0
    while path[count] != 0 { count += 1 }
    return path.withMemoryRebound(to: UInt8.self, capacity: count) { start in
      text(UnsafeBufferPointer(start: start, count: count))
    }
  }

  /// The bytes of a path.
  package static func bytes(_ text: String) -> [UInt8] {
    guard text.utf8.contains(leadByte) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in byte(scalar).map { [$0] } ?? Array(String(scalar).utf8) }
  }

  /// The byte that a code point represents; nil for ordinary characters.
  package static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    range.contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }

  /// The code point that represents a byte; nil for bytes below 0x80, which are characters.
  package static func standIn(for byte: UInt8) -> Unicode.Scalar? {
    byte < 0x80 ? nil : Unicode.Scalar(base + UInt32(byte))
  }

  /// A path for display, with bytes that are not UTF-8 as `\xNN`.
  package static func readable(_ text: String) -> String {
    guard text.utf8.contains(leadByte) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if let byte = byte(scalar) {
        result += "\\x" + String(byte, radix: 16, uppercase: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Calls a function with the bytes of a path and a final NUL.
  package static func withCString<Result>(_ text: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard text.utf8.contains(leadByte) else { return text.withCString(body) }
    return (bytes(text).map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
      // An array that ends with a NUL is not empty.
      buffer.baseAddress.map(body) ?? text.withCString(body)
    }
  }

  /// Splits a path at its last slash: the directory (`.` without a slash) and the name in it.
  package static func split(_ path: String) -> (directory: String, name: String) {
    // Bytes, not characters: a slash and a combining mark after it are one character, which is not a slash.
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let name = String(path[path.utf8.index(after: slash)...])
    return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
  }

  /// The suffix of a path's name with its dot; empty for a name without one. The dot of a hidden file begins none.
  package static func suffix(of path: String) -> Substring {
    let name = split(path).name
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return "" }
    return name[dot...]
  }

  /// The path without the suffix of its name.
  package static func withoutSuffix(_ path: String) -> String {
    String(Substring(path.utf8.dropLast(suffix(of: path).utf8.count)))
  }

  /// A path as a URL: bytes other than letters, digits and `-._~/` are escaped (RFC 3986, 2.1).
  package static func url(_ path: String) -> String {
    bytes(path).map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = byte < 128 && (character.isLetter || character.isNumber || "-._~/".contains(character))
      return isPlain ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// The character at the start of some bytes; nil where they do not begin with one.
  private static func character(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    for length in 1...min(4, bytes.count) {
      if let text = String(validating: bytes.prefix(length), as: UTF8.self) { return text.unicodeScalars.first }
    }
    return nil
  }
}

/// A path as a key of a set or dictionary: equal if the bytes are equal.
///
/// Two strings are equal to Swift if they show the same characters. `é` in one code point and in two names two files.
package struct PathKey: Hashable, Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  package static func == (one: PathKey, other: PathKey) -> Bool { one.path.utf8.elementsEqual(other.path.utf8) }

  package func hash(into hasher: inout Hasher) {
    var path = path
    path.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// A hash that is the same in each run, which Swift's own hashes are not.
package enum StableHash {
  /// FNV-1a with 64 bits.
  package static func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

// MARK: Order

extension PathText {
  /// Whether a name or path comes before another one as people count: `page-2` before `page-10`. Numbers are compared
  /// by their value, other bytes as they are; a slash comes first, so that the files of a folder stay together. Names
  /// that differ only in leading zeros are compared by their bytes.
  package static func naturallyPrecedes(_ one: String, _ other: String) -> Bool {
    naturallyPrecedes(bytes(one), bytes(other))
  }

  /// The same for names as bytes.
  package static func naturallyPrecedes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    let count = min(one.count, other.count)
    var same = 0
    while same < count, one[same] == other[same] { same += 1 }
    while same > 0, isDigit(one[same - 1]) { same -= 1 }
    var (left, right) = (one[same...], other[same...])
    while let first = left.first, let second = right.first {
      if isDigit(first), isDigit(second) {
        let (number, next) = (popNumber(&left), popNumber(&right))
        if number.count != next.count { return number.count < next.count }
        if !number.elementsEqual(next) { return number.lexicographicallyPrecedes(next) }
      } else if first != second {
        let slash = UInt8(ascii: "/")
        return first == slash || second != slash && first < second
      } else {
        (left, right) = (left.dropFirst(), right.dropFirst())
      }
    }
    if left.isEmpty != right.isEmpty { return left.isEmpty }
    return one.lexicographicallyPrecedes(other)
  }

  /// Removes the digits at the beginning. Returns them without leading zeros.
  private static func popNumber(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let number = text.prefix(while: isDigit)
    text = text[number.endIndex...]
    return number.drop { $0 == UInt8(ascii: "0") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
