internal import MetadataModel

/// The entries of a dictType (ICC.1:2022; formerly in the ICC's "Dictionary type and metadata tag definition"). The tag
/// `meta` has them: properties of a colour device, and notes by programs such as colord.
struct ICCDictionary {
  /// `meta:NAME`; a readable text for the name is the property's title.
  private(set) var properties: [Property] = []

  /// Real dictionaries have about twenty entries.
  private static let maxEntries = 1_024
  /// All texts together may have twice the bytes of the tag, and at least this many: entries may share their bytes.
  private static let minTextBytes = 16_384

  private let tag: ArraySlice<UInt8>
  private var bytesLeft: Int

  /// Entries without a value and those that lie outside the tag are left out. nil for a tag without a list.
  init?(_ tag: ArraySlice<UInt8>) {
    self.tag = tag
    bytesLeft = max(2 * tag.count, Self.minTextBytes)
    var head = BigEndianCursor(tag.dropFirst(8))
    guard let count = head.uint32(), let recordSize = head.uint32(), recordSize >= 16 else { return nil }
    for _ in 0..<min(Int(count), Self.maxEntries) {
      guard let bytes = head.bytes(Int(recordSize)) else { break }
      var record = BigEndianCursor(bytes)
      guard let name = element(&record), let value = element(&record) else { continue }
      let (title, readable) = (element(&record), element(&record))
      properties.append(
        Property(
          "meta:" + ExifText.utf16(name, bigEndian: true), .text(ExifText.utf16(value, bigEndian: true)),
          title: title.flatMap { ICCTagValue($0).text }, readable: readable.flatMap { ICCTagValue($0).text }))
    }
  }

  /// Reads an offset and a size. An offset of 0 means that the value is not defined.
  private mutating func element(_ record: inout BigEndianCursor) -> ArraySlice<UInt8>? {
    guard let offset = record.uint32(), let size = record.uint32(), offset > 0, Int(offset) <= tag.count,
      Int(size) <= min(bytesLeft, tag.count - Int(offset))
    else { return nil }
    bytesLeft -= Int(size)
    return tag.dropFirst(Int(offset)).prefix(Int(size))
  }
}
