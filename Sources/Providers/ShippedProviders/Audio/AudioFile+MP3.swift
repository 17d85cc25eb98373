internal import ProviderProtocol
internal import ProviderSupport
internal import TextReading

extension AudioFile {
  /// MP3: tags of ID3v2 before the frames (id3.org, "ID3 tag version 2.4.0"), or of ID3v1 after them.
  mutating func readMP3(_ reader: DocumentBytes, _ head: [UInt8]) throws {
    format = "MP3"
    var start = 0
    if head.starts(with: "ID3".utf8) {
      let size = Self.synchsafe(head, 6)
      start = 10 + size
      try readID3(reader.bytes(10, min(size, 24 << 20)), version: Int(head[3]), flags: head[5])
    }
    let frames = try reader.bytes(start, 64 << 10)
    if frames.starts(with: "fLaC".utf8) { return try readFLAC(reader, at: start) }
    readLength(frames, audioBytes: reader.size - start)
    let last = try reader.bytes(reader.size - 128, 128)
    if last.count == 128, last.starts(with: "TAG".utf8) {
      for (name, range) in [("TITLE", 3..<33), ("ARTIST", 33..<63), ("ALBUM", 63..<93), ("DATE", 93..<97)] {
        set(name, DecodedText(Array(last[range].prefix { $0 != 0 }), declared: "iso-8859-1").text)
      }
    }
    guard rate != nil || !tags.isEmpty || cover != nil else {
      throw ProviderError(.corruptInput, "the file is damaged, or is not an audio file of a known kind")
    }
  }

  /// 28 bits in four bytes, whose highest bits are 0.
  private static func synchsafe(_ bytes: [UInt8], _ offset: Int) -> Int {
    guard offset + 4 <= bytes.count else { return 0 }
    return bytes[offset..<offset + 4].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
  }

  private static let names: [String: String] = [
    "TIT2": "TITLE", "TPE1": "ARTIST", "TALB": "ALBUM", "TDRC": "DATE", "TYER": "DATE", "TCON": "GENRE",
    "TRCK": "TRACKNUMBER", "TCOM": "COMPOSER", "TT2": "TITLE", "TP1": "ARTIST", "TAL": "ALBUM", "TYE": "DATE",
    "TCO": "GENRE", "TRK": "TRACKNUMBER", "TCM": "COMPOSER",
  ]

  private mutating func readID3(_ tag: [UInt8], version: Int, flags: UInt8) {
    // Version 2.4 has unsynchronised frames each by itself.
    let tag = flags & 0x80 != 0 && version < 4 ? Self.resynchronised(tag) : tag
    var place = 0
    if flags & 0x40 != 0, version > 2 {
      place = version == 3 ? 4 + tag.bigEndian(0, 4) : Self.synchsafe(tag, 0)
    }
    let (nameLength, headLength) = version == 2 ? (3, 6) : (4, 10)
    while place >= 0, place + headLength <= tag.count, tag[place] != 0 {
      let name = String(decoding: tag[place..<place + nameLength], as: UTF8.self)
      let size =
        version == 2
        ? tag.bigEndian(place + 3, 3) : version == 3 ? tag.bigEndian(place + 4, 4) : Self.synchsafe(tag, place + 4)
      let start = place + headLength
      guard size > 0, size <= tag.count - start else { return }
      var content = Array(tag[start..<start + size])
      let frameFlags = version == 2 ? 0 : tag.bigEndian(place + 8, 2)
      if version == 4 {
        if frameFlags & 1 != 0 { content = Array(content.dropFirst(4)) }
        if frameFlags & 2 != 0 { content = Self.resynchronised(content) }
      }
      // Compressed and encrypted frames are left out.
      if frameFlags & (version == 4 ? 0x0C : 0xC0) == 0 { read(frame: name, content) }
      place = start + size
    }
  }

  private mutating func read(frame name: String, _ content: [UInt8]) {
    if let known = Self.names[name] {
      guard let encoding = content.first else { return }
      // Several values are divided by zeros.
      set(known, Self.text(content.dropFirst(), encoding).replacing("\0", with: " / "))
    } else if name == "APIC" || name == "PIC", content.count > 6 {
      var rest = content.dropFirst(name == "PIC" ? 4 : 1)
      if name == "APIC" { rest = rest.drop { $0 != 0 }.dropFirst() }
      let kind = rest.popFirst() ?? 0
      // A description, which ends with one or two zeros.
      if content[0] == 1 || content[0] == 2 {
        while rest.count >= 2, rest[rest.startIndex] != 0 || rest[rest.startIndex + 1] != 0 { rest = rest.dropFirst(2) }
        rest = rest.dropFirst(2)
      } else {
        rest = rest.drop { $0 != 0 }.dropFirst()
      }
      set(cover: rest, isFront: kind == 3)
    }
  }

  /// Text in one of the four encodings of ID3v2, up to zeros at its end.
  private static func text(_ bytes: ArraySlice<UInt8>, _ encoding: UInt8) -> String {
    var bytes = Array(bytes)
    switch encoding {
    case 1, 2:
      if bytes.count % 2 == 1 { bytes.removeLast() }
      while bytes.count >= 2, bytes.suffix(2).elementsEqual([0, 0]) { bytes.removeLast(2) }
      let isBig = encoding == 2 || bytes.starts(with: [0xFE, 0xFF])
      let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0 + (isBig ? 0 : 1)]) << 8 | UInt16(bytes[$0 + (isBig ? 1 : 0)])
      }
      return String(decoding: units, as: UTF16.self).replacing("\u{FEFF}", with: "")
    default:
      while bytes.last == 0 { bytes.removeLast() }
      return DecodedText(bytes, declared: encoding == 3 ? "utf-8" : nil).text
    }
  }

  /// Bytes without the zeros that keep players from taking a tag for sound.
  private static func resynchronised(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      if byte == 0, index > 0, bytes[index - 1] == 0xFF { continue }
      result.append(byte)
    }
    return result
  }

  // MARK: Length

  private static let rates = [[11_025, 12_000, 8_000], [], [22_050, 24_000, 16_000], [44_100, 48_000, 32_000]]
  private static let kilobits = [
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]

  /// The length by the first frame of layer III (ISO 11172-3, 2.4.2.3): its header counts the frames, or all frames
  /// have its bit rate.
  private mutating func readLength(_ frames: [UInt8], audioBytes: Int) {
    for place in 0..<max(0, frames.count - 4) where frames[place] == 0xFF && frames[place + 1] & 0xE6 == 0xE2 {
      let version = Int(frames[place + 1] >> 3 & 3)
      let (rateIndex, bitIndex) = (Int(frames[place + 2] >> 2 & 3), Int(frames[place + 2] >> 4))
      guard version != 1, rateIndex < 3, (1...14).contains(bitIndex) else { continue }
      let rate = Self.rates[version][rateIndex]
      let kilobits = Self.kilobits[version == 3 ? 0 : 1][bitIndex]
      let isMono = frames[place + 3] >> 6 == 3
      let samples = version == 3 ? 1_152 : 576
      (self.rate, channels) = (rate, isMono ? 1 : 2)
      // The header of LAME and Xing stands after the side information.
      let side = place + 4 + (version == 3 ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
      let mark = frames.dropFirst(side).prefix(4)
      if mark.elementsEqual("Xing".utf8) || mark.elementsEqual("Info".utf8), frames.bigEndian(side + 4, 4) & 1 != 0 {
        length = Double(frames.bigEndian(side + 8, 4)) * Double(samples) / Double(rate)
      } else {
        length = Double(audioBytes) / (Double(kilobits) * 125)
      }
      return
    }
  }
}
