internal import CExifShims
internal import MetadataModel
internal import TIFFStructure

/// The fields of a maker note as properties: the values as they are stored, names and readable words of libexif.
struct MakerNoteProperties {
  private(set) var properties: [Property] = []
  private let layout: MakerNoteLayout
  private let describes: Bool

  /// - Parameter describes: whether readable words are wanted.
  init(_ directory: MakerNoteDirectory, _ describes: Bool) {
    layout = directory.layout
    self.describes = describes
    // An array that libexif would take apart otherwise than it is done here would shift all names behind it.
    let known = directory.fields.filter {
      MakerNoteBlock.takes($0) && (!Self.isArray($0, of: layout) || !Self.elements($0, of: layout).isEmpty)
    }.prefix(layout.fixedCount ?? Self.mostFields(layout))
    let block = MakerNoteBlock(directory).bytes(Array(known))
    let notes = block.withUnsafeBufferPointer { exif_shim_notes_new($0.baseAddress, $0.count) }
    defer { exif_shim_notes_free(notes) }
    let count = min(exif_shim_notes_count(notes), UInt32(Self.mostWords))
    var next: UInt32 = 0
    for field in directory.fields {
      let parts = Self.elements(field, of: layout)
      var taken = 0
      while next < count, taken < max(1, parts.count), let word = Self.word(notes, next),
        word.tag == Int(field.entry.tag) + layout.tagBase
      {
        append(field, taken < parts.count ? (taken, parts[taken]) : nil, word)
        next += 1
        taken += 1
      }
      if taken == 0 { append(field, nil, nil) }
    }
  }

  /// Of how many fields and elements libexif is asked; what follows is shown without its names.
  static let mostWords = 2_048

  /// How many fields libexif reads; it refuses notes with more.
  private static func mostFields(_ layout: MakerNoteLayout) -> Int {
    switch layout.family {
    case .canon: 250
    case .olympus, .nikon: 300
    case .pentax: 200
    case .fuji, .apple: 150
    }
  }

  /// Canon keeps settings in arrays, which libexif takes apart.
  private static func isArray(_ field: ExifDirectory.Field, of layout: MakerNoteLayout) -> Bool {
    layout.family == .canon && [1, 2, 4, 5, 0xF, 0xA0].contains(field.entry.tag)
  }

  /// The elements of an array of Canon's that libexif makes fields of. Most arrays begin with their own size in bytes.
  static func elements(_ field: ExifDirectory.Field, of layout: MakerNoteLayout) -> [UInt64] {
    guard isArray(field, of: layout), MakerNoteBlock.isWhole(field), field.entry.type == .short,
      case .unsigned(let values) = field.value
    else { return [] }
    if field.entry.tag == 2 || field.entry.tag == 5 { return values }
    return Array(values.dropFirst().prefix(values.first.map { Int(clamping: $0 / 2) } ?? 0))
  }

  private mutating func append(_ field: ExifDirectory.Field, _ part: (index: Int, value: UInt64)?, _ word: Word?) {
    let value = part.map { .integer(Int64(clamping: $0.value)) } ?? ExifProperties.plain(field.value)
    var property = Property(
      word?.name ?? ExifReader.hex(field.entry.tag), value, tag: Int(field.entry.tag), title: word?.title)
    if describes {
      let words =
        MakerNoteDescriptions.mended(field, part: part, of: layout)
        ?? (MakerNoteBlock.isWhole(field)
          ? word?.words.flatMap { MakerNoteDescriptions.meaningful($0, of: value, in: layout) } : nil)
      if let words, words != value.plainText { property.readable = words }
    }
    properties.append(property)
  }

  /// What libexif says of a field.
  private struct Word {
    var tag: Int
    var name: String?
    var title: String?
    var words: String?
  }

  private static let longestText = 1_024

  private static func word(_ notes: OpaquePointer?, _ index: UInt32) -> Word? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: longestText) { text in
      var field = exif_shim_note()
      let hasWords = exif_shim_notes_read(notes, index, &field, text.baseAddress, text.count) == 1
      return Word(
        tag: Int(field.tag), name: field.name.flatMap { Self.text($0) }.map { joined($0) },
        title: field.title.flatMap { Self.text($0) },
        words: hasWords ? text.baseAddress.flatMap { Self.text($0) } : nil)
    }
  }

  /// A name as the other groups have them: `MacroMode` of `Macro Mode`. libexif's one table for Pentax and Casio names some
  /// fields after a maker, not always the right one.
  private static func joined(_ name: String) -> String {
    let joined = name.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return ["Pentax", "Casio"].first { joined.hasPrefix($0) }.map { String(joined.dropFirst($0.count)) } ?? joined
  }

  /// C text in UTF-8 or Latin-1, without the comma that some of libexif's names end with; nil where it is empty.
  private static func text(_ pointer: UnsafePointer<CChar>) -> String? {
    var length = 0
    while pointer[length] != 0 { length += 1 }
    let bytes = UnsafeBufferPointer(start: pointer, count: length).map { UInt8(bitPattern: $0) }
    var text = ExifText.decoded(bytes).trimmingTrailingSpaces
    if text.hasSuffix(",") { text.removeLast() }
    return text.isEmpty ? nil : text
  }
}

/// Which of libexif's words about maker notes say something, and what is right where they are wrong.
enum MakerNoteDescriptions {
  /// libexif's words; nil where they only say that it does not know the value, which is shown as it is instead.
  static func meaningful(_ words: String, of value: PropertyValue, in layout: MakerNoteLayout) -> String? {
    // Of Apple's notes libexif 0.6.24 reads long values six bytes too early.
    if layout.family == .apple { return nil }
    if words == "inf" || words == "nan" || words == "-nan" || isHexadecimal(words) { return nil }
    if opaque.contains(where: { words.hasPrefix($0) }) || words.contains(" bytes unknown data") { return nil }
    guard words.utf8.allSatisfy({ numerals.contains($0) }) else { return words }
    // A number says something of an integer that counts in other units. Fractions it only cuts, and of lists libexif knows
    // the first number, or the last.
    switch value {
    case .integer, .bytes: return words
    default: return nil
    }
  }

  private static let opaque = ["Invalid format", "Invalid number of components", "Internal error", "Unknown"]
  private static let numerals = Set("0123456789 -.".utf8)

  /// `0x7fff`: an element of Canon's arrays that is in no table.
  private static func isHexadecimal(_ words: String) -> Bool {
    words.hasPrefix("0x") && words.utf8.count == 6
  }

  /// Words for fields that libexif 0.6.24 computes wrongly.
  ///
  /// - Parameter part: which element of one of Canon's arrays, and its value.
  static func mended(
    _ field: ExifDirectory.Field, part: (index: Int, value: UInt64)?, of layout: MakerNoteLayout
  ) -> String? {
    switch (layout.family, field.entry.tag) {
    case (.nikon, let tag) where layout.tagBase == 0: nikon(tag, field.value)
    case (.canon, 4) where part?.index == 18 || part?.index == 19: part.map { distance($0.value) }
    default: nil
    }
  }

  /// Focal lengths and f-numbers, of which libexif cuts the fractions.
  private static func lens(_ values: [IFDValue.Rational]) -> String? {
    let numbers = values.compactMap(\.value).filter { $0 > 0 }
    guard numbers.count == 4 else { return nil }
    func range(_ first: Double, _ last: Double) -> String {
      let (first, last) = (DecimalText.text(first, places: 1), DecimalText.text(last, places: 1))
      return first == last ? first : "\(first)-\(last)"
    }
    return "\(range(numbers[0], numbers[1])) mm f/\(range(numbers[2], numbers[3]))"
  }

  /// Nikon writes steps as three numbers of a byte: a * b / c. They have signs, which libexif takes no notice of; and in
  /// little-endian notes it reads them backwards.
  private static func nikon(_ tag: UInt16, _ value: IFDValue) -> String? {
    if tag == 0x84, case .rationals(let values) = value { return lens(values) }
    guard case .bytes(let bytes) = value, bytes.count >= 3, bytes[2] != 0 else { return nil }
    switch tag {
    case 0x0D, 0x0E, 0x12, 0x17, 0x18, 0x1C:
      let signed = bytes[..<3].map { Double(Int8(bitPattern: $0)) }
      return DecimalText.text(signed[0] * signed[1] / signed[2], places: 2) + " EV"
    case 0x8B: return DecimalText.text(Double(bytes[0]) * Double(bytes[1]) / Double(bytes[2]), places: 2)
    default: return nil
    }
  }

  /// Canon's focus distances, in centimetres; libexif says millimetres.
  private static func distance(_ value: UInt64) -> String {
    value == 65_535 ? "infinite" : DecimalText.text(Double(value) / 100, places: 2) + " m"
  }
}
