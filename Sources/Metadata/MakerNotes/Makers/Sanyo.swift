extension Maker {
  static let sanyo: Maker = Maker(
    name: "Sanyo",
    headers: [
      // In the models S1 to S4, and J1 to J4, the offsets mean nothing.
      MakerNoteHeader("SANYO\0", at: .at(8), base: .none) { _, _, model in
        ["S", "J"].contains(model.prefix(1)) && model.dropFirst().first?.isNumber == true
      },
      MakerNoteHeader("SANYO\0", at: .at(8)),
    ],
    tables: TagTables(sanyoTables),
    words: [:])
}
