internal import TIFFStructure

/// Builds a small Exif block with only Make and a maker note, so that libexif can describe the fields.
///
/// All offsets are valid and no two fields share bytes, for any content of the file. Long values are truncated.
struct MakerNoteBlock {
  private let directory: MakerNoteDirectory
  private let writer: IFDValueBytes

  init(_ directory: MakerNoteDirectory) {
    self.directory = directory
    writer = IFDValueBytes(isBigEndian: directory.layout.isBigEndian)
  }

  /// Longer values are truncated.
  private static let longestValue = 1_024
  private static let makeSize = 32
  /// The offset after the prefix: header, IFD0 with two fields, Make, Exif directory with one field.
  private static let notePlace = 8 + 30 + makeSize + 18

  /// Whether libexif can describe a field: it knows only the types of TIFF 6.0.
  static func takes(_ field: ExifDirectory.Field) -> Bool {
    guard let type = field.entry.type else { return false }
    return (type.rawValue <= 12 || type == .utf8) && field.entry.count > 0
  }

  /// Whether the block contains the whole value of a field.
  static func isWhole(_ field: ExifDirectory.Field) -> Bool {
    field.entry.count <= UInt64(longestValue / (field.entry.type?.byteCount ?? 1))
  }

  /// The block, with the prefix `Exif`.
  ///
  /// - Parameter fields: fields that libexif can describe, not more than its decoder reads.
  func bytes(_ fields: [ExifDirectory.Field]) -> [UInt8] {
    let note = note(fields)
    let mark: UInt8 = directory.layout.isBigEndian ? 0x4D : 0x49
    let makePlace = 38
    var block = MetadataCollector.exifPrefix + [mark, mark] + short(42) + long(8)
    block += short(2) + entry(ExifTagNumber.make, .ascii, Self.makeSize, long(makePlace))
    block += entry(IFDPointerTag.exif, .long, 1, long(makePlace + Self.makeSize)) + long(0)
    block += padded(Array(directory.make.utf8.prefix(Self.makeSize - 1)), to: Self.makeSize)
    // libexif recognises the layout by the first bytes, and reads from there to the end of the block.
    block += short(1) + entry(OffsetTag.makerNote, .undefined, min(note.count, 4_096), long(Self.notePlace)) + long(0)
    return block + note
  }

  private func note(_ fields: [ExifDirectory.Field]) -> [UInt8] {
    let layout = directory.layout
    let count = layout.fixedCount ?? fields.count
    var note = layout.lead + short(count)
    var values: [UInt8] = []
    let valuePlace = note.count + count * 12 + 4
    let origin =
      switch layout.leadBase {
      case .header: -Self.notePlace
      case .note(let offset): offset
      }
    for index in 0..<count {
      guard index < fields.count, let (type, units, value) = value(fields[index]) else {
        note += entry(0, .byte, 1, [0, 0, 0, 0])
        continue
      }
      if value.count <= 4 {
        note += entry(fields[index].entry.tag, type, units, padded(value, to: 4))
      } else {
        note += entry(fields[index].entry.tag, type, units, long(valuePlace + values.count - origin))
        values += padded(value, to: (value.count + 1) & ~1)
      }
    }
    // libexif's decoders expect some bytes after the last field.
    return note + long(0) + values + [UInt8](repeating: 0, count: 16)
  }

  /// The type, the number of units and the bytes of a value, cut to `longestValue`.
  private func value(_ field: ExifDirectory.Field) -> (IFDFieldType, Int, [UInt8])? {
    guard let type = field.entry.type else { return nil }
    let largest = Self.longestValue / type.byteCount
    let units = Int(clamping: min(field.entry.count, UInt64(largest)))
    let bytes: [UInt8]
    switch field.value {
    case .bytes(let stored), .text(let stored): bytes = Array(stored.prefix(units * type.byteCount))
    case let numbers: bytes = Array((writer.bytes(numbers, as: type) ?? []).prefix(units * type.byteCount))
    }
    return (type == .utf8 ? .ascii : type, units, padded(bytes, to: units * type.byteCount))
  }

  private func entry(_ tag: UInt16, _ type: IFDFieldType, _ count: Int, _ value: [UInt8]) -> [UInt8] {
    short(Int(tag)) + short(Int(type.rawValue)) + long(count) + value
  }

  private func padded(_ bytes: [UInt8], to count: Int) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: max(0, count - bytes.count))
  }

  private func short(_ value: Int) -> [UInt8] { Array(long(value)[directory.layout.isBigEndian ? 2..<4 : 0..<2]) }

  private func long(_ value: Int) -> [UInt8] {
    let number = UInt32(truncatingIfNeeded: value)
    return withUnsafeBytes(of: directory.layout.isBigEndian ? number.bigEndian : number.littleEndian) { Array($0) }
  }
}
