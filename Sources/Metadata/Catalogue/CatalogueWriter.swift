internal import ByteStreams
internal import FoundationEssentials
internal import GRDB
package import ImageModel
internal import MetadataModel
internal import MetadataReports
internal import StructuredText
internal import Synchronization

/// Adds entries to a catalogue, many in one transaction. Several threads may use one writer.
///
/// A process that is killed loses the entries of the last transaction: the next update reads these files again.
package final class CatalogueWriter: Sendable {
  private let catalogue: Catalogue
  private let waiting = Mutex<[CatalogueEntry]>([])
  /// The numbers of names that are in the catalogue. Held while a transaction runs.
  private let names = Mutex<[Catalogue.Name: Int64]>([:])
  /// The number of entries in a transaction: enough that its cost does not matter, so few that other writers wait only
  /// for a fraction of a second.
  private static let batch = 200

  package init(_ catalogue: Catalogue) { self.catalogue = catalogue }

  /// Adds an entry, which replaces that of the same path.
  ///
  /// - Throws: `ImageError` of kind `io` with the catalogue's path.
  package func add(_ entry: CatalogueEntry) throws(ImageError) {
    let batch = waiting.withLock { entries -> [CatalogueEntry] in
      entries.append(entry)
      if entries.count < Self.batch { return [] }
      defer { entries = [] }
      return entries
    }
    try write(batch)
  }

  /// Writes the entries that are not written yet.
  package func flush() throws(ImageError) {
    try write(
      waiting.withLock { entries in
        defer { entries = [] }
        return entries
      })
  }

  private func write(_ entries: [CatalogueEntry]) throws(ImageError) {
    if entries.isEmpty { return }
    let catalogue = catalogue
    let failure = names.withLock { names -> ImageError? in
      do throws(ImageError) {
        var known = names
        try catalogue.write { database in
          let revision = try Catalogue.nextRevision(database)
          for entry in entries { try Catalogue.insert(entry, revision, &known, database) }
        }
        names = known
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }
}

extension Catalogue {
  /// What the properties of many files have in common.
  struct Name: Hashable {
    var group: String
    var name: String
    var tag: Int
    var title: String
  }

  static func nextRevision(_ database: Database) throws -> Int64 {
    try database.execute(sql: "UPDATE state SET revision = revision + 1")
    return try Int64.fetchOne(database, sql: "SELECT revision FROM state") ?? 0
  }

  static func remove(path: String, _ database: Database) throws {
    if let id = try Int64.fetchOne(database, sql: "SELECT id FROM file WHERE path = ?", arguments: [path]) {
      try remove(id, database)
    }
  }

  static func remove(_ id: Int64, _ database: Database) throws {
    for sql in ["DELETE FROM search WHERE rowid = ?", "DELETE FROM file WHERE id = ?"] {
      try database.cachedStatement(sql: sql).execute(arguments: [id])
    }
  }

  /// - Parameter names: the numbers of known names; new ones are added.
  fileprivate static func insert(
    _ entry: CatalogueEntry, _ revision: Int64, _ names: inout [Name: Int64], _ database: Database
  ) throws {
    let identity = entry.stamp.identity
    // A file keeps its number.
    let old = try Int64.fetchOne(database, sql: "SELECT id FROM file WHERE path = ?", arguments: [entry.path])
    if let old { try remove(old, database) }
    var row: [(any DatabaseValueConvertible)?] = [
      old, entry.path, Int64(bitPattern: identity.device), Int64(bitPattern: identity.inode), entry.stamp.size,
      entry.stamp.changed, entry.isSettled, revision, entry.parts.rawValue, Data(entry.sha256),
      entry.picture.looks.map { Int64(bitPattern: $0) },
    ]
    var trees: [PropertyTree] = []
    switch entry.content {
    case .success(let metadata):
      trees = [metadata.properties] + metadata.images.map(\.properties)
      let image = metadata.images.first
      let derived = image?.properties["Derived"]
      func number(_ query: String) -> Double? {
        let query = PropertyQuery(query)
        return trees.lazy.compactMap { query.first(in: $0)?.property.value }.first.flatMap {
          if case .array(let values) = $0 { values.first?.number } else { $0.number ?? $0.text.flatMap { Double($0) } }
        }
      }
      func list(_ severity: Diagnostic.Severity) -> String {
        JSONWriter.text(.array(metadata.diagnostics.filter { $0.severity == severity }.map { .string($0.message) }))
      }
      let size = image?.info?.uprightSize
      let namespaces = metadata.namespaces.map { JSONValue.array([.string($0.prefix), .string($0.uri)]) }
      row += [
        metadata.format, metadata.contentType, metadata.images.count, size?.width, size?.height,
        derived?["DateCreated"]?.text,
        derived?["Camera"]?.text, derived?["Lens"]?.text, number("Exif:ISOSpeedRatings") ?? number("Derived:ISO"),
        derived?["Latitude"]?.number, derived?["Longitude"]?.number, number("xmp:Rating"),
        JSONWriter.text(.array(namespaces)), list(.note), list(.warning), nil,
      ]
    case .failure(let error):
      row += [(any DatabaseValueConvertible)?](repeating: nil, count: 15) + [error.reason]
    }
    try database.cachedStatement(sql: fileSQL).execute(arguments: StatementArguments(row))
    let id = database.lastInsertedRowID
    if let (bytes, size) = entry.picture.thumbnail {
      try database.cachedStatement(sql: "INSERT INTO thumbnail VALUES (?, ?, ?, ?)").execute(
        arguments: [id, size.width, size.height, Data(bytes)])
    }
    let texts = CaptionTexts(trees)
    if !texts.isEmpty {
      try database.cachedStatement(sql: "INSERT INTO search(rowid, title, caption, keywords) VALUES (?, ?, ?, ?)")
        .execute(arguments: [id, texts.title, texts.caption, texts.keywords])
    }
    for (image, tree) in trees.enumerated() { try insert(tree, of: id, image: image, &names, database) }
  }

  private static let fileSQL = """
    INSERT INTO file(id, path, device, inode, size, mtime_ns, settled, revision, parts, sha256, looks, format,
      content_type, images, width, height, date, camera, lens, iso, latitude, longitude, rating, namespaces, notes,
      warnings, error)
    VALUES (\(Array(repeating: "?", count: 27).joined(separator: ", ")))
    """

  private static func insert(
    _ tree: PropertyTree, of file: Int64, image: Int, _ names: inout [Name: Int64], _ database: Database
  ) throws {
    let statement = try database.cachedStatement(sql: "INSERT INTO property VALUES (?, ?, ?, ?, ?, ?, ?)")
    var position = 0
    for group in tree.groups {
      for property in group.properties {
        let name = Name(
          group: group.name, name: property.name, tag: property.tag ?? -1, title: property.title ?? "")
        let id = try names[name] ?? number(of: name, database)
        names[name] = id
        let stored = StoredValue(property.value)
        try statement.execute(arguments: [
          file, image, position, id, stored.value, stored.json, property.readable,
        ])
        position += 1
      }
    }
  }

  /// The number of a name, which is added if it is new. Names are never removed.
  private static func number(of name: Name, _ database: Database) throws -> Int64 {
    let arguments: StatementArguments = [name.group, name.name, name.tag, name.title]
    try database.cachedStatement(sql: "INSERT OR IGNORE INTO name(\"group\", name, tag, title) VALUES (?, ?, ?, ?)")
      .execute(arguments: arguments)
    let sql = "SELECT id FROM name WHERE \"group\" = ? AND name = ? AND tag = ? AND title = ?"
    return try Int64.fetchOne(database.cachedStatement(sql: sql), arguments: arguments) ?? 0
  }
}
