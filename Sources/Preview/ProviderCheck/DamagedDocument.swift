internal import ByteStreams
internal import ImageModel

/// A damaged document.
struct DamagedDocument: Sendable {
  enum Content: Sendable {
    case bytes([UInt8])
    case folder
    case missing
    case locked
  }

  var name: String
  var content: Content

  /// All kinds of damage. The same document always gets the same ones.
  static func all(of original: [UInt8]) -> [DamagedDocument] {
    var numbers = SmallRandom(state: 0x9E37_79B9_7F4A_7C15)
    var result = [DamagedDocument(name: "empty", content: .bytes([]))]
    for part in 1..<16 where original.count * part / 16 > 0 {
      result.append(
        DamagedDocument(name: "cut at \(part)/16", content: .bytes(Array(original.prefix(original.count * part / 16)))))
    }
    if !original.isEmpty {
      for turn in 1...8 {
        // Half of the changes are in the first bytes, where headers are.
        let reach = turn.isMultiple(of: 2) ? min(64, original.count) : original.count
        var bytes = original
        for _ in 0..<max(1, min(64, reach / 50)) { bytes[numbers.below(reach)] ^= UInt8(1 + numbers.below(255)) }
        result.append(DamagedDocument(name: "flipped bytes, \(turn)", content: .bytes(bytes)))
      }
    }
    result += [
      DamagedDocument(name: "random bytes", content: .bytes((0..<4_096).map { _ in UInt8(numbers.below(256)) })),
      DamagedDocument(
        name: "its beginning, then random bytes",
        content: .bytes(original.prefix(32) + (0..<65_536).map { _ in UInt8(numbers.below(256)) })),
      DamagedDocument(name: "zeros", content: .bytes([UInt8](repeating: 0, count: 65_536))),
      DamagedDocument(
        name: "another type (PNG)", content: .bytes([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])),
      DamagedDocument(
        name: "100,000 opening brackets", content: .bytes([UInt8](repeating: UInt8(ascii: "["), count: 100_000))),
      DamagedDocument(
        name: "50,000 opened elements",
        content: .bytes(
          Array("<?xml version=\"1.0\"?>".utf8) + Array(repeating: Array("<a>".utf8), count: 50_000).joined())),
      DamagedDocument(
        name: "a line of a million letters", content: .bytes([UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000))),
    ]
    return result
  }

  /// Paths that do not lead to a usable file.
  static let places = [
    DamagedDocument(name: "a folder in its place", content: .folder),
    DamagedDocument(name: "missing", content: .missing),
    DamagedDocument(name: "unreadable", content: .locked),
  ]
}

/// Pseudorandom numbers, the same in each run (SplitMix64, public domain, S. Vigna).
struct SmallRandom {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((word ^ (word >> 31)) % UInt64(max(1, limit)))
  }
}
