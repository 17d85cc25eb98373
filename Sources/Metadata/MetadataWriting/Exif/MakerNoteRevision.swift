internal import ByteStreams
internal import ImageModel
internal import MakerNotes
internal import MetadataModel
internal import TIFFStructure

/// Overwrites private values in a maker note. All offsets in it stay right, because nothing moves.
struct MakerNoteRevision {
  private let kinds: MetadataSelection
  /// The changes, in the words of reports.
  private(set) var changes: [String] = []
  private(set) var diagnostics: [Diagnostic] = []

  /// - Parameter kinds: positions, serial numbers, or both.
  init(removing kinds: MetadataSelection) { self.kinds = kinds }

  /// - Parameters:
  ///   - field: the field with the note.
  ///   - main: the directory with the fields Make and Model.
  /// - Throws: `io`.
  mutating func apply(
    to editor: inout IFDEditor, _ field: IFDEditor.Field, main: Int
  ) throws(ImageError) {
    guard let place = field.place, let bytes = try value(field, editor) else { return }
    func text(_ tag: UInt16) throws(ImageError) -> String {
      let bytes = try editor.field(tag, in: main).flatMap { field throws(ImageError) in try value(field, editor) }
      return ExifText.text((bytes ?? []).prefix { $0 != 0 }).trimmingTrailingSpaces
    }
    var source = MakerNoteSource(
      editor.source, range: place, header: 0, isBigEndian: editor.isBigEndian, make: try text(0x010F),
      model: try text(0x0110), software: try text(0x0131), limits: editor.limits, describes: false)
    source.privateKinds = kinds
    guard let note = try read(source, bytes) else { return reportUnknown() }
    if note.unreadable > 0 || note.unsearched > 0 { reportUnknown() }
    var parts: [(range: Range<UInt64>, bytes: [UInt8])] = []
    for value in note.privateValues {
      guard let place = value.place,
        try editor.source.exactBytes(at: place.lowerBound, count: value.replacement.count) != value.replacement
      else { continue }
      parts.append((place, value.replacement))
    }
    let kept = parts.isEmpty ? [] : editor.overwrite(parts, of: field)
    let changed = Set(parts.map(\.range)).subtracting(kept)
    for value in note.privateValues {
      let name = "\(note.maker) \(value.name)"
      guard let place = value.place else {
        report("\(name) stays in the maker note: it is encrypted or packed there")
        continue
      }
      if kept.contains(place) { report("\(name) stays in the maker note: its bytes are used for something else, too") }
      guard changed.contains(place) else { continue }
      changes.append("deleted makernotes.\(value.name)")
      if value.keepsPart { report("\(name) keeps its last 8 bits in the maker note: they are a key of other values") }
    }
  }

  private func value(_ field: IFDEditor.Field, _ editor: borrowing IFDEditor) throws(ImageError) -> [UInt8]? {
    do throws(ImageError) {
      return try editor.value(of: field)
    } catch {
      if error.kind == .io { throw error }
      return nil
    }
  }

  private func read(_ source: MakerNoteSource, _ bytes: [UInt8]) throws(ImageError) -> MakerNote? {
    do throws(ImageError) {
      return try source.read(bytes)
    } catch {
      if error.kind == .io { throw error }
      return nil
    }
  }

  /// Notes that a part of a file may hold more than was found.
  mutating func reportUnknown(_ part: String = "the maker note") {
    if kinds.contains(.gps) { report("\(part) is kept and may hold a location") }
    if kinds.contains(.serialNumbers) { report("\(part) is kept and may hold serial numbers") }
  }

  private mutating func report(_ message: String) {
    let note = Diagnostic.note(message)
    if !diagnostics.contains(where: { $0.message == note.message }) { diagnostics.append(note) }
  }
}
