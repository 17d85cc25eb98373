package import ByteStreams
internal import CCryptoShims
package import ImageModel

/// SHA-256 (FIPS 180-4) of bytes that come piece by piece. A copy goes on by itself. libcrypto is loaded at the first
/// use.
package struct SHA256: Sendable {
  /// The bytes of a hash.
  package static let byteCount = 32
  // All the memory that a hash needs.
  private var state = crypto_shim_sha256()

  /// The hash of no bytes. Where libcrypto cannot be loaded, the process ends with a message. C: `SHA256_Init`.
  package init() { crypto_shim_start(&state) }

  /// Adds bytes. C: `SHA256_Update`.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    crypto_shim_update(&state, bytes.baseAddress, bytes.count)
  }

  /// Adds bytes.
  package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// The 32 bytes of the hash of all bytes so far; more may follow. C: `SHA256_Final`.
  package var digest: [UInt8] {
    var end = state
    return [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
      crypto_shim_finish(&end, buffer.baseAddress)
      count = Self.byteCount
    }
  }

  /// The 32 bytes of the hash of some bytes.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest
  }

  /// The 32 bytes of the hash of all bytes of a source.
  ///
  /// - Throws: `unsupported` where libcrypto cannot be loaded; `io`.
  package static func digest(of source: any ByteSource) throws(ImageError) -> [UInt8] {
    if let problem = crypto_shim_load() {
      throw ImageError(.unsupported, "a hash needs libssl3; install it: \(String(cString: problem))")
    }
    var hash = SHA256()
    var offset: UInt64 = 0
    while true {
      let bytes = try source.bytes(at: offset, count: 1 << 20)
      if bytes.isEmpty { return hash.digest }
      hash.update(bytes)
      offset += UInt64(bytes.count)
    }
  }

  /// HMAC with SHA-256 (RFC 2104): 32 bytes that only a holder of the key can make of a message.
  package static func authenticationCode(for message: [UInt8], key: [UInt8]) -> [UInt8] {
    let blockSize = 64
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
    // Hashes are compared, so libcrypto is loaded already.
    one.count == other.count && crypto_shim_load() == nil && crypto_shim_are_equal(one, other, one.count) != 0
  }
}
