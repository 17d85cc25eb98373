internal import Glibc
internal import MetadataModel
internal import TIFFStructure

extension Maker {
  /// Minolta and Konica Minolta.
  static let minolta: Maker = Maker(
    name: "Minolta",
    headers: [
      MakerNoteHeader(make: "MINOLTA", test: isDirectory),
      MakerNoteHeader(make: "KONICA MINOLTA", test: isDirectory),
    ],
    tables: TagTables(minoltaTables),
    words: [
      "LensType": WordList(minoltaLenses),
      "AFStatus": autofocusStatus,
    ],
    conversions: [
      "level": { value, context in
        value.mapNumbers { $0 - (context.model.contains("DiMAGE A2") ? 5 : 3) }
      },
      "on": { _, _ in .text("On") },
    ],
    conditions: [
      "isSony": { _, context in context.make.hasPrefix("SONY") }
    ])

  /// Whether a note is a directory. Those of the DiMAGE G400 to G600, E203, E201 and RD3000 have other forms.
  private static let isDirectory: MakerNoteHeader.Test = { note, _, _ in
    note.first != 0xD7 && !["MLY0", "KC", "+M+M"].contains { note.starts(with: $0.utf8) }
  }

  /// Words for a sensor's distance from the sharp picture.
  static let autofocusStatus = WordList { value in
    switch value.number {
    case nil: nil
    case 0: "In Focus"
    case -32_768: "Out of Focus"
    case let number? where number < 0: "Front Focus (\(value.plainText))"
    default: "Back Focus (+\(value.plainText))"
    }
  }
}
