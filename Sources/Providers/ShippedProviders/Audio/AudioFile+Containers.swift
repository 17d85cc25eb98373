internal import ProviderProtocol
internal import ProviderSupport
internal import StructuredText
internal import TextReading

extension AudioFile {
  /// FLAC: blocks of metadata before the frames (RFC 9639, 8).
  mutating func readFLAC(_ reader: DocumentBytes, at start: Int) throws {
    format = "FLAC"
    var place = start + 4
    for _ in 0..<200 {
      let head = try reader.bytes(place, 4)
      guard head.count == 4 else { break }
      let size = head.bigEndian(1, 3)
      place += 4
      switch head[0] & 0x7F {
      case 0:
        let block = try reader.bytes(place, min(size, 34))
        let packed = block.bigEndian(10, 4)
        rate = packed >> 12
        channels = (packed >> 9 & 7) + 1
        let samples = block.bigEndian(13, 5) & 0xF_FFFF_FFFF
        if let rate, rate > 0 { length = Double(samples) / Double(rate) }
      case 4: readComments(try reader.bytes(place, min(size, 1 << 20)))
      case 6: readPicture(try reader.bytes(place, min(size, Self.pictureBytes)))
      default: break
      }
      place += size
      if head[0] & 0x80 != 0 { break }
    }
    guard rate != nil else { throw ProviderError(.corruptInput, "the FLAC file is damaged: it does not say its rate") }
  }

  /// A picture of FLAC (RFC 9639, 8.8).
  private mutating func readPicture(_ block: [UInt8]) {
    let type = block.bigEndian(0, 4)
    let description = 8 + block.bigEndian(4, 4)
    let rest = description + 4 + block.bigEndian(description, 4) + 16
    let size = block.bigEndian(rest, 4)
    guard rest >= 0, rest + 4 <= block.count, size <= block.count - rest - 4 else { return }
    set(cover: block[(rest + 4)..<(rest + 4 + size)], isFront: type == 3)
  }

  /// Comments of Vorbis (xiph.org, "Ogg Vorbis I format specification: comment field").
  private mutating func readComments(_ block: some Collection<UInt8>) {
    let block = Array(block)
    var place = 4 + block.littleEndian(0, 4)
    let count = block.littleEndian(place, 4)
    place += 4
    for _ in 0..<min(count, 500) {
      let size = block.littleEndian(place, 4)
      guard place + 4 <= block.count, size <= block.count - place - 4 else { return }
      let comment = block[(place + 4)..<(place + 4 + size)]
      place += 4 + size
      guard let equals = comment.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = String(decoding: comment[..<equals], as: UTF8.self).uppercased()
      let value = comment[(equals + 1)...]
      if name == "METADATA_BLOCK_PICTURE" {
        if let picture = Base64.bytes(value) { readPicture(picture) }
      } else {
        set(name, DecodedText(Array(value), declared: "utf-8").text)
      }
    }
  }

  /// Ogg with Vorbis, Opus, FLAC or Speex: the packets of its beginning (RFC 3533, 6; RFC 7845, 5; RFC 9639, 10.1; The
  /// Speex Codec Manual, "Ogg file format"), and the time of its last page.
  mutating func readOgg(_ reader: DocumentBytes) throws {
    let bytes = try reader.bytes(0, 4 << 20)
    var packets: [[UInt8]] = [[]]
    var place = 0
    pages: while place + 27 <= bytes.count, bytes[place...].starts(with: "OggS".utf8), packets.count < 6 {
      let count = Int(bytes[place + 26])
      var data = place + 27 + count
      guard data <= bytes.count else { break }
      for segment in bytes[(place + 27)..<data] {
        guard data + Int(segment) <= bytes.count else { break pages }
        packets[packets.count - 1] += bytes[data..<(data + Int(segment))]
        data += Int(segment)
        if segment < 255 { packets.append([]) }
      }
      place = data
    }
    let first = packets[0]
    if first.starts(with: "OpusHead".utf8) {
      (format, rate) = ("Opus", 48_000)
      channels = first.bigEndian(9, 1)
      if packets.count > 1, packets[1].starts(with: "OpusTags".utf8) { readComments(packets[1].dropFirst(8)) }
    } else if first.dropFirst().starts(with: "vorbis".utf8) {
      format = "Ogg Vorbis"
      (channels, rate) = (first.bigEndian(11, 1), first.littleEndian(12, 4))
      if packets.count > 1, packets[1].dropFirst().starts(with: "vorbis".utf8) { readComments(packets[1].dropFirst(7)) }
    } else if first.starts(with: [0x7F] + "FLAC".utf8) {
      // A packet for each block of metadata; the first one has the rate, after a header of 17 bytes.
      let packed = first.bigEndian(27, 4)
      (format, rate, channels) = ("Ogg FLAC", packed >> 12, (packed >> 9 & 7) + 1)
      for packet in packets.dropFirst() where packet.count > 4 {
        switch packet[0] & 0x7F {
        case 4: readComments(packet.dropFirst(4))
        case 6: readPicture(Array(packet.dropFirst(4)))
        default: break
        }
      }
    } else if first.starts(with: "Speex   ".utf8) {
      (format, rate, channels) = ("Speex", first.littleEndian(36, 4), first.littleEndian(48, 4))
      if packets.count > 1 { readComments(packets[1]) }
    } else {
      throw ProviderError(.corruptInput, "the Ogg file is damaged, or holds sound of an unknown kind")
    }
    let tail = try reader.bytes(max(0, reader.size - (128 << 10)), 128 << 10)
    let mark = Array("OggS".utf8)
    for place in stride(from: tail.count - 27, through: 0, by: -1)
    where tail[place] == mark[0] && tail[place...].starts(with: mark) {
      if let rate, rate > 0 { length = Double(tail.littleEndian(place + 6, 7)) / Double(rate) }
      break
    }
  }

  /// WAVE: the format, the size of the samples, and a list of texts (Microsoft, "Multimedia Programming Interface").
  mutating func readWAVE(_ reader: DocumentBytes) throws {
    format = "WAVE"
    var place = 12
    var bytesPerSecond = 0
    for _ in 0..<100 {
      let head = try reader.bytes(place, 8)
      guard head.count == 8 else { break }
      let size = head.littleEndian(4, 4)
      switch String(decoding: head[..<4], as: UTF8.self) {
      case "fmt ":
        let block = try reader.bytes(place + 8, 16)
        (channels, rate) = (block.littleEndian(2, 2), block.littleEndian(4, 4))
        bytesPerSecond = block.littleEndian(8, 4)
      case "data":
        if bytesPerSecond > 0 { length = Double(min(size, reader.size - place - 8)) / Double(bytesPerSecond) }
      case "LIST": readTexts(try reader.bytes(place + 8, min(size, 64 << 10)))
      default: break
      }
      place += 8 + size + size % 2
    }
    guard rate != nil else { throw ProviderError(.corruptInput, "the WAVE file is damaged: it does not say its rate") }
  }

  private mutating func readTexts(_ list: [UInt8]) {
    guard list.starts(with: "INFO".utf8) else { return }
    let names = ["INAM": "TITLE", "IART": "ARTIST", "IPRD": "ALBUM", "ICRD": "DATE", "IGNR": "GENRE"]
    var place = 4
    while place + 8 <= list.count {
      let size = list.littleEndian(place + 4, 4)
      guard size <= list.count - place - 8 else { return }
      if let name = names[String(decoding: list[place..<place + 4], as: UTF8.self)] {
        set(name, DecodedText(Array(list[(place + 8)..<(place + 8 + size)].prefix { $0 != 0 })).text)
      }
      place += 8 + size + size % 2
    }
  }

  // MARK: MPEG-4

  /// MPEG-4: the movie's header, and the list of texts that iTunes writes (ISO 14496-12, 8.2; Apple, "QuickTime File
  /// Format", "Metadata").
  mutating func readMP4(_ reader: DocumentBytes) throws {
    format = "MPEG-4"
    var count = 0
    try readBoxes(reader, 0..<reader.size, depth: 0, &count)
    guard length != nil || !tags.isEmpty || cover != nil else {
      throw ProviderError(.corruptInput, "the MPEG-4 file is damaged: it has no header of a movie")
    }
  }

  private static let texts = [
    "\u{A9}nam": "TITLE", "\u{A9}ART": "ARTIST", "\u{A9}alb": "ALBUM", "\u{A9}day": "DATE", "\u{A9}gen": "GENRE",
    "\u{A9}wrt": "COMPOSER",
  ]

  private mutating func readBoxes(
    _ reader: DocumentBytes, _ range: Range<Int>, depth: Int, _ count: inout Int, inside: String = ""
  ) throws {
    var place = range.lowerBound
    while place + 8 <= range.upperBound, count < 5_000, depth < 8 {
      count += 1
      let head = try reader.bytes(place, 16)
      guard head.count >= 8 else { return }
      var (size, start) = (head.bigEndian(0, 4), place + 8)
      // 1: a longer number follows; 0: the rest of the file.
      if size == 1 { (size, start) = (head.bigEndian(9, 7), place + 16) }
      if size == 0 { size = range.upperBound - place }
      guard size >= start - place, size <= range.upperBound - place else { return }
      let content = start..<(place + size)
      // Names are in MacRoman, where 0xA9 is the sign of copyright as in Latin-1.
      let name = String(String.UnicodeScalarView(head[4..<8].map { Unicode.Scalar($0) }))
      switch name {
      case "moov", "udta", "ilst": try readBoxes(reader, content, depth: depth + 1, &count)
      case "meta":
        let inner = min(content.lowerBound + 4, content.upperBound)..<content.upperBound
        try readBoxes(reader, inner, depth: depth + 1, &count)
      case "mvhd": readHeader(try reader.bytes(content.lowerBound, min(content.count, 32)))
      case "covr": try readBoxes(reader, content, depth: depth + 1, &count, inside: name)
      case _ where Self.texts[name] != nil: try readBoxes(reader, content, depth: depth + 1, &count, inside: name)
      case "data" where !inside.isEmpty:
        let limit = inside == "covr" ? Self.pictureBytes : 8 << 10
        let data = try reader.bytes(content.lowerBound, min(content.count, limit)).dropFirst(8)
        if inside == "covr" {
          set(cover: data, isFront: false)
        } else if let known = Self.texts[inside] {
          set(known, DecodedText(Array(data), declared: "utf-8").text)
        }
      default: break
      }
      place += size
    }
  }

  private mutating func readHeader(_ bytes: [UInt8]) {
    let isLong = bytes.first == 1
    let scale = bytes.bigEndian(isLong ? 20 : 12, 4)
    let duration = isLong ? bytes.bigEndian(25, 7) : bytes.bigEndian(16, 4)
    if scale > 0 { length = Double(duration) / Double(scale) }
  }
}
