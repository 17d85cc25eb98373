internal import MetadataModel
internal import Synchronization
internal import TIFFStructure

/// What is known of one camera maker's notes: how they begin, the tables of their tags, and the few things that a table
/// cannot say.
struct Maker: Sendable {
  /// The maker's name as people write it.
  var name: String
  /// The layouts of the notes. The first one that fits is used.
  var headers: [MakerNoteHeader]
  var tables: TagTables
  /// Tags of the first table that are read before all others, because these depend on them.
  var early: Set<UInt16> = []
  /// Words for values that are not a section of the text: made by a function, or shared between makers.
  var words: [String: WordList] = [:]
  /// Functions that rows name. nil as the result means no value.
  var conversions: [String: @Sendable (PropertyValue, MakerNoteContext) -> PropertyValue?] = [:]
  /// Whether a row with `?NAME` applies to a field of a note.
  var conditions: [String: @Sendable (IFDValue, MakerNoteContext) -> Bool] = [:]
  /// The readable bytes of a block: decrypted, decompressed. nil if that is not possible.
  var preparations: [String: @Sendable ([UInt8], MakerNoteContext) -> [UInt8]?] = [:]
  /// The preparations that replace each byte by another one, and keep 0.
  var substitutions: Set<String> = []
  /// The part that has to stay of a text that is a key of encrypted blocks, by the name of its tag.
  var keys: [String: @Sendable ([UInt8]) -> [UInt8]] = [:]
  /// The original offset of a note that keeps it elsewhere than in its directory.
  var originalOffset: @Sendable (_ note: [UInt8]) -> Int? = { _ in nil }

  /// All makers, in the order in which their headers are tried. They state their type: the compiler would otherwise
  /// check all their functions for this list, too.
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
    .flir,
    .fujifilm,
    .hp,
    .jvc,
    .leica,
    .motorola,
    .nintendo,
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

/// The tables of a maker and its lists of words, by name. They are parsed when they are first used.
final class TagTables: Sendable {
  private let texts: [String]
  private struct State: ~Copyable {
    var sections: [String: TagSection]?
    var tables: [String: TagTable] = [:]
    var words: [String: WordList] = [:]
  }
  private let state = Mutex(State())

  /// - Parameter texts: sections with a head in brackets: `[NAME ...]` is a table, `[=NAME]` a list of words. Empty
  ///   lines, and lines that begin with `#`, are ignored. A line that ends in `;` or `|` goes on in the next one. Heads
  ///   on consecutive lines share the rows that follow.
  init(_ texts: String...) { self.texts = texts }

  /// - Precondition: the maker has a table of this name.
  subscript(name: String) -> TagTable {
    state.withLock { state in
      if let table = state.tables[name] { return table }
      guard let section = section(name, &state) else { preconditionFailure("no table of tags is called \(name)") }
      var table = TagTable(section)
      if let model = table.model.flatMap({ self.section($0, &state) }) { table.takeRows(of: TagTable(model)) }
      state.tables[name] = table
      return table
    }
  }

  /// The list of words of this name; nil if there is none.
  func words(_ name: String) -> WordList? {
    state.withLock { state in
      if let list = state.words[name] { return list }
      guard let section = section("=" + name, &state) else { return nil }
      let list = WordList(section.text.drop { $0 != UInt8(ascii: "\n") }.dropFirst())
      state.words[name] = list
      return list
    }
  }

  /// The names of all tables, for tests.
  var names: [String] {
    texts.flatMap { TagSection.sections(Array($0.utf8)).keys }.filter { !$0.hasPrefix("=") }.sorted()
  }

  private func section(_ name: String, _ state: inout State) -> TagSection? {
    let sections =
      state.sections
      ?? texts.reduce(into: [:]) { all, text in all.merge(TagSection.sections(Array(text.utf8))) { first, _ in first } }
    state.sections = sections
    return sections[name]
  }
}
