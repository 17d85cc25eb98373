extension Maker {
  /// Motorola's phones.
  static let motorola: Maker = Maker(
    name: "Motorola",
    headers: [MakerNoteHeader("MOT\0", at: .at(8), base: .note(0))],
    tables: TagTables(
      """
      [Main]
      0x5500 BuildNumber
      0x5501 SerialNumber
      0x6420 CustomRendered ?type:text
      0x64d0 DriveMode
      0x665e Sensor
      0x6705 ManufactureDate
      """))
}
