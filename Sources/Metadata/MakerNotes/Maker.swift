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
  /// Words for values that are not a section of the text: made by a function, or shared between makers.
  var words: [String: WordList] = [:]
  /// Functions that rows name. nil as the result means no value.
  var conversions: [String: @Sendable (PropertyValue, MakerNoteContext) -> PropertyValue?] = [:]
  /// Whether a row with `?NAME` counts, for a field of a note.
  var conditions: [String: @Sendable (IFDValue, MakerNoteContext) -> Bool] = [:]
  /// The readable bytes of a block: decrypted, decompressed. nil if that is not possible.
  var preparations: [String: @Sendable ([UInt8], MakerNoteContext) -> [UInt8]?] = [:]
  /// The preparations that replace each byte by another one, and keep 0.
  var substitutions: Set<String> = []
  /// What has to stay of a text that is a key of encrypted blocks, by the name of its tag.
  var keys: [String: @Sendable ([UInt8]) -> [UInt8]] = [:]
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
    var sections: [String: ArraySlice<UInt8>]?
    var tables: [String: TagTable] = [:]
    var words: [String: WordList] = [:]
  }
  private let state = Mutex(State())

  /// - Parameter texts: sections with a head in brackets: `[NAME ...]` is a table, `[=NAME]` a list of words. Empty
  ///   lines, and lines that begin with `#`, do not count. A line that ends in `;` or `|` goes on in the next one.
  init(_ texts: String...) { self.texts = texts }

  /// - Precondition: the maker has a table of this name.
  subscript(name: String) -> TagTable {
    state.withLock { state in
      if let table = state.tables[name] { return table }
      guard let text = section(name, &state) else { preconditionFailure("no table of tags is called \(name)") }
      var table = TagTable(text)
      if let model = table.model.flatMap({ section($0, &state) }) { table.takeRows(of: TagTable(model)) }
      state.tables[name] = table
      return table
    }
  }

  /// The list of words of this name; nil if there is none.
  func words(_ name: String) -> WordList? {
    state.withLock { state in
      if let list = state.words[name] { return list }
      guard let section = section("=" + name, &state) else { return nil }
      let list = WordList(section.drop { $0 != UInt8(ascii: "\n") }.dropFirst())
      state.words[name] = list
      return list
    }
  }

  /// The names of all tables, for tests.
  var names: [String] { texts.flatMap { Self.sections(Array($0.utf8)).keys }.filter { !$0.hasPrefix("=") }.sorted() }

  private func section(_ name: String, _ state: inout State) -> ArraySlice<UInt8>? {
    let sections =
      state.sections
      ?? texts.reduce(into: [:]) { all, text in all.merge(Self.sections(Array(text.utf8))) { first, _ in first } }
    state.sections = sections
    return sections[name]
  }

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
