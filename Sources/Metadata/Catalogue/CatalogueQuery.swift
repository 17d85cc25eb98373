internal import ByteStreams
internal import GRDB
package import ImageModel
package import MetadataModel
package import MetadataReports
internal import StructuredText

/// Which files of a catalogue are meant.
package struct CatalogueQuery: Sendable {
  /// nil: all.
  package var condition: FileCondition?
  /// Words that title, caption and keywords must contain. `word*` is the beginning of a word, and words in quotes
  /// follow each other. Case and accents do not matter. nil: no words.
  package var words: String?

  package init() {}

  /// The words as FTS5 wants them: each in quotes, so that none is an operator.
  fileprivate var pattern: String? {
    guard let words else { return nil }
    var parts: [String] = []
    for (number, piece) in words.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
      if number % 2 == 1 {
        parts.append("\"\(piece)\"")
      } else {
        for word in piece.split(whereSeparator: \.isWhitespace) {
          let isPrefix = word.count > 1 && word.hasSuffix("*")
          parts.append("\"\(isPrefix ? word.dropLast() : word)\"\(isPrefix ? "*" : "")")
        }
      }
    }
    return parts.joined(separator: " ")
  }
}

extension Catalogue {
  /// A file that is meant.
  package struct Match: Hashable, Sendable {
    package let id: Int64
    package let path: String
  }

  /// The files that a query means, by their paths. Only the properties that the condition names are read.
  ///
  /// - Parameter revision: only files that were written after this transaction.
  package func matches(_ query: CatalogueQuery, after revision: Int64 = 0) throws(ImageError) -> [Match] {
    try read { database in
      let names = try query.condition.map { try Self.names(database, $0.queries) } ?? [:]
      // With an empty list SQLite would look through all properties for each file.
      var sql =
        names.isEmpty
        ? "SELECT f.id, f.path, NULL, NULL, NULL, NULL FROM file f"
        : "SELECT f.id, f.path, p.image, p.name, p.value, p.json FROM file f LEFT JOIN property p"
          + " ON p.file = f.id AND p.name IN (\(Self.list(names.keys)))"
      sql += " WHERE f.error IS NULL AND f.revision > ?"
      var arguments: StatementArguments = [revision]
      if let pattern = query.pattern {
        sql += " AND f.id IN (SELECT rowid FROM search WHERE search MATCH ?)"
        arguments += [pattern]
      }
      let cursor = try Row.fetchCursor(
        database, sql: sql + " ORDER BY f.path" + (names.isEmpty ? "" : ", p.image, p.position"), arguments: arguments)
      var matches: [Match] = []
      var file: (match: Match, trees: Trees)?
      func end() {
        guard let ended = file, query.condition?.holds(for: ended.trees.file(path: ended.match.path)) ?? true else {
          return
        }
        matches.append(ended.match)
      }
      while let row = try cursor.next() {
        let id: Int64 = row[0]
        if id != file?.match.id {
          end()
          file = (Match(id: id, path: row[1]), Trees())
        }
        guard let number: Int64 = row[3], let name = names[number] else { continue }
        file?.trees.add(
          Property(name.name, StoredValue.property(row[4], json: row[5])), group: name.group, image: row[2])
      }
      end()
      return matches
    }
  }

  /// The numbers of all files that were written after a transaction.
  package func ids(after revision: Int64) throws(ImageError) -> [Int64] {
    try read { try Int64.fetchAll($0, sql: "SELECT id FROM file WHERE revision > ?", arguments: [revision]) }
  }

  /// The queries that no file of the catalogue can answer: most likely misspelled names.
  package func unanswered(_ queries: [PropertyQuery]) throws(ImageError) -> [PropertyQuery] {
    try read { database in try queries.filter { try Self.names(database, [$0]).isEmpty } }
  }

  /// Calls a function with the metadata of files as imgmeta reports it, in the order of the matches. Files that are not
  /// in the catalogue any more are left out.
  ///
  /// - Parameters:
  ///   - queries: the properties that are wanted. nil: all.
  ///   - body: gets each file, numbered by its position among the matches, from 0.
  package func forEach(
    _ matches: [Match], _ queries: [PropertyQuery]?, _ body: (FileMetadata) throws(ImageError) -> Void
  ) throws(ImageError) {
    try read { database in
      let files = try database.makeStatement(
        sql: "SELECT path, format, content_type, size, namespaces, notes, warnings, images FROM file WHERE id = ?")
      let selection = try queries.map { "AND name.id IN (\(Self.list(try Self.names(database, $0).keys)))" } ?? ""
      let properties = try database.makeStatement(
        sql: "SELECT image, \"group\", name.name, tag, title, value, json, readable FROM property"
          + " JOIN name ON name.id = property.name WHERE file = ? \(selection) ORDER BY image, position")
      for (number, match) in matches.enumerated() {
        guard let row = try Row.fetchOne(files, arguments: [match.id]) else { continue }
        var trees = Trees(images: row[7] ?? 0)
        trees.metadata = ImageMetadata(
          format: row[1] ?? "", contentType: row[2] ?? "", byteCount: UInt64(bitPattern: row[3] as Int64))
        trees.metadata.namespaces = Self.lists(row[4]).compactMap { pair in
          pair.count == 2 ? .init(prefix: pair[0], uri: pair[1]) : nil
        }
        trees.metadata.diagnostics = Self.texts(row[5]).map { .note($0) } + Self.texts(row[6]).map { .warning($0) }
        if queries?.isEmpty != true {
          let cursor = try Row.fetchCursor(properties, arguments: [match.id])
          while let row = try cursor.next() {
            let (tag, title): (Int, String) = (row[3], row[4])
            let property = Property(
              row[2], StoredValue.property(row[5], json: row[6]), tag: tag < 0 ? nil : tag,
              title: title.isEmpty ? nil : title, readable: row[7])
            trees.add(property, group: row[1], image: row[0])
          }
        }
        var file = trees.file(path: row[0])
        file.number = number
        try body(file)
      }
    }
  }

  // MARK: Rows

  /// Trees that are built from rows in their order.
  private struct Trees {
    var metadata = ImageMetadata(format: "", contentType: "", byteCount: 0)
    /// That of the file itself, and those of its images.
    private var trees: [PropertyTree]

    init(images: Int = 0) { trees = Array(repeating: PropertyTree(), count: images + 1) }

    mutating func add(_ property: Property, group: String, image: Int) {
      while trees.count <= image { trees.append(PropertyTree()) }
      let last = trees[image].groups.count - 1
      if last < 0 || trees[image].groups[last].name != group {
        trees[image].groups.append(PropertyGroup(group, [property]))
      } else {
        trees[image].groups[last].properties.append(property)
      }
    }

    func file(path: String) -> FileMetadata {
      FileMetadata(path: path, number: 0, metadata: metadata, container: trees[0], images: Array(trees.dropFirst()))
    }
  }

  /// The names of properties that may answer a query, by their numbers.
  private static func names(
    _ database: Database, _ queries: [PropertyQuery]
  ) throws -> [Int64: (group: String, name: String)] {
    var names: [Int64: (group: String, name: String)] = [:]
    let cursor = try Row.fetchCursor(database, sql: "SELECT id, \"group\", name FROM name")
    while let row = try cursor.next() {
      let (group, name): (String, String) = (row[1], row[2])
      if queries.contains(where: { $0.mayMatch(name, in: group) }) { names[row[0]] = (group, name) }
    }
    return names
  }

  private static func list(_ numbers: some Sequence<Int64>) -> String {
    numbers.sorted().map { String($0) }.joined(separator: ", ")
  }

  private static func elements(_ json: String?) -> [StructuredValue] {
    guard let json, json != "[]" else { return [] }
    var parser = JSONParser(Array(json.utf8), limits: StructuredLimits())
    guard case .array(let elements)? = (try? parser.parse())?.content else { return [] }
    return elements
  }

  private static func texts(_ json: String?) -> [String] {
    elements(json).compactMap { if case .string(let text) = $0.content { text } else { nil } }
  }

  private static func lists(_ json: String?) -> [[String]] {
    elements(json).map { element in
      guard case .array(let parts) = element.content else { return [] }
      return parts.compactMap { if case .string(let text) = $0.content { text } else { nil } }
    }
  }
}
