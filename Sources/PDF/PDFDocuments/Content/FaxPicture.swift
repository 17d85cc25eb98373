internal import ImageModel
internal import PDFReading

/// Fax data of a PDF as a TIFF file with one strip, so that it can be decoded (ISO 32000-1, 7.4.6; TIFF 6.0, section
/// 11).
enum FaxPicture {
  /// nil for data whose rows are aligned to bytes, which TIFF says in another way.
  ///
  /// - Parameter parameters: of the filter.
  static func tiff(_ data: [UInt8], _ size: PixelSize, parameters: FileDictionary) -> [UInt8]? {
    guard parameters["EncodedByteAlign"]?.boolean != true else { return nil }
    let k = parameters["K"]?.integer ?? 0
    let columns = parameters["Columns"]?.integer ?? 1_728
    guard columns == size.width else { return nil }
    // Black runs are black, unless the filter makes them 1, which is white.
    let photometric = parameters["BlackIs1"]?.boolean == true ? 1 : 0
    // Tag, type (3: 16 bits, 4: 32 bits) and value.
    var entries: [(Int, Int, Int)] = [
      (256, 4, size.width), (257, 4, size.height), (258, 3, 1), (259, 3, k < 0 ? 4 : 3), (262, 3, photometric),
      (273, 4, 0), (277, 3, 1), (278, 4, size.height), (279, 4, data.count), (k < 0 ? 293 : 292, 4, k > 0 ? 1 : 0),
    ]
    let start = 8 + 2 + 12 * entries.count + 4
    entries[5].2 = start
    var bytes: [UInt8] = Array("II".utf8)
    func append(_ value: Int, _ count: Int) {
      for byte in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
    }
    append(42, 2)
    append(8, 4)
    append(entries.count, 2)
    for (tag, type, value) in entries {
      append(tag, 2)
      append(type, 2)
      append(1, 4)
      // A value of 16 bits is in the first two of the four bytes.
      append(value, 4)
    }
    append(0, 4)
    return bytes + data
  }
}
