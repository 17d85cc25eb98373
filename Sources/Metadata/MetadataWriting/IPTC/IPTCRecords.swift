internal import MetadataModel
internal import ImageModel

/// The datasets of IPTC's Information Interchange Model 4.2, in their order. Datasets that are not edited stay as they
/// are.
struct IPTCRecords {
  private struct Dataset {
    var record: UInt8
    var number: UInt8
    /// The whole dataset with its marker and length.
    var bytes: [UInt8]
    var content: [UInt8]

    init(_ record: UInt8, _ number: UInt8, content: [UInt8]) {
      self.record = record
      self.number = number
      self.content = content
      bytes = [0x1C, record, number] + UInt16(truncatingIfNeeded: content.count).bigEndianBytes + content
    }

    init(_ record: UInt8, _ number: UInt8, bytes: [UInt8], content: [UInt8]) {
      (self.record, self.number, self.bytes, self.content) = (record, number, bytes, content)
    }
  }

  private var datasets: [Dataset] = []
  private var padding: [UInt8] = []
  /// The changes, in the words of reports.
  private(set) var changes: [String] = []

  init() {}

  /// Splits the data into datasets; nil for damaged data.
  init?(_ bytes: [UInt8]) {
    var position = 0
    while position < bytes.count {
      if bytes[position...].allSatisfy({ $0 == 0 }) {
        padding = Array(bytes[position...])
        return
      }
      guard position + 5 <= bytes.count, bytes[position] == 0x1C else { return nil }
      var length = Int(bytes[position + 3]) << 8 | Int(bytes[position + 4])
      var start = position + 5
      if length >= 0x8000 {
        let digits = length & 0x7FFF
        guard (1...4).contains(digits), start + digits <= bytes.count else { return nil }
        length = Int(bigEndianBytes: bytes[start..<start + digits])
        start += digits
      }
      guard length <= bytes.count - start else { return nil }
      datasets.append(
        Dataset(
          bytes[position + 1], bytes[position + 2], bytes: Array(bytes[position..<start + length]),
          content: Array(bytes[start..<start + length])))
      position = start + length
    }
  }

  /// Whether nothing is left but a version (2:00) and a character set (1:90).
  var isEmpty: Bool {
    !datasets.contains { !($0.record == 2 && $0.number == 0) && !($0.record == 1 && $0.number == 90) }
  }
  var bytes: [UInt8] { datasets.flatMap(\.bytes) + padding }

  /// The datasets of record 2 that name a place: content location, sublocation, city, state, country.
  private static let places: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]

  mutating func removeLocation() {
    remove { $0.record == 2 && Self.places.contains($0.number) }
  }

  mutating func delete(_ pattern: GlobPattern) {
    let numbers = Set(IPTCTag.table.filter { pattern.matches($0.name) }.map(\.number))
    remove { $0.record == 2 && numbers.contains($0.number) }
  }

  private mutating func remove(where isMeant: (Dataset) -> Bool) {
    var names: [String] = []
    for dataset in datasets where isMeant(dataset) {
      let name = IPTCTag.table.first { $0.number == dataset.number }?.name ?? "\(dataset.number)"
      if !names.contains(name) { names.append(name) }
    }
    datasets.removeAll(where: isMeant)
    changes += names.map { "deleted iptc.\($0)" }
  }

  /// Sets or adds the values of one dataset.
  ///
  /// - Throws: `unsupported` for text that the data's character set cannot hold.
  mutating func set(_ setting: MetadataEdits.IPTCSetting) throws(ImageError) {
    if datasets.isEmpty { datasets.append(Dataset(2, 0, content: [0, 4])) }
    let contents = try encoded(setting.values)
    let name = IPTCTag.table.first { $0.number == setting.number }?.name ?? "\(setting.number)"
    changes.append("set iptc.\(name)")
    if !setting.adds { datasets.removeAll { $0.record == 2 && $0.number == setting.number } }
    let place =
      datasets.firstIndex { $0.record > 2 || $0.record == 2 && $0.number > setting.number } ?? datasets.count
    datasets.insert(contentsOf: contents.map { Dataset(2, setting.number, content: $0) }, at: place)
  }

  /// ESC % G in dataset 1:90 declares UTF-8 (IIM 4.2, 1:90; ISO 2022).
  private static let utf8Mark: [UInt8] = [0x1B, 0x25, 0x47]

  private mutating func encoded(_ values: [String]) throws(ImageError) -> [[UInt8]] {
    let isASCII = values.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
    let mark = datasets.first { $0.record == 1 && $0.number == 90 }?.content
    if isASCII || mark == Self.utf8Mark { return values.map { Array($0.utf8) } }
    let others = datasets.filter { $0.record == 2 && $0.content.contains { $0 >= 0x80 } && $0.number != 0 }
    // The mark also improves existing text that is UTF-8 without a declaration.
    if mark == nil, others.allSatisfy({ String(validating: $0.content, as: UTF8.self) != nil }) {
      let place = datasets.firstIndex { $0.record > 1 || $0.number > 90 } ?? datasets.count
      datasets.insert(Dataset(1, 90, content: Self.utf8Mark), at: place)
      return values.map { Array($0.utf8) }
    }
    guard mark == nil, values.allSatisfy({ $0.unicodeScalars.allSatisfy { $0.value < 0x100 } }) else {
      throw ImageError(
        .unsupported, "the IPTC data is in a character set that cannot hold \"\(values.joined(separator: ", "))\"")
    }
    return values.map { value in value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
  }

  /// Moves the dates of creation, each with its time of day.
  ///
  /// - Returns: the names of the dates that cannot be moved.
  mutating func shift(_ shift: DateShift) -> [String] {
    var unmoved: [String] = []
    for (dateNumber, timeNumber) in [(UInt8(55), UInt8(60)), (62, 63)] {
      let dateIndex = datasets.firstIndex { $0.record == 2 && $0.number == dateNumber }
      let timeIndex = datasets.firstIndex { $0.record == 2 && $0.number == timeNumber }
      guard let dateIndex else { continue }
      let name = IPTCTag.table.first { $0.number == dateNumber }?.name ?? ""
      let date = String(decoding: datasets[dateIndex].content, as: UTF8.self)
      let time = timeIndex.map { String(decoding: datasets[$0].content, as: UTF8.self) }
      func digits(_ text: String, _ start: Int, _ count: Int) -> String {
        String(text.dropFirst(start).prefix(count))
      }
      let clock = time.map { " \(digits($0, 0, 2)):\(digits($0, 2, 2)):\(digits($0, 4, 2))" } ?? ""
      guard date.utf8.count == 8, time.map({ $0.utf8.count >= 6 }) ?? true,
        let parsed = DateText("\(digits(date, 0, 4)):\(digits(date, 4, 2)):\(digits(date, 6, 2))" + clock),
        parsed.hasClock || shift.isWholeDays, let moved = parsed.time.shifted(by: shift)
      else {
        unmoved.append("iptc.\(name)")
        continue
      }
      datasets[dateIndex] = Dataset(2, dateNumber, content: Array(moved.exifDate.filter { $0 != ":" }.utf8))
      if let timeIndex, let time {
        let zone = time.dropFirst(6)
        datasets[timeIndex] = Dataset(
          2, timeNumber, content: Array((moved.clock.filter { $0 != ":" } + zone).utf8))
      }
      changes.append("shifted iptc.\(name)")
    }
    return unmoved
  }
}
