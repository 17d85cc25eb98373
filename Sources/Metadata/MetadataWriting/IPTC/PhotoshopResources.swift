internal import ByteStreams
internal import ImageModel

/// Photoshop image resources: a list of records with numbers, one of which holds IPTC data.
package struct PhotoshopResources {
  private struct Resource {
    var id: UInt16
    /// The whole record, from its signature to its padding.
    var record: [UInt8]
    var content: ArraySlice<UInt8>
  }

  private var resources: [Resource] = []

  /// The thumbnails of Photoshop 4, and of Photoshop 5 and later.
  static let thumbnails: Set<UInt16> = [0x0409, 0x040C]
  /// Exif data, twice, and XMP (Adobe Photoshop File Formats Specification, Image Resource IDs).
  static let otherMetadata: Set<UInt16> = [0x0422, 0x0423, 0x0424]
  private static let iptc: UInt16 = 0x0404
  /// The digest of the IPTC data.
  private static let digest: UInt16 = 0x0425

  /// No records.
  init() {}

  /// Splits the block into its records; nil for a damaged block.
  package init?(_ bytes: [UInt8]) {
    var position = 0
    while position < bytes.count {
      // Padding after the last record.
      if bytes[position...].allSatisfy({ $0 == 0 }) { return }
      guard bytes.count - position >= 12, bytes[position] == 0x38 || bytes[position] == 0x4D else { return nil }
      let id = UInt16(bytes[position + 4]) << 8 | UInt16(bytes[position + 5])
      // A Pascal string, padded to an even length with its length byte.
      let nameLength = (Int(bytes[position + 6]) + 2) / 2 * 2
      let sizePlace = position + 6 + nameLength
      guard sizePlace + 4 <= bytes.count else { return nil }
      let size = Int(bigEndianBytes: bytes[sizePlace..<sizePlace + 4])
      let start = sizePlace + 4
      guard size <= bytes.count - start else { return nil }
      let end = min(bytes.count, start + size + size % 2)
      resources.append(
        Resource(id: id, record: Array(bytes[position..<end]), content: bytes[start..<start + size]))
      position = end
    }
  }

  var isEmpty: Bool { resources.isEmpty }

  /// Removes the records with some numbers. Returns whether there were any.
  @discardableResult
  mutating func remove(_ ids: Set<UInt16>) -> Bool {
    let count = resources.count
    resources.removeAll { ids.contains($0.id) }
    return resources.count != count
  }

  /// Removes everything but IPTC data and its digest. Returns whether there was anything else.
  mutating func removeAllButIPTC() -> Bool {
    remove(Set(resources.map(\.id)).subtracting([Self.iptc, Self.digest]))
  }

  /// All records, each padded to an even length.
  var bytes: [UInt8] { resources.flatMap { $0.record.count % 2 == 0 ? $0.record : $0.record + [0] } }

  /// A record with IPTC data.
  static func record(iptc: [UInt8]) -> [UInt8] { record(Self.iptc, iptc) }

  private static func record(_ id: UInt16, _ content: [UInt8]) -> [UInt8] {
    let header = Array("8BIM".utf8) + id.bigEndianBytes + [0, 0]
    return header + UInt32(truncatingIfNeeded: content.count).bigEndianBytes + content
      + (content.count % 2 == 1 ? [0] : [])
  }

  /// The IPTC data without the header of its record. Several records, which the format does not allow, are joined.
  package var iptc: [UInt8]? {
    let records = resources.filter { $0.id == Self.iptc }
    return records.isEmpty ? nil : records.flatMap { Array($0.content) }
  }

  /// Whether the stated digest is that of the IPTC data; nil if none is stated. Photoshop writes zeros if it knows
  /// none.
  package var digestMatches: Bool? {
    guard let iptc, let stated = resources.first(where: { $0.id == Self.digest })?.content,
      stated.contains(where: { $0 != 0 })
    else { return nil }
    return Array(stated) == MD5.digest(iptc)
  }

  /// Replaces the IPTC data, and updates its digest, which shows programs whether XMP and IPTC data agree
  /// (Metadata Working Group, Guidelines 2.0, 3.3).
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
    // Photoshop writes zeros if it knows no digest.
    resources.removeAll { $0.id == Self.digest && $0.content.allSatisfy { $0 == 0 } }
    // A digest that did not match shows that a program changed only one of the two. So it is kept.
    if let place = resources.firstIndex(where: { $0.id == Self.digest }), Array(resources[place].content) == old {
      let digest = MD5.digest(data)
      resources[place] = Resource(id: Self.digest, record: Self.record(Self.digest, digest), content: digest[...])
    }
  }
}
