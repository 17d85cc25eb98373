/// Paths as Swift strings, whatever bytes they are made of.
///
/// To Linux a file name is bytes; a Swift string is Unicode and would repair what is no UTF-8, after which the name leads
/// nowhere. Here each byte that is no part of a UTF-8 character becomes one code point of its own, U+10FE00 plus the byte,
/// in plane 16 (private use). A name that really holds such a code point is taken byte by byte, too, so that text and
/// bytes translate into each other without loss. All other names are the strings that they look like.
///
/// Paths come in through `text(_:)` (arguments, directories, lists, links) and leave through `withCString` at each
/// system call; `readable` is for people.
package enum PathText {
  private static let base: UInt32 = 0x10FE00
  /// Stands for bytes from 0x80 on: those below are characters by themselves.
  private static let range = base + 0x80...base + 0xFF
  /// The first byte of all these code points in UTF-8: a string without it has none of them.
  private static let leadByte: UInt8 = 0xF4

  /// The text for the bytes of a path.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    // Lists have a hundred thousand names: bytes that lie together are looked at as such.
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
        if let stand = Unicode.Scalar(base + UInt32(first)) { scalars.append(stand) }
        rest = rest.dropFirst()
      }
    }
    return String(scalars)
  }

  /// The text for a path that a C function gave.
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

  /// The byte that a code point stands for; nil for a character that means itself.
  package static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    range.contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }

  /// A path for people: bytes that are no UTF-8 as `\xNN`.
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

  /// Hands the bytes of a path, ended by a NUL, to a system call.
  package static func withCString<Result>(_ text: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard text.utf8.contains(leadByte) else { return text.withCString(body) }
    return (bytes(text).map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
      // An array that ends with a NUL is not empty.
      buffer.baseAddress.map(body) ?? text.withCString(body)
    }
  }

  /// A path taken apart at its last slash: its directory, `.` where it names none, and the name in it.
  package static func split(_ path: String) -> (directory: String, name: String) {
    // By bytes: a slash is one whatever mark follows it.
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let name = String(path[path.utf8.index(after: slash)...])
    return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
  }

  /// The character that bytes begin with; nil where they begin with none.
  private static func character(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    for length in 1...min(4, bytes.count) {
      if let text = String(validating: bytes.prefix(length), as: UTF8.self) { return text.unicodeScalars.first }
    }
    return nil
  }
}
