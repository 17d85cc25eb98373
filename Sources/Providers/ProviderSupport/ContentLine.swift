internal import StructuredText
internal import TextReading

/// A line of a calendar or a list of contacts: `DTSTART;TZID=Europe/Zurich:20240514T090000` (RFC 5545, 3.1; RFC 6350,
/// 3.3; vCard 2.1).
package struct ContentLine: Hashable {
  /// In capitals, without the group before a dot.
  package var name: String
  /// By their names in capitals, without quotation marks. A parameter without a name, as vCard 2.1 has it, is one of
  /// `TYPE`. The values of one that is there several times are joined by commas.
  package var parameters: [String: String]
  /// As it is written, without folding. Escapes are still in it.
  package var value: String

  private static let maxLines = 200_000
  private static let longest = 16 << 20

  /// The lines of a text. Lines that are none are left out.
  package static func lines(_ bytes: [UInt8], isWhole: Bool) -> [ContentLine] {
    let text = DecodedText(joined(bytes), declared: nil, isWhole: isWhole).text
    var lines: [ContentLine] = []
    var current = ""
    // Whether a sign at the end of the line joins it with the next one.
    var isQuotedPrintable = false
    func begin(_ line: Substring) {
      if let line = ContentLine(current) { lines.append(line) }
      current = String(line)
      isQuotedPrintable = line.prefix(200).uppercased().contains("QUOTED-PRINTABLE")
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if lines.count >= maxLines { return lines }
      if isQuotedPrintable, current.utf8.last == UInt8(ascii: "=") {
        current.removeLast()
        current += line
      } else if line.first == " " || line.first == "\t" {
        if current.utf8.count < longest { current += line.dropFirst() }
      } else {
        begin(line)
      }
    }
    begin("")
    return lines
  }

  /// Bytes without the line ends that fold a line within a character of UTF-8 (RFC 5545, 3.1).
  private static func joined(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      result.append(byte)
      index += 1
      guard byte >= 0x80 else { continue }
      let end = bytes[index...].starts(with: [0x0D]) ? index + 1 : index
      guard end + 2 < bytes.count, bytes[end] == 0x0A, bytes[end + 1] == 0x20 || bytes[end + 1] == 0x09,
        bytes[end + 2] & 0xC0 == 0x80
      else { continue }
      index = end + 2
    }
    return result
  }

  private init?(_ line: String) {
    var isQuoted = false
    var (parts, start): ([Substring], String.Index) = ([], line.startIndex)
    var colon: String.Index?
    for index in line.utf8.indices {
      switch line.utf8[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ";") where !isQuoted:
        parts.append(line[start..<index])
        start = line.utf8.index(after: index)
      case UInt8(ascii: ":") where !isQuoted:
        parts.append(line[start..<index])
        colon = index
      default: break
      }
      if colon != nil || parts.count > 100 { break }
    }
    guard let colon, let first = parts.first, !first.isEmpty, first.utf8.count < 100 else { return nil }
    name = (first.split(separator: ".").last ?? first).uppercased()
    parameters = [:]
    for part in parts.dropFirst() {
      let sides = part.split(separator: "=", maxSplits: 1)
      let isNamed = sides.count == 2
      let key = isNamed ? sides[0].uppercased() : "TYPE"
      let value = (isNamed ? sides[1] : part).filter { $0 != "\"" }
      parameters[key] = parameters[key].map { "\($0),\(value)" } ?? value
    }
    value = String(line[line.utf8.index(after: colon)...])
  }

  /// Whether the value is written in an encoding of mails, by a parameter or a bare word of vCard 2.1.
  private func isEncoded(_ names: Set<String>) -> Bool {
    let words =
      (parameters["ENCODING"] ?? "").uppercased().split(separator: ",")
      + (parameters["TYPE"] ?? "").uppercased().split(separator: ",")
    return words.contains { names.contains(String($0)) }
  }

  /// The bytes of a value in base64, or in a `data:` address; nil for others.
  package var data: [UInt8]? {
    if value.prefix(5).lowercased() == "data:" { return DataAddress.bytes(value) }
    guard isEncoded(["B", "BASE64"]) else { return nil }
    return Base64.bytes(value.utf8)
  }

  /// The value as text.
  package var text: String { Self.unescaped(decoded) }

  /// The value in its parts between semicolons: names and addresses.
  package var parts: [String] { Self.split(decoded, at: ";").map(Self.unescaped) }

  private var decoded: String {
    guard isEncoded(["QUOTED-PRINTABLE"]) else { return value }
    return DecodedText(QuotedPrintable.bytes(value.utf8), declared: parameters["CHARSET"]).text
  }

  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result.append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }

  private static func split(_ text: String, at separator: Character) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in text {
      if character == separator, !isEscaped {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return parts
  }
}
