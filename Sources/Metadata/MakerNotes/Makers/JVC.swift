internal import MetadataModel

extension Maker {
  /// JVC: a directory, or names and values as text.
  static let jvc: Maker = Maker(
    name: "JVC",
    headers: [
      MakerNoteHeader("JVC ", at: .at(4)),
      MakerNoteHeader("VER:", make: "JVC", table: "Text"),
      MakerNoteHeader("VER:", make: "VICTOR", table: "Text"),
    ],
    tables: TagTables(
      """
      [Main]
      0x0002 CPUVersions bytes parts
      0x0003 Quality = 0: Low; 1: Normal; 2: Fine

      [Text u8 prepare:fields]
      0 MakerNoteVersion text[4]
      4 Quality text[4] nonempty = STND: Normal; STD: Normal; FINE: Fine
      """),
    conversions: [
      // Texts with spaces and NULs between them.
      "parts": { value, _ in
        value.bytes.map { bytes in
          let parts = bytes.split(separator: 0).map { ExifText.text($0).trimmingTrailingSpaces }
          return .text(parts.filter { !$0.isEmpty }.joined(separator: ", "))
        }
      }
    ],
    preparations: [
      // The values of VER and QTY, four bytes each: `VER:0100QTY:FINE`.
      "fields": { bytes, _ in
        let text = Array(bytes.prefix(1_024))
        return ["VER:", "QTY:"].flatMap { name -> [UInt8] in
          let start = text.indices.first { text[$0...].starts(with: name.utf8) }
          let value = start.map { Array(text[($0 + name.utf8.count)...].prefix(4)) } ?? []
          return value + [UInt8](repeating: 0, count: 4 - value.count)
        }
      }
    ])
}
