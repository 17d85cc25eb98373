internal import CTIFFShims

/// The colours of a palette image, as red, green and blue for each index.
struct Palette {
  /// Whether entries need 16 bits.
  let isWide: Bool
  /// Three samples an entry; 8-bit values unless `isWide`.
  let samples: [UInt16]

  /// Reads ColorMap: three columns of 2^bits values.
  ///
  /// Values are 16 bits wide in the file; where all of them are below 256, or repeat a byte, or have a low byte of 0, the
  /// writer had 8 bits in mind.
  ///
  /// - Returns: nil where there is no palette.
  init?(_ shim: OpaquePointer, bits: Int) {
    var red: UnsafePointer<UInt16>?
    var green: UnsafePointer<UInt16>?
    var blue: UnsafePointer<UInt16>?
    guard (1...16).contains(bits), tiff_shim_palette(shim, &red, &green, &blue) == 1, let red, let green, let blue
    else {
      return nil
    }
    var values: [UInt16] = []
    values.reserveCapacity(3 << bits)
    for index in 0..<(1 << bits) { values += [red[index], green[index], blue[index]] }
    if values.allSatisfy({ $0 < 256 }) {
      (isWide, samples) = (false, values)
    } else if values.allSatisfy({ $0 >> 8 == $0 & 0xFF }) || values.allSatisfy({ $0 & 0xFF == 0 }) {
      (isWide, samples) = (false, values.map { $0 >> 8 })
    } else {
      (isWide, samples) = (true, values)
    }
  }
}
