internal import CExifShims
internal import MetadataModel
internal import TIFFStructure

/// The fields of a maker note as properties: the values as they are stored, names and readable words of libexif.
struct MakerNoteProperties {
  private(set) var properties: [Property] = []
  private let form: MakerNoteForm
  private let describes: Bool

  /// - Parameter describes: whether readable words are wanted.
  init(_ directory: MakerNoteDirectory, _ describes: Bool) {
    form = directory.form
    self.describes = describes
    // An array that libexif would take apart otherwise than it is done here would shift all names behind it.
    let known = directory.fields.filter {
      MakerNoteBlock.takes($0) && (!Self.isArray($0, of: form) || !Self.elements($0, of: form).isEmpty)
    }.prefix(form.fixedCount ?? Self.mostFields(form))
    let block = MakerNoteBlock(directory).bytes(Array(known))
    let notes = block.withUnsafeBufferPointer { exif_shim_notes_new($0.baseAddress, $0.count) }
    defer { exif_shim_notes_free(notes) }
    let count = min(exif_shim_notes_count(notes), UInt32(Self.mostWords))
    var next: UInt32 = 0
    for field in directory.fields {
      let parts = Self.elements(field, of: form)
      var taken = 0
      while next < count, taken < max(1, parts.count), let word = Self.word(notes, next),
        word.tag == Int(field.entry.tag) + form.tagBase
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
  private static func mostFields(_ form: MakerNoteForm) -> Int {
    switch form.family {
    case .canon: 250
    case .olympus, .nikon: 300
    case .pentax: 200
    case .fuji, .apple: 150
    }
  }

  /// Canon keeps settings in arrays, which libexif takes apart.
  private static func isArray(_ field: ExifDirectory.Field, of form: MakerNoteForm) -> Bool {
    form.family == .canon && [1, 2, 4, 5, 0xF, 0xA0].contains(field.entry.tag)
  }

  /// The elements of an array of Canon's that libexif makes fields of. Most arrays begin with their own size in bytes.
  static func elements(_ field: ExifDirectory.Field, of form: MakerNoteForm) -> [UInt64] {
    guard isArray(field, of: form), MakerNoteBlock.isWhole(field), field.entry.type == .short,
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
        MakerNoteWords.mended(field, part: part, of: form)
        ?? (MakerNoteBlock.isWhole(field)
          ? word?.words.flatMap { MakerNoteWords.meaningful($0, of: value, in: form) } : nil)
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
