internal import ByteStreams
internal import ImageModel

/// Reads the boxes of JP2 and JPX (ISO/IEC 15444-1, annex I).
extension JPEG2000Structure {
  private static let maxBoxes = 1_000

  /// Reads the boxes of the file, and finds the first codestream.
  mutating func readBoxes(_ source: any ByteSource, _ limits: Limits) throws(ImageError) {
    var reader = ISOBoxReader(source, maxBoxes: Self.maxBoxes)
    defer { diagnostics += reader.diagnostics }
    boxes = try reader.boxes(in: 0..<source.size)
    if let cut = boxes.first(where: { $0.isCut && $0.type != "jp2c" }) {
      diagnostics.append(.warning("the box '\(cut.type)' is cut short"))
    }
    guard let data = boxes.first(where: { $0.type == "jp2c" }) else { throw Self.error("there is no codestream") }
    codestream = data.content
    guard let header = boxes.first(where: { $0.type == "jp2h" }) else { throw Self.error("there is no header") }
    headerBoxes = try reader.boxes(in: header.content)
    var chosen: (space: ColorSpace, rank: (Int, Int), offset: UInt64)?
    for box in headerBoxes {
      guard let content = try reader.content(of: box, limit: limits.maxMetadataBlockBytes) else {
        diagnostics.append(.warning("the header box '\(box.type)' is too long; it is skipped"))
        continue
      }
      switch box.type {
      case "colr":
        guard let space = Self.colorSpace(content) else { break }
        // JPX files may hold several: the one of the highest precedence counts, of equal ones a profile of any kind.
        // Readers of JP2 use the first only, which is then the simpler one.
        let rank = (Int(Int8(bitPattern: content[1])), content[0] == 3 ? 1 : 0)
        if let chosen, chosen.rank >= rank { break }
        chosen = (space, rank, box.content.lowerBound + 3)
      case "pclr": palette = Self.palette(content)
      case "cmap":
        mappedChannels = Self.records(content, of: 4).map {
          Channel(component: Int($0[0]) << 8 | Int($0[1]), column: $0[2] == 1 ? Int($0[3]) : nil)
        }
      case "cdef":
        definitions = Self.records(content.dropFirst(2), of: 6).map { record in
          let values = stride(from: 0, to: 6, by: 2).map { Int(record[$0]) << 8 | Int(record[$0 + 1]) }
          return ChannelDefinition(channel: values[0], kind: values[1], association: values[2])
        }
      case "res ": resolution = try Self.resolution(box.content, &reader)
      default: break
      }
    }
    colorSpace = chosen?.space
    if let chosen, case .icc(let bytes) = chosen.space {
      blocks.append(MetadataBlock(.icc, offset: chosen.offset, bytes: bytes))
    }
    try readMetadata(&reader, limits)
  }

  /// The identifiers of boxes with metadata, under which ExifTool and others write them.
  private static let metadataIdentifiers: [(kind: MetadataBlock.Kind, identifier: [UInt8])] = [
    (.exif, Array("JpgTiffExif->JP2".utf8)),
    (.exif, [0x05, 0x37, 0xCD, 0xAB, 0x9D, 0x0C, 0x44, 0x31, 0xA7, 0x2A, 0xFA, 0x56, 0x1F, 0x2A, 0x11, 0x3E]),
    (.xmp, [0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC]),
    (.iptc, [0x33, 0xC7, 0xA4, 0xD2, 0xB8, 0x1D, 0x47, 0x23, 0xA0, 0xBA, 0xF1, 0xA3, 0xE0, 0x97, 0xAD, 0x38]),
    (.iptc, [0x09, 0xA1, 0x4E, 0x97, 0xC0, 0xB4, 0x42, 0xE0, 0xBE, 0xBF, 0x36, 0xDF, 0x6F, 0x0C, 0xE3, 0x6F]),
    (.photoshop, [0x2C, 0x4C, 0x01, 0x00, 0x85, 0x04, 0x40, 0xB9, 0xA0, 0x3E, 0x56, 0x21, 0x48, 0xD6, 0xDF, 0xEB]),
  ]

  /// Takes the metadata of the boxes `uuid` (I.7.2) and `xml ` (I.7.1).
  private mutating func readMetadata(_ reader: inout ISOBoxReader, _ limits: Limits) throws(ImageError) {
    var total = 0
    for box in boxes where box.type == "uuid" || box.type == "xml " {
      let known = Self.metadataIdentifiers.first { $0.identifier == box.uuid }
      guard let kind = box.type == "xml " ? .xmp : known?.kind, !blocks.contains(where: { $0.kind == kind }) else {
        continue
      }
      if let warning = limits.leftOut("the box '\(box.type)'", bytes: box.content.count, after: total) {
        diagnostics.append(warning)
        continue
      }
      total += box.content.count
      guard var bytes = try reader.content(of: box, limit: limits.maxMetadataBlockBytes) else {
        diagnostics.append(.warning("the box '\(box.type)' is cut short, and not read"))
        continue
      }
      var offset = box.content.lowerBound
      // Photoshop writes the prefix of JPEG's segments.
      if kind == .exif, bytes.starts(with: "Exif\0\0".utf8) {
        bytes.removeFirst(6)
        offset += 6
      }
      // Other XML than XMP.
      if box.type == "xml ", !bytes.contains("rdf:RDF".utf8) { continue }
      blocks.append(MetadataBlock(kind, offset: offset, bytes: bytes))
    }
  }

  /// Whole records of a box.
  private static func records(_ content: some Collection<UInt8>, of length: Int) -> [[UInt8]] {
    let bytes = Array(content)
    return stride(from: 0, through: bytes.count - length, by: length).map { Array(bytes[$0..<$0 + length]) }
  }

  /// A colour specification (I.5.3.3); nil for a method that is not known, and for a box that is too short.
  private static func colorSpace(_ content: [UInt8]) -> ColorSpace? {
    guard content.count >= 3 else { return nil }
    switch content[0] {
    case 1 where content.count >= 7: return .enumerated(Int(bigEndianBytes: content[3..<7]))
    case 2, 3: return .icc(Array(content.dropFirst(3)))
    default: return nil
    }
  }

  /// The entries row by row (I.5.3.4), in as many bytes as their depth needs; nil where they are not all there.
  private static func palette(_ content: [UInt8]) -> Palette? {
    guard content.count > 3 else { return nil }
    let (entries, columns) = (Int(content[0]) << 8 | Int(content[1]), Int(content[2]))
    guard (1...1_024).contains(entries), columns > 0, content.count >= 3 + columns else { return nil }
    let bits = content[3..<3 + columns].map { Int($0 & 0x7F) + 1 }
    let widths = bits.map { ($0 + 7) / 8 }
    guard bits.allSatisfy({ $0 <= 16 }), content.count >= 3 + columns + entries * widths.reduce(0, +) else {
      return nil
    }
    var palette = Palette(columns: Array(repeating: [], count: columns), bits: bits)
    var offset = 3 + columns
    for _ in 0..<entries {
      for (column, width) in widths.enumerated() {
        let value = Int(bigEndianBytes: content[offset..<offset + width])
        palette.columns[column].append(min(value, 1 << bits[column] - 1))
        offset += width
      }
    }
    return palette
  }

  /// The resolution of capture, otherwise that of display (I.5.3.7), in points per metre.
  private static func resolution(
    _ range: Range<UInt64>, _ reader: inout ISOBoxReader
  ) throws(ImageError) -> Resolution? {
    let found = try reader.boxes(in: range)
    for type in ["resc", "resd"] {
      guard let box = found.first(where: { $0.type == type }),
        let fields = try reader.bytes(at: box.content.lowerBound, count: 10)
      else { continue }
      func value(_ place: Int, _ exponent: Int) -> Double {
        var result =
          Double(Int(bigEndianBytes: fields[place..<place + 2]))
          / Double(Int(bigEndianBytes: fields[place + 2..<place + 4]))
        let power = Int(Int8(bitPattern: fields[exponent]))
        for _ in 0..<abs(power) { result = power > 0 ? result * 10 : result / 10 }
        return result
      }
      let resolution = Resolution(x: value(4, 9), y: value(0, 8), unit: .meter)
      if resolution.dotsPerInch != nil { return resolution }
    }
    return nil
  }
}
