internal import ByteStreams
internal import ImageModel

extension HEIFStructure {
  /// The sizes in the headers of a coded image. Its decoder allocates memory for these, whatever the file declares. A
  /// frame of AV1 may override them, except in a reduced still picture.
  ///
  /// - Returns: nothing for codecs other than HEVC and AV1, or if there is no header.
  /// - Throws: `limitExceeded` where the data has too many parts; `io`.
  func codedSizes(
    of image: HEIFItem, _ source: any ByteSource, readsLeft: inout Int
  ) throws(ImageError) -> [PixelSize] {
    guard ["av01", "hvc1"].contains(image.type) else { return [] }
    let tooManyParts = ImageError(.limitExceeded, "the data of an image has too many parts", format: "HEIF")
    let isAV1 = image.type == "av01"
    var sizes: [PixelSize?] = []
    var lengthSize = 4
    for property in image.properties.map({ properties[$0] }) where property.type == (isAV1 ? "av1C" : "hvcC") {
      guard property.bytes.count <= 1 << 16, readsLeft > 0 else { throw tooManyParts }
      var units: [CodedUnit] = []
      if isAV1 {
        units = CodedUnit.units(ofAV1: property.bytes.dropFirst(4))
      } else if property.bytes.count > 22 {
        lengthSize = Int(property.bytes[21] & 3) + 1
        units = CodedUnit.units(ofHVCC: property.bytes)
      }
      sizes += units.map(\.size)
      readsLeft -= units.count
    }
    let length = image.length
    var offset: UInt64 = 0
    while offset < length {
      readsLeft -= 1 + image.extents.count
      guard readsLeft > 0 else { throw tooManyParts }
      // No header has more bytes than this before the size.
      let start = try bytes(of: image, at: offset, count: 256, source)
      guard let unit = isAV1 ? CodedUnit(av1: start[...]) : CodedUnit(hevc: start[...], lengthSize: lengthSize) else {
        break
      }
      sizes.append(unit.size)
      offset += UInt64(unit.length)
    }
    return sizes.compactMap { $0 }
  }
}

/// A part of a bitstream: an OBU of AV1 (AV1, 5.3), a NAL unit of HEVC (ITU-T H.265, 7.3.1).
private struct CodedUnit {
  /// The size of the pictures, from a header that has it.
  var size: PixelSize?
  /// The bytes from the unit's beginning to that of the next.
  var length: Int

  /// - Parameter bytes: the beginning of the unit.
  /// - Returns: nil where its length cannot be read.
  init?(av1 bytes: ArraySlice<UInt8>) {
    guard let header = bytes.first else { return nil }
    var rest = bytes.dropFirst(header & 4 == 0 ? 1 : 2)
    var (count, place) = (0, 0)
    if header & 2 == 0 {
      // It has the rest of the data.
      count = 1 << 56
    } else {
      repeat {
        guard place < 8, let byte = rest.popFirst() else { return nil }
        count |= Int(byte & 0x7F) << (7 * place)
        place += 1
        if byte & 0x80 == 0 { break }
      } while true
    }
    length = rest.startIndex - bytes.startIndex + count
    if header >> 3 & 15 == 1 { size = Self.size(ofSequence: rest.prefix(count)) }
  }

  /// - Parameter lengthSize: how many bytes the length has in front of the unit.
  init?(hevc bytes: ArraySlice<UInt8>, lengthSize: Int) {
    guard bytes.count > lengthSize else { return nil }
    let count = Int(bigEndianBytes: bytes.prefix(lengthSize))
    length = lengthSize + count
    let unit = bytes.dropFirst(lengthSize).prefix(count)
    // A sequence parameter set of the base layer.
    guard unit.count > 2, let first = unit.first, first >> 1 & 63 == 33 else { return }
    guard first & 1 == 0, unit[unit.startIndex + 1] >> 3 == 0 else { return }
    size = Self.size(ofParameters: unit.dropFirst(2))
  }

  static func units(ofAV1 bytes: ArraySlice<UInt8>) -> [CodedUnit] {
    var (rest, units): (ArraySlice<UInt8>, [CodedUnit]) = (bytes, [])
    while let unit = CodedUnit(av1: rest) {
      units.append(unit)
      rest = rest.dropFirst(unit.length)
    }
    return units
  }

  /// The units in the arrays of `hvcC` (ISO/IEC 14496-15, 8.3.3.1).
  static func units(ofHVCC bytes: [UInt8]) -> [CodedUnit] {
    var (rest, units): (ArraySlice<UInt8>, [CodedUnit]) = (bytes[23...], [])
    for _ in 0..<bytes[22] {
      let count = Int(bigEndianBytes: rest.dropFirst().prefix(2))
      rest = rest.dropFirst(3)
      for _ in 0..<count {
        guard let unit = CodedUnit(hevc: rest, lengthSize: 2) else { return units }
        units.append(unit)
        rest = rest.dropFirst(unit.length)
      }
    }
    return units
  }

  /// `max_frame_width_minus_1` and its height of a sequence header (AV1, 5.5.1).
  private static func size(ofSequence bytes: ArraySlice<UInt8>) -> PixelSize? {
    var bits = BitReader(bytes)
    bits.skip(4)
    if bits.isSet() {
      // A reduced still picture has its level only.
      bits.skip(5)
    } else {
      var delayBits: Int?
      if bits.isSet() {
        // Timing: of a tick, of the clock, of a picture; then of the decoder.
        bits.skip(64)
        if bits.isSet() { _ = bits.expGolomb() }
        if bits.isSet() {
          delayBits = bits.read(5) + 1
          bits.skip(42)
        }
      }
      let hasDisplayDelay = bits.isSet()
      for _ in 0...bits.read(5) {
        bits.skip(12)
        if bits.read(5) > 7 { bits.skip(1) }
        if let delayBits, bits.isSet() { bits.skip(2 * delayBits + 1) }
        if hasDisplayDelay, bits.isSet() { bits.skip(4) }
      }
    }
    let (widthBits, heightBits) = (bits.read(4) + 1, bits.read(4) + 1)
    let size = PixelSize(width: bits.read(widthBits) + 1, height: bits.read(heightBits) + 1)
    return bits.isPastEnd ? nil : size
  }

  /// `pic_width_in_luma_samples` and its height of a sequence parameter set (ITU-T H.265, 7.3.2.2).
  private static func size(ofParameters bytes: ArraySlice<UInt8>) -> PixelSize? {
    // A 3 after two bytes of 0 is not a part of the data.
    var (data, zeros): ([UInt8], Int) = ([], 0)
    for byte in bytes.prefix(256) {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      data.append(byte)
    }
    var bits = BitReader(data[...])
    bits.skip(4)
    let layers = bits.read(3)
    bits.skip(1 + 96)
    if layers > 0 {
      // Eight pairs of flags: whether a layer has a profile, and a level.
      let flags = (0..<8).map { _ in (bits.isSet(), bits.isSet()) }
      for (hasProfile, hasLevel) in flags.prefix(layers) {
        bits.skip((hasProfile ? 88 : 0) + (hasLevel ? 8 : 0))
      }
    }
    _ = bits.expGolomb()
    if bits.expGolomb() == 3 { bits.skip(1) }
    let size = PixelSize(width: bits.expGolomb(), height: bits.expGolomb())
    return bits.isPastEnd ? nil : size
  }
}

/// Bits, the highest of a byte first. Past the end all are 0.
private struct BitReader {
  private let bytes: ArraySlice<UInt8>
  private var position = 0

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var isPastEnd: Bool { position > 8 * bytes.count }

  mutating func skip(_ count: Int) { position += count }

  mutating func isSet() -> Bool {
    defer { position += 1 }
    guard position < 8 * bytes.count else { return false }
    return bytes[bytes.startIndex + position / 8] >> (7 - position % 8) & 1 != 0
  }

  /// A number of at most 32 bits.
  mutating func read(_ count: Int) -> Int { (0..<count).reduce(0) { value, _ in value << 1 | (isSet() ? 1 : 0) } }

  /// `ue(v)` of HEVC, and `uvlc` of AV1.
  mutating func expGolomb() -> Int {
    var zeros = 0
    while zeros < 32, !isSet() { zeros += 1 }
    // The longest number of AV1 has no further bits; HEVC does not have it.
    return zeros == 32 ? Int(UInt32.max) : 1 << zeros - 1 + read(zeros)
  }
}
