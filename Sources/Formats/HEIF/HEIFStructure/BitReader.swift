/// Bits, the highest of a byte first. Past the end all are 0.
struct BitReader {
  private let bytes: ArraySlice<UInt8>
  private var position = 0

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var isPastEnd: Bool { position > 8 * bytes.count }

  mutating func skip(_ count: Int) { position += count }

  mutating func isSet() -> Bool {
    defer { position += 1 }
    guard position < 8 * bytes.count else { return false }
    return bytes[bytes.startIndex + position / 8] >> (7 - position % 8) & 1 != 0
  }

  /// A number of at most 32 bits.
  mutating func read(_ count: Int) -> Int { (0..<count).reduce(0) { value, _ in value << 1 | (isSet() ? 1 : 0) } }

  /// `ue(v)` of HEVC, and `uvlc` of AV1.
  mutating func expGolomb() -> Int {
    var zeros = 0
    while zeros < 32, !isSet() { zeros += 1 }
    // The longest number of AV1 has no further bits; HEVC does not have it.
    return zeros == 32 ? Int(UInt32.max) : 1 << zeros - 1 + read(zeros)
  }
}
