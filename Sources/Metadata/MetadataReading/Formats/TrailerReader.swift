internal import ByteStreams
internal import ImageModel
internal import MakerNotes
internal import MetadataModel

/// Reads what programs have appended to a JPEG file: trailers of FotoStation, of AFCP (AXS File Concatenation Protocol)
/// and of Samsung's telephones. They are found from the end of the file, so that the picture need not be searched for
/// its own end.
struct TrailerReader {
  /// Groups of properties, and pictures.
  private(set) var reading = BlockReading()
  /// IPTC data in the trailers, and a block without content for each program.
  private(set) var blocks: [MetadataBlock] = []
  /// The video of a motion photo.
  private(set) var video: Range<UInt64>?
  private let source: any ByteSource
  private let limits: Limits
  /// The number of bytes of metadata that have been read, including those of the file's other blocks.
  private var bytesRead: Int
  /// The end of the part that has not been read.
  private var end: UInt64

  private static let maxRecords = 32
  private static let footerSize = 12

  /// - Parameter bytesRead: the bytes of metadata that have been read from the file before.
  init(_ source: any ByteSource, limits: Limits, bytesRead: Int) {
    self.source = source
    self.bytesRead = bytesRead
    self.limits = limits
    end = source.size
  }

  /// - Throws: `io`.
  mutating func read() throws(ImageError) {
    for _ in 0..<Self.maxRecords {
      guard end > UInt64(Self.footerSize) + 2,
        let footer = try source.exactBytes(at: end - UInt64(Self.footerSize), count: Self.footerSize)
      else { return }
      let start: UInt64?
      if footer.suffix(4) == [0xA1, 0xB2, 0xC3, 0xD4] {
        start = try readFotoStation(footer)
      } else if footer.starts(with: "AXS!".utf8) || footer.starts(with: "AXS*".utf8) {
        start = try readAFCP(footer)
      } else if let trailer = try SamsungTrailer(source, end: end) {
        add(nil, to: "Samsung")
        if let group = try trailer.properties(source) { reading.groups.append(group) }
        if trailer.hasMotionPhoto {
          blocks.append(MetadataBlock(.video, offset: trailer.range.lowerBound, bytes: []))
          video = try trailer.video(source)
        }
        start = trailer.range.lowerBound
      } else {
        start = nil
      }
      guard let start else { return }
      end = start
    }
  }

  /// The property of a trailer, in the group of its program.
  private mutating func add(_ property: Property?, to program: String) {
    if !blocks.contains(where: { $0.kind == .other(program) }) {
      blocks.append(MetadataBlock(.other(program), offset: end, bytes: []))
    }
    guard let property else { return }
    if let index = reading.groups.firstIndex(where: { $0.name == program }) {
      reading.groups[index].properties.append(property)
    } else {
      var group = PropertyGroup(program)
      group.properties.append(property)
      reading.groups.append(group)
    }
  }

  /// The bytes of a part; nil, with a warning, if there are too many.
  private mutating func bytes(_ range: Range<UInt64>, of program: String) throws(ImageError) -> [UInt8]? {
    if let warning = limits.leftOut("a block of \(program)", bytes: range.count, after: bytesRead) {
      reading.warn(warning.message)
      return nil
    }
    bytesRead += range.count
    return try source.exactBytes(at: range.lowerBound, count: range.count)
  }

  private mutating func addIPTC(_ range: Range<UInt64>, of program: String) throws(ImageError) {
    guard let data = try bytes(range, of: program) else { return }
    blocks.append(MetadataBlock(.iptc, offset: range.lowerBound, bytes: data))
  }

  private mutating func addPicture(_ name: String, _ range: Range<UInt64>, of program: String) throws(ImageError) {
    guard range.count > 3, try source.exactBytes(at: range.lowerBound, count: 3) == [0xFF, 0xD8, 0xFF] else { return }
    reading.previews.append(ImageMetadata.Preview(origin: program, format: "jpeg", range: range))
    add(Property("\(name)Length", .integer(Int64(range.count))), to: program)
  }

  // MARK: FotoStation

  private static let fotoStation = "FotoStation"

  /// A record ends with its tag, its size with these ten bytes, and a signature.
  private mutating func readFotoStation(_ footer: [UInt8]) throws(ImageError) -> UInt64? {
    let size = UInt64(bigEndianBytes: footer[4..<8])
    guard size >= 10, size <= end - 2 else { return nil }
    let content = end - size..<end - 10
    add(nil, to: Self.fotoStation)
    switch Int(bigEndianBytes: footer[2..<4]) {
    case 1: try addIPTC(content, of: Self.fotoStation)
    case 2:
      guard let bytes = try source.exactBytes(at: content.lowerBound, count: min(content.count, 48)) else { break }
      addEdits(
        stride(from: 0, to: bytes.count - 3, by: 4).map { Int32(bitPattern: .init(bigEndianBytes: bytes[$0..<$0 + 4])) }
      )
    case 3: try addPicture("Thumbnail", content, of: Self.fotoStation)
    case 4: try addPicture("Preview", content, of: Self.fotoStation)
    default: break
    }
    return content.lowerBound
  }

  /// How the picture is to be shown: its size, turned by hundredths of a degree to the left, cut at thousandths of a
  /// per cent.
  private mutating func addEdits(_ numbers: [Int32]) {
    let rows: [(index: Int, name: String, value: (Double) -> Double)] = [
      (0, "OriginalImageWidth", { $0 }), (1, "OriginalImageHeight", { $0 }), (2, "ColorPlanes", { $0 }),
      (3, "XYResolution", { $0 / 1000 }), (4, "Rotation", { $0 == 0 ? 0 : 360 - $0 / 100 }),
      (6, "CropLeft", { $0 / 1000 }), (7, "CropTop", { $0 / 1000 }), (8, "CropRight", { $0 / 1000 }),
      (9, "CropBottom", { $0 / 1000 }), (11, "CropRotation", { $0 == 0 ? 0 : -$0 / 100 }),
    ]
    for row in rows where row.index < numbers.count {
      add(Property(row.name, .plainNumber(row.value(Double(numbers[row.index])))), to: Self.fotoStation)
    }
  }

  // MARK: AFCP

  private static let afcp = "AFCP"
  private static let maxEntries = 64
  /// How far before the end a directory is looked for whose stated offset is wrong.
  private static let searched: UInt64 = 1 << 20

  /// The file ends with a signature, the offset of the directory and four bytes. The directory begins with the same
  /// signature, a version, the number of entries and four bytes. An entry is a name, a size and an offset.
  private mutating func readAFCP(_ footer: [UInt8]) throws(ImageError) -> UInt64? {
    let isBigEndian = footer[3] == UInt8(ascii: "!")
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      UInt64(bigEndianBytes: isBigEndian ? Array(bytes) : bytes.reversed())
    }
    let stated = number(footer[4..<8])
    guard let start = try directory(stated, Array(footer[..<4])),
      let head = try source.exactBytes(at: start, count: 12), case let count = Int(number(head[6..<8])),
      count <= Self.maxEntries, let entries = try source.exactBytes(at: start + 12, count: 12 * count)
    else { return nil }
    add(nil, to: Self.afcp)
    for index in 0..<count {
      let entry = entries[(12 * index)..<(12 * index + 12)]
      let size = number(entry[(12 * index + 4)..<(12 * index + 8)])
      // A change of the picture before the trailer moves all offsets.
      let offset = Int64(number(entry[(12 * index + 8)...])) + Int64(start) - Int64(stated)
      guard offset >= 0, UInt64(offset) <= end, size <= end - UInt64(offset) else {
        reading.warn("AFCP: an entry lies outside the file")
        continue
      }
      let content = UInt64(offset)..<UInt64(offset) + size
      switch String(decoding: entry.prefix(4), as: UTF8.self) {
      case "IPTC": try addIPTC(content, of: Self.afcp)
      case "TEXT":
        guard let text = try bytes(content, of: Self.afcp) else { break }
        add(Property("Text", .text(ExifText.text(text.prefix { $0 != 0 }))), to: Self.afcp)
      case "Nail": try addAFCPPicture("Thumbnail", content)
      case "PrVw": try addAFCPPicture("Preview", content)
      default: break
      }
    }
    return start
  }

  /// The offset of the directory: the stated one, or else the first one near the end of the file.
  private func directory(_ stated: UInt64, _ signature: [UInt8]) throws(ImageError) -> UInt64? {
    let last = end - UInt64(Self.footerSize)
    if stated >= 2, stated < last, try source.exactBytes(at: stated, count: 4) == signature { return stated }
    let first = last - min(last, Self.searched)
    guard let bytes = try source.exactBytes(at: first, count: Int(last - first)) else { return nil }
    return bytes.indices.dropLast(11).first { bytes[$0...].starts(with: signature) }.map { first + UInt64($0) }
  }

  /// A picture after a head of ten bytes and padding.
  private mutating func addAFCPPicture(_ name: String, _ content: Range<UInt64>) throws(ImageError) {
    guard let head = try source.exactBytes(at: content.lowerBound, count: min(content.count, 64)),
      let place = head.indices.dropFirst(10).first(where: { head[$0...].starts(with: [0xFF, 0xD8, 0xFF]) })
    else { return }
    try addPicture(name, content.lowerBound + UInt64(place)..<content.upperBound, of: Self.afcp)
  }
}
