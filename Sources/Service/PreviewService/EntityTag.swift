internal import Crypto

/// Names one state of an answer, before anything was rendered (RFC 9110, 8.8.3).
struct EntityTag: Hashable {
  /// With its quotation marks.
  var text: String

  /// - Parameter parts: everything that the answer depends on.
  init(_ parts: [String]) {
    var hash = SHA256()
    for part in parts {
      hash.update(data: Array("\(part.utf8.count):".utf8))
      hash.update(data: Array(part.utf8))
    }
    text = "\"\(Hexadecimal.text(hash.finalize().prefix(16)))\""
  }

  /// Whether a header field If-None-Match names this tag; weak tags are compared as strong ones (RFC 9110, 13.1.2).
  func isNamed(in field: String?) -> Bool {
    guard let field else { return false }
    return field.split(separator: ",").contains { part in
      var part = part[...]
      while part.first == " " || part.first == "\t" { part.removeFirst() }
      while part.last == " " || part.last == "\t" { part.removeLast() }
      if part == "*" { return true }
      return (part.hasPrefix("W/") ? part.dropFirst(2) : part) == text[...]
    }
  }
}

/// Bytes as digits.
enum Hexadecimal {
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// nil for what are no pairs of digits.
  static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    let digits = text.utf8.map { byte -> UInt8? in
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x41...0x46: byte - 0x41 + 10
      case 0x61...0x66: byte - 0x61 + 10
      default: nil
      }
    }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
