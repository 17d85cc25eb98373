internal import ImageModel
internal import StructuredText

/// What a people group takes from a vCard (RFC 6350; versions 2.1 and 3.0 of older programs): name and photo.
struct VCard {
  /// The line on which the card begins, counted from 1.
  var line: Int
  var name = PersonName(first: "", last: "")
  /// The bytes of the photo, if they are in the card: photos at addresses are left out.
  var photo: [UInt8]?

  /// - Throws: `invalidData` for a card without an end, for bytes that are not UTF-8, and for a name in another charset
  ///   than UTF-8 or ISO 8859-1.
  static func cards(in bytes: [UInt8]) throws(ImageError) -> [VCard] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ImageError(.invalidData, "is not UTF-8", format: "vCard")
    }
    var cards: [VCard] = []
    var card: VCard?
    for line in VCardLine.lines(of: text) {
      switch (line.name, line.value.uppercased()) {
      case ("BEGIN", "VCARD"): card = VCard(line: line.number)
      case ("END", "VCARD"):
        if let card { cards.append(card) }
        card = nil
      default: try card?.take(line)
      }
    }
    guard card == nil else {
      throw ImageError(.invalidData, "line \(card?.line ?? 0): the card has no end", format: "vCard")
    }
    return cards
  }

  private mutating func take(_ line: VCardLine) throws(ImageError) {
    switch line.name {
    case "N":
      // Family names, given names, additional names (6.2.2).
      let parts = try line.components()
      name = PersonName(
        first: [parts.count > 1 ? parts[1] : "", parts.count > 2 ? parts[2] : ""].filter { !$0.isEmpty }.joined(
          separator: " "), last: parts.first ?? "")
    case "FN" where name.full.isEmpty: name = PersonName(try line.components().joined(separator: ";"))
    case "PHOTO": photo = line.bytes ?? photo
    default: break
    }
  }
}

/// A line of a vCard, unfolded: `item1.N;CHARSET=utf-8:Lovelace;Ada` (RFC 6350, 3.3).
struct VCardLine {
  var number: Int
  /// In capitals and without a group: `N`.
  var name: String
  /// In capitals: `ENCODING=B`.
  var parameters: [String]
  var value: String

  static func lines(of text: String) -> [VCardLine] {
    var lines: [VCardLine] = []
    var open: (number: Int, text: String, isQuotedPrintable: Bool)?
    // A line that begins with white space continues the one before (3.2).
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      if line.first == " " || line.first == "\t", open != nil {
        open?.text += line.dropFirst()
      } else if open?.isQuotedPrintable == true, open?.text.utf8.last == UInt8(ascii: "=") {
        // In place: there may be very many such lines.
        open?.text.unicodeScalars.removeLast()
        open?.text += line
      } else {
        if let open, let line = VCardLine(open.text, open.number) { lines.append(line) }
        let parameters = line.prefix { $0 != ":" }
        open = (index + 1, String(line), parameters.uppercased().contains("QUOTED-PRINTABLE"))
      }
    }
    if let open, let line = VCardLine(open.text, open.number) { lines.append(line) }
    return lines
  }

  /// - Returns: nil for a line without a colon.
  private init?(_ text: String, _ number: Int) {
    var isQuoted = false
    guard
      let colon = text.firstIndex(where: { character in
        if character == "\"" { isQuoted.toggle() }
        return character == ":" && !isQuoted
      })
    else { return nil }
    let words = text[..<colon].uppercased().split(separator: ";").map(String.init)
    guard let first = words.first, let name = first.split(separator: ".").last else { return nil }
    self.number = number
    self.name = String(name)
    parameters = Array(words.dropFirst())
    value = String(text[text.index(after: colon)...])
  }

  /// The parts between semicolons, without escapes (3.4).
  ///
  /// - Throws: `invalidData`, as `plainValue`.
  func components() throws(ImageError) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in try plainValue() {
      switch character {
      case _ where isEscaped:
        parts[parts.count - 1] += character == "n" || character == "N" ? " " : String(character)
        isEscaped = false
      case "\\": isEscaped = true
      case ";": parts.append("")
      // Several names of one kind.
      case ",": parts[parts.count - 1] += " "
      default: parts[parts.count - 1].append(character)
      }
    }
    return parts.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
  }

  /// The bytes of a photo in base64; nil for an address.
  var bytes: [UInt8]? {
    if value.lowercased().hasPrefix("data:") {
      guard let comma = value.firstIndex(of: ","), value[..<comma].lowercased().hasSuffix(";base64") else { return nil }
      return Base64.bytes(value[value.index(after: comma)...].utf8)
    }
    let isBase64 = parameters.contains { ["ENCODING=B", "ENCODING=BASE64", "BASE64"].contains($0) }
    return isBase64 ? Base64.bytes(value.utf8) : nil
  }

  /// The value, decoded if it is quoted-printable, as in version 2.1.
  ///
  /// - Throws: `invalidData` for bytes of a charset that is not read.
  private func plainValue() throws(ImageError) -> String {
    guard parameters.contains(where: { $0.hasSuffix("QUOTED-PRINTABLE") }) else { return value }
    var bytes: [UInt8] = []
    var rest = value.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "="), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else {
        bytes.append(byte)
        continue
      }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let charset = parameters.first { $0.hasPrefix("CHARSET=") }?.dropFirst("CHARSET=".count) ?? "ISO-8859-1"
    guard charset == "ISO-8859-1" else {
      throw ImageError(.invalidData, "line \(number): the charset \(charset) is not read", format: "vCard")
    }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
