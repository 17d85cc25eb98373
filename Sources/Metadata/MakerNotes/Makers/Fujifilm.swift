internal import MetadataModel
internal import TIFFStructure

extension Maker {
  /// Fujifilm, and General Imaging's cameras, which have the same notes.
  static let fujifilm: Maker = Maker(
    name: "Fujifilm",
    headers: [
      MakerNoteHeader("FUJIFILM", at: .stored(at: 8), base: .note(0), order: .little),
      MakerNoteHeader("GENERALE", maker: "General Imaging", at: .stored(at: 8), base: .note(0), order: .little),
      // Two bytes before the note: the first value is right behind the directory.
      MakerNoteHeader("GE\0\0", maker: "General Imaging", table: "GE", at: .at(18), base: .note(-2)),
      MakerNoteHeader("GENIC\0", maker: "General Imaging", table: "GE", at: .at(18)),
    ],
    tables: TagTables(fujifilmTables),
    words: [:],
    conditions: [
      "isGE": { _, context in context.make.hasPrefix("GENERAL IMAGING") }
    ])
}
