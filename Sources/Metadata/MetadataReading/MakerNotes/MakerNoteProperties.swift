internal import CExifShims
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

/// The fields of a maker note as properties: stored values, with the names and readable texts of libexif.
struct MakerNoteProperties {
  private(set) var properties: [Property] = []
  private let layout: MakerNoteLayout
  private let describes: Bool

  /// - Parameter describes: whether properties get readable texts.
  init(_ directory: MakerNoteDirectory, _ describes: Bool) {
    layout = directory.layout
    self.describes = describes
    // Arrays that libexif would split differently are left out: they would shift the names of all fields after them.
    let known = directory.fields.filter {
      MakerNoteBlock.takes($0) && (!Self.isArray($0, of: layout) || !Self.elements($0, of: layout).isEmpty)
    }.prefix(layout.fixedCount ?? Self.maxFields(layout))
    let block = MakerNoteBlock(directory).bytes(Array(known))
    let notes = block.withUnsafeBufferPointer { exif_shim_notes_new($0.baseAddress, $0.count) }
    defer { exif_shim_notes_free(notes) }
    let count = min(exif_shim_notes_count(notes), UInt32(Self.maxDescriptions))
    var next: UInt32 = 0
    for field in directory.fields {
      let parts = Self.elements(field, of: layout)
      var taken = 0
      while next < count, taken < max(1, parts.count), let description = Self.description(notes, next),
        description.tag == Int(field.entry.tag) + layout.tagBase
      {
        append(field, taken < parts.count ? (taken, parts[taken]) : nil, description)
        next += 1
        taken += 1
      }
      if taken == 0 { append(field, nil, nil) }
    }
  }

  /// How many fields and elements libexif describes. Further ones have no names.
  static let maxDescriptions = 2_048

  /// How many fields libexif reads. It rejects notes with more.
  private static func maxFields(_ layout: MakerNoteLayout) -> Int {
    switch layout.family {
    case .canon: 250
    case .olympus, .nikon: 300
    case .pentax: 200
    case .fuji, .apple: 150
    }
  }

  /// Canon stores settings in arrays, which libexif splits.
  private static func isArray(_ field: ExifDirectory.Field, of layout: MakerNoteLayout) -> Bool {
    layout.family == .canon && [1, 2, 4, 5, 0xF, 0xA0].contains(field.entry.tag)
  }

  /// The elements of Canon's arrays that libexif turns into fields. Most arrays begin with their size in bytes.
  static func elements(_ field: ExifDirectory.Field, of layout: MakerNoteLayout) -> [UInt64] {
    guard isArray(field, of: layout), MakerNoteBlock.isWhole(field), field.entry.type == .short,
      case .unsigned(let values) = field.value
    else { return [] }
    if field.entry.tag == 2 || field.entry.tag == 5 { return values }
    return Array(values.dropFirst().prefix(values.first.map { Int(clamping: $0 / 2) } ?? 0))
  }

  private mutating func append(
    _ field: ExifDirectory.Field, _ part: (index: Int, value: UInt64)?, _ description: Description?
  ) {
    let value = part.map { .integer(Int64(clamping: $0.value)) } ?? ExifProperties.plain(field.value)
    var property = Property(
      description?.name ?? Hexadecimal.number(field.entry.tag), value, tag: Int(field.entry.tag),
      title: description?.title)
    if describes {
      let words =
        MakerNoteDescriptions.correction(field, part: part, of: layout)
        ?? (MakerNoteBlock.isWhole(field)
          ? description?.text.flatMap { MakerNoteDescriptions.meaningful($0, of: value, in: layout) } : nil)
      if let words, words != value.plainText { property.readable = words }
    }
    properties.append(property)
  }

  /// libexif's description of a field.
  private struct Description {
    var tag: Int
    var name: String?
    var title: String?
    var text: String?
  }

  private static let longestText = 1_024

  private static func description(_ notes: OpaquePointer?, _ index: UInt32) -> Description? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: longestText) { text in
      var field = exif_shim_note()
      let hasText = exif_shim_notes_read(notes, index, &field, text.baseAddress, text.count) == 1
      return Description(
        tag: Int(field.tag), name: field.name.flatMap { Self.text($0) }.map { joined($0) },
        title: field.title.flatMap { Self.text($0) },
        text: hasText ? text.baseAddress.flatMap { Self.text($0) } : nil)
    }
  }

  /// A name without spaces, as in the other groups: `MacroMode`. libexif has one table for Pentax and Casio, and names
  /// some fields after a maker, not always the right one: that part is removed.
  private static func joined(_ name: String) -> String {
    let joined = name.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return ["Pentax", "Casio"].first { joined.hasPrefix($0) }.map { String(joined.dropFirst($0.count)) } ?? joined
  }

  /// C text in UTF-8 or Latin-1, without the comma at the end of some of libexif's names; nil if it is empty.
  private static func text(_ pointer: UnsafePointer<CChar>) -> String? {
    var length = 0
    while pointer[length] != 0 { length += 1 }
    let bytes = UnsafeBufferPointer(start: pointer, count: length).map { UInt8(bitPattern: $0) }
    var text = ExifText.decoded(bytes).trimmingTrailingSpaces
    if text.hasSuffix(",") { text.removeLast() }
    return text.isEmpty ? nil : text
  }
}

/// Selects the useful ones of libexif's texts for maker notes, and replaces the wrong ones.
enum MakerNoteDescriptions {
  /// libexif's text; nil if it only says that the value is unknown.
  static func meaningful(_ words: String, of value: PropertyValue, in layout: MakerNoteLayout) -> String? {
    // libexif 0.6.24 reads long values of Apple's notes six bytes too early.
    if layout.family == .apple { return nil }
    if words == "inf" || words == "nan" || words == "-nan" || isHexadecimal(words) { return nil }
    if opaque.contains(where: { words.hasPrefix($0) }) || words.contains(" bytes unknown data") { return nil }
    guard words.utf8.allSatisfy({ numerals.contains($0) }) else { return words }
    // A number is useful for an integer, which it converts to other units. Fractions are only cut, and of lists libexif
    // has only the first or the last number.
    switch value {
    case .integer, .bytes: return words
    default: return nil
    }
  }

  private static let opaque = ["Invalid format", "Invalid number of components", "Internal error", "Unknown"]
  private static let numerals = Set("0123456789 -.".utf8)

  /// `0x7fff`: libexif's text for an unknown element of Canon's arrays.
  private static func isHexadecimal(_ words: String) -> Bool {
    words.hasPrefix("0x") && words.utf8.count == 6
  }

  /// Texts for fields that libexif 0.6.24 computes wrongly.
  ///
  /// - Parameter part: an element of one of Canon's arrays: its index and value.
  static func correction(
    _ field: ExifDirectory.Field, part: (index: Int, value: UInt64)?, of layout: MakerNoteLayout
  ) -> String? {
    switch (layout.family, field.entry.tag) {
    case (.nikon, let tag) where layout.tagBase == 0: nikon(tag, field.value)
    case (.canon, 4) where part?.index == 18 || part?.index == 19: part.map { distance($0.value) }
    default: nil
    }
  }

  /// Focal lengths and f-numbers. libexif cuts their fractions.
  private static func lens(_ values: [IFDValue.Rational]) -> String? {
    let numbers = values.compactMap(\.value).filter { $0 > 0 }
    guard numbers.count == 4 else { return nil }
    func range(_ first: Double, _ last: Double) -> String {
      let (first, last) = (DecimalText.text(first, places: 1), DecimalText.text(last, places: 1))
      return first == last ? first : "\(first)-\(last)"
    }
    return "\(range(numbers[0], numbers[1])) mm f/\(range(numbers[2], numbers[3]))"
  }

  /// Nikon's steps are three signed bytes: a * b / c. libexif ignores the signs, and reads them backwards in
  /// little-endian notes.
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

  /// Canon's focus distances are in centimetres; libexif assumes millimetres.
  private static func distance(_ value: UInt64) -> String {
    value == 65_535 ? "infinite" : DecimalText.text(Double(value) / 100, places: 2) + " m"
  }
}
