internal import ProviderSupport
internal import StructuredText
internal import TextReading

/// How mails write what is not ASCII.
enum MIMEText {
  /// The bytes of base64, of which as many are read as are right: mails are cut, and have lines below the data.
  static func base64(_ text: some Collection<UInt8>) -> [UInt8] {
    let digits = text.filter {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "+")
        || $0 == UInt8(ascii: "/")
    }
    let whole = digits.count % 4 == 1 ? digits.dropLast() : digits[...]
    let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - whole.count % 4) % 4)
    return Base64.bytes(Array(whole) + padding) ?? []
  }

  /// The text of a header's value with its encoded words: `=?iso-8859-1?Q?Gr=FC=DFe?=` (RFC 2047). Space between two of
  /// them is left out.
  static func decoded(_ value: [UInt8]) -> String {
    var result = ""
    // The bytes of words with one encoding, which may break a character between two of them.
    var pending: (encoding: String, bytes: [UInt8])?
    func flush() {
      if let word = pending { result += DecodedText(word.bytes, declared: word.encoding).text }
      pending = nil
    }
    var rest = value[...]
    var plain: [UInt8] = []
    func flushPlain() {
      if pending != nil, plain.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        plain = []
        return
      }
      flush()
      result += DecodedText(plain, declared: "utf-8").text
      plain = []
    }
    while let byte = rest.first {
      if byte == UInt8(ascii: "="), let (word, end) = word(rest) {
        if !plain.isEmpty || pending == nil { flushPlain() }
        if pending?.encoding == word.encoding {
          pending?.bytes += word.bytes
        } else {
          flush()
          pending = word
        }
        rest = rest[end...]
      } else {
        plain.append(byte)
        rest.removeFirst()
      }
    }
    // Space after the last word is text.
    flush()
    result += DecodedText(plain, declared: "utf-8").text
    return result.replacing("\n", with: " ")
  }

  private static let longestWord = 1_000

  /// The encoded word at the beginning, and where it ends.
  private static func word(_ text: ArraySlice<UInt8>) -> ((encoding: String, bytes: [UInt8]), Int)? {
    guard text.starts(with: "=?".utf8) else { return nil }
    let question = UInt8(ascii: "?")
    let start = text.startIndex + 2
    let part = text.dropFirst(2).prefix(longestWord)
    guard let second = part.firstIndex(of: question), second + 2 < part.endIndex, part[second + 2] == question,
      let end = part[(second + 3)...].firstIndex(of: question), end + 1 < text.endIndex,
      text[end + 1] == UInt8(ascii: "=")
    else { return nil }
    let content = part[(second + 3)..<end]
    let bytes: [UInt8]
    switch part[second + 1] | 0x20 {
    case UInt8(ascii: "q"): bytes = QuotedPrintable.bytes(content, isWord: true)
    case UInt8(ascii: "b"): bytes = base64(content)
    default: return nil
    }
    // A language may follow the encoding (RFC 2231, 5).
    let encoding = String(decoding: part[start..<second], as: UTF8.self).prefix { $0 != "*" }.lowercased()
    return ((encoding, bytes), end + 2)
  }
}

/// A value of a header with parameters: `text/plain; charset=utf-8` (RFC 2045, 5.1).
struct MIMEValue {
  /// The value before the parameters, in lower case.
  private(set) var value: String
  /// Parameters by their names in lower case, put together of their parts and decoded (RFC 2231).
  private(set) var parameters: [String: String] = [:]

  private static let maxParameters = 100

  init(_ bytes: [UInt8]) {
    var parts = Self.parts(bytes)[...]
    value = String(decoding: parts.popFirst() ?? [], as: UTF8.self).lowercased().filter { !$0.isWhitespace }
    // Parts of one parameter by their numbers: `name*0*`, `name*1`.
    var pieces: [String: [(number: Int, isEncoded: Bool, bytes: [UInt8])]] = [:]
    for part in parts.prefix(Self.maxParameters) {
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = String(decoding: part[..<equals], as: UTF8.self).lowercased().filter { !$0.isWhitespace }
      let content = Self.unquoted(part[(equals + 1)...])
      let names = name.split(separator: "*", omittingEmptySubsequences: false)
      guard let first = names.first, !first.isEmpty else { continue }
      if names.count == 1 {
        if parameters[name] == nil { parameters[name] = MIMEText.decoded(content) }
      } else {
        pieces[String(first), default: []].append((Int(names[1]) ?? 0, names.last == "", content))
      }
    }
    for (name, parts) in pieces { parameters[name] = Self.joined(parts.sorted { $0.number < $1.number }) }
  }

  private static func joined(_ parts: [(number: Int, isEncoded: Bool, bytes: [UInt8])]) -> String {
    var encoding = "utf-8"
    var bytes: [UInt8] = []
    for (index, part) in parts.enumerated() {
      var content = part.bytes[...]
      guard part.isEncoded else {
        bytes += content
        continue
      }
      // `utf-8'en'` comes before the first part.
      let quotes = content.indices.filter { content[$0] == UInt8(ascii: "'") }
      if index == 0, quotes.count >= 2 {
        encoding = String(decoding: content[..<quotes[0]], as: UTF8.self)
        content = content[(quotes[1] + 1)...]
      }
      // Percent signs are to it what equals signs are to quoted-printable.
      bytes += QuotedPrintable.bytes(content.map { $0 == UInt8(ascii: "%") ? UInt8(ascii: "=") : $0 })
    }
    return DecodedText(bytes, declared: encoding).text
  }

  /// The parts between semicolons outside of quotation marks.
  private static func parts(_ bytes: [UInt8]) -> [[UInt8]] {
    var parts: [[UInt8]] = [[]]
    var (isQuoted, isEscaped) = (false, false)
    for byte in bytes {
      if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      if byte == UInt8(ascii: ";"), !isQuoted { parts.append([]) } else { parts[parts.count - 1].append(byte) }
    }
    return parts
  }

  private static func unquoted(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    guard bytes.first == UInt8(ascii: "\"") else { return Array(bytes) }
    var result: [UInt8] = []
    var isEscaped = false
    for byte in bytes.dropFirst() {
      if byte == UInt8(ascii: "\""), !isEscaped { break }
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
      } else {
        result.append(byte)
        isEscaped = false
      }
    }
    return result
  }
}
