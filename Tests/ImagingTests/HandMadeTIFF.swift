/// TIFF files and Exif blocks, little-endian, with directories that our writers would not make.
enum HandMadeTIFF {
  /// Tag, type, count and the bytes of the value.
  typealias Entry = (tag: Int, type: Int, count: Int, value: [UInt8])

  static func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
  static func long(_ value: Int) -> [UInt8] { (0..<4).map { UInt8((value >> (8 * $0)) & 255) } }
  static func fractions(_ values: [(Int, Int)]) -> [UInt8] { values.flatMap { long($0.0) + long($0.1) } }

  /// A directory, followed by its long values.
  ///
  /// - Parameter hasNext: whether there is a pointer to the next directory.
  static func directory(_ entries: [Entry], at place: Int, next: Int = 0, hasNext: Bool = true) -> [UInt8] {
    let start = place + 2 + 12 * entries.count + (hasNext ? 4 : 0)
    var head = short(entries.count)
    var values: [UInt8] = []
    for entry in entries {
      head += short(entry.tag) + short(entry.type) + long(entry.count)
      if entry.value.count <= 4 {
        head += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
      } else {
        head += long(start + values.count)
        values += entry.value + (entry.value.count % 2 == 1 ? [0] : [])
      }
    }
    return head + (hasNext ? long(next) : []) + values
  }

  /// An Exif block: a directory, followed by the Exif directory and the GPS directories.
  static func block(
    _ main: [Entry], exif: [Entry]? = nil, exifHasNext: Bool = true, gps: [[Entry]] = [], further: [Entry]? = nil
  ) -> [UInt8] {
    var entries = main
    if exif != nil { entries.append((0x8769, 4, 1, long(0))) }
    let pointers = entries.count
    for _ in gps { entries.append((0x8825, 4, 1, long(0))) }
    var place = 8 + directory(entries, at: 8).count
    var below: [UInt8] = []
    if let exif {
      entries[pointers - 1].value = long(place)
      below += directory(exif, at: place, hasNext: exifHasNext)
    }
    let start = place
    for (index, fields) in gps.enumerated() {
      place = start + below.count
      entries[pointers + index].value = long(place)
      below += directory(fields, at: place)
    }
    place = start + below.count
    if let further { below += directory(further, at: place) }
    return header + long(8) + directory(entries, at: 8, next: further == nil ? 0 : place) + below
  }

  private static let header: [UInt8] = [0x49, 0x49, 42, 0]

  /// The fields of a grey picture of 4 by 4 pixels at an offset.
  private static func picture(at place: Int, with others: [Entry]) -> [Entry] {
    let own: [Entry] = [
      (256, 3, 1, short(4)), (257, 3, 1, short(4)), (258, 3, 1, short(8)), (259, 3, 1, short(1)), (262, 3, 1, short(1)),
      (273, 4, 1, long(place)), (277, 3, 1, short(1)), (278, 3, 1, short(4)), (279, 4, 1, long(16)),
    ]
    return (own + others).sorted { $0.tag < $1.tag }
  }

  /// A file of one page.
  static func page(_ others: [Entry]) -> [UInt8] {
    header + long(24) + [UInt8](0..<16) + directory(picture(at: 8, with: others), at: 24)
  }

  /// Two pages whose fields point to the same Exif and GPS directories.
  static func pagesThatShareExif(latitude: [UInt8]) -> [UInt8] {
    var bytes = header + long(0) + [UInt8](0..<16) + [UInt8](0..<16)
    let gps = bytes.count
    bytes += directory([(1, 2, 2, [0x4E, 0]), (2, 5, 3, latitude)], at: gps)
    let exif = bytes.count
    bytes += directory([(0x829D, 5, 1, fractions([(28, 10)]))], at: exif)
    let pointers: [Entry] = [(0x8769, 4, 1, long(exif)), (0x8825, 4, 1, long(gps))]
    let second = bytes.count
    bytes += directory(picture(at: 24, with: pointers), at: second)
    let first = bytes.count
    bytes += directory(picture(at: 8, with: pointers), at: first, next: second)
    bytes.replaceSubrange(4..<8, with: long(first))
    return bytes
  }

  /// Pages of one picture, each with a field that points to the same bytes.
  static func pages(_ count: Int, sharing tag: Int, _ type: Int, _ value: [UInt8]) -> [UInt8] {
    var bytes = header + long(0) + [UInt8](0..<16)
    let shared = bytes.count
    bytes += value + (value.count % 2 == 1 ? [0] : [])
    bytes.replaceSubrange(4..<8, with: long(bytes.count))
    for number in 1...count {
      // A value of four bytes is in the field itself: here the offset of the shared value.
      let entry: Entry = (tag, type, value.count, long(shared))
      let place = bytes.count
      let size = directory(picture(at: 8, with: [entry]), at: place).count
      bytes += directory(picture(at: 8, with: [entry]), at: place, next: number < count ? place + size : 0)
    }
    return bytes
  }
}
