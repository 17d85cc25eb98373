extension Maker {
  static let sanyo = Maker(
    name: "Sanyo",
    headers: [MakerNoteHeader("SANYO\0", at: .at(8))],
    tables: TagTables(sanyoTables),
    words: [:])
}
