/// Rules for the texts of a manifest. docs/provider.schema.json has the same.
enum ManifestText {
  /// A reverse-domain name of at least two parts: letters, digits and hyphens.
  static func problemOfID(_ text: String) -> String? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isGood =
      parts.count >= 2
      && parts.allSatisfy { part in
        part.first.map(isLetterOrDigit) ?? false && part.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
      }
    return isGood ? nil : "must be a reversed domain name like org.example.name, not '\(text)'"
  }

  /// An identifier of a content type: as an id, but also with `+` and `_`, which MIME types have.
  static func problemOfType(_ text: String) -> String? {
    let special = Set("-+_".utf8)
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isGood =
      parts.count >= 2
      && parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { isLetterOrDigit($0) || special.contains($0) } }
    return isGood ? nil : "must be the identifier of a content type like public.png, not '\(text)'"
  }

  static func problemOfExtension(_ text: String) -> String? {
    let special = Set("/*?[] ".utf8)
    let isGood = text.utf8.first != UInt8(ascii: ".") && !text.utf8.contains(where: special.contains)
    return isGood ? nil : "must be an extension without a dot before it, not '\(text)'"
  }

  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// The bytes of hexadecimal digits, with spaces between them or not; nil for other texts.
  static func hexadecimal(_ text: String) -> [UInt8]? {
    var digits: [UInt8] = []
    for character in text where character != " " {
      guard character.isASCII, let value = character.hexDigitValue else { return nil }
      digits.append(UInt8(value))
    }
    guard digits.count % 2 == 0, !digits.isEmpty else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

extension ManifestText {
  static func isMIMEType(_ text: String) -> Bool { text.utf8.contains(UInt8(ascii: "/")) }
}
