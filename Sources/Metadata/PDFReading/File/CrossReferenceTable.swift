internal import ImageModel

/// Where the objects of a file are (ISO 32000-1, 7.5.4 and 7.5.8).
struct CrossReferenceTable {
  enum Place: Equatable {
    /// The offset from the header, and the generation.
    case offset(UInt64, generation: Int32)
    case compressed(stream: Int32)
    /// An object that an update has removed.
    case free
  }

  /// The largest number of an object (ISO 32000-1, annex C).
  static let maxNumber = 8_388_607

  private(set) var places: [Int32: Place] = [:]

  /// Adds a place, unless a newer section has one.
  mutating func add(_ number: Int, _ place: Place) {
    guard (1...Self.maxNumber).contains(number), places[Int32(number)] == nil else { return }
    places[Int32(number)] = place
  }

  /// Adds the places of an older section.
  mutating func add(_ older: CrossReferenceTable) { places.merge(older.places) { own, _ in own } }

  /// Adds the rows of a table after the keyword `xref`, up to the keyword `trailer`.
  ///
  /// - Returns: false where the bytes are no table.
  mutating func add(table parser: inout ObjectParser) -> Bool {
    while true {
      if parser.take("trailer") { return true }
      guard let first = parser.integer(), let count = parser.integer(), (0...Self.maxNumber).contains(first),
        (0...Self.maxNumber + 1).contains(count)
      else { return false }
      for index in 0..<count {
        guard let offset = parser.integer(), let generation = parser.integer(), offset >= 0 else { return false }
        if parser.take("n") {
          add(first + index, .offset(UInt64(offset), generation: Int32(clamping: generation)))
        } else if parser.take("f") {
          add(first + index, .free)
        } else {
          return false
        }
      }
    }
  }

  /// Adds the rows of a cross-reference stream.
  ///
  /// - Returns: false where its dictionary or its content is damaged.
  mutating func add(stream dictionary: FileDictionary, _ content: [UInt8]) -> Bool {
    guard let widths = dictionary["W"]?.array?.compactMap(\.integer), widths.count >= 3,
      widths.allSatisfy({ (0...8).contains($0) })
    else { return false }
    let width = widths[0] + widths[1] + widths[2]
    guard width > 0 else { return false }
    let ranges = dictionary["Index"]?.array?.compactMap(\.integer) ?? [0, dictionary["Size"]?.integer ?? 0]
    var place = 0
    func field(_ count: Int, at start: Int) -> UInt64 {
      content[start..<start + count].reduce(0) { $0 << 8 | UInt64($1) }
    }
    for pair in stride(from: 0, to: ranges.count - 1, by: 2) {
      let (first, count) = (ranges[pair], ranges[pair + 1])
      guard first >= 0, first <= Self.maxNumber, count >= 0 else { return false }
      for index in 0..<min(count, Self.maxNumber) {
        // A stream that is cut off.
        guard place + width <= content.count else { return true }
        let kind = widths[0] == 0 ? 1 : field(widths[0], at: place)
        let second = field(widths[1], at: place + widths[0])
        let third = field(widths[2], at: place + widths[0] + widths[1])
        place += width
        switch kind {
        case 0: add(first + index, .free)
        case 1: add(first + index, .offset(second, generation: Int32(clamping: third)))
        case 2: add(first + index, .compressed(stream: Int32(clamping: second)))
        default: continue
        }
      }
    }
    return true
  }
}
