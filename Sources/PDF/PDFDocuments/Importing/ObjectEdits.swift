internal import PDFReading

/// Objects in place of those of a file. The file itself does not change; what is imported of it does.
struct ObjectEdits {
  private(set) var values: [ObjectNumber: FileObject] = [:]
  /// The content of new streams, which have no filters.
  private(set) var streams: [ObjectNumber: [UInt8]] = [:]
  /// Parts of fields on pages, whose appearance is drawn anew.
  var redrawn: Set<ObjectNumber> = []
  /// No file has objects with such numbers (ISO 32000-1, annex C).
  private var nextNumber: Int32 = 1_000_000_000

  var isEmpty: Bool { values.isEmpty && redrawn.isEmpty }

  mutating func set(_ number: ObjectNumber, _ value: FileDictionary) { values[number] = .dictionary(value) }

  /// Adds a stream, and returns its number.
  mutating func add(stream content: [UInt8]) -> ObjectNumber {
    let number = ObjectNumber(number: nextNumber, generation: 0)
    nextNumber += 1
    values[number] = .stream(FileDictionary())
    streams[number] = content
    return number
  }
}

extension FileDictionary {
  /// Sets a value; nil removes it.
  mutating func set(_ key: String, _ value: FileObject?) {
    entries.removeAll { $0.key == key }
    if let value { entries.append(.init(key: key, value: value)) }
  }
}
