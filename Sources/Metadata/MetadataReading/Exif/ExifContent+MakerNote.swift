internal import ImageModel
internal import MakerNotes
internal import MetadataModel
internal import TIFFStructure

extension ExifContent {
  /// The field with the maker note, and its bytes.
  var makerNoteField: (field: ExifDirectory.Field, bytes: [UInt8])? {
    for kind in [ExifDirectory.Kind.exif, .chain(0)] {
      if let found = block(OffsetTag.makerNote, in: kind) { return found }
    }
    return nil
  }

  /// A field that is a block of bytes, whatever its type says.
  private func block(
    _ tag: UInt16, in kind: ExifDirectory.Kind
  ) -> (field: ExifDirectory.Field, bytes: [UInt8])? {
    guard let field = self[kind]?.fields.first(where: { $0.entry.tag == tag }) else { return nil }
    switch field.value {
    case .bytes(let bytes), .text(let bytes): return (field, bytes)
    case .unsigned(let values): return (field, values.map { UInt8(truncatingIfNeeded: $0) })
    default: return nil
    }
  }

  /// The maker note, from the field for it, or else from DNGPrivateData.
  ///
  /// - Parameter base: the offset of the TIFF header in the source that the content was read from.
  func storedMakerNote(base: UInt64 = 0) -> StoredMakerNote? {
    if let (field, bytes) = makerNoteField {
      return StoredMakerNote(
        bytes: bytes, place: field.entry.valueOffset, header: Int64(clamping: base), isBigEndian: isBigEndian)
    }
    guard let (field, bytes) = block(OffsetTag.dngPrivateData, in: .chain(0)) else { return nil }
    let own = StoredMakerNote(
      bytes: bytes, place: field.entry.valueOffset, header: Int64(clamping: base), isBigEndian: isBigEndian)
    return own.isPentaxNote ? own : own.copiedByAdobe
  }

  /// `Sony, 36,864 bytes`; nil without a maker note.
  var makerNoteDescription: String? {
    guard let count = storedMakerNote()?.bytes.count else { return nil }
    let size = "\(DecimalText.grouped(UInt64(count))) byte\(count == 1 ? "" : "s")"
    return maker.map { "\($0), \(size)" } ?? size
  }

  /// The group `MakerNotes`: the maker, the size, and the properties if the layout is known. nil without a maker note.
  var makerNoteGroup: PropertyGroup? {
    guard let count = storedMakerNote()?.bytes.count else { return nil }
    var group = PropertyGroup("MakerNotes")
    if let maker { group.properties.append(Property("Maker", .text(maker), title: "Maker of the note")) }
    group.properties.append(Property("Size", .integer(Int64(count)), title: "Bytes of the maker note"))
    group.properties += makerNote?.properties ?? []
    return group
  }

  /// The maker of the note, or else of the camera.
  private var maker: String? {
    let make = text(ExifTagNumber.make)
    return makerNote?.maker ?? (make.isEmpty ? nil : make)
  }

  /// A text of the main directory, without the spaces at its end; empty if there is none.
  func text(_ tag: UInt16) -> String {
    guard case .text(let bytes)? = self[.chain(0)]?[tag] else { return "" }
    return ExifText.text(bytes).trimmingTrailingSpaces
  }
}

/// A maker note, and how its offsets count.
struct StoredMakerNote {
  var bytes: [UInt8]
  /// Its place in the source.
  var place: UInt64
  /// The place of the header that offsets count from. A converted file may not have it.
  var header: Int64
  var isBigEndian: Bool

  /// Whether the data are the note of a camera that writes DNG files itself: of Pentax, or with the electronics of
  /// Pentax.
  fileprivate var isPentaxNote: Bool {
    ["PENTAX \0", "SAMSUNG\0", "RICOH\0II", "RICOH\0MM"].contains { bytes.starts(with: $0.utf8) }
  }

  /// The note that Adobe's DNG converter copied from another file. The data are a list of records, each with a name of
  /// four letters and a size. `MakN` has the byte order, the offset that the note had, and the note.
  fileprivate var copiedByAdobe: StoredMakerNote? {
    guard bytes.starts(with: "Adobe\0".utf8) else { return nil }
    var start = 6
    while start + 8 <= bytes.count {
      let size = Int(bigEndianBytes: bytes[(start + 4)..<(start + 8)])
      let data = start + 8
      guard size <= bytes.count - data else { return nil }
      if size > 6, bytes[start..<start + 4].elementsEqual("MakN".utf8) {
        let place = self.place + UInt64(data + 6)
        let offset = Int64(bigEndianBytes: bytes[(data + 2)..<(data + 6)])
        return StoredMakerNote(
          bytes: Array(bytes[(data + 6)..<(data + size)]), place: place, header: Int64(clamping: place) - offset,
          isBigEndian: bytes[data] == UInt8(ascii: "M"))
      }
      start = data + size + size % 2
    }
    return nil
  }
}
