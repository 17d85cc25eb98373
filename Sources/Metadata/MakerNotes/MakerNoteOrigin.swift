internal import ImageModel
internal import TIFFStructure

/// Finds the position that the offsets of a note's main directory count from.
///
/// Programs that rewrite a file move its note. Most makers count offsets from the file's header, so that the offsets
/// then lead to other bytes.
struct MakerNoteOrigin {
  private let directory: Range<Int64>
  private let note: Range<Int64>
  private let header: Int64
  /// The stored offsets and the sizes of all values that are not in their fields.
  private var values: [(pointer: Int64, size: Int64)] = []

  init(_ directory: IFD, note: [UInt8], range: Range<UInt64>, header: Int64) {
    let start = Int64(clamping: directory.offset)
    self.directory = start..<start + 2 + 12 * Int64(directory.entries.count)
    self.note = Int64(clamping: range.lowerBound)..<Int64(clamping: range.upperBound)
    self.header = header
    for entry in directory.entries {
      // An offset into the header leads nowhere: see `place`.
      guard let size = Self.size(entry), size > 4, entry.valueOffset >= 8 else { continue }
      values.append((Int64(clamping: entry.valueOffset), Int64(clamping: size)))
    }
  }

  /// - Parameters:
  ///   - stated: the position by the maker's rule. It is used unless another fits better.
  ///   - original: the offset from the file's header at which the note was written, if it says so.
  func best(stated: Int64, original: Int?) -> Int64 {
    var (best, most) = (stated, fit(stated))
    if let original, fit(note.lowerBound - Int64(original)) > most {
      best = note.lowerBound - Int64(original)
      most = fit(best)
    }
    // Single values may be damaged, or outside the note by the maker's habit.
    guard most < values.count / 2, let lowest = values.map(\.pointer).min() else { return best }
    for guess in [note.lowerBound, header, directory.upperBound + 4 - lowest, directory.upperBound - lowest] {
      if fit(guess) > most { (best, most) = (guess, fit(guess)) }
    }
    return best
  }

  /// How many values lie inside the note and not in its directory.
  private func fit(_ origin: Int64) -> Int {
    values.count { value in
      let (start, overflow) = value.pointer.addingReportingOverflow(origin)
      guard !overflow, start >= note.lowerBound, value.size <= note.upperBound - start else { return false }
      return start >= directory.upperBound || start + value.size <= directory.lowerBound
    }
  }

  /// The bytes of a field's value; nil for an unknown type or too many values.
  static func size(_ entry: IFDEntry) -> UInt64? {
    guard let type = entry.type else { return nil }
    let (size, overflow) = entry.count.multipliedReportingOverflow(by: UInt64(type.byteCount))
    return overflow || size > UInt64(Int32.max) ? nil : size
  }

  /// The position of a field's value in the source: up to four bytes are in the field. nil for an offset that leads
  /// into the header that offsets count from, which has eight bytes.
  static func place(_ entry: IFDEntry, _ size: UInt64, _ origin: Int64) -> UInt64? {
    guard size > 4 else { return entry.valueOffset }
    guard entry.valueOffset >= 8 else { return nil }
    let (place, overflow) = Int64(clamping: entry.valueOffset).addingReportingOverflow(origin)
    return overflow || place < 0 ? nil : UInt64(place)
  }
}
