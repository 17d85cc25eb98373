extension DecodedText {
  /// A text whose encoding its document declares, as the parts of a mail and HTML do. A byte order mark takes
  /// precedence. An unknown name, and none, leave the encoding to be found.
  ///
  /// - Parameter encoding: the name by IANA's list of character sets, in any case: `iso-8859-2`.
  package init(_ bytes: [UInt8], declared encoding: String?, isWhole: Bool = true) {
    let name = encoding?.lowercased() ?? ""
    if ["iso-8859-1", "latin1", "windows-1252", "cp1252"].contains(name), !Self.hasMark(bytes) {
      // Most texts that claim to be Latin-1 are Windows-1252, and some are UTF-8.
      self = Self.isLongUTF8(bytes) ? DecodedText(bytes, isWhole: isWhole) : DecodedText(windows1252: bytes)
      return
    }
    guard let converter = Self.converter(name), !Self.hasMark(bytes),
      let found = CharacterSetDetector.decoded(bytes, converter, isWhole)
    else {
      self.init(bytes, isWhole: isWhole)
      return
    }
    self.init(cleaning: found.text)
    if found.wrong > 0 { note = "the text is not all \(converter)" }
  }

  private init(windows1252 bytes: [UInt8]) { self.init(cleaning: Windows1252.text(bytes)) }

  private static func hasMark(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
  }

  /// Whether a text has characters of UTF-8 beyond ASCII, and nothing else.
  private static func isLongUTF8(_ bytes: [UInt8]) -> Bool {
    bytes.contains { $0 >= 0x80 } && String(validating: bytes, as: UTF8.self) != nil
  }

  /// The C library's name for an encoding; nil for UTF-8, which needs no converter, and for names that are not on this
  /// list: a document must not choose what the C library loads.
  static func converter(_ name: String) -> String? {
    if let other = others[name] { return other }
    let parts = name.split(separator: "-")
    if name.hasPrefix("iso-8859-"), parts.count > 2, let number = Int(parts[2]), (2...16).contains(number) {
      return "ISO-8859-\(number)"
    }
    let page = name.hasPrefix("windows-") ? name.dropFirst(8) : name.hasPrefix("cp") ? name.dropFirst(2) : ""
    if let number = Int(page), (1250...1258).contains(number) || number == 874 { return "CP\(number)" }
    return nil
  }

  private static let others = [
    "koi8-r": "KOI8-R", "koi8-u": "KOI8-U", "gb2312": "GB18030", "gbk": "GB18030", "gb18030": "GB18030",
    "x-gbk": "GB18030", "big5": "BIG5-HKSCS", "big5-hkscs": "BIG5-HKSCS", "shift_jis": "CP932", "shift-jis": "CP932",
    "x-sjis": "CP932", "windows-31j": "CP932", "euc-jp": "EUC-JP", "iso-2022-jp": "ISO-2022-JP", "euc-kr": "UHC",
    "ks_c_5601-1987": "UHC", "iso-2022-kr": "ISO-2022-KR", "utf-16le": "UTF-16LE", "utf-16be": "UTF-16BE",
    "utf-7": "UTF-7", "macintosh": "MACINTOSH", "ibm437": "IBM437", "cp437": "IBM437", "ibm850": "IBM850",
    "cp850": "IBM850", "tis-620": "TIS-620",
  ]
}
