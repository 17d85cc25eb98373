internal import Digests
internal import ImageModel

/// Decrypts what the standard security handler has encrypted (ISO 32000-1, 7.6; ISO 32000-2, 7.6 for AES-256).
package struct PDFDecryption: Sendable {
  /// What encrypts strings or streams.
  private enum Method: Sendable {
    case none, rc4, aes128, aes256, unknown
  }

  /// A name for people: `AES-256`, `RC4, 40 bits`.
  package let name: String
  /// The integer /P: what the user password permits.
  package let permissions: Int32
  /// Whether the streams of XMP are encrypted, too.
  package let hidesMetadata: Bool
  /// Whether the document is encrypted in a way that is read here, and libcrypto can be loaded.
  package let isSupported: Bool
  /// Whether the password opens the document.
  package var isOpen: Bool { key != nil }
  /// Whether the password is the owner's.
  package let isOwner: Bool

  private let key: [UInt8]?
  private let strings: Method
  private let streams: Method

  /// - Parameters:
  ///   - dictionary: the entry /Encrypt of the trailer, resolved.
  ///   - identifier: the first part of /ID in the trailer.
  init(_ dictionary: FileDictionary, identifier: [UInt8], password: String) {
    let version = dictionary["V"]?.integer ?? 0
    let revision = dictionary["R"]?.integer ?? 0
    permissions = Int32(truncatingIfNeeded: dictionary["P"]?.integer ?? 0)
    // Earlier versions have no such entry.
    hidesMetadata = version < 4 || dictionary["EncryptMetadata"]?.boolean ?? true
    let isStandard = dictionary["Filter"]?.name == "Standard"
    var bits = version == 1 ? 40 : dictionary["Length"]?.integer ?? 40
    if version >= 4 {
      let filters = dictionary["CF"]?.dictionary ?? FileDictionary()
      strings = Self.method(dictionary["StrF"]?.name, filters)
      streams = Self.method(dictionary["StmF"]?.name, filters)
      bits = version == 4 ? 128 : 256
    } else {
      strings = (1...3).contains(version) ? .rc4 : .unknown
      streams = strings
    }
    switch streams == .none ? strings : streams {
    case .rc4: name = "RC4, \(bits) bits"
    case .aes128: name = "AES-128"
    case .aes256: name = "AES-256"
    case .none: name = "none"
    case .unknown: name = dictionary["Filter"]?.name.map { "unknown (\($0))" } ?? "unknown"
    }
    isSupported =
      isStandard && (2...6).contains(revision) && (40...256).contains(bits) && bits % 8 == 0 && strings != .unknown
      && streams != .unknown && CryptographicHash.isAvailable
    guard isSupported else {
      (key, isOwner) = (nil, false)
      return
    }
    let handler = StandardHandler(
      revision: revision, keyLength: bits / 8, owner: dictionary["O"]?.string ?? [],
      user: dictionary["U"]?.string ?? [], ownerKey: dictionary["OE"]?.string ?? [],
      userKey: dictionary["UE"]?.string ?? [], permissions: permissions, identifier: identifier,
      hidesMetadata: hidesMetadata)
    if let found = handler.key(ownerPassword: Array(password.utf8)) {
      (key, isOwner) = (found, true)
    } else {
      (key, isOwner) = (handler.key(userPassword: Array(password.utf8)), false)
    }
  }

  private static func method(_ name: String?, _ filters: FileDictionary) -> Method {
    guard let name, name != "Identity" else { return .none }
    switch filters[name]?.dictionary?["CFM"]?.name {
    case "V2": return .rc4
    case "AESV2": return .aes128
    case "AESV3": return .aes256
    case "None", nil: return .none
    default: return .unknown
    }
  }

  func decrypt(string bytes: [UInt8], of number: ObjectNumber) -> [UInt8] { decrypt(bytes, strings, number) }

  func decrypt(stream bytes: [UInt8], of number: ObjectNumber) -> [UInt8] { decrypt(bytes, streams, number) }

  /// Bytes that cannot be decrypted become no bytes.
  private func decrypt(_ bytes: [UInt8], _ method: Method, _ number: ObjectNumber) -> [UInt8] {
    guard let key else { return bytes }
    switch method {
    case .none: return bytes
    case .rc4: return RC4.apply(key: objectKey(key, number, isAES: false), to: bytes)
    case .aes128, .aes256:
      guard bytes.count >= 32 else { return [] }
      let own = method == .aes256 ? key : objectKey(key, number, isAES: true)
      let plain = BlockCipher.decrypt(Array(bytes[16...]), key: own, initial: Array(bytes[..<16]))
      // The last byte is the number of bytes that fill the last block.
      guard let plain, let fill = plain.last, (1...16).contains(fill), Int(fill) <= plain.count else {
        return plain ?? []
      }
      return Array(plain.dropLast(Int(fill)))
    case .unknown: return []
    }
  }

  /// The key of one object (7.6.2, algorithm 1).
  private func objectKey(_ key: [UInt8], _ number: ObjectNumber, isAES: Bool) -> [UInt8] {
    var input = key
    input += [0, 8, 16].map { UInt8(truncatingIfNeeded: number.number >> $0) }
    input += [0, 8].map { UInt8(truncatingIfNeeded: number.generation >> $0) }
    if isAES { input += Array("sAlT".utf8) }
    return Array((CryptographicHash.digest(.md5, of: input) ?? []).prefix(min(key.count + 5, 16)))
  }
}

/// How passwords become the key of a document.
private struct StandardHandler {
  var revision: Int
  /// In bytes.
  var keyLength: Int
  var owner: [UInt8]
  var user: [UInt8]
  var ownerKey: [UInt8]
  var userKey: [UInt8]
  var permissions: Int32
  var identifier: [UInt8]
  var hidesMetadata: Bool

  /// The key of the document; nil for a wrong password, and for an unknown revision.
  func key(userPassword password: [UInt8]) -> [UInt8]? {
    switch revision {
    case 2, 3, 4:
      let key = key(fromUserPassword: password)
      return accepts(key) ? key : nil
    case 5, 6: return key256(Array(password.prefix(127)), user, userKey, [])
    default: return nil
    }
  }

  /// The key of the document; nil for a wrong password.
  func key(ownerPassword password: [UInt8]) -> [UInt8]? {
    switch revision {
    case 2, 3, 4:
      // Algorithm 7.
      guard owner.count >= 32 else { return nil }
      var hash = Self.md5(Self.padded(password))
      if revision > 2 { for _ in 0..<50 { hash = Self.md5(hash) } }
      let key = Array(hash.prefix(keyLength))
      var password = Array(owner.prefix(32))
      for round in revision == 2 ? [0] : Array((0..<20).reversed()) {
        password = RC4.apply(key: key.map { $0 ^ UInt8(round) }, to: password)
      }
      return self.key(userPassword: password)
    case 5, 6:
      guard user.count >= 48 else { return nil }
      return key256(Array(password.prefix(127)), owner, ownerKey, Array(user.prefix(48)))
    default: return nil
    }
  }

  /// Algorithm 2.
  private func key(fromUserPassword password: [UInt8]) -> [UInt8] {
    var input = Self.padded(password) + owner.prefix(32)
    input += [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: permissions >> $0) }
    input += identifier
    if revision >= 4, !hidesMetadata { input += [0xFF, 0xFF, 0xFF, 0xFF] }
    var hash = Self.md5(input)
    if revision > 2 { for _ in 0..<50 { hash = Self.md5(Array(hash.prefix(keyLength))) } }
    return Array(hash.prefix(keyLength))
  }

  /// Algorithms 4 to 6.
  private func accepts(_ key: [UInt8]) -> Bool {
    guard !key.isEmpty, user.count >= 32 else { return false }
    guard revision > 2 else { return RC4.apply(key: key, to: Self.padding) == Array(user.prefix(32)) }
    var check = Self.md5(Self.padding + identifier)
    for round in 0..<20 { check = RC4.apply(key: key.map { $0 ^ UInt8(round) }, to: check) }
    return check == Array(user.prefix(16))
  }

  /// ISO 32000-2, algorithm 2.A.
  ///
  /// - Parameters:
  ///   - stored: the entry /U or /O: a hash, and two salts.
  ///   - encrypted: the entry /UE or /OE.
  private func key256(_ password: [UInt8], _ stored: [UInt8], _ encrypted: [UInt8], _ addition: [UInt8]) -> [UInt8]? {
    guard stored.count >= 48, encrypted.count >= 32 else { return nil }
    let validation = hash256(password, salt: Array(stored[32..<40]), addition)
    guard validation == Array(stored[..<32]),
      let intermediate = hash256(password, salt: Array(stored[40..<48]), addition)
    else { return nil }
    return BlockCipher.decrypt(
      Array(encrypted[..<32]), key: intermediate, initial: [UInt8](repeating: 0, count: 16))
  }

  /// ISO 32000-2, algorithm 2.B.
  private func hash256(_ password: [UInt8], salt: [UInt8], _ addition: [UInt8]) -> [UInt8]? {
    guard var key = CryptographicHash.digest(.sha256, of: password + salt + addition) else { return nil }
    guard revision > 5 else { return key }
    var round = 0
    while true {
      round += 1
      let block = password + key + addition
      let input = Array(repeatElement(block, count: 64).joined())
      guard
        let output = BlockCipher.encrypt(input, key: Array(key[..<16]), initial: Array(key[16..<32])),
        let last = output.last
      else { return nil }
      let remainder = output.prefix(16).reduce(0) { $0 + Int($1) } % 3
      let kind: CryptographicHash.Kind = remainder == 0 ? .sha256 : remainder == 1 ? .sha384 : .sha512
      guard let next = CryptographicHash.digest(kind, of: output) else { return nil }
      key = next
      if round >= 64, Int(last) <= round - 32 { return Array(key.prefix(32)) }
    }
  }

  private static func md5(_ bytes: [UInt8]) -> [UInt8] { CryptographicHash.digest(.md5, of: bytes) ?? [] }

  private static func padded(_ password: [UInt8]) -> [UInt8] { Array((password + padding).prefix(32)) }

  /// What fills a password up to 32 bytes (algorithm 2, step a).
  private static let padding: [UInt8] = [
    0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01, 0x08, 0x2E, 0x2E, 0x00,
    0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69, 0x7A,
  ]
}

/// RC4, which libcrypto has in its provider of old algorithms alone.
private enum RC4 {
  /// Encrypts and decrypts alike. Without a key the bytes stay.
  static func apply(key: [UInt8], to bytes: [UInt8]) -> [UInt8] {
    guard !key.isEmpty else { return bytes }
    var state = (0...255).map { UInt8($0) }
    var swap = 0
    for index in 0..<256 {
      swap = (swap + Int(state[index]) + Int(key[index % key.count])) & 255
      state.swapAt(index, swap)
    }
    var (first, second) = (0, 0)
    return bytes.map { byte in
      first = (first + 1) & 255
      second = (second + Int(state[first])) & 255
      state.swapAt(first, second)
      return byte ^ state[(Int(state[first]) + Int(state[second])) & 255]
    }
  }
}
