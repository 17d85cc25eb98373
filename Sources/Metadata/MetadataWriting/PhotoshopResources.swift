internal import ByteStreams

/// Photoshop image resources: a list of numbered blocks, of which one holds IPTC data.
struct PhotoshopResources {
  struct Resource {
    var id: UInt16
    /// The whole record, from its signature to its padding.
    var record: [UInt8]
    var content: ArraySlice<UInt8>
  }

  var resources: [Resource] = []

  static let iptc: UInt16 = 0x0404
  /// The small pictures of Photoshop 4 and of Photoshop 5 and later.
  static let thumbnails: Set<UInt16> = [0x0409, 0x040C]

  /// Exif data, twice, and XMP (Adobe Photoshop File Formats Specification, Image Resource IDs).
  static let otherMetadata: Set<UInt16> = [0x0422, 0x0423, 0x0424]

  /// No records.
  init() {}

  /// Takes the records apart; nil where they break the rules.
  init?(_ bytes: [UInt8]) {
    var position = 0
    while position < bytes.count {
      // Padding behind the last record.
      if bytes[position...].allSatisfy({ $0 == 0 }) { return }
      guard bytes.count - position >= 12, bytes[position] == 0x38 || bytes[position] == 0x4D else { return nil }
      let id = UInt16(bytes[position + 4]) << 8 | UInt16(bytes[position + 5])
      // A Pascal string, padded to an even length with its length byte.
      let nameLength = (Int(bytes[position + 6]) + 2) / 2 * 2
      let sizePlace = position + 6 + nameLength
      guard sizePlace + 4 <= bytes.count else { return nil }
      let size = bytes[sizePlace..<sizePlace + 4].reduce(0) { $0 << 8 | Int($1) }
      let start = sizePlace + 4
      guard size <= bytes.count - start else { return nil }
      let end = min(bytes.count, start + size + size % 2)
      resources.append(
        Resource(id: id, record: Array(bytes[position..<end]), content: bytes[start..<start + size]))
      position = end
    }
  }

  /// The records one behind the other.
  var bytes: [UInt8] { resources.flatMap { $0.record.count % 2 == 0 ? $0.record : $0.record + [0] } }

  /// A record with IPTC data.
  static func record(iptc: [UInt8]) -> [UInt8] { record(Self.iptc, iptc) }

  private static func record(_ id: UInt16, _ content: [UInt8]) -> [UInt8] {
    let size = UInt32(truncatingIfNeeded: content.count)
    let header = Array("8BIM".utf8) + [UInt8(truncatingIfNeeded: id >> 8), UInt8(truncatingIfNeeded: id), 0, 0]
    let length = (0..<4).map { UInt8(truncatingIfNeeded: size >> UInt32(24 - 8 * $0)) }
    return header + length + content + (content.count % 2 == 1 ? [0] : [])
  }

  /// The IPTC data, without their record; of several records, which should not be, all one behind the other.
  var iptc: [UInt8]? {
    let records = resources.filter { $0.id == Self.iptc }
    return records.isEmpty ? nil : records.flatMap { Array($0.content) }
  }

  /// Replaces the IPTC data, and brings the digest up to date by which programs see that XMP and IPTC belong together (Metadata
  /// Working Group, Guidelines 2.0, 3.3).
  mutating func setIPTC(_ data: [UInt8]?) {
    let index = resources.firstIndex { $0.id == Self.iptc } ?? resources.count
    let old = resources.first { $0.id == Self.iptc }.map { MD5.digest(Array($0.content)) }
    resources.removeAll { $0.id == Self.iptc }
    guard let data else {
      resources.removeAll { $0.id == Self.digest }
      return
    }
    let record = Self.record(Self.iptc, data)
    resources.insert(Resource(id: Self.iptc, record: record, content: data[...]), at: min(index, resources.count))
    // Photoshop writes zeros where it knows no digest.
    resources.removeAll { $0.id == Self.digest && $0.content.allSatisfy { $0 == 0 } }
    // A digest that did not fit says that somebody has changed one of them alone; that stays so.
    if let place = resources.firstIndex(where: { $0.id == Self.digest }), Array(resources[place].content) == old {
      let digest = MD5.digest(data)
      resources[place] = Resource(id: Self.digest, record: Self.record(Self.digest, digest), content: digest[...])
    }
  }

  private static let digest: UInt16 = 0x0425

  /// Whether IPTC data names a place: content location, sublocation, city, state or country (IIM 4.2, record 2).
  static func namesPlace(_ iptc: some Collection<UInt8>) -> Bool {
    let bytes = Array(iptc)
    var position = 0
    while position + 5 <= bytes.count, bytes[position] == 0x1C {
      let length = Int(bytes[position + 3]) << 8 | Int(bytes[position + 4])
      if bytes[position + 1] == 2, [26, 27, 90, 92, 95, 100, 101].contains(bytes[position + 2]), length > 0 {
        return true
      }
      // An extended length says how many bytes the length itself has; such long fields are no places.
      guard length < 0x8000 else { return false }
      position += 5 + length
    }
    return false
  }
}
