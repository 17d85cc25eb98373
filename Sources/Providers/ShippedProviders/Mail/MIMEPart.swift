internal import ProviderSupport
internal import TextReading

/// A part of a mail with its headers (RFC 5322, RFC 2045). The mail itself is one.
struct MIMEPart {
  /// Names in lower case and values as bytes, unfolded, in their order.
  private(set) var headers: [(name: String, value: [UInt8])] = []
  /// The parts of a multipart; empty for all others.
  private(set) var parts: [MIMEPart] = []
  let type: MIMEValue
  private let disposition: MIMEValue
  /// The content as it is transferred.
  private let body: ArraySlice<UInt8>

  private static let maxHeaders = 500
  private static let deepest = 12
  private static let maxParts = 500

  /// - Parameters:
  ///   - count: how many parts were read before, and then with these.
  ///   - usual: the type of a part that names none.
  init(_ bytes: ArraySlice<UInt8>, depth: Int = 0, count: inout Int, usual: String = "text/plain") {
    count += 1
    let (headers, body) = Self.split(bytes)
    self.headers = headers
    self.body = body
    func value(_ name: String) -> [UInt8]? { headers.first { $0.name == name }?.value }
    type = MIMEValue(value("content-type") ?? Array(usual.utf8))
    disposition = MIMEValue(value("content-disposition") ?? [])
    guard type.value.hasPrefix("multipart/"), depth < Self.deepest, let boundary = type.parameters["boundary"],
      !boundary.isEmpty
    else { return }
    let inner = type.value == "multipart/digest" ? "message/rfc822" : "text/plain"
    for part in Self.parts(body, boundary: boundary, limit: Self.maxParts - count) {
      guard count < Self.maxParts else { return }
      parts.append(MIMEPart(part, depth: depth + 1, count: &count, usual: inner))
    }
  }

  /// The headers up to the first empty line, and the rest.
  private static func split(
    _ bytes: ArraySlice<UInt8>
  ) -> ([(name: String, value: [UInt8])], ArraySlice<UInt8>) {
    var headers: [(name: String, value: [UInt8])] = []
    var rest = bytes
    while !rest.isEmpty {
      let (line, next) = self.line(rest)
      if line.isEmpty { return (headers, next) }
      if line.first == 0x20 || line.first == 0x09 {
        // A line that goes on; a long one is the beginning of an attack.
        if let last = headers.indices.last, headers[last].value.count < 64 << 10 { headers[last].value += line }
      } else if let colon = line.firstIndex(of: UInt8(ascii: ":")), Self.isName(line[..<colon]) {
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased().filter { !$0.isWhitespace }
        let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
        if headers.count < maxHeaders { headers.append((name, Array(value))) }
      } else if headers.isEmpty {
        // A part without headers begins with its content.
        return (headers, bytes)
      }
      rest = next
    }
    return (headers, rest)
  }

  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    (1...80).contains(bytes.count) && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F || $0 == 0x20 && bytes.last == 0x20 }
  }

  /// A line without its end, and what follows.
  private static func line(_ bytes: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, ArraySlice<UInt8>) {
    guard let end = bytes.firstIndex(of: 0x0A) else { return (bytes, bytes[bytes.endIndex...]) }
    let line = bytes[..<end]
    return (line.last == 0x0D ? line.dropLast() : line, bytes[(end + 1)...])
  }

  /// The contents between the lines of a boundary (RFC 2046, 5.1.1).
  private static func parts(_ body: ArraySlice<UInt8>, boundary: String, limit: Int) -> [ArraySlice<UInt8>] {
    let mark = Array("--\(boundary)".utf8)
    var parts: [ArraySlice<UInt8>] = []
    var start: Int?
    var rest = body
    while !rest.isEmpty, parts.count < limit {
      let here = rest.startIndex
      let (line, next) = line(rest)
      rest = next
      guard line.first == UInt8(ascii: "-"), line.starts(with: mark) else { continue }
      let end = line.dropFirst(mark.count)
      let isLast = end.starts(with: "--".utf8)
      guard isLast || end.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { continue }
      // The line end before the boundary belongs to it.
      if let start {
        var part = body[start..<max(start, here)]
        if part.last == 0x0A { part.removeLast() }
        if part.last == 0x0D { part.removeLast() }
        parts.append(part)
      }
      start = next.startIndex
      if isLast { return parts }
    }
    // A mail that is cut.
    if let start, start < body.endIndex, parts.count < limit { parts.append(body[start...]) }
    return parts
  }

  /// The value of a header for people; nil where it is missing.
  func header(_ name: String) -> String? {
    headers.first { $0.name == name }.map { MIMEText.decoded($0.value).collapsed }
  }

  /// The content without its transfer encoding.
  ///
  /// - Parameter limit: the most bytes of it.
  func content(atMost limit: Int) -> [UInt8] {
    let encoding = headers.first { $0.name == "content-transfer-encoding" }?.value ?? []
    switch String(decoding: encoding, as: UTF8.self).lowercased().filter({ !$0.isWhitespace }) {
    case "base64": return Array(MIMEText.base64(body.prefix(limit / 2 * 3)).prefix(limit))
    case "quoted-printable": return QuotedPrintable.bytes(body.prefix(limit))
    default: return Array(body.prefix(limit))
    }
  }

  /// The content as text.
  func text(atMost limit: Int) -> String {
    DecodedText(content(atMost: limit), declared: type.parameters["charset"]).text
  }

  /// The content as HTML, which may itself say its encoding.
  func markup(atMost limit: Int) -> SafeMarkup {
    SafeMarkup(MarkupText.text(content(atMost: limit), encoding: type.parameters["charset"]))
  }

  /// The name of the file that the part contains, for people.
  var fileName: String? { disposition.parameters["filename"] ?? type.parameters["name"] }

  var isAttachment: Bool { disposition.value == "attachment" }

  /// The identifier by which HTML refers to the part, without its brackets.
  var contentID: String? {
    headers.first { $0.name == "content-id" }.map {
      String(decoding: $0.value, as: UTF8.self).filter { !$0.isWhitespace && $0 != "<" && $0 != ">" }
    }
  }

  /// About how many bytes the content has.
  var byteCount: Int64 {
    let isBase64 = header("content-transfer-encoding")?.lowercased() == "base64"
    return Int64(isBase64 ? body.count / 4 * 3 * 76 / 78 : body.count)
  }
}
