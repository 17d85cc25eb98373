/// Finds types by the names of files.
struct NameIndex: Sendable {
  /// A pattern and the type that it belongs to.
  struct Entry: Sendable {
    /// The type's index in the registry.
    var type: Int
    var pattern: NamePattern
    /// The rank of the type's origin, or of the database for a pattern from there; 0 is the highest precedence.
    var rank: Int
    /// How many bytes of the name the pattern matches literally.
    var length: Int
  }

  private var literals: [String: [Entry]] = [:]
  private var tails: [String: [Entry]] = [:]
  private var globs: [Entry] = []
  /// The bytes with which suffixes begin. A name is searched only at these bytes.
  private var tailStarts: Set<UInt8> = []
  /// The longest name that file systems allow. Only the end of a longer one is used.
  private static let longestName = 255

  init(_ types: [ContentType]) {
    tails.reserveCapacity(2 * types.count)
    for (place, type) in types.enumerated() {
      for fileExtension in type.fileExtensions { add(NamePattern("*." + fileExtension), place, type) }
      for pattern in type.namePatterns { add(pattern, place, type) }
    }
  }

  private mutating func add(_ pattern: NamePattern, _ place: Int, _ type: ContentType) {
    let rank = pattern.isFromDatabase ? ContentType.Origin.system.rank : type.origin.rank
    let entry = Entry(type: place, pattern: pattern, rank: rank, length: pattern.text.utf8.count)
    switch pattern.form {
    case .literal(let text): literals[text, default: []].append(entry)
    case .tail(let text):
      tails[text, default: []].append(entry)
      if let first = text.utf8.first { tailStarts.insert(first) }
    case .glob: globs.append(entry)
    }
  }

  /// The patterns that match a name, in order of precedence.
  ///
  /// Patterns of the database are ordered by weight and then by length, as its specification says. The others are
  /// ordered by length. Among the best of each kind the longer one wins, then the order is built-in, exported,
  /// imported, database.
  func matches(_ name: String) -> [Entry] {
    let bytes = name.utf8.suffix(Self.longestName)
    let exact = String(Substring(bytes))
    guard !exact.isEmpty else { return [] }
    let folded = exact.lowercased()
    var found = find(exact) { $0.pattern.isCaseSensitive }
    found += find(folded) { !$0.pattern.isCaseSensitive }
    guard found.count > 1 else { return found }
    var groups: [[Entry]] = (0...ContentType.Origin.system.rank).map { rank in
      let isDatabase = rank == ContentType.Origin.system.rank
      return found.enumerated().filter { $0.element.rank == rank }.sorted { one, other in
        let (a, b) = (one.element, other.element)
        if isDatabase, a.pattern.weight != b.pattern.weight { return a.pattern.weight > b.pattern.weight }
        if a.length != b.length { return a.length > b.length }
        if a.pattern.isCaseSensitive != b.pattern.isCaseSensitive { return a.pattern.isCaseSensitive }
        return (a.type, one.offset) < (b.type, other.offset)
      }.map(\.element)
    }.filter { !$0.isEmpty }
    groups.sort { one, other in
      let (a, b) = (one[0], other[0])
      if a.length != b.length { return a.length > b.length }
      if a.pattern.isCaseSensitive != b.pattern.isCaseSensitive { return a.pattern.isCaseSensitive }
      return a.rank < b.rank
    }
    return groups.flatMap { $0 }
  }

  private func find(_ name: String, where isWanted: (Entry) -> Bool) -> [Entry] {
    var found = (literals[name] ?? []).filter(isWanted)
    for index in name.utf8.indices where tailStarts.contains(name.utf8[index]) {
      found += (tails[String(name[index...])] ?? []).filter(isWanted)
    }
    guard !globs.isEmpty else { return found }
    let bytes = Array(name.utf8)
    return found + globs.filter { isWanted($0) && $0.pattern.matches(bytes) }
  }
}
