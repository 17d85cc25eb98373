internal import CCrypto

/// SHA-256 (FIPS 180-4) of bytes that come piece by piece. A copy goes on by itself.
package struct SHA256: Sendable {
  // All the memory that a hash needs.
  private var state = SHA256_CTX()

  /// The hash of no bytes. C: `SHA256_Init`.
  package init() { SHA256_Init(&state) }

  /// Adds bytes. C: `SHA256_Update`.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    SHA256_Update(&state, bytes.baseAddress, bytes.count)
  }

  /// Adds bytes.
  package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// The 32 bytes of the hash of all bytes so far; more may follow. C: `SHA256_Final`.
  package var digest: [UInt8] {
    var end = state
    return [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { buffer, count in
      SHA256_Final(buffer.baseAddress, &end)
      count = Int(SHA256_DIGEST_LENGTH)
    }
  }

  /// The 32 bytes of the hash of some bytes.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest
  }

  /// HMAC with SHA-256 (RFC 2104): 32 bytes that only a holder of the key can make of a message.
  package static func authenticationCode(for message: [UInt8], key: [UInt8]) -> [UInt8] {
    let blockSize = Int(SHA256_CBLOCK)
    var block = key.count > blockSize ? digest(of: key) : key
    block += [UInt8](repeating: 0, count: blockSize - block.count)
    let inner = digest(of: block.map { $0 ^ 0x36 } + message)
    return digest(of: block.map { $0 ^ 0x5C } + inner)
  }
}

/// Comparisons that take the same time wherever the difference is.
package enum ConstantTime {
  /// Whether two arrays are equal. Only their lengths can be told from the time. C: `CRYPTO_memcmp`.
  package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
  }
}
