internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

/// What the tables of a TrueType or OpenType font say of it: names and axes (OpenType 1.9, `name` and `fvar`). Other
/// fonts have none of these, and compressed ones are not read.
struct OpenTypeFacts {
  struct Axis: Hashable {
    /// `wght`
    var tag: String
    var range: ClosedRange<Double>
    var usual: Double
  }

  /// By their numbers: 0 is the copyright, 5 the version, 9 the designer, 13 the licence.
  private(set) var names: [Int: String] = [:]
  private(set) var axes: [Axis] = []

  private static let maxBytes = 32 << 20
  private static let longest = 500

  /// - Throws: what reading throws.
  init(path: String) throws(ProviderError) {
    let bytes = try DocumentFile.beginning(of: path, atMost: Self.maxBytes).bytes
    // Of a collection, the first font.
    let start = bytes.starts(with: "ttcf".utf8) ? bytes.bigEndian(12, 4) : 0
    for index in 0..<min(bytes.bigEndian(start + 4, 2), 256) {
      let entry = start + 12 + 16 * index
      guard entry + 16 <= bytes.count else { return }
      let (offset, count) = (bytes.bigEndian(entry + 8, 4), bytes.bigEndian(entry + 12, 4))
      guard offset <= bytes.count, count <= bytes.count - offset else { continue }
      let table = bytes[offset..<(offset + count)]
      switch String(decoding: bytes[entry..<(entry + 4)], as: UTF8.self) {
      case "name": readNames(table)
      case "fvar": readAxes(table)
      default: break
      }
    }
  }

  private mutating func readNames(_ table: ArraySlice<UInt8>) {
    let strings = table.bigEndian(4, 2)
    for index in 0..<min(table.bigEndian(2, 2), 2_000) {
      let record = 6 + 12 * index
      // In Unicode, for Windows, in English.
      guard table.bigEndian(record, 2) == 3, table.bigEndian(record + 4, 2) & 0x3FF == 9 else { continue }
      let (name, count) = (table.bigEndian(record + 6, 2), table.bigEndian(record + 8, 2))
      let start = strings + table.bigEndian(record + 10, 2)
      guard names[name] == nil, count > 1, start <= table.count, count <= table.count - start else { continue }
      let units = stride(from: start, to: start + min(count, 2 * Self.longest) - 1, by: 2).map {
        UInt16(table.bigEndian($0, 2))
      }
      let text = String(decoding: units, as: UTF16.self).collapsed
      if !text.isEmpty { names[name] = text }
    }
  }

  private mutating func readAxes(_ table: ArraySlice<UInt8>) {
    let (start, size) = (table.bigEndian(4, 2), table.bigEndian(10, 2))
    for index in 0..<min(table.bigEndian(8, 2), 32) {
      let record = start + size * index
      guard size >= 20, record + 20 <= table.count else { return }
      // Numbers with 16 bits after the point.
      func number(_ offset: Int) -> Double { Double(Int32(truncatingIfNeeded: table.bigEndian(offset, 4))) / 65_536 }
      let (low, high) = (number(record + 4), number(record + 12))
      guard low <= high else { continue }
      let tag = table[(table.startIndex + record)..<(table.startIndex + record + 4)]
      axes.append(Axis(tag: String(decoding: tag, as: UTF8.self), range: low...high, usual: number(record + 8)))
    }
  }
}
