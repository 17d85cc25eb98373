internal import ImageModel

/// A part of a bitstream: an OBU of AV1 (AV1, 5.3), a NAL unit of HEVC (ITU-T H.265, 7.3.1).
struct CodedUnit: Hashable, Sendable {
  /// The size of pictures, of a header that has it.
  private(set) var size: PixelSize?
  /// What a header says about the samples.
  private(set) var samples: HEIFSampleCoding?
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
    if header >> 3 & 15 == 1 { readSequence(rest.prefix(count)) }
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
    readParameters(unit.dropFirst(2))
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

  /// A sequence header (AV1, 5.5.1): `max_frame_width_minus_1` and its height, and `color_config`.
  private mutating func readSequence(_ bytes: ArraySlice<UInt8>) {
    var bits = BitReader(bytes)
    let profile = bits.read(3)
    bits.skip(1)
    let isReduced = bits.isSet()
    if isReduced {
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
    let found = PixelSize(width: bits.read(widthBits) + 1, height: bits.read(heightBits) + 1)
    guard !bits.isPastEnd else { return }
    size = found
    if !isReduced {
      // Frame numbers. Then the tools: for blocks, for prediction, for the order of frames, for screens.
      if bits.isSet() { bits.skip(7) }
      bits.skip(7)
      let hasOrder = bits.isSet()
      if hasOrder { bits.skip(2) }
      if bits.isSet() || bits.isSet(), !bits.isSet() { bits.skip(1) }
      if hasOrder { bits.skip(3) }
    } else {
      bits.skip(3)
    }
    bits.skip(3)
    samples = Self.colors(&bits, profile)
  }

  /// `color_config` (AV1, 5.5.2).
  private static func colors(_ bits: inout BitReader, _ profile: Int) -> HEIFSampleCoding? {
    let isDeep = bits.isSet()
    let hasTwelveBits = profile == 2 && isDeep && bits.isSet()
    let isGray = profile != 1 && bits.isSet()
    var coding = HEIFSampleCoding()
    coding.declaresRange = true
    if bits.isSet() {
      coding.points.primaries = UInt8(bits.read(8))
      coding.points.transfer = UInt8(bits.read(8))
      coding.points.matrix = UInt8(bits.read(8))
    }
    let points = coding.points
    if !isGray, (points.primaries, points.transfer, points.matrix) == (1, 13, 0) {
      coding.points.isFullRange = true
      return bits.isPastEnd ? nil : coding
    }
    coding.points.isFullRange = bits.isSet()
    // Chroma is halved along both axes in profile 0, and in 12 bits where two flags say so.
    let isHalved = profile == 0 || hasTwelveBits && bits.isSet() && bits.isSet()
    if !isGray, isHalved {
      switch bits.read(2) {
      case 1: coding.chroma = .left
      case 2: coding.chroma = .topLeft
      default: break
      }
    }
    return bits.isPastEnd ? nil : coding
  }

  /// A sequence parameter set (ITU-T H.265, 7.3.2.2): `pic_width_in_luma_samples` and its height, and what its VUI says
  /// about the samples.
  private mutating func readParameters(_ bytes: ArraySlice<UInt8>) {
    // A 3 after two bytes of 0 is not a part of the data.
    var (data, zeros): ([UInt8], Int) = ([], 0)
    for byte in bytes.prefix(4_096) {
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
    let format = bits.expGolomb()
    if format == 3 { bits.skip(1) }
    let found = PixelSize(width: bits.expGolomb(), height: bits.expGolomb())
    guard !bits.isPastEnd else { return }
    size = found
    // Without a VUI, and without a word in it, chroma lies between two rows, in the columns of luma (E.3.1).
    var coding = HEIFSampleCoding(chroma: .left)
    if bits.skipToUsability(layers: layers) { coding.readUsability(&bits) }
    samples = coding
  }
}

/// The units in a property `hvcC` or `av1C`.
struct CodedUnits: Hashable, Sendable {
  /// Those that declare a size.
  var headers: [CodedUnit]
  /// The number of all units.
  var count: Int

  /// - Parameter bytes: the content of the property.
  init(_ type: String, _ bytes: [UInt8]) {
    var units: [CodedUnit] = []
    if type == "av1C" { units = CodedUnit.units(ofAV1: bytes.dropFirst(4)) }
    if type == "hvcC", bytes.count > 22 { units = CodedUnit.units(ofHVCC: bytes) }
    headers = units.filter { $0.size != nil }
    count = units.count
  }
}

extension HEIFSampleCoding {
  /// The beginning of the VUI (E.2.1). What is cut short stays as it is.
  fileprivate mutating func readUsability(_ bits: inout BitReader) {
    // The shape of pixels, and overscan.
    if bits.isSet(), bits.read(8) == 255 { bits.skip(32) }
    if bits.isSet() { bits.skip(1) }
    var read = self
    if bits.isSet() {
      bits.skip(3)
      read.points.isFullRange = bits.isSet()
      read.declaresRange = true
      if bits.isSet() {
        read.points.primaries = UInt8(bits.read(8))
        read.points.transfer = UInt8(bits.read(8))
        read.points.matrix = UInt8(bits.read(8))
      }
    }
    let positions: [ChromaPosition] = [.left, .center, .topLeft, .top, .bottomLeft, .bottom]
    if bits.isSet() {
      let type = bits.expGolomb()
      if positions.indices.contains(type) { read.chroma = positions[type] }
    }
    if !bits.isPastEnd { self = read }
  }
}

extension BitReader {
  /// Goes from the size in a sequence parameter set to its VUI.
  ///
  /// - Returns: false where there is none.
  fileprivate mutating func skipToUsability(layers: Int) -> Bool {
    // The window that is shown.
    if isSet() { skipNumbers(4) }
    skipNumbers(2)
    let orderBits = expGolomb() + 4
    // Buffers of one layer or of all; sizes of blocks.
    skipNumbers(isSet() ? 3 * (layers + 1) : 3)
    skipNumbers(6)
    if isSet(), isSet() { skipScalingLists() }
    skip(2)
    if isSet() {
      skip(8)
      skipNumbers(2)
      skip(1)
    }
    let sets = expGolomb()
    guard sets <= 64, orderBits <= 16 else { return false }
    var count = 0
    for index in 0..<sets { count = skipReferences(isFirst: index == 0, after: count) }
    if isSet() {
      let pictures = expGolomb()
      guard pictures <= 32 else { return false }
      skip(pictures * (orderBits + 1))
    }
    skip(2)
    return isSet() && !isPastEnd
  }

  private mutating func skipNumbers(_ count: Int) { for _ in 0..<count { _ = expGolomb() } }

  /// `scaling_list_data` (7.3.4).
  private mutating func skipScalingLists() {
    for size in 0..<4 {
      for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
        // A copy of another list; or the first number of a large one, and its coefficients.
        if isSet() { skipNumbers((size > 1 ? 1 : 0) + min(64, 1 << (4 + 2 * size))) } else { skipNumbers(1) }
      }
    }
  }

  /// `st_ref_pic_set` (7.3.7).
  ///
  /// - Parameter count: the number of pictures of the set before.
  /// - Returns: the number of its pictures.
  private mutating func skipReferences(isFirst: Bool, after count: Int) -> Int {
    if !isFirst, isSet() {
      skip(1)
      skipNumbers(1)
      return (0...count).reduce(0) { sum, _ in sum + (isSet() || isSet() ? 1 : 0) }
    }
    let pictures = expGolomb() + expGolomb()
    guard pictures <= 32 else { return 0 }
    for _ in 0..<pictures {
      skipNumbers(1)
      skip(1)
    }
    return pictures
  }
}
