internal import CCryptoShims

/// A hash of a kind that a file names. Hashes of our own are SHA-256, which `SHA256` makes with less to load.
package struct CryptographicHash: ~Copyable {
  package enum Kind: String, Hashable, Sendable {
    case md5 = "MD5"
    case sha1 = "SHA-1"
    case sha256 = "SHA-256"
    case sha384 = "SHA-384"
    case sha512 = "SHA-512"
  }

  private let handle: UnsafeMutableRawPointer

  /// nil where libcrypto cannot be loaded, or does not have the kind. C: `EVP_DigestInit_ex`.
  package init?(_ kind: Kind) {
    let own =
      switch kind {
      case .md5: crypto_shim_md5
      case .sha1: crypto_shim_sha1
      case .sha256: crypto_shim_sha256_kind
      case .sha384: crypto_shim_sha384
      case .sha512: crypto_shim_sha512
      }
    guard let handle = crypto_shim_hash_create(own) else { return nil }
    self.handle = handle
  }

  deinit { crypto_shim_hash_destroy(handle) }

  /// Whether libcrypto can be loaded.
  package static var isAvailable: Bool { crypto_shim_load() == nil }

  /// Adds bytes. C: `EVP_DigestUpdate`.
  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { _ = crypto_shim_hash_update(handle, $0.baseAddress, $0.count) }
  }

  /// The bytes of the hash; nothing can be added afterwards. C: `EVP_DigestFinal_ex`.
  package mutating func finish() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(CRYPTO_SHIM_MAX_HASH)) { buffer, count in
      count = crypto_shim_hash_finish(handle, buffer.baseAddress)
    }
  }

  /// The hash of some bytes; nil as for `init`.
  package static func digest(_ kind: Kind, of bytes: [UInt8]) -> [UInt8]? {
    guard var hash = CryptographicHash(kind) else { return nil }
    hash.update(bytes)
    return hash.finish()
  }
}

/// AES in CBC mode over whole blocks of 16 bytes, without padding. Bytes after the last whole block are ignored.
package enum BlockCipher {
  /// - Parameters:
  ///   - key: 16 or 32 bytes.
  ///   - initial: 16 bytes.
  /// - Returns: nil for a key of another length, and where libcrypto cannot be loaded.
  package static func decrypt(_ bytes: [UInt8], key: [UInt8], initial: [UInt8]) -> [UInt8]? {
    apply(bytes, key, initial, encrypts: false)
  }

  /// As `decrypt`.
  package static func encrypt(_ bytes: [UInt8], key: [UInt8], initial: [UInt8]) -> [UInt8]? {
    apply(bytes, key, initial, encrypts: true)
  }

  private static func apply(_ bytes: [UInt8], _ key: [UInt8], _ initial: [UInt8], encrypts: Bool) -> [UInt8]? {
    let count = bytes.count / 16 * 16
    guard initial.count == 16, count > 0 else { return nil }
    var status: Int32 = 0
    let result = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      status = crypto_shim_aes_cbc(key, key.count, initial, encrypts ? 1 : 0, bytes, count, buffer.baseAddress)
      written = status == 1 ? count : 0
    }
    return status == 1 ? result : nil
  }
}
