internal import ByteStreams
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
  private let failure = Mutex<ImageError?>(nil)
  /// The number of entries in a transaction: enough that its cost does not matter, so few that other writers wait only
  /// for a fraction of a second.
  private static let batch = 200

  package init(_ catalogue: Catalogue) { self.catalogue = catalogue }

  /// Whether a transaction has failed, for example because the disk is full. Nothing is written after that.
  package var hasFailed: Bool { failure.withLock { $0 != nil } }

  /// Adds an entry, which replaces that of the same path.
  ///
  /// - Throws: `ImageError` of kind `io` with the catalogue's path; after that, each call throws it.
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
  ///
  /// - Throws: as `add`.
  package func flush() throws(ImageError) {
    try write(
      waiting.withLock { entries in
        defer { entries = [] }
        return entries
      })
  }

  private func write(_ entries: [CatalogueEntry]) throws(ImageError) {
    if let failure = failure.withLock({ $0 }) { throw failure }
    if entries.isEmpty { return }
    let catalogue = catalogue
    let error = names.withLock { names -> ImageError? in
      do throws(ImageError) {
        var known = names
        try catalogue.write { database throws(ImageError) in
          let revision = try Catalogue.nextRevision(database)
          for entry in entries { try Catalogue.insert(entry, revision, &known, database) }
        }
        names = known
        return nil
      } catch {
        return error
      }
    }
    if let error {
      failure.withLock { $0 = error }
      throw error
    }
  }
}

extension Catalogue {
  /// A name that the properties of many files share.
  struct Name: Hashable {
    var group: String
    var name: String
    var tag: Int
    var title: String
  }

  static func nextRevision(_ database: Database) throws(ImageError) -> Int64 {
    try database.execute("UPDATE state SET revision = revision + 1")
    return try revision(database)
  }

  static func remove(path: String, _ database: Database) throws(ImageError) {
    if let id = try id(of: path, database) { try remove(id, database) }
  }

  static func remove(_ id: Int64, _ database: Database) throws(ImageError) {
    for statement in ["DELETE FROM search WHERE rowid = ?", "DELETE FROM file WHERE id = ?"] {
      try database.execute(statement, [.integer(id)])
    }
  }

  private static func id(of path: String, _ database: Database) throws(ImageError) -> Int64? {
    try database.integer("SELECT id FROM file WHERE path = ?", [.text(path)])
  }

  /// - Parameter names: the numbers of known names; new ones are added.
  fileprivate static func insert(
    _ entry: CatalogueEntry, _ revision: Int64, _ names: inout [Name: Int64], _ database: Database
  ) throws(ImageError) {
    let identity = entry.stamp.identity
    // A file keeps its number.
    let old = try id(of: entry.path, database)
    if let old { try remove(old, database) }
    var row: [SQLValue] = [
      SQLValue(old), .text(entry.path), .integer(Int64(bitPattern: identity.device)),
      .integer(Int64(bitPattern: identity.inode)), .integer(entry.stamp.size), .integer(entry.stamp.changed),
      .integer(entry.isSettled ? 1 : 0), .integer(revision), SQLValue(entry.parts.rawValue), .blob(entry.sha256),
      SQLValue(entry.picture.looks.map { Int64(bitPattern: $0) }),
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
        .text(metadata.format), .text(metadata.contentType), SQLValue(metadata.images.count), SQLValue(size?.width),
        SQLValue(size?.height), SQLValue(derived?["DateCreated"]?.text), SQLValue(derived?["Camera"]?.text),
        SQLValue(derived?["Lens"]?.text), SQLValue(number("Exif:ISOSpeedRatings") ?? number("Derived:ISO")),
        SQLValue(derived?["Latitude"]?.number), SQLValue(derived?["Longitude"]?.number),
        SQLValue(derived?["Rating"]?.number), .text(JSONWriter.text(.array(namespaces))), .text(list(.note)),
        .text(list(.warning)), .null,
      ]
    case .failure(let error):
      row += [SQLValue](repeating: .null, count: 15) + [.text(error.reason)]
    }
    try database.execute(fileSQL, row)
    let id = database.lastInsertedRow
    if let (bytes, size) = entry.picture.thumbnail {
      try database.execute(
        "INSERT INTO thumbnail VALUES (?, ?, ?, ?)",
        [.integer(id), SQLValue(size.width), SQLValue(size.height), .blob(bytes)])
    }
    let texts = CaptionTexts(trees)
    if !texts.isEmpty {
      try database.execute(
        "INSERT INTO search(rowid, title, caption, keywords) VALUES (?, ?, ?, ?)",
        [.integer(id), .text(texts.title), .text(texts.caption), .text(texts.keywords)])
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
  ) throws(ImageError) {
    var position = 0
    for group in tree.groups {
      for property in group.properties {
        let name = Name(
          group: group.name, name: property.name, tag: property.tag ?? -1, title: property.title ?? "")
        let id = if let known = names[name] { known } else { try number(of: name, database) }
        names[name] = id
        let stored = StoredValue(property.value)
        try database.execute(
          "INSERT INTO property VALUES (?, ?, ?, ?, ?, ?, ?)",
          [
            .integer(file), SQLValue(image), SQLValue(position), .integer(id), stored.value, SQLValue(stored.json),
            SQLValue(property.readable),
          ])
        position += 1
      }
    }
  }

  /// The number of a name, which is added if it is new. Names are never removed.
  private static func number(of name: Name, _ database: Database) throws(ImageError) -> Int64 {
    let values: [SQLValue] = [.text(name.group), .text(name.name), SQLValue(name.tag), .text(name.title)]
    try database.execute("INSERT OR IGNORE INTO name(\"group\", name, tag, title) VALUES (?, ?, ?, ?)", values)
    let number = try database.integer(
      "SELECT id FROM name WHERE \"group\" = ? AND name = ? AND tag = ? AND title = ?", values)
    return number ?? 0
  }
}
