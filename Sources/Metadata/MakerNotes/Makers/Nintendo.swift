internal import ImageModel
internal import MetadataModel

extension Maker {
  /// The camera of the Nintendo 3DS.
  static let nintendo: Maker = Maker(
    name: "Nintendo",
    headers: [MakerNoteHeader(make: "NINTENDO")],
    tables: TagTables(
      """
      [Main]
      0x1101 CameraInfo @CameraInfo

      # Times count from the beginning of 2000.
      [CameraInfo u8 little low]
      0 ModelID text[4]
      8 TimeStamp u32 +946684800 unix-time
      24 InternalSerialNumber bytes[4] hexadecimalNumber
      40 Parallax f32
      48 Category u16 = 0: (none); 4096: Mii; 8192: Man; 16384: Woman
      """),
    conversions: [
      "hexadecimalNumber": { value, _ in value.bytes.map { .text("0x" + Hexadecimal.text($0)) } }
    ])
}
