internal import ByteStreams
internal import MetadataModel

/// The indices of a note's fields by their names. Notes have up to several hundred fields, and are searched for nearly
/// as many names, so that the hash function of a dictionary takes most of its time.
struct FieldIndices: Sendable {
  private struct Slot {
    /// 0 in a free slot.
    var hash: UInt32 = 0
    var index: Int32 = 0
  }

  /// A power of two; at least half of them are free.
  private var slots = [Slot](repeating: Slot(), count: 256)
  private var count = 0

  /// The index of the field with a name; nil if there is none.
  func find(_ name: String, in fields: [MakerNote.Field]) -> Int? {
    let hash = Self.hash(name)
    var place = Int(hash) & (slots.count - 1)
    while slots[place].hash != 0 {
      let index = Int(slots[place].index)
      if slots[place].hash == hash, fields[index].property.name == name { return index }
      place = (place + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds a name that has no index yet.
  mutating func insert(_ name: String, _ index: Int) {
    if 2 * count >= slots.count { grow() }
    put(Slot(hash: Self.hash(name), index: Int32(index)))
    count += 1
  }

  private mutating func put(_ slot: Slot) {
    var place = Int(slot.hash) & (slots.count - 1)
    while slots[place].hash != 0 { place = (place + 1) & (slots.count - 1) }
    slots[place] = slot
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: 2 * old.count)
    for slot in old where slot.hash != 0 { put(slot) }
  }

  /// FNV-1a, and never 0.
  private static func hash(_ name: String) -> UInt32 {
    name.withUTF8Bytes { bytes in bytes.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 } } | 1 << 31
  }
}
