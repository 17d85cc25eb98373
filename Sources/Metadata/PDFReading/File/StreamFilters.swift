internal import Compression
internal import ImageModel

/// Decodes the filters that the structure of a file and its metadata have (ISO 32000-1, 7.4): FlateDecode with its
/// predictors, ASCIIHexDecode and ASCII85Decode.
enum StreamFilters {
  /// The decoded bytes. Damaged data is decoded up to the damage.
  ///
  /// - Parameter filters: names with their parameters, in the order of decoding.
  /// - Returns: nil for another filter.
  /// - Throws: `limitExceeded` for more than `limit` bytes.
  static func decode(
    _ stored: [UInt8], _ filters: [(name: String, parameters: FileDictionary)], limit: Int
  ) throws(ImageError) -> [UInt8]? {
    var bytes = stored
    for filter in filters.prefix(8) {
      switch filter.name {
      case "FlateDecode", "Fl":
        bytes = try inflate(bytes, limit: limit)
        guard let plain = unpredict(bytes, filter.parameters) else { return nil }
        bytes = plain
      // The bytes are decrypted already.
      case "Crypt": continue
      case "ASCIIHexDecode", "AHx": bytes = hexadecimal(bytes)
      case "ASCII85Decode", "A85": bytes = base85(bytes)
      default: return nil
      }
    }
    return filters.count > 8 ? nil : bytes
  }

  private static func inflate(_ bytes: [UInt8], limit: Int) throws(ImageError) -> [UInt8] {
    var content: [UInt8] = []
    var inflater = try Inflater()
    do throws(ImageError) {
      try bytes.withRawBytes { bytes throws(ImageError) in
        try inflater.append(bytes) { piece throws(ImageError) in
          guard content.count + piece.count <= limit else {
            throw ImageError(.limitExceeded, "a stream inflates to more than \(limit) bytes", format: "PDF")
          }
          content.append(contentsOf: piece)
        }
      }
    } catch  where error.kind == .invalidData {
      return content
    }
    return content
  }

  /// Undoes a predictor (7.4.4.4). nil for parameters that have no meaning.
  private static func unpredict(_ bytes: [UInt8], _ parameters: FileDictionary) -> [UInt8]? {
    let predictor = parameters["Predictor"]?.integer ?? 1
    guard predictor > 1 else { return bytes }
    let colors = parameters["Colors"]?.integer ?? 1
    let bits = parameters["BitsPerComponent"]?.integer ?? 8
    let columns = parameters["Columns"]?.integer ?? 1
    guard (1...32).contains(colors), [1, 2, 4, 8, 16].contains(bits), (1...1 << 24).contains(columns) else {
      return nil
    }
    let pixel = max(1, colors * bits / 8)
    let row = (colors * bits * columns + 7) / 8
    return predictor == 2
      ? (bits == 8 ? differences(bytes, row: row, pixel: pixel) : nil) : pngRows(bytes, row: row, pixel: pixel)
  }

  private static func differences(_ bytes: [UInt8], row: Int, pixel: Int) -> [UInt8] {
    var result = bytes
    for index in result.indices where index % row >= pixel { result[index] &+= result[index - pixel] }
    return result
  }

  /// Rows that begin with the number of a filter (PNG third edition, 9.2).
  private static func pngRows(_ bytes: [UInt8], row: Int, pixel: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var above = [UInt8](repeating: 0, count: row)
    var start = 0
    while start + 1 < bytes.count {
      let filter = bytes[start]
      var line = Array(bytes[start + 1..<min(start + 1 + row, bytes.count)])
      for index in line.indices {
        let left = index >= pixel ? line[index - pixel] : 0
        let corner = index >= pixel ? above[index - pixel] : 0
        switch filter {
        case 1: line[index] &+= left
        case 2: line[index] &+= above[index]
        case 3: line[index] &+= UInt8((Int(left) + Int(above[index])) / 2)
        case 4: line[index] &+= paeth(left, above[index], corner)
        default: break
        }
      }
      result += line
      above.replaceSubrange(0..<line.count, with: line)
      start += row + 1
    }
    return result
  }

  private static func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    let estimate = Int(left) + Int(above) - Int(corner)
    let (a, b, c) = (abs(estimate - Int(left)), abs(estimate - Int(above)), abs(estimate - Int(corner)))
    return a <= b && a <= c ? left : b <= c ? above : corner
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
    let digits = bytes.prefix { $0 != UInt8(ascii: ">") }.compactMap { PDFName.digit($0) }
    return stride(from: 0, to: digits.count, by: 2).map { index in
      digits[index] << 4 | (index + 1 < digits.count ? digits[index + 1] : 0)
    }
  }

  private static func base85(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var group: [UInt32] = []
    func flush(_ count: Int) {
      var value: UInt32 = 0
      for digit in group { value = value &* 85 &+ digit }
      result += [24, 16, 8, 0].prefix(count).map { UInt8(truncatingIfNeeded: value >> $0) }
      group = []
    }
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "z") where group.isEmpty: result += [0, 0, 0, 0]
      case UInt8(ascii: "!")...UInt8(ascii: "u"):
        group.append(UInt32(byte - UInt8(ascii: "!")))
        if group.count == 5 { flush(4) }
      case UInt8(ascii: "~"):
        let count = group.count
        guard count > 1 else { return result }
        group += [UInt32](repeating: 84, count: 5 - count)
        flush(count - 1)
        return result
      default: continue
      }
    }
    return result
  }
}
