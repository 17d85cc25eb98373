internal import CUchardetShims

/// Finds the encoding of texts in East Asian and other scripts than Latin: GB18030, Shift_JIS, Windows-1251.
/// libuchardet guesses it, and the C library decodes it (docs/decisions/0044-text-encodings.md).
enum CharacterSetDetector {
  /// Why nothing can be detected.
  struct Absence: Error {
    var reason: String
  }

  /// Fewer bytes from 0x80 on say too little.
  private static let fewestBytes = 8
  /// The bytes that are judged, from the first that is not ASCII.
  private static let judgedBytes = 256 << 10

  /// The text and the name of its encoding; nil where no encoding is likely.
  ///
  /// - Throws: without libuchardet.
  static func decode(_ bytes: [UInt8], isWhole: Bool) throws(Absence) -> (text: String, name: String)? {
    guard let first = bytes.firstIndex(where: { $0 >= 0x80 }),
      bytes[first...].lazy.filter({ $0 >= 0x80 }).prefix(fewestBytes).count == fewestBytes
    else { return nil }
    try load()
    // Letters of other encodings are like a byte order mark where a text begins with them: "яю" in Windows-1251. A real
    // one was looked for before, so one byte more at the beginning does no harm.
    let found = name(of: bytes[max(0, first - 1)...].prefix(judgedBytes))
    guard encodings.contains(found), let (text, wrong) = decoded(bytes, converters[found] ?? found, isWhole),
      isLikely(text, wrong: wrong)
    else { return nil }
    return (text, names[found] ?? found.replacing("WINDOWS-", with: "Windows-"))
  }

  /// The text and the name of its encoding, for texts of ASCII in which escape sequences begin other characters.
  ///
  /// - Throws: without libuchardet, where there is such a sequence.
  static func decodeEscaped(_ bytes: [UInt8], isWhole: Bool) throws(Absence) -> (text: String, name: String)? {
    let escape = bytes.indices.dropLast().first { bytes[$0] == 0x1B && "$(".utf8.contains(bytes[$0 + 1]) }
    guard let first = escape, !bytes.contains(where: { $0 >= 0x80 }) else { return nil }
    try load()
    let found = name(of: bytes[first...].prefix(judgedBytes))
    guard found == "ISO-2022-JP" || found == "ISO-2022-KR", let (text, wrong) = decoded(bytes, found, isWhole),
      text.utf8.contains(where: { $0 >= 0x80 }), isLikely(text, wrong: wrong)
    else { return nil }
    return (text, found)
  }

  private static func load() throws(Absence) {
    if charset_shim_load() != nil { throw Absence(reason: "libuchardet0, which finds others, is not installed") }
  }

  private static func name(of bytes: ArraySlice<UInt8>) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { name in
      bytes.withUnsafeBufferPointer { charset_shim_detect($0.baseAddress, $0.count, name.baseAddress, name.count) }
      return name.baseAddress.map { String(cString: $0) } ?? ""
    }
  }

  /// The encodings that are believed, by the library's names: those of other scripts than Latin. UTF-8 and UTF-16 are
  /// not among them, because `DecodedText` finds these itself.
  private static let encodings: Set<String> = [
    "BIG5", "EUC-JP", "EUC-KR", "EUC-TW", "GB18030", "GB2312", "SHIFT_JIS", "UHC",
    "IBM855", "IBM866", "ISO-8859-5", "KOI8-R", "MAC-CYRILLIC", "WINDOWS-1251",
    "ISO-8859-6", "ISO-8859-7", "ISO-8859-8", "TIS-620", "WINDOWS-1253", "WINDOWS-1255", "WINDOWS-1256",
  ]

  /// What the C library calls the extended variants, which are in use under the plain names (WHATWG, Encoding, 4.2).
  private static let converters = [
    "SHIFT_JIS": "CP932", "EUC-KR": "UHC", "BIG5": "BIG5-HKSCS", "GB2312": "GB18030",
  ]
  /// The names that differ from those of IANA by more than case.
  private static let names = ["SHIFT_JIS": "Shift_JIS", "BIG5": "Big5", "UHC": "EUC-KR"]

  /// A text in a named encoding; nil for one that the C library does not know, or has no converter for.
  static func decoded(_ bytes: [UInt8], _ encoding: String, _ isWhole: Bool) -> (text: String, wrong: Int)? {
    var wrong = 0
    var isKnown = true
    let room = charset_shim_room(bytes.count)
    let text = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
      buffer.withMemoryRebound(to: CChar.self) { output in
        let count = charset_shim_decode(encoding, bytes, bytes.count, isWhole ? 1 : 0, output.baseAddress, &wrong)
        isKnown = count >= 0
        filled = isKnown ? count : 0
      }
    }
    return isKnown ? (String(decoding: text, as: UTF8.self), wrong) : nil
  }

  /// Whether a text looks like one of a script other than Latin: most of its characters that are not ASCII are of such
  /// scripts, and stand beside a different one. In a text of a Latin script, letters with accents stand alone, and
  /// dashes and lines beside their like. Nearly all bytes must be characters.
  private static func isLikely(_ text: String, wrong: Int) -> Bool {
    var (all, ofScript, inWords) = (0, 0, 0)
    var previous: Unicode.Scalar = " "
    var isCounted = false
    for scalar in text.unicodeScalars {
      if scalar.value >= 0x80, scalar != "\u{FFFD}" {
        all += 1
        if isOfOtherScript(scalar) { ofScript += 1 }
        let isInWord = previous.value >= 0x80 && previous != scalar && previous != "\u{FFFD}"
        if isInWord { inWords += isCounted ? 1 : 2 }
        isCounted = isInWord
      } else {
        isCounted = false
      }
      previous = scalar
    }
    return 20 * wrong <= all && 4 * ofScript >= 3 * all && 2 * inWords >= all
  }

  /// Greek to Thai, and East Asian (Unicode 15, Blocks.txt).
  private static func isOfOtherScript(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x370...0xE7F, 0x1100...0x11FF, 0x2E80...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF,
      0x2_0000...0x3_FFFF:
      true
    default: false
    }
  }
}
