extension Maker {
  /// FLIR's thermal cameras. The unit of the temperatures is that of the camera's settings.
  static let flir: Maker = Maker(
    name: "FLIR",
    headers: [MakerNoteHeader(make: "FLIR SYSTEMS")],
    tables: TagTables(
      """
      [Main low]
      0x0001 ImageTemperatureMax
      0x0002 ImageTemperatureMin
      0x0003 Emissivity
      0x0004 -
      0x0005 -
      0x0006 -
      """))
}
