internal import ByteStreams
internal import ImageModel
internal import MakerNotes
internal import MetadataModel
internal import TIFFStructure

extension FuzzTarget {
  /// The makers' notes, by maker: the value of Make, a model, and how notes begin before their directory. All notes of
  /// the fixtures are inputs of their maker.
  private static let makers: [(name: String, make: String, model: String, beginnings: [String])] = [
    ("apple", "Apple", "iPhone 12", ["Apple iOS\0\0\u{1}MM"]),
    ("canon", "Canon", "Canon EOS 5D Mark III", [""]),
    ("casio", "CASIO COMPUTER CO.,LTD.", "EX-Z750", ["", "QVC\0\0\0", "DCI\0\0\0"]),
    ("dji", "DJI", "FC6310", [""]),
    ("flir", "FLIR SYSTEMS AB", "FLIR E60", [""]),
    (
      "fujifilm", "FUJIFILM", "X-T3",
      ["FUJIFILM\u{c}\0\0\0", "GENERALE\u{c}\0\0\0", "GE\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"]
    ),
    ("hp", "Hewlett-Packard", "HP PhotoSmart 618", ["610\u{4}", "IIII\u{4}\0", "IIII\u{6}\0"]),
    ("jvc", "JVC", "GC-QX5HD", ["JVC ", "VER:"]),
    ("kodak", "EASTMAN KODAK COMPANY", "KODAK DX3215", ["KDK INFO", "KDK\0\0\0\0\0", "", "MM\0*\0\0\0\u{8}", "IIII"]),
    (
      "leica", "LEICA CAMERA AG", "M8 Digital Camera",
      ["LEICA\0\0\0", "LEICA0\u{3}\0", "LEICA\0\u{1}\0", "LEICA\0\u{2}\0"]
    ),
    ("minolta", "KONICA MINOLTA", "DYNAX 7D", [""]),
    ("motorola", "Motorola", "Moto G", ["MOT\0\u{1}\0\0\0"]),
    ("nikon", "NIKON CORPORATION", "NIKON D70", ["Nikon\0\u{2}\0\0\0MM\0*\0\0\0\u{8}", "Nikon\0\u{1}\0", ""]),
    ("nintendo", "Nintendo", "Nintendo 3DS", [""]),
    (
      "olympus", "OLYMPUS CORPORATION", "E-M1",
      ["OLYMPUS\0II\u{3}\0", "OM SYSTEM\0\0\0II\u{3}\0", "OLYMP\0\u{1}\0", "SONY PI\0\0\0\0\0"]
    ),
    ("panasonic", "Panasonic", "DC-GH5", ["Panasonic\0\0\0", "LEICA CAMERA AG\0\0\0", "MKE\0"]),
    ("pentax", "PENTAX", "PENTAX K-1", ["AOC\0MM", "PENTAX \0MM", "RICOH\0II"]),
    ("reconyx", "RECONYX", "HC500 HYPERFIRE", ["RECONYXUF\0", "RECONYXH2\0", "\u{1}F"]),
    ("ricoh", "RICOH", "GR DIGITAL", ["Ricoh\0\0\0", "RICOH\0\0\0", "Rv"]),
    ("samsung", "SAMSUNG", "EX1", ["STMN100", ""]),
    ("sanyo", "SANYO Electric Co.,Ltd.", "S1", ["SANYO\0\u{1}\0"]),
    ("sigma", "SIGMA", "SIGMA DP2", ["SIGMA\0\0\0\u{1}\0", "FOVEON\0\0\u{1}\0"]),
    (
      "sony", "SONY", "ILCE-7M3",
      ["SONY DSC \0\0\0", "", "\0\0SONY PIC\0\0", "VHAB     \0\0\0", "SEMC MS\0\0\0\0\0\0\0\0\0\0\0\0\0"]
    ),
  ]

  /// The readers of makers' notes. An input is the byte order (the lowest bit of one byte), the note's offset from the
  /// TIFF header in two bytes, and the note.
  static let makerNotes = makers.map { maker in
    FuzzTarget(
      name: "note-\(maker.name)", maxLength: 16_384,
      run: { input in
        guard input.count > 3 else { return }
        let note = Array(input[3...])
        var source = MakerNoteSource(
          MemoryByteSource(note), range: 0..<UInt64(note.count), header: -(Int64(input[1]) << 8 | Int64(input[2])),
          isBigEndian: input[0] & 1 == 1, make: maker.make, model: maker.model, software: "Firmware Version 1.0.0",
          limits: .standard, describes: true)
        source.privateKinds = [.gps, .serialNumbers]
        guard let read = try source.read(note) else { return }
        for value in read.privateValues {
          guard let place = value.place, place.upperBound > UInt64(note.count) else { continue }
          throw BrokenPromise("\(value.name) is outside of the note")
        }
        for field in read.fields { _ = field.text }
      },
      seeds: { $0.makerNotes(of: maker.make) },
      made: { maker.beginnings.flatMap { beginning in [true, false].map { seed(beginning, isBigEndian: $0) } } })
  }

  /// A note with two fields: a text and a list of numbers after the directory.
  private static func seed(_ beginning: String, isBigEndian: Bool) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    let start = beginning.utf8.count
    let values = start + 2 + 3 * 12 + 4
    var note = Array(beginning.utf8) + number(3, 2)
    note += number(1, 2) + number(3, 2) + number(8, 4) + number(values, 4)
    note += number(2, 2) + number(2, 2) + number(4, 4) + Array("0100".utf8)
    note += number(3, 2) + number(4, 2) + number(1, 4) + number(7, 4)
    note += number(0, 4) + (1...8).flatMap { number($0, 2) }
    return [isBigEndian ? 1 : 0, 0, 0] + note
  }
}

extension SeedFile {
  /// The notes in the Exif blocks of a maker's cameras, as inputs of its target.
  func makerNotes(of make: String) -> [[UInt8]] {
    let word = make.prefix { $0 != " " }.lowercased()
    return blocks(.exif).compactMap { block in
      let source = MemoryByteSource(block)
      guard var reader = try? IFDReader(source, limits: .standard),
        let main = try? reader.directory(at: reader.firstOffset), let stated = main[0x010F],
        let make = try? reader.rawBytes(of: stated, maxBytes: 64),
        String(decoding: make, as: UTF8.self).lowercased().hasPrefix(word),
        let pointer = main[IFDPointerTag.exif], let place = try? reader.value(of: pointer).firstInteger,
        let exif = try? reader.directory(at: UInt64(max(0, place))), let entry = exif[0x927C],
        let note = try? reader.rawBytes(of: entry)
      else { return nil }
      let offset = min(entry.valueOffset, 0xFFFF)
      return [reader.isBigEndian ? 1 : 0, UInt8(offset >> 8), UInt8(offset & 0xFF)] + note
    }
  }
}
