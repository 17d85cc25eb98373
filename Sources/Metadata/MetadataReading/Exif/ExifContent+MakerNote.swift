internal import MakerNotes
internal import MetadataModel
internal import TIFFStructure

extension ExifContent {
  /// The field with the maker note, and its bytes.
  var makerNoteField: (field: ExifDirectory.Field, bytes: [UInt8])? {
    for kind in [ExifDirectory.Kind.exif, .chain(0)] {
      guard let field = self[kind]?.fields.first(where: { $0.entry.tag == OffsetTag.makerNote }) else { continue }
      switch field.value {
      case .bytes(let bytes), .text(let bytes): return (field, bytes)
      case .unsigned(let values): return (field, values.map { UInt8(truncatingIfNeeded: $0) })
      default: continue
      }
    }
    return nil
  }

  /// `Sony, 36,864 bytes`; nil without a maker note.
  var makerNoteDescription: String? {
    guard let count = makerNoteField?.bytes.count else { return nil }
    let size = "\(DecimalText.grouped(UInt64(count))) byte\(count == 1 ? "" : "s")"
    return maker.map { "\($0), \(size)" } ?? size
  }

  /// The group `MakerNotes`: the maker, the size, and the properties if the layout is known. nil without a maker note.
  var makerNoteGroup: PropertyGroup? {
    guard let count = makerNoteField?.bytes.count else { return nil }
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
