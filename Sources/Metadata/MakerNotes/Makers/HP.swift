internal import ImageModel
internal import MetadataModel

extension Maker {
  /// Hewlett-Packard's cameras: blocks of two kinds, and texts with names.
  static let hp: Maker = Maker(
    name: "HP",
    headers: [
      // BenQ, Mustek, Sanyo, Traveler and Vivitar had the same maker.
      MakerNoteHeader("610", table: "Text", test: { note, _, _ in note.count > 4 && note[3] <= 4 }),
      MakerNoteHeader("IIII\u{4}\0", table: "M627", order: .little),
      MakerNoteHeader("IIII\u{6}\0", table: "M425", order: .little),
    ],
    tables: TagTables(
      """
      [Text u8 prepare:fields]
      0 LensShading text[64] nonempty
      64 SerialNumber text[64] nonempty

      [M627 u8]
      [M425 u8]
      12  - MaxAperture u16 /10
       - 12 FNumber u16 /10
      16 16 ExposureTime u32 /1000000
      20 20 CameraDateTime text[20]
      52 52 ISO u16
      92 88 SerialNumber text[26] serial
      """),
    conversions: [
      "serial": { value, _ in
        let label = "SERIAL NUMBER:"
        return value.text.flatMap { $0.hasPrefix(label) ? .text(String($0.dropFirst(label.count))) : nil }
      }
    ],
    preparations: [
      // The printable characters after two names, 64 bytes for each. A preview may come before or after them.
      "fields": { bytes, _ in
        ["lens shading:", "serial number:"].flatMap { name -> [UInt8] in
          var value: [UInt8] = []
          if let start = HPText.end(of: Array(name.utf8), in: bytes) {
            value = Array(bytes[start...].drop { $0 == 0x20 }.prefix { (0x20..<0x7F).contains($0) }.prefix(64))
          }
          return value + [UInt8](repeating: 0, count: 64 - value.count)
        }
      }
    ])
}

private enum HPText {
  /// The end of a name in the bytes. Case is ignored.
  static func end(of name: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count > name.count else { return nil }
    let start = (0...bytes.count - name.count).first { start in
      name.indices.allSatisfy { index in
        let byte = bytes[start + index]
        return byte == name[index] || (0x41...0x5A).contains(byte) && byte | 0x20 == name[index]
      }
    }
    return start.map { $0 + name.count }
  }
}
