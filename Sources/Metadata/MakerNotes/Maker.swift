internal import MetadataModel
internal import Synchronization
internal import TIFFStructure

/// What is known of one camera maker's notes: how they begin, the tables of their tags, and the few things that a table
/// cannot say.
struct Maker: Sendable {
  /// The maker's name as people write it.
  var name: String
  /// The layouts of the notes. The first one that fits counts.
  var headers: [MakerNoteHeader]
  var tables: TagTables
  /// Tags of the first table that are read before all others, because these depend on them.
  var early: Set<UInt16> = []
  /// Lists of words that several tables use, or that are long: lenses.
  var words: [String: WordList] = [:]
  /// Functions that rows name. nil as the result means no value.
  var conversions: [String: @Sendable (PropertyValue, MakerNoteContext) -> PropertyValue?] = [:]
  /// Whether a row with `?NAME` counts, for a field of a note.
  var conditions: [String: @Sendable (IFDValue, MakerNoteContext) -> Bool] = [:]
  /// The readable bytes of a block: decrypted, decompressed. nil if that is not possible.
  var preparations: [String: @Sendable ([UInt8], MakerNoteContext) -> [UInt8]?] = [:]
  /// The original offset of a note that keeps it elsewhere than in its directory.
  var originalOffset: @Sendable (_ note: [UInt8]) -> Int? = { _ in nil }

  /// All makers, in the order in which their headers are tried.
  static let all: [Maker] = [
    .apple,
    .canon,
    // Before Minolta, for which Kodak made cameras, and which made cameras with Olympus's notes.
    .kodak,
    .olympus,
    .minolta,
    .nikon,
    .casio,
    .dji,
    .fujifilm,
    .panasonic,
    .pentax,
    .reconyx,
    .ricoh,
    .samsung,
    .sanyo,
    .sigma,
    .sony,
  ]
}

/// The tables of a maker, by name. A table is parsed when it is first used.
final class TagTables: Sendable {
  private let text: String
  private struct State: ~Copyable {
    var sections: [String: ArraySlice<UInt8>]?
    var tables: [String: TagTable] = [:]
  }
  private let state = Mutex(State())

  /// - Parameter text: sections with a head in brackets. Empty lines, and lines that begin with `#`, do not count. A
  ///   line that ends in `;` or `|` goes on in the next one.
  init(_ text: String) { self.text = text }

  /// - Precondition: the maker has a table of this name.
  subscript(name: String) -> TagTable {
    state.withLock { state in
      if let table = state.tables[name] { return table }
      let sections = state.sections ?? Self.sections(Array(text.utf8))
      state.sections = sections
      guard let section = sections[name] else { preconditionFailure("no table of tags is called \(name)") }
      let table = TagTable(section)
      state.tables[name] = table
      return table
    }
  }

  /// The names of all tables, for tests.
  var names: [String] { Self.sections(Array(text.utf8)).keys.sorted() }

  /// The sections by their names, each from its head on.
  private static func sections(_ bytes: [UInt8]) -> [String: ArraySlice<UInt8>] {
    let heads = bytes.indices.filter {
      bytes[$0] == UInt8(ascii: "[") && ($0 == 0 || bytes[$0 - 1] == UInt8(ascii: "\n"))
    }
    var sections: [String: ArraySlice<UInt8>] = [:]
    for (index, start) in heads.enumerated() {
      let section = bytes[start..<(index + 1 < heads.count ? heads[index + 1] : bytes.count)]
      let name = section.dropFirst().prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "]") }
      sections[String(decoding: name, as: UTF8.self)] = section
    }
    return sections
  }
}
