/// A little-endian TIFF file put together field by field, independent of the code under test.
struct SyntheticTIFF {
  /// Values by tag; stored as LONG, or as SHORT where they fit.
  var fields: [UInt16: [UInt32]]
  /// The bytes of the strips.
  var strips: [[UInt8]]

  /// A picture of one strip without compression.
  init(
    width: Int, height: Int, bits: Int, samples: Int = 1, photometric: UInt32, format: UInt32 = 1,
    more: [UInt16: [UInt32]] = [:], data: [UInt8]
  ) {
    fields = [
      256: [UInt32(width)], 257: [UInt32(height)], 258: [UInt32](repeating: UInt32(bits), count: samples), 259: [1],
      262: [photometric], 277: [UInt32(samples)], 278: [UInt32(height)],
      339: [UInt32](repeating: format, count: samples),
    ].merging(more) { $1 }
    strips = [data]
  }

  /// The file: the header, the strips, the directory, its long values.
  ///
  /// - Parameter next: the offset that the directory gives for the next one; nil for none.
  func bytes(next: UInt32 = 0) -> [UInt8] {
    var file: [UInt8] = [0x49, 0x49, 42, 0, 0, 0, 0, 0]
    var all = fields
    all[273] = []
    all[279] = strips.map { UInt32($0.count) }
    for strip in strips {
      all[273]?.append(UInt32(file.count))
      file += strip + (strip.count % 2 == 1 ? [0] : [])
    }
    let directory = file.count
    file.replaceSubrange(4..<8, with: TIFFSupport.little(UInt32(directory)))
    var tail: [UInt8] = []
    let tailStart = directory + 2 + all.count * 12 + 4
    file += TIFFSupport.little(UInt16(all.count))
    for (tag, values) in all.sorted(by: { $0.key < $1.key }) {
      let isShort = values.allSatisfy { $0 <= 0xFFFF } && tag != 273 && tag != 279
      let bytes = values.flatMap { isShort ? TIFFSupport.little(UInt16($0)) : TIFFSupport.little($0) }
      file += TIFFSupport.little(tag) + TIFFSupport.little(UInt16(isShort ? 3 : 4))
      file += TIFFSupport.little(UInt32(values.count))
      if bytes.count <= 4 {
        file += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      } else {
        file += TIFFSupport.little(UInt32(tailStart + tail.count))
        tail += bytes
      }
    }
    return file + TIFFSupport.little(next) + tail
  }

  /// Samples of any number of bits as they lie in a row: whole bytes in little-endian order, others with the highest
  /// bit first and the row filled up with zeros.
  static func pack(_ values: [UInt64], bits: Int) -> [UInt8] {
    if [8, 16, 24, 32, 64].contains(bits) {
      return values.flatMap { value in (0..<(bits / 8)).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) } }
    }
    var bytes = [UInt8](repeating: 0, count: (values.count * bits + 7) / 8)
    for (index, value) in values.enumerated() {
      for bit in 0..<bits where value >> UInt64(bits - 1 - bit) & 1 == 1 {
        let place = index * bits + bit
        bytes[place / 8] |= 0x80 >> UInt8(place % 8)
      }
    }
    return bytes
  }
}
