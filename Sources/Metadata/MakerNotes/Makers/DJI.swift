extension Maker {
  /// DJI's drones. Tag 1 is the maker's name.
  static let dji: Maker = Maker(
    name: "DJI",
    headers: [MakerNoteHeader(make: "DJI")],
    tables: TagTables(djiTables))
}
