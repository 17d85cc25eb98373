internal import ByteStreams
package import ImageModel
package import MetadataModel
package import MetadataReports
internal import StructuredText

/// Selects files of a catalogue.
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
  /// A file that the query selects.
  package struct Match: Hashable, Sendable {
    package let id: Int64
    package let path: String
  }

  /// The files that a query selects, by their paths in natural order. Only the properties that the condition names are
  /// read.
  ///
  /// - Parameter revision: only files that were written after this transaction.
  package func matches(_ query: CatalogueQuery, after revision: Int64 = 0) throws(ImageError) -> [Match] {
    let matches = try read { database throws(ImageError) in
      let names = if let condition = query.condition { try Self.names(database, condition.queries) } else { Names() }
      // With an empty list SQLite would look through all properties for each file.
      var sql =
        names.isEmpty
        ? "SELECT f.id, f.path, NULL, NULL, NULL, NULL FROM file f"
        : "SELECT f.id, f.path, p.image, p.name, p.value, p.json FROM file f LEFT JOIN property p"
          + " ON p.file = f.id AND p.name IN (\(Self.list(names.keys)))"
      sql += " WHERE f.error IS NULL AND f.revision > ?"
      var values: [SQLValue] = [.integer(revision)]
      if let pattern = query.pattern {
        sql += " AND f.id IN (SELECT rowid FROM search WHERE search MATCH ?)"
        values.append(.text(pattern))
      }
      sql += " ORDER BY f.path" + (names.isEmpty ? "" : ", p.image, p.position")
      var matches: [Match] = []
      var file: (match: Match, trees: Trees)?
      func end() {
        guard let ended = file, query.condition?.holds(for: ended.trees.file(path: ended.match.path)) ?? true else {
          return
        }
        matches.append(ended.match)
      }
      try database.forEach(sql, values) { row in
        let id = row.integer(0)
        if id != file?.match.id {
          end()
          file = (Match(id: id, path: row.text(1) ?? ""), Trees())
        }
        // A file without such properties has one row, with NULL for the name.
        guard let name = names[row.integer(3)] else { return }
        file?.trees.add(
          Property(name.name, StoredValue.property(row.value(4), json: row.text(5))), group: name.group,
          image: Int(row.integer(2)))
      }
      end()
      return matches
    }
    // SQL's order is that of bytes, which is nearly this one.
    return matches.map { ($0, PathText.bytes($0.path)) }.sorted { PathText.naturallyPrecedes($0.1, $1.1) }.map(\.0)
  }

  /// Files in the order of a property. Files that are equal in it stay as they are.
  package func sorted(_ matches: [Match], by order: FileOrder) throws(ImageError) -> [Match] {
    var keyed: [(match: Match, key: FileOrder.Key)] = []
    try forEach(matches, order.queries) { file throws(ImageError) in
      keyed.append((matches[file.number], order.key(of: file)))
    }
    return keyed.sorted { order.precedes($0.key, $1.key) }.map(\.match)
  }

  /// The numbers of all files that were written after a transaction.
  package func ids(after revision: Int64) throws(ImageError) -> [Int64] {
    try read { database throws(ImageError) in
      var ids: [Int64] = []
      try database.forEach("SELECT id FROM file WHERE revision > ?", [.integer(revision)]) { ids.append($0.integer(0)) }
      return ids
    }
  }

  /// The queries that no file of the catalogue can answer: most likely misspelled names.
  package func unanswered(_ queries: [PropertyQuery]) throws(ImageError) -> [PropertyQuery] {
    try read { database throws(ImageError) in
      var unanswered: [PropertyQuery] = []
      for query in queries where try Self.names(database, [query]).isEmpty { unanswered.append(query) }
      return unanswered
    }
  }

  /// The names of all properties in the catalogue, in alphabetical order.
  package func propertyNames() throws(ImageError) -> [String] {
    try read { database throws(ImageError) in
      var names: [String] = []
      try database.forEach("SELECT DISTINCT name FROM name ORDER BY name") { names.append($0.text(0) ?? "") }
      return names
    }
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
    try read { database throws(ImageError) in
      let selection =
        if let queries { "AND name.id IN (\(Self.list(try Self.names(database, queries).keys)))" } else { "" }
      for (number, match) in matches.enumerated() {
        let found = try database.first(
          "SELECT path, format, content_type, size, namespaces, notes, warnings, images FROM file WHERE id = ?",
          [.integer(match.id)]
        ) { row in
          var trees = Trees(images: Int(row.integer(7)))
          trees.metadata = ImageMetadata(
            format: row.text(1) ?? "", contentType: row.text(2) ?? "", byteCount: UInt64(bitPattern: row.integer(3)))
          trees.metadata.namespaces = Self.lists(row.text(4)).compactMap { pair in
            pair.count == 2 ? .init(prefix: pair[0], uri: pair[1]) : nil
          }
          trees.metadata.diagnostics =
            Self.texts(row.text(5)).map { .note($0) } + Self.texts(row.text(6)).map { .warning($0) }
          return (path: row.text(0) ?? "", trees: trees)
        }
        guard var found else { continue }
        if queries?.isEmpty != true {
          try database.forEach(
            "SELECT image, \"group\", name.name, tag, title, value, json, readable FROM property"
              + " JOIN name ON name.id = property.name WHERE file = ? \(selection) ORDER BY image, position",
            [.integer(match.id)]
          ) { row in
            let (tag, title) = (Int(row.integer(3)), row.text(4) ?? "")
            let property = Property(
              row.text(2) ?? "", StoredValue.property(row.value(5), json: row.text(6)), tag: tag < 0 ? nil : tag,
              title: title.isEmpty ? nil : title, readable: row.text(7))
            found.trees.add(property, group: row.text(1) ?? "", image: Int(row.integer(0)))
          }
        }
        var file = found.trees.file(path: found.path)
        file.number = number
        try body(file)
      }
    }
  }

  // MARK: Rows

  /// Trees that are built from rows in their order.
  private struct Trees {
    var metadata = ImageMetadata(format: "", contentType: "", byteCount: 0)
    /// The properties of the file itself, and those of its images.
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

  /// The names of properties by their numbers, which begin with 1.
  private typealias Names = [Int64: (group: String, name: String)]

  /// The names of properties that may answer a query.
  private static func names(_ database: Database, _ queries: [PropertyQuery]) throws(ImageError) -> Names {
    var names = Names()
    try database.forEach("SELECT id, \"group\", name FROM name") { row in
      let (group, name) = (row.text(1) ?? "", row.text(2) ?? "")
      if queries.contains(where: { $0.mayMatch(name, in: group) }) { names[row.integer(0)] = (group, name) }
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
