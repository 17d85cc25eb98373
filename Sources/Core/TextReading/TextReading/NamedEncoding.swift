/// An encoding that a user names, for texts whose encoding nothing declares.
package struct NamedEncoding: Hashable, Sendable {
  /// The C library's name; nil for Windows-1252, which needs no converter.
  private let converter: String?

  /// - Parameter name: by IANA's list of character sets (`shift_jis`), or ExifTool's name (`Cyrillic`); in any case.
  /// - Returns: nil for a name that is not known.
  package init?(_ name: String) {
    let name = name.lowercased()
    let real = Self.names[name] ?? name
    if ["iso-8859-1", "latin1", "windows-1252", "cp1252"].contains(real) {
      converter = nil
    } else if let known = DecodedText.converter(real) {
      converter = known
    } else {
      return nil
    }
  }

  /// ExifTool's names of pages of Windows, DOS and Mac OS.
  private static let names = [
    "latin": "cp1252", "latin2": "cp1250", "cyrillic": "cp1251", "greek": "cp1253", "turkish": "cp1254",
    "hebrew": "cp1255", "arabic": "cp1256", "baltic": "cp1257", "vietnam": "cp1258", "thai": "cp874",
    "doslatinus": "cp437", "doslatin1": "cp850", "macroman": "macintosh", "sjis": "shift_jis", "big5hkscs": "big5",
  ]

  /// The text of some bytes. What is valid UTF-8 stays, unless it has the escape sequences of ISO 2022: only old texts
  /// are in the encoding. nil for bytes that are not in it.
  package func text(_ bytes: [UInt8]) -> String? {
    if !bytes.contains(0x1B), let text = String(validating: bytes, as: UTF8.self) { return text }
    guard let converter else { return Windows1252.text(bytes) }
    guard let found = CharacterSetDetector.decoded(bytes, converter, true), found.wrong == 0 else { return nil }
    return found.text
  }
}
