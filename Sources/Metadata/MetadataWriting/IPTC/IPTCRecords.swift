internal import MetadataModel
internal import ImageModel

/// The datasets of IPTC's Information Interchange Model 4.2, in their order. Datasets that are not edited stay as they
/// are.
package struct IPTCRecords {
  package struct Dataset {
    package var record: UInt8
    package var number: UInt8
    /// The whole dataset with its marker and length.
    var bytes: [UInt8]
    package var content: [UInt8]

    init(_ record: UInt8, _ number: UInt8, content: [UInt8]) {
      self.record = record
      self.number = number
      self.content = content
      // From 32,768 bytes on the length is in a field of its own (IIM 4.2, 1.5 c).
      let length =
        content.count < 0x8000
        ? UInt16(content.count).bigEndianBytes : [0x80, 4] + UInt32(truncatingIfNeeded: content.count).bigEndianBytes
      bytes = [0x1C, record, number] + length + content
    }

    init(_ record: UInt8, _ number: UInt8, bytes: [UInt8], content: [UInt8]) {
      (self.record, self.number, self.bytes, self.content) = (record, number, bytes, content)
    }
  }

  package private(set) var datasets: [Dataset] = []
  private var padding: [UInt8] = []
  /// The changes, in the words of reports.
  private(set) var changes: [String] = []

  init() {}

  /// Splits the data into datasets; nil for damaged data.
  package init?(_ bytes: [UInt8]) {
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
  /// - Throws: `unsupported` for text that is not ASCII, in data of an unknown character set.
  mutating func set(_ setting: MetadataEdits.IPTCSetting) throws(ImageError) {
    let name = IPTCTag.table.first { $0.number == setting.number }?.name ?? "\(setting.number)"
    let old = datasets
    if datasets.isEmpty { datasets.append(Dataset(2, 0, content: [0, 4])) }
    var contents = try encoded(setting.values)
    func isMeant(_ dataset: Dataset) -> Bool { dataset.record == 2 && dataset.number == setting.number }
    if setting.removes {
      guard datasets.contains(where: { isMeant($0) && contents.contains($0.content) }) else {
        datasets = old
        return
      }
      datasets.removeAll { isMeant($0) && contents.contains($0.content) }
      changes.append("removed from iptc.\(name)")
      return
    }
    if setting.adds {
      var known = Set(datasets.filter(isMeant).map(\.content))
      contents = contents.filter { known.insert($0).inserted }
      guard !contents.isEmpty else {
        datasets = old
        return
      }
    }
    changes.append("set iptc.\(name)")
    if !setting.adds { datasets.removeAll { $0.record == 2 && $0.number == setting.number } }
    let place =
      datasets.firstIndex { $0.record > 2 || $0.record == 2 && $0.number > setting.number } ?? datasets.count
    datasets.insert(contentsOf: contents.map { Dataset(2, setting.number, content: $0) }, at: place)
  }

  /// ESC % G in dataset 1:90 declares UTF-8 (IIM 4.2, 1:90; ISO 2022).
  private static let utf8Mark: [UInt8] = [0x1B, 0x25, 0x47]

  /// The values in the character set of the data. If it cannot hold them, all texts become UTF-8.
  private mutating func encoded(_ values: [String]) throws(ImageError) -> [[UInt8]] {
    let mark = datasets.firstIndex { $0.record == 1 && $0.number == 90 }
    var set = IPTCCharacterSet.undeclared
    if let mark {
      guard let declared = IPTCCharacterSet(escapeSequence: datasets[mark].content[...]) else {
        if values.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) { return values.map { Array($0.utf8) } }
        throw ImageError(.unsupported, "the IPTC data is in an unknown character set, and cannot take other letters")
      }
      set = declared
    } else if texts.contains(where: { String(validating: datasets[$0].content, as: UTF8.self) == nil }) {
      set = .latin1
    }
    let contents = values.compactMap { set.bytes($0) }
    if contents.count == values.count { return contents }
    convert(from: mark == nil ? .undeclared : set)
    // The mark also improves existing text that is UTF-8 without a declaration.
    if let mark {
      datasets[mark] = Dataset(1, 90, content: Self.utf8Mark)
    } else {
      let place = datasets.firstIndex { $0.record > 1 || $0.number > 90 } ?? datasets.count
      datasets.insert(Dataset(1, 90, content: Self.utf8Mark), at: place)
    }
    return values.map { Array($0.utf8) }
  }

  /// The indices of the texts that are not plain ASCII. Numbers, the rasterized caption, and the preview are none.
  private var texts: [Int] {
    datasets.indices.filter {
      datasets[$0].record == 2 && ![0, 125, 200, 201, 202].contains(datasets[$0].number)
        && datasets[$0].content.contains { $0 >= 0x80 }
    }
  }

  private mutating func convert(from set: IPTCCharacterSet) {
    var isChanged = false
    for index in texts {
      let dataset = datasets[index]
      // As it is read: see IPTCReader.
      let text = set.text(dataset.content[...]) ?? IPTCCharacterSet.windows(dataset.content[...])
      guard !text.utf8.elementsEqual(dataset.content) else { continue }
      isChanged = true
      datasets[index] = Dataset(2, dataset.number, content: Array(text.utf8))
    }
    if isChanged { changes.append("converted the texts of iptc to UTF-8") }
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
