internal import ByteStreams
internal import ImageModel
internal import TIFFStructure

/// The fields of a maker note in a known layout, with their stored values.
///
/// The directory is read here and not by libexif 0.6.24. That rejects blocks of more than 64 KB, loses the values of
/// some types, and copies a range once for each field that points to it.
struct MakerNoteDirectory {
  var layout: MakerNoteLayout
  /// The text of Make, by which libexif recognises some layouts.
  var make: String
  var fields: [ExifDirectory.Field]
  /// The number of fields with an unknown type, or with a value outside the data.
  var unreadable: Int

  /// Real notes have about 100 fields; with previews they take about 100 KB.
  private static let maxFields = 1_024
  private static let maxBytes = 1 << 20

  /// - Parameters:
  ///   - source: the bytes that the content was read from.
  ///   - base: the offset of its TIFF header.
  ///   - budget: what is left for the whole file. The note is charged to it.
  /// - Returns: nil without a note, or for a note in an unknown layout.
  /// - Throws: `invalidData` or `limitExceeded` if the directory cannot be read; `io`.
  init?(
    _ content: ExifContent, _ source: any ByteSource, base: UInt64, limits: Limits, budget: inout ExifReader.Budget
  ) throws(ImageError) {
    guard let (field, note) = MakerNotes.note(content) else { return nil }
    make = ""
    if case .text(let bytes)? = content[.chain(0)]?[ExifTagNumber.make] {
      make = ExifText.text(bytes).trimmingTrailingSpaces
    }
    guard let layout = MakerNoteLayout(note, make: make, bigEndian: content.isBigEndian) else { return nil }
    self.layout = layout
    let place = field.entry.valueOffset
    let start = place + UInt64(layout.directory)
    let origin =
      switch layout.base {
      case .header: base
      case .note(let offset): place + UInt64(offset)
      }
    let best = try Self.read(source, start, origin, layout, limits, &budget)
    (fields, unreadable) = best
    guard layout.family == .canon else { return }
    // Elements of arrays become properties of their own.
    let elements = fields.reduce(0) { $0 + MakerNoteProperties.elements($1, of: layout).count }
    budget.fields = max(0, budget.fields - min(elements, MakerNoteProperties.maxDescriptions))
    // A program may have moved the note without changing its offsets.
    guard let old = Self.originalOffsetOfCanon(note), base + UInt64(old) != place else { return }
    let moved = MemoryByteSource([UInt8](repeating: 0, count: old) + note)
    // If that fails, what has been read remains.
    guard let other = try? Self.read(moved, UInt64(old + layout.directory), 0, layout, limits, &budget) else { return }
    if Self.longValues(other.fields, in: UInt64(old), note.count) > Self.longValues(best.fields, in: place, note.count)
    {
      (fields, unreadable) = other
    }
  }

  private static func read(
    _ source: any ByteSource, _ start: UInt64, _ origin: UInt64, _ layout: MakerNoteLayout, _ limits: Limits,
    _ budget: inout ExifReader.Budget
  ) throws(ImageError) -> (fields: [ExifDirectory.Field], unreadable: Int) {
    guard start >= origin else { return ([], 0) }
    let share = ExifReader.Budget(fields: min(budget.fields, maxFields), bytes: min(budget.bytes, maxBytes))
    var reader = ExifReader(source, bigEndian: layout.isBigEndian, base: origin, limits: limits, budget: share)
    let found = try reader.fields(at: start - origin)
    budget.fields -= share.fields - reader.budget.fields
    budget.bytes -= share.bytes - reader.budget.bytes
    return found
  }

  /// The original offset of a Canon note: its last eight bytes are a TIFF header with that offset.
  private static func originalOffsetOfCanon(_ note: [UInt8]) -> Int? {
    let end = Array(note.suffix(8))
    let offset: Int
    switch Array(end.prefix(4)) {
    case [0x49, 0x49, 42, 0]: offset = Int(bigEndianBytes: end.suffix(4).reversed())
    case [0x4D, 0x4D, 0, 42]: offset = Int(bigEndianBytes: end.suffix(4))
    default: return nil
    }
    return offset <= maxBytes ? offset : nil
  }

  /// How many values are too long for their fields and lie inside the note.
  private static func longValues(_ fields: [ExifDirectory.Field], in place: UInt64, _ count: Int) -> Int {
    fields.count { field in
      let size = field.entry.count.multipliedReportingOverflow(by: UInt64(field.entry.type?.byteCount ?? 1))
      return !size.overflow && size.partialValue > 4
        && (place..<place + UInt64(count)).contains(field.entry.valueOffset)
    }
  }
}
