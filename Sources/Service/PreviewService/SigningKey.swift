internal import Crypto
package import ImageModel

/// A secret that signs addresses.
package struct SigningKey: Sendable {
  /// Names the key in signed addresses, so that an old one goes on to be known while a new one signs.
  package let name: String
  private let secret: SymmetricKey

  /// - Parameter line: `NAME:SECRET`, the secret at least 32 bytes of text or 64 hexadecimal digits.
  /// - Throws: `usage`, without a word of the secret.
  package init(line: String) throws(ImageError) {
    guard let colon = line.firstIndex(of: ":") else {
      throw ImageError(.usage, "a signing key is NAME:SECRET")
    }
    name = String(line[..<colon])
    let text = line[line.index(after: colon)...]
    guard Self.isName(name) else {
      throw ImageError(.usage, "the name of a signing key has at most 64 letters, digits, - and _")
    }
    guard text.utf8.count >= 32 else {
      throw ImageError(.usage, "the signing key \(name) is shorter than 32 bytes")
    }
    secret = SymmetricKey(data: Hexadecimal.bytes(text) ?? Array(text.utf8))
  }

  static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
      }
  }

  /// HMAC with SHA-256 (RFC 2104), in hexadecimal digits.
  func signature(of text: String) -> String {
    Hexadecimal.text(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: secret))
  }

  /// Whether a signature fits; takes the same time whatever is wrong.
  func isValid(_ signature: [UInt8], of text: String) -> Bool {
    HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: Array(text.utf8), using: secret)
  }
}
