/// Blocks of camera information have fields at places that depend on the camera's firmware.
///
/// The tables give the places of one firmware. Here bytes are inserted or left out, so that they hold for the others.
struct CanonFirmware: Sendable {
  /// The offsets where the version may be, by the kind of firmware. The first one with a version is used.
  var places: [Int]
  /// Offsets in the tables, and by how many bytes the fields after them are shifted, by the kind of firmware.
  /// nil if the shift is not known; the fields are then left out.
  var shifts: [(place: Int, bytes: [Int?])]

  /// - Returns: the block in the layout of the table.
  func aligned(_ block: [UInt8]) -> [UInt8] {
    // The first kind is unknown firmware.
    let kind = 1 + (places.firstIndex { Self.isVersion(block.dropFirst($0).prefix(6)) } ?? -1)
    var block = block
    for shift in shifts where shift.place < block.count {
      guard let bytes = shift.bytes[kind] else { return Array(block[..<shift.place]) }
      if bytes < 0 {
        block.insert(contentsOf: [UInt8](repeating: 0, count: -bytes), at: shift.place)
      } else {
        block.removeSubrange(shift.place..<min(block.count, shift.place + bytes))
      }
    }
    return block
  }

  /// Whether bytes begin with three numbers: `1.0.4`.
  private static func isVersion(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = bytes.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count >= 3 && parts[..<3].allSatisfy { !$0.isEmpty }
  }

  static let models: [String: CanonFirmware] = [
    "1DmkIV": CanonFirmware(
      places: [0x1E8, 0x1ED], shifts: [(0x58, [nil, -1, 0]), (0x155, [0, -4, 0])]),
    "1DX": CanonFirmware(
      places: [0x271, 0x279, 0x280, 0x285],
      shifts: [(0x1D, [-3, -3, -3, 0, 0]), (0x90, [-4, -4, -4, 0, 5]), (0x1AD, [nil, -8, 0, 0, 0])]),
    "5DmkII": CanonFirmware(places: [0x15A, 0x17E], shifts: [(0xEC, [nil, -36, 0])]),
    "5DmkIII": CanonFirmware(
      places: [0x22C, 0x22D, 0x23C, 0x242, 0x247],
      shifts: [
        (0x1D, [nil, -1, -1, 0, 0, 0]), (0x25, [0, -3, -2, 0, 6, 6]), (0x90, [0, -4, -4, 0, 0, 5]),
        (0x159, [0, -8, -8, 0, 0, 0]),
      ]),
    "7D": CanonFirmware(places: [0x1A8, 0x1AC], shifts: [(0x20, [nil, -4, 0])]),
    "50D": CanonFirmware(places: [0x15A, 0x15E], shifts: [(0xF0, [nil, -4, 0])]),
  ]
}
